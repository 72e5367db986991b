"""The bots' identities: each sits at one table at a time, as a person does."""

from collections.abc import Iterable

from dizhu.app.ports import Random

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

MARK = "bot-"
"""Begins the ids of these bots; those of a cup are its own."""


class Crew:
    """Hands out the identities of bots, any free one, so that one meets many."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._free: list[int] = []
        self._known = 0

    def take(self) -> tuple[str, str]:
        """The id and the name of a bot that sits nowhere."""
        if len(self._free) < len(NAMES):
            self._know(self._known + len(NAMES))
        last = len(self._free) - 1
        chosen = min(last, int(self._random.uniform(0, last + 1)))
        self._free[chosen], self._free[last] = self._free[last], self._free[chosen]
        number = self._free.pop()
        return f"{MARK}{number}", NAMES[(number - 1) % len(NAMES)]

    def take_some(self, count: int, company: Iterable[str] = ()) -> list[tuple[str, str]]:
        """Some to sit together: nobody there, nor of `company`, is called the same."""
        taken: list[tuple[str, str]] = []
        rejected = []
        names = set(company)
        while len(taken) < count:
            bot, name = self.take()
            if name in names:
                rejected.append(bot)
            else:
                taken.append((bot, name))
                names.add(name)
        for bot in rejected:
            self.give_back(bot)
        return taken

    @staticmethod
    def employs(player: str) -> bool:
        """Whether this is one of them."""
        return player.startswith(MARK)

    def claim(self, player: str) -> None:
        """An identity that a table of before the restart holds."""
        number = int(player.removeprefix(MARK))
        self._know(number)
        self._free.remove(number)

    def give_back(self, player: str) -> None:
        """The bot has left its table."""
        number = int(player.removeprefix(MARK))
        assert number not in self._free, f"{player} sat nowhere"
        self._free.append(number)

    def free(self) -> int:
        """How many identities there are that sit nowhere."""
        return len(self._free)

    def _know(self, number: int) -> None:
        self._free.extend(range(self._known + 1, number + 1))
        self._known = max(self._known, number)
