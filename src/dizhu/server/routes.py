"""A route of the HTTP interface as data: routing and openapi.json are made from it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Route:
    """A path, the name of the handler that answers it, its bodies, and what it is for. `query`: a
    struct of what stands in the query and in the path.
    """

    method: str
    path: str
    handler: str
    body: Any
    answer: Any
    doc: str
    query: Any = None

    @property
    def changes(self) -> bool:
        """Whether anything is different afterwards."""
        return self.method not in ("GET", "HEAD")
