"""An engine with one fault, named by its first argument; the others are the rulesets it claims."""

import json
import sys
import time
from typing import Any

Message = dict[str, Any]
FAULT = sys.argv[1]
RULESETS = sys.argv[2:] or ["play-only"]
GARBAGE = {"garbage": "I think that", "nested": '{"type": "action", "more": ' + "[" * 100_000}


def say(message: Message) -> None:
    print(json.dumps(message), flush=True)


def ask(message: Message) -> None:
    legal = message["legal"]
    action = next((a for a in legal if a in ("wait", "pass", "no_double", "ready")), legal[0])
    if FAULT == "hang":
        time.sleep(60)
    if FAULT == "crash":
        print("out of cheese", file=sys.stderr, flush=True)
        sys.exit(3)
    if FAULT == "illegal":
        action = "play RJ BJ S2 S3"
    if FAULT == "notation":
        action = "play the best"
    if FAULT == "wait":
        action = "wait"
    if FAULT in GARBAGE:
        print(GARBAGE[FAULT], flush=True)
    if FAULT == "flood":
        for _ in range(10_000):
            say({"type": "pong", "id": 1})
    if FAULT == "endless":
        sys.stdout.write("x" * 3_000_000)
    say({"type": "action", "id": message["id"], "action": action})


def hello(message: Message) -> None:
    if 1 in message["protocols"] or FAULT == "any-version":
        say({"type": "hello", "protocol": 1, "name": "bad", "rulesets": RULESETS})
    else:
        say({"type": "error", "message": "only 1"})


def answer(message: Message, hands: set[str]) -> None:
    match message["type"]:
        case "hello":
            hello(message)
        case "ping":
            say({"type": "pong", "id": message["id"] + (FAULT == "ping")})
        case "new_hand":
            hands.add(message["hand"])
        case "ask" if message["hand"] not in hands:
            say({"type": "error", "message": "unknown hand"})
        case "ask":
            ask(message)
        case "quit" if FAULT != "stays":
            sys.exit(0)
        case "tea_time":
            say({"type": "error", "message": "unknown message"})


def main() -> None:
    hands: set[str] = set()
    for line in sys.stdin:
        try:
            answer(json.loads(line), hands)
        except (ValueError, TypeError, KeyError):
            if FAULT == "touchy":
                sys.exit(4)
            say({"type": "error", "message": "no message"})
    while FAULT == "stays":
        time.sleep(1)


main()
