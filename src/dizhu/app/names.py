"""Which names people may take: what they are made of, how long, and what is kept back.

The repertoire is small, so that `app.lookalikes` knows all of it: Chinese ideographs, the letters a
to z with or without accents and strokes, digits, and few signs. No phonetic letters, no other
alphabets, no Bopomofo, no strokes of characters. Names from before it stay as they are.
"""

import re
import unicodedata

from dizhu.app.lookalikes import STROKED, skeleton

SHORTEST, LONGEST = 2, 16
"""Columns: a Chinese character takes two."""

_SIGNS = frozenset("-_.·~")
_HAN = (("\u3400", "\u4dbf"), ("\u4e00", "\u9fff"), ("〇", "〇"))
"""Ideographs: extension A, the unified ones, and the zero."""
_BARE_STROKES = frozenset("丨丶丿乀乁乚乛亅")
"""Ideographs that are one stroke, nothing that is read."""

_RESERVED_WORDS = (
    "null",
    "undefined",
    "me",
    "you",
    "deleted",
    "地主",
    "农民",
    "上家",
    "下家",
    "我",
    "你",
)
"""Nobody is called so."""
_RESERVED_BEGINNINGS = (
    "dizhu",
    "doudizhu",
    "root",
    "system",
    "bot",
    "robot",
    "guest",
    "house",
    "host",
    "gm",
    "gamemaster",
    "mod",
    "staff",
    "sysop",
    "operator",
    "系统",
    "机器人",
    "游客",
)
"""Nor so with digits or Chinese characters after it: GM01, 系统公告. Letters make another word."""
_RESERVED_ENDS = (
    "admin",
    "moderator",
    "official",
    "support",
    "管理员",
    "官方",
    "客服",
    "版主",
    "运营",
    "斗地主",
    "已注销",
)
"""Nor so at the beginning or the end of anything."""
_INVENTED = re.compile(r"^(茶客|guest)[\s_.-]*\d+$", re.IGNORECASE)


class BadName(ValueError):
    """A name that nobody may have; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def width(name: str) -> int:
    """How many columns a name takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in name)


def cleaned(name: str) -> str:
    """A name as it is shown: with single spaces, composed, full-width letters made plain.

    Raises BadName.
    """
    text = " ".join(unicodedata.normalize("NFKC", name).split())
    if not all(_allowed(c) for c in text):
        raise BadName("name_characters")
    if width(text) < SHORTEST or not skeleton(text):
        raise BadName("name_short")
    if width(text) > LONGEST:
        raise BadName("name_long")
    return text


def _allowed(character: str) -> bool:
    """Whether it belongs to the repertoire, when composed."""
    if character == " " or character in _SIGNS or _is_digit(character):
        return True
    return _is_latin(character) or _is_han(character)


def _is_digit(character: str) -> bool:
    return character in "0123456789"


def _is_latin(character: str) -> bool:
    """A letter of a to z, whatever stands above, below or across it."""
    if character.lower() in STROKED or character in "ßı":
        return True
    parts = unicodedata.normalize("NFD", character)
    base, marks = parts[0], parts[1:]
    return base.isascii() and base.isalpha() and all("\u0300" <= m <= "\u036f" for m in marks)


def _is_han(character: str) -> bool:
    if character in _BARE_STROKES:
        return False
    return any(first <= character <= last for first, last in _HAN)


def proper(name: str) -> str:
    """A name that somebody may have for himself, as it is shown. Raises BadName."""
    text = cleaned(name)
    if _reserved(text):
        raise BadName("name_reserved")
    return text


def _reserved(name: str) -> bool:
    looks = skeleton(name)
    if _INVENTED.match(name) or looks in _WORDS:
        return True
    return looks.startswith(_PARTS) or looks.endswith(_PARTS) or _begins_reserved(name)


def _begins_reserved(name: str) -> bool:
    """One of the beginnings, then a digit or a Chinese character; signs between do not count."""
    return any(
        (_is_digit(c) or _is_han(c)) and skeleton(name[:i]) in _BEGINNINGS
        for i, c in enumerate(name)
    )


_BEGINNINGS = frozenset(skeleton(word) for word in _RESERVED_BEGINNINGS)
_WORDS = frozenset(skeleton(word) for word in _RESERVED_WORDS) | _BEGINNINGS
_PARTS = tuple(skeleton(part) for part in _RESERVED_ENDS)
