"""Which names people may have: what they are made of, how long, and what is kept back."""

import re
import unicodedata

from dizhu.app.lookalikes import skeleton

SHORTEST, LONGEST = 2, 16
"""Columns: a Chinese character takes two."""

_SCRIPTS = ("CJK UNIFIED", "CJK COMPAT", "LATIN", "GREEK", "CYRILLIC", "HIRAGANA", "KATAKANA")
_MORE = ("HANGUL", "DIGIT", "BOPOMOFO")
_SIGNS = frozenset("-_.·~ー〇")

_RESERVED_WORDS = (
    "dizhu",
    "doudizhu",
    "root",
    "system",
    "bot",
    "robot",
    "guest",
    "house",
    "host",
    "null",
    "undefined",
    "me",
    "you",
    "地主",
    "农民",
    "系统",
    "gm",
    "gamemaster",
    "mod",
    "staff",
    "sysop",
    "operator",
    "机器人",
    "上家",
    "下家",
    "游客",
    "我",
    "你",
)
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
    """Letters, digits and a few signs: nothing invisible, nothing that turns the text around."""
    if character == " " or character in _SIGNS:
        return True
    if unicodedata.category(character)[0] not in "LN":
        return False
    return unicodedata.name(character, "").startswith((*_SCRIPTS, *_MORE))


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
    return looks.startswith(_PARTS) or looks.endswith(_PARTS)


_WORDS = frozenset(skeleton(word) for word in _RESERVED_WORDS)
_PARTS = tuple(skeleton(part) for part in _RESERVED_ENDS)
