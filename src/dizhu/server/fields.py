"""Texts of which every character is checked."""

from msgspec import Meta

_END = r"(?![\s\S])"  # `$` would also match before a line break at the end

_SHOWN = r"[^\x00-\x1f\x7f-\x9f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
"""No control characters, line breaks or changes of direction; the joiner of emoji may stay."""


def exactly(pattern: str, min_length: int | None = None, max_length: int | None = None) -> Meta:
    """The whole text, to its very last character, matches a regular expression.

    Choices are written `"this|that"`.
    """
    return Meta(pattern=f"^({pattern}){_END}", min_length=min_length, max_length=max_length)


def one_line(max_length: int, *, blank: bool = False) -> Meta:
    """A line of visible characters; unless `blank`, more than spaces."""
    least = "" if blank else r"(?=[\s\S]*\S)"
    return exactly(f"{least}{_SHOWN}*", max_length=max_length)
