"""A play in numbers: what it leaves in the hand, whether it holds, what it means for the others.

The names are those of the rows in `weights.py`. "few1" means: an enemy has one card left,
"mate1": the partner has.
"""

from dizhu.bots.mind import Mind
from dizhu.rules.cards import Packed
from dizhu.rules.combos import Combo, Kind
from dizhu.rules.plays import Move

REST = ("cost", "below_zero", "risk", "near", "nearly", "bombs", "plays", "left", "left1", "left2")
PLAY = (
    "bomb",
    "bomb_few12",
    "bomb_few34",
    "hold",
    "hold_near",
    "hold_cost",
    "hold_few1",
    "hold_few2",
    "hold_few34",
    "lethal",
    "bombed",
    "shed",
)
LEAD = (
    "solo",
    "pair",
    "trio",
    "chain",
    "quad",
    "solo_rank",
    "pair_rank",
    "solo_few1",
    "solo_few1_rank",
    "solo_few2",
    "pair_few2",
    "pair_few2_rank",
    "solo_mate1",
    "solo_mate1_rank",
    "pair_mate2",
    "pair_mate2_rank",
    "small_mate34",
    "beaten_next",
)
FOLLOW = (
    "over_bomb",
    "rank",
    "rank_squared",
    "rank_few1",
    "over_mate",
    "over_mate_rank",
    "over_mate12",
)
PASS = (
    "let_enemy",
    "let_enemy_few1",
    "let_enemy_few2",
    "let_enemy_few34",
    "let_enemy_helped",
    "let_enemy_helped_high",
    "let_enemy_solo",
    "let_enemy_pair",
    "let_enemy_near",
    "let_mate",
    "let_mate_beaten",
    "let_mate1",
    "let_mate2",
    "let_mate34",
    "let_mate_near",
    "let_mate_rank",
)
LEADING = (*REST, *PLAY, *LEAD)
FOLLOWING = (*REST, *PLAY, *FOLLOW, *PASS)
Row = list[float]
_TRIOS = (Kind.TRIO, Kind.TRIO_WITH_SOLO, Kind.TRIO_WITH_PAIR)


def features(mind: Mind, move: Move | None) -> Row:
    """The features of a lead (`LEADING`), or of a follow or a pass (`FOLLOWING`)."""
    hand, to_beat = mind.position.hand, mind.position.to_beat
    if move is None:
        assert to_beat is not None, "a leader may not pass"
        rest = _rest(mind, hand)
        return [*rest, *_NO_PLAY, *_NO_FOLLOW, *_pass(mind, to_beat, rest[3])]
    rest = _rest(mind, hand - move.cards)
    played = _play(mind, move.combo, rest)
    if to_beat is None:
        return [*rest, *played, *_lead(mind, move.combo)]
    return [*rest, *played, *_follow(mind, move.combo, to_beat), *_NO_PASS]


_NO_PLAY: Row = [0.0] * len(PLAY)
_NO_FOLLOW: Row = [0.0] * len(FOLLOW)
_NO_PASS: Row = [0.0] * len(PASS)


def _rest(mind: Mind, hand: Packed) -> Row:
    outlook = mind.outlook(hand)
    risk = outlook.risk
    return [
        outlook.cost,
        max(0.0, -outlook.cost),
        max(-1.0, min(risk, 6.0)),
        max(0.0, min(1.0, 2.0 - risk)),
        max(0.0, min(1.0, 3.0 - risk)),
        min(outlook.bombs, 2),
        outlook.plays,
        outlook.cards / 20,
        float(outlook.cards == 1),
        float(outlook.cards == 2),
    ]


def _play(mind: Mind, play: Combo, rest: Row) -> Row:
    bomb = float(play.kind <= Kind.BOMB)
    hold = 1.0 - mind.odds.beaten(play)
    few = mind.few
    return [
        bomb,
        bomb * (few <= 2),
        bomb * (3 <= few <= 4),
        hold,
        hold * rest[3],
        hold * max(0.0, min(rest[0], 4.0)),
        hold * (few == 1),
        hold * (few == 2),
        hold * (3 <= few <= 4),
        mind.lethal(play),
        0.0 if bomb else hold * mind.odds.bombed(play),
        play.size / 10,
    ]


def _lead(mind: Mind, play: Combo) -> Row:
    few, mate, rank = mind.few, mind.partner_cards, play.main / 14
    beaten = mind.odds.beaten(play)
    solo, pair = float(play.kind is Kind.SOLO), float(play.kind is Kind.PAIR)
    reaches = 1.0 if not mind.enemy_next or beaten < 0.3 else 0.3
    return [
        solo,
        pair,
        float(play.kind in _TRIOS),
        float(play.length > 1),
        float(play.kind >= Kind.QUAD_WITH_SOLOS),
        solo * rank,
        pair * rank,
        solo * (few == 1),
        solo * (few == 1) * rank,
        solo * (few == 2),
        pair * (few == 2),
        pair * (few == 2) * rank,
        solo * (mate == 1) * reaches,
        solo * (mate == 1) * rank,
        pair * (mate == 2) * reaches,
        pair * (mate == 2) * rank,
        (solo + pair) * (3 <= mate <= 4),
        beaten * mind.enemy_next,
    ]


def _follow(mind: Mind, play: Combo, to_beat: Combo) -> Row:
    over_mate = float(mind.position.holder not in mind.position.enemies)
    rank = 0.0 if play.kind <= Kind.BOMB else play.main / 14
    return [
        float(to_beat.kind is Kind.BOMB),
        rank,
        rank * rank,
        rank * (mind.few == 1),
        over_mate,
        over_mate * rank,
        over_mate * (mind.partner_cards <= 2),
    ]


def _pass(mind: Mind, to_beat: Combo, near: float) -> Row:
    beaten, rank = mind.odds.beaten(to_beat), to_beat.main / 14
    if mind.position.holder in mind.position.enemies:
        few = mind.few
        helped = float(mind.position.partner is not None and not mind.enemy_next)
        return [
            1.0,
            float(few == 1),
            float(few == 2),
            float(3 <= few <= 4),
            helped,
            helped * rank,
            float(to_beat.kind is Kind.SOLO),
            float(to_beat.kind is Kind.PAIR),
            near,
            *[0.0] * 7,
        ]
    mate = mind.partner_cards
    return [
        *[0.0] * 9,
        1.0,
        beaten * mind.enemy_next,
        float(mate == 1),
        float(mate == 2),
        float(3 <= mate <= 4),
        near,
        rank,
    ]
