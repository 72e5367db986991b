"""The bodies of the daily gift and of relief."""

import msgspec


class AllowanceView(msgspec.Struct, frozen=True):
    """What the house still gives me today. `gift`: beans of the daily gift, 0 when I have had it;
    `relief`: beans of a relief, for who has fewer than `relief_below`; `reliefs_left` of today;
    `day_ends`: when there is more (midnight, UTC+8); `beans`: what I have now.
    """

    beans: int
    gift: int
    relief: int
    relief_below: int
    reliefs_left: int
    day_ends: int
