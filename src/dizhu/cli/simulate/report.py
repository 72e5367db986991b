"""What was played, counted."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dizhu.cli.simulate.game import Game
from dizhu.rules import scoring
from dizhu.rules.actions import SEATS


@dataclass(slots=True)
class Tally:
    """Counts over hands; tallies add up."""

    hands: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    deals: int = 0
    plays: int = 0
    bombs: int = 0
    springs: int = 0
    multiplier: int = 0
    fees: int = 0
    bots: Counter[str] = field(default_factory=Counter)
    bot_hands: Counter[str] = field(default_factory=Counter)

    def count(self, game: Game, bots: Sequence[str]) -> None:
        """Count the hand that a game has just finished; `bots` by seat."""
        hand, settlement = game.table.hand, game.table.settlement
        assert hand is not None, "a hand was played"
        self.hands += 1
        self.deals += hand.deals
        if settlement is None:
            self.ends[game.table.close_reason or "open"] += 1
            return
        self.ends[settlement.end] += 1
        self.winners[settlement.winner or "nobody"] += 1
        self.plays += sum(hand.plays)
        self.bombs += hand.bombs + hand.rockets
        self.springs += scoring.spring_kind(hand) is not None
        self.multiplier += scoring.multiplier(hand)
        self.fees += settlement.system
        for seat in SEATS:
            self.bots[bots[seat]] += settlement.delta[seat]
            self.bot_hands[bots[seat]] += 1

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        for name in ("hands", "deals", "plays", "bombs", "springs", "multiplier", "fees"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("ends", "winners", "bots", "bot_hands"):
            getattr(self, name).update(getattr(other, name))

    def figures(self, seconds: float) -> dict[str, Any]:
        """As JSON. Averages are per hand; `bots`: what each won per hand in a seat."""
        hands = max(self.hands, 1)
        return {
            "hands": self.hands,
            "ends": dict(sorted(self.ends.items())),
            "winners": dict(sorted(self.winners.items())),
            "deals_per_hand": round(self.deals / hands, 3),
            "plays_per_hand": round(self.plays / hands, 2),
            "bombs_per_hand": round(self.bombs / hands, 3),
            "springs": self.springs,
            "mean_multiplier": round(self.multiplier / hands, 2),
            "fees": self.fees,
            "bots": {
                name: round(total / self.bot_hands[name], 1)
                for name, total in sorted(self.bots.items())
            },
            "seconds": round(seconds, 2),
            "hands_per_second": round(self.hands / seconds, 1) if seconds else 0,
        }
