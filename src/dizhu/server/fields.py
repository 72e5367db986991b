"""Texts of which every character is checked."""

from msgspec import Meta

_END = r"(?![\s\S])"  # `$` would also match before a line break at the end


def exactly(pattern: str, min_length: int | None = None, max_length: int | None = None) -> Meta:
    """The whole text, to its very last character, matches a regular expression.

    Choices are written `"this|that"`.
    """
    return Meta(pattern=f"^({pattern}){_END}", min_length=min_length, max_length=max_length)
