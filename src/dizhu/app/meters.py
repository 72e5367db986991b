"""What is measured while people play. The server has it collected; the application only tells."""

from typing import Protocol


class Meters(Protocol):
    """Each call takes a microsecond or two, and neither waits nor raises. Times in seconds."""

    def acted(self, kind: str, code: str) -> None:
        """A person's command at a table: its name; `ok`, or the code of the refusal."""
        ...

    def decided(self, seconds: float) -> None:
        """So long it took to decide what a command makes happen."""
        ...

    def committed(self, seconds: float) -> None:
        """So long it took until the decision was stored."""
        ...

    def told(self, seconds: float) -> None:
        """So long it took to give the news to all connections."""
        ...

    def matched(self, room: str, seconds: float) -> None:
        """Somebody got a table after waiting so long."""
        ...

    def autoplayed(self) -> None:
        """A seat went on autoplay."""
        ...


class Unmetered:
    """`Meters` where nobody looks."""

    def acted(self, kind: str, code: str) -> None:
        """Nobody looks."""

    def decided(self, seconds: float) -> None:
        """Nobody looks."""

    def committed(self, seconds: float) -> None:
        """Nobody looks."""

    def told(self, seconds: float) -> None:
        """Nobody looks."""

    def matched(self, room: str, seconds: float) -> None:
        """Nobody looks."""

    def autoplayed(self) -> None:
        """Nobody looks."""


UNMETERED = Unmetered()
