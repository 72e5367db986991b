"""Text for every value, both ways: cards, ranks, combos, actions, whole hands.

A card is its suit and rank: `H7`, `S10`, `DQ`, `C2`, `BJ`, `RJ`; a rank is `3`..`10`, `J`, `Q`,
`K`, `A`, `2`, `BJ`, `RJ`. Cards stand apart by spaces; ranks may also be run together (`334455`,
`10JQKA`).
"""

import re
from collections.abc import Iterable

from dizhu.rules.actions import (
    Action,
    Autoplay,
    Blind,
    Call,
    Declaration,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Show,
    Timeout,
)
from dizhu.rules.cards import RANK_NAMES, RED_JOKER, SUIT_NAMES, Card, Rank, rank_of, suit_of
from dizhu.rules.combos import KIND_BY_CODE, SHAPE_OF, BombClass, Combo, Kind, combo
from dizhu.rules.errors import NotationError

_RANK_BY_NAME = {name: rank for rank, name in enumerate(RANK_NAMES)}
_RANKS_RUN = re.compile(r"10|BJ|RJ|[3-9JQKA2]")
_COMBO = re.compile(r"^(?:(soft|pure) )?([a-z_]+?)(?:x(\d+))? (\w+)$")
_PLAIN: dict[str, Action] = {
    a.type: a
    for a in (
        Ready(),
        Call(),
        Rob(),
        Pass(),
        Blind(),
        Look(),
        Raise(),
        Double(),
        NoDouble(),
        Escape(),
        Timeout(),
    )
}


def rank_text(rank: Rank) -> str:
    """`10`."""
    return RANK_NAMES[rank]


def parse_rank(text: str) -> Rank:
    """The rank of a name, in either case."""
    rank = _RANK_BY_NAME.get(text.upper())
    if rank is None:
        raise NotationError(f"no rank {text!r}; ranks are {' '.join(RANK_NAMES)}")
    return rank


def parse_ranks(text: str) -> list[Rank]:
    """`334455`, `3 3 10`, `10JQKA`, `BJ RJ`: the ranks in the order written."""
    found: list[Rank] = []
    for word in text.upper().split():
        if _RANKS_RUN.sub("", word):
            raise NotationError(f"{word!r} is no run of ranks; ranks are {' '.join(RANK_NAMES)}")
        found += [_RANK_BY_NAME[name] for name in _RANKS_RUN.findall(word)]
    return found


def ranks_text(ranks: Iterable[Rank]) -> str:
    """Ranks run together, jokers apart: `334455`, `3333 BJ RJ`."""
    words = [RANK_NAMES[r] if r < RED_JOKER - 1 else f" {RANK_NAMES[r]}" for r in ranks]
    return "".join(words).strip()


def card_text(card: Card) -> str:
    """`H10`."""
    rank = rank_of(card)
    return (
        RANK_NAMES[rank] if rank >= RED_JOKER - 1 else SUIT_NAMES[suit_of(card)] + RANK_NAMES[rank]
    )


def parse_card(text: str) -> Card:
    """The card of a name, in either case."""
    name = text.upper()
    if name in ("BJ", "RJ"):
        return 52 if name == "BJ" else 53
    if len(name) < 2 or name[0] not in SUIT_NAMES or name[1:] not in RANK_NAMES[:13]:
        raise NotationError(
            f"no card {text!r}; write suit (S H C D) and rank, such as H10, or BJ, RJ"
        )
    return _RANK_BY_NAME[name[1:]] * 4 + SUIT_NAMES.index(name[0])


def cards_text(cards: Iterable[Card]) -> str:
    """Cards apart by spaces, in their order."""
    return " ".join(card_text(c) for c in cards)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards apart by spaces. A card written twice is an error."""
    cards = tuple(parse_card(word) for word in text.split())
    if len(set(cards)) != len(cards):
        raise NotationError(f"a card stands twice in {text!r}")
    return cards


def combo_text(value: Combo) -> str:
    """`solo_chainx5 7`, `soft bomb 3`, `pair K`."""
    return str(value)


def parse_combo(text: str) -> Combo:
    """The combo of its text."""
    match = _COMBO.match(text)
    if not match or match[2] not in KIND_BY_CODE:
        raise NotationError(
            f"no combo {text!r}; write a kind, xLENGTH for chains, and the top rank"
        )
    kind, main, length = KIND_BY_CODE[match[2]], parse_rank(match[4]), int(match[3] or 1)
    bomb_class = BombClass[match[1].upper()] if match[1] else None
    if bomb_class and kind is not Kind.BOMB:
        raise NotationError(f"only a bomb is {match[1]}")
    if not _exists(kind, main, length):
        raise NotationError(f"there is no {text}")
    return combo(kind, main, length, bomb_class)


def _exists(kind: Kind, main: Rank, length: int) -> bool:
    if kind is Kind.ROCKET:
        return (main, length) == (RED_JOKER, 1)
    shape = SHAPE_OF[kind]
    return shape.min_length <= length <= shape.max_length and (
        length - 1 <= main < shape.body_ranks
    )


def action_text(action: Action) -> str:
    """`call`, `show deal`, `play H7 S7 as pair 7`, `autoplay on`."""
    match action:
        case Show(stage=stage):
            return f"show {stage}"
        case Autoplay(on=on):
            return f"autoplay {'on' if on else 'off'}"
        case Play(cards=cards, declare=None):
            return f"play {cards_text(cards)}".rstrip()
        case Play(cards=cards, declare=Declaration() as wanted):
            length = f"x{wanted.length}" if wanted.length is not None else ""
            return (
                f"play {cards_text(cards)} as {wanted.kind.code}{length} {RANK_NAMES[wanted.main]}"
            )
        case _:
            return action.type


def parse_action(text: str) -> Action:
    """The action of its text."""
    verb, _, rest = text.strip().partition(" ")
    if verb in _PLAIN and not rest:
        return _PLAIN[verb]
    if verb == "show" and rest in ("start", "deal", "bottom"):
        return Show(rest)
    if verb == "autoplay" and rest in ("on", "off"):
        return Autoplay(rest == "on")
    if verb == "play":
        cards, _, wanted = rest.partition(" as ")
        return Play(parse_cards(cards), _parse_declaration(wanted) if wanted else None)
    raise NotationError(
        f"no action {text!r}; actions are {', '.join(_PLAIN)}, "
        "show STAGE, play CARDS, autoplay on|off"
    )


def _parse_declaration(text: str) -> Declaration:
    match = _COMBO.match(text)
    if not match or match[1] or match[2] not in KIND_BY_CODE:
        raise NotationError(f"no reading {text!r}; write a kind and the top rank, such as pair 7")
    return Declaration(
        KIND_BY_CODE[match[2]], parse_rank(match[4]), int(match[3]) if match[3] else None
    )
