"""The bots' identities: each sits at one table at a time, as a person does."""

import heapq

NAMES = (
    "阿福",
    "小满",
    "老周",
    "春桃",
    "石头",
    "云娘",
    "半夏",
    "掌柜的",
    "青禾",
    "大柱",
    "秋水",
    "豆包",
    "铁算盘",
    "细雨",
    "长风",
    "茉莉",
)


class Crew:
    """Hands out the identities of bots, the lowest free one first."""

    def __init__(self) -> None:
        self._free: list[int] = []
        self._next = 1

    def take(self) -> tuple[str, str]:
        """The id and the name of a bot that sits nowhere."""
        if self._free:
            number = heapq.heappop(self._free)
        else:
            number, self._next = self._next, self._next + 1
        return f"bot-{number}", NAMES[(number - 1) % len(NAMES)]

    def claim(self, player: str) -> None:
        """An identity that a table of before the restart holds."""
        number = int(player.removeprefix("bot-"))
        self._free = [n for n in self._free if n != number]
        for skipped in range(self._next, number):
            heapq.heappush(self._free, skipped)
        self._next = max(self._next, number + 1)

    def give_back(self, player: str) -> None:
        """The bot has left its table."""
        heapq.heappush(self._free, int(player.removeprefix("bot-")))
