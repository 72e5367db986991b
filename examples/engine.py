"""A tiny engine in Python, standard library only: docs/engine-protocol.md.

It calls with two high cards, leads its longest play and beats with the least; of equal plays it
takes the lowest. Run it with: dizhu arena rule "engine:python3 examples/engine.py"
"""

import json
import sys

RANKS = "3 4 5 6 7 8 9 10 J Q K A 2 BJ RJ".split()
RULESETS = ["play-only", "botzone", "qq-classic", "qq-laizi", "qq-menzhua", "jj-happy", "jj-match"]


def rank(card):
    """H10 -> 7, RJ -> 14."""
    return RANKS.index(card if card in RANKS else card[1:])


def cards_of(answer):
    """The ranks of `play H10 S10 as pair 10`; none for anything else."""
    verb, _, rest = answer.partition(" ")
    return sorted(map(rank, rest.partition(" as ")[0].split())) if verb == "play" else []


def play(view, legal):
    """The longest lead, or the lowest follow; over the partner only when it costs little."""
    plays = [answer for answer in legal if answer.startswith("play")]
    if view["to_beat"] is None:
        return max(plays, key=lambda a: (len(cards_of(a)), -sum(cards_of(a))))
    if not plays:
        return "pass"
    least = min(plays, key=lambda a: (len(cards_of(a)) == 4, sum(cards_of(a))))
    partner = view["landlord"] not in (view["turn"], view["to_beat"]["seat"])
    return "pass" if partner and max(cards_of(least)) > RANKS.index("Q") else least


def bid(view, seat, legal):
    """Look, then call or rob with two cards of the rank 2 and above; never show, never double."""
    held = (view["cards"][seat] or "").split()
    strong = sum(rank(card) >= RANKS.index("2") for card in held) >= 2
    for answer in ("look", "call", "rob") if strong else ("look",):
        if answer in legal:
            return answer
    return next(a for a in ("wait", "pass", "ready", "no_double", *legal) if a in legal)


def answers(lines):
    """What to say to each line."""
    seats = {}
    for line in lines:
        try:
            message = json.loads(line)
            kind = message["type"]
        except (ValueError, TypeError, KeyError):
            yield {"type": "error", "message": "that is no message"}
            continue
        if kind == "quit":
            return
        if kind == "hello" and 1 in message.get("protocols", []):
            yield {"type": "hello", "protocol": 1, "name": "example-python", "rulesets": RULESETS}
        elif kind == "hello":
            yield {"type": "error", "message": "only protocol 1 is spoken here"}
        elif kind == "ping":
            yield {"type": "pong", "id": message["id"]}
        elif kind == "new_hand":
            seats[message["hand"]] = message["seat"]
        elif kind == "end_hand":
            seats.pop(message["hand"], None)
        elif kind == "ask" and message["hand"] not in seats:
            yield {"type": "error", "id": message["id"], "message": "there is no such hand"}
        elif kind == "ask":
            view, legal = message["view"], message["legal"]
            playing = any(a == "pass" or a.startswith("play") for a in legal)
            if view["phase"] == "play" and playing:
                action = play(view, legal)
            else:
                action = bid(view, seats[message["hand"]], legal)
            yield {"type": "action", "id": message["id"], "action": action}
        elif kind != "refused":
            yield {"type": "error", "message": f"what is {kind}?"}


def main():
    """Line by line, until the input ends."""
    for answer in answers(sys.stdin.buffer):
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
