"""From what a seat sees to the conversation that a Botzone bot in that seat would have had."""

from typing import TYPE_CHECKING, Any

from dizhu.bots.history import turns_of
from dizhu.engines.botzone import MOST_BID
from dizhu.rules.actions import Seat, next_seat
from dizhu.rules.view import Observation

if TYPE_CHECKING:
    from dizhu.rules.cards import Card

Request = dict[str, Any]


def bid_request(seen: Observation) -> Request:
    """A question of our auction as one for points: a call is a bid of 1, each rob one more.

    The seats before are those that have said something, in turn; whoever is asked again, to rob
    his own call back, is told the two others' bids.
    """
    assert seen.viewer is not None, "a watcher is asked nothing"
    return {"own": sorted(seen.cards[seen.viewer] or ()), "bid": _bids(seen)}


def _bids(seen: Observation) -> list[int]:
    assert seen.first is not None, "an auction has a first bidder"
    bids, most = [], 0
    for seat in _from(seen.first):
        said = seen.bids[seat]
        if said not in ("call", "blind", "rob", "pass"):
            continue
        if said != "pass":
            most = min(most + 1, MOST_BID - 1)
        if seat != seen.viewer:
            bids.append(most if said != "pass" else 0)
    return bids


def conversation(seen: Observation) -> dict[str, list[Any]]:
    """The whole play so far, as if the seat had not been asked to bid."""
    me, landlord = seen.viewer, seen.landlord
    assert me is not None, "a watcher does not play"
    assert landlord is not None, "there is a landlord in the play"
    turns = [(t.seat, [] if t.play is None else sorted(t.play.cards)) for t in turns_of(seen)]
    # Two empty turns before the first: nobody has played yet.
    before = [((landlord - 2) % 3, []), ((landlord - 1) % 3, []), *turns]
    own = [n for n, (seat, _) in enumerate(before) if seat == me and n >= 2]
    requests: list[Request] = []
    responses: list[list[Card]] = []
    for n in own:
        requests.append({"history": [before[n - 2][1], before[n - 1][1]]})
        responses.append(before[n][1])
    requests.append({"history": [before[-2][1], before[-1][1]]})
    requests[0] |= _terms(seen, me, landlord)
    return {"requests": requests, "responses": responses}


def _terms(seen: Observation, me: Seat, landlord: Seat) -> Request:
    """What the first request to play says besides."""
    bottom = seen.bottom or ()
    own = [*(seen.cards[me] or ()), *(c for t in seen.played if t.seat == me for c in t.cards)]
    return {
        "publiccard": list(bottom),
        "own": sorted(c for c in own if me != landlord or c not in bottom),
        "landlord": landlord,
        "pos": me,
        "finalbid": min(1 + seen.bids.count("rob"), MOST_BID),
    }


def _from(first: Seat) -> list[Seat]:
    return [first, next_seat(first), next_seat(next_seat(first))]
