"""A tiny bot for Botzone's FightTheLandlord2, standard library only.

It plays solos and pairs, and bids a point with both jokers or two 2s. With the argument `keep` it
is kept running. Run it with: dizhu arena rule "botzone:python3 examples/botzone_bot.py" --ruleset
botzone
"""

import json
import sys


def level(card):
    """3 4 .. K A 2 and the jokers as 0 .. 14."""
    return card // 4 + card // 53


class Match:
    """What the requests have told."""

    def __init__(self):
        self.cards, self.bids, self.playing, self.table = set(), [], False, []

    def hear(self, request):
        """A request: to bid, or with what the two seats before have just played."""
        self.cards = self.cards or set(request["own"])
        self.bids = request.get("bid", [])
        if "publiccard" in request and request["landlord"] == request["pos"]:
            self.cards |= set(request["publiccard"])
        if "history" in request:
            self.playing = True
            before_last, last = request["history"]
            self.table = last or before_last

    def said(self, response):
        """An answer of our own."""
        self.cards -= set(response if isinstance(response, list) else [])

    def answer(self):
        """A bid, or the cards to play."""
        if not self.playing:
            strong = sum(level(card) >= 12 for card in self.cards) >= 2
            return max(self.bids, default=0) + 1 if strong and 3 not in self.bids else 0
        ranks = {}
        for card in sorted(self.cards):
            ranks.setdefault(level(card), []).append(card)
        if not self.table:
            lowest = ranks[min(ranks)]
            return lowest[:2] if len(lowest) == 2 else lowest[:1]
        size, least = len(self.table), level(self.table[0])
        if size > 2 or len(set(map(level, self.table))) > 1:
            return []  # neither a solo nor a pair
        return next((c[:size] for r, c in ranks.items() if r > least and len(c) >= size), [])


def main():
    """One answer, or with `keep` as long as there are requests."""
    match = Match()
    for line in sys.stdin:
        message = json.loads(line)
        requests = message.get("requests", [message])
        for request, response in zip(requests, [*message.get("responses", []), None], strict=False):
            match.hear(request)
            if response is not None:
                match.said(response)
        response = match.answer()
        match.said(response)
        print(json.dumps({"response": response}))
        if "keep" not in sys.argv:
            return
        print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)


if __name__ == "__main__":
    main()
