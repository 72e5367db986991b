"""What may be said in free text: short, visible, and past a filter that the operator chooses."""

import re
import unicodedata
from collections.abc import Callable, Iterable

LONGEST = 60
_JOINER = "\u200d"
_MARKS_IN_A_ROW = 2

Filter = Callable[[str], str | None]
"""The text as it is shown, or None: it is refused."""


def unfiltered(text: str) -> str | None:
    """The filter that lets everything through."""
    return text


def word_filter(words: Iterable[str]) -> Filter:
    """A filter that covers some words with stars: whatever their case and width, and with spaces or
    signs between their letters, too.
    """
    wanted = sorted({_plain(w.strip()) for w in words} - {""}, key=len, reverse=True)
    if not wanted:
        return unfiltered
    spelled = (r"[\W_]*".join(map(re.escape, word)) for word in wanted)
    pattern = re.compile("|".join(spelled))
    return lambda text: _covered(text, pattern)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _covered(text: str, pattern: re.Pattern[str]) -> str:
    """Stars for the characters of which the plain text matches."""
    plain = [_plain(char) for char in text]
    origin = [i for i, letters in enumerate(plain) for _ in letters]
    shown = list(text)
    for found in pattern.finditer("".join(plain)):
        first, last = origin[found.start()], origin[found.end() - 1]
        shown[first : last + 1] = "＊" * (last + 1 - first)
    return "".join(shown)


def cleaned(text: str) -> str | None:
    """The text in one line of visible characters; None when nothing is left, or it is too long."""
    line = unicodedata.normalize("NFC", " ".join(text.split()))
    shown = "".join(c for c in line if _is_shown(c))
    calm = _calm(shown).strip()
    return calm if 1 <= len(calm) <= LONGEST else None


def _is_shown(char: str) -> bool:
    """No control or direction characters; the joiner of emoji may stay."""
    return char == _JOINER or unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cs", "Cn")


def _calm(text: str) -> str:
    """No towers of accents."""
    kept, marks = [], 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(char)
    return "".join(kept)
