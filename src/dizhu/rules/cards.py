"""Cards, ranks, and hands packed into one integer.

A card is an int 0..53. Cards 0..51 are `rank * 4 + suit` with ranks 0..12 = 3 4 5 6 7 8 9 10 J Q K
A 2 and suits 0..3 = D C H S (the order in which equal ranks are played automatically, G-TIM-1); 52
is the black joker BJ, 53 the red joker RJ.

A *packed hand* counts ranks: four bits a rank, rank 0 lowest. Adding and subtracting packed hands
adds and subtracts the counts, as long as no count exceeds 7.
"""

from collections.abc import Iterable, Iterator

Card = int
Rank = int
Packed = int

RANK_NAMES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ")
SUIT_NAMES = "DCHS"
RANKS = 15
SUITED_RANKS = 13
CHAIN_RANKS = 12  # 3..A: chains hold no 2 and no joker
TWO: Rank = 12
BLACK_JOKER: Rank = 13
RED_JOKER: Rank = 14
BLACK_JOKER_CARD: Card = 52
RED_JOKER_CARD: Card = 53
DECK: tuple[Card, ...] = tuple(range(54))

ONES: Packed = sum(1 << 4 * r for r in range(RANKS))
"""One of every rank; also the mask of every rank's lowest bit."""
ALL_FIELDS: Packed = ONES * 15
"""Every bit of every rank's four."""
GUARD: Packed = ONES << 3
"""The highest bit of every rank's four: free in a hand, so that it catches a borrow."""
ROCKET: Packed = (1 << 4 * BLACK_JOKER) | (1 << 4 * RED_JOKER)
JOKER_FIELDS: Packed = ROCKET * 15
CHAIN_ONES: Packed = sum(1 << 4 * r for r in range(CHAIN_RANKS))

RANK_OF: tuple[Rank, ...] = tuple(c >> 2 if c < 52 else c - 39 for c in DECK)
UNIT: tuple[Packed, ...] = tuple(1 << 4 * r for r in range(RANKS))
CARD_UNIT: tuple[Packed, ...] = tuple(UNIT[r] for r in RANK_OF)


def rank_of(card: Card) -> Rank:
    """The rank 0..14 of a card."""
    return RANK_OF[card]


def suit_of(card: Card) -> int:
    """The suit 0..3 (D C H S) of a card that is not a joker."""
    return card & 3


def cards_of_rank(rank: Rank) -> range:
    """The cards of a rank, lowest suit first; one card for a joker."""
    return range(rank * 4, rank * 4 + 4) if rank < SUITED_RANKS else range(rank + 39, rank + 40)


def pack(cards: Iterable[Card]) -> Packed:
    """Count the ranks of some cards."""
    return sum(map(CARD_UNIT.__getitem__, cards))


def pack_ranks(ranks: Iterable[Rank]) -> Packed:
    """Count some ranks."""
    return sum(map(UNIT.__getitem__, ranks))


def count(packed: Packed, rank: Rank) -> int:
    """How many cards of a rank a packed hand holds."""
    return packed >> 4 * rank & 15


def counts(packed: Packed) -> list[int]:
    """The count of each of the 15 ranks."""
    return [packed >> s & 15 for s in range(0, 4 * RANKS, 4)]


def size(packed: Packed) -> int:
    """How many cards a packed hand holds (at most 54)."""
    # Sum of base-16 digits: fold twice into wider fields, then let a multiplication add them.
    packed = (packed & 0x0F0F0F0F0F0F0F0F) + (packed >> 4 & 0x0F0F0F0F0F0F0F0F)
    return packed * 0x0101010101010101 >> 56 & 255


def contains(hand: Packed, part: Packed) -> bool:
    """Whether a packed hand holds all of another."""
    return (hand | GUARD) - part & GUARD == GUARD


def ranks_in(packed: Packed) -> Iterator[Rank]:
    """The ranks held, each once, lowest first."""
    return (r for r in range(RANKS) if packed >> 4 * r & 15)


def unpack(packed: Packed) -> list[Rank]:
    """Every rank as often as it is held, lowest first."""
    return [r for r in range(RANKS) for _ in range(packed >> 4 * r & 15)]


def at_least(packed: Packed, n: int) -> Packed:
    """The mask (lowest bit of each rank) of the ranks held at least n times, n in 1..4."""
    if n == 1:
        return (packed | packed >> 1 | packed >> 2) & ONES
    if n == 2:
        return (packed >> 1 | packed >> 2) & ONES
    if n == 3:
        return (packed & packed >> 1 | packed >> 2) & ONES
    return packed >> 2 & ONES


def held_masks(packed: Packed) -> tuple[Packed, Packed, Packed, Packed]:
    """`at_least` for n = 1, 2, 3 and 4, in one go; for hands of at most four of a rank."""
    half, four = packed >> 1, packed >> 2 & ONES
    two = half & ONES
    one = packed & ONES
    return one | two | four, two | four, one & two | four, four


def pick(cards: Iterable[Card], wanted: Packed) -> tuple[Card, ...]:
    """Choose from `cards` some whose ranks are `wanted`: the lowest suits first, in the order of
    `cards`' ids.

    Raises ValueError when the cards do not hold the ranks.
    """
    chosen: list[Card] = []
    for card in sorted(cards):
        rank = RANK_OF[card]
        if wanted >> 4 * rank & 15:
            wanted -= UNIT[rank]
            chosen.append(card)
    if wanted:
        raise ValueError("the cards do not hold the ranks wanted")
    return tuple(chosen)


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Largest first, as a hand is held."""
    return tuple(sorted(cards, reverse=True))
