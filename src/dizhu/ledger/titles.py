"""游戏等级: the title of a player by his beans (docs/rules.md section 14)."""

TITLES: tuple[tuple[int, str], ...] = (
    (0, "短工"),
    (100, "长工"),
    (200, "佃户"),
    (400, "贫农"),
    (600, "渔夫"),
    (1000, "猎人"),
    (2000, "中农"),
    (4000, "富农"),
    (6000, "掌柜"),
    (10_000, "商人"),
    (20_000, "衙役"),
    (50_000, "小财主"),
    (100_000, "大财主"),
    (200_000, "小地主"),
    (500_000, "大地主"),
    (1_000_000, "知县"),
    (2_000_000, "通判"),
    (5_000_000, "知府"),
    (10_000_000, "总督"),
    (20_000_000, "巡抚"),
    (50_000_000, "丞相"),
)
"""The least beans of each title, and its name; growing."""


def level_of(beans: int) -> int:
    """The number of the title, 0 to 20: that of the highest threshold not above the beans."""
    return max((i for i, (least, _) in enumerate(TITLES) if least <= beans), default=0)


def title_of(beans: int) -> str:
    """The title by the beans."""
    return TITLES[level_of(beans)][1]


def promoted(before: int, after: int) -> bool:
    """Whether a change of beans earned a higher title."""
    return level_of(after) > level_of(before)
