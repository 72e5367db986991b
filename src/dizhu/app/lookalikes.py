"""Characters that look like others: what a name comes to for the eye.

The table is short on purpose: it covers what names are made of (`app.names`), and the scripts that
older names may have. It was made from pairs that common fonts hardly tell apart.
"""

import unicodedata

_GROUPS = """
a а α ɑ
b в ь β ƅ
c с ϲ
d ԁ
e е є ҽ ε
g ɡ
h һ н ʜ
i і ι ı l 1 ӏ 丨
j ј
k к κ
m м
n п η
o о ο 0 σ 〇 口 囗 ロ ㅇ ㅁ
p р ρ
q ԛ գ
r г
s ѕ 5
t т τ
u υ ս
v ν ѵ
w ԝ ω
x х χ
y у γ ү
z ʐ 2
3 з ʒ ȝ ろ
4 ч
6 б
一 ー ㅡ
二 ニ
八 ハ
入 人
力 カ
工 エ ㅗ
卜 ト ㅏ
夕 タ
千 チ 干 于
土 士
未 末
日 曰
己 已 巳
戊 戌 戍
天 夭
へ ヘ
べ ベ
ぺ ペ
り リ
"""
"""The first character of each line stands for all of them."""

_LOOKS = {
    other: first
    for first, *others in (line.split() for line in _GROUPS.strip().splitlines())
    for other in others
}
_READ_AS = """
æ ae
œ oe
ø o
đ d
ð d
ħ h
ĸ k
ł l
ŋ n
ŧ t
þ p
"""
STROKED = dict(line.split() for line in _READ_AS.strip().splitlines())
"""Latin letters that Unicode does not take apart into a base and an accent, and what they are read
as.
"""
_STROKED = str.maketrans(STROKED)
_PAIRS = {"rn": "m", "vv": "w"}
"""Two letters that look like one."""


def skeleton(name: str) -> str:
    """What is left of a name when everything is gone that the eye does not see.

    Two names with the same skeleton look alike: case, width, accents, strokes, spaces, signs and
    the alphabet make no difference.
    """
    return _looks(_plain(name).translate(_STROKED))


def skeletons(name: str) -> tuple[str, ...]:
    """Under which a name may be stored, the one of today last. Before strokes were no difference,
    a name with some had a skeleton of its own; who has one keeps it.
    """
    return tuple(dict.fromkeys((_looks(_plain(name)), skeleton(name))))


def _plain(name: str) -> str:
    text = unicodedata.normalize("NFKD", name).casefold()
    text = "".join(c for c in text if not "\u0300" <= c <= "\u036f" and c.isalnum())
    return unicodedata.normalize("NFKC", text)


def _looks(text: str) -> str:
    text = "".join(_LOOKS.get(c, c) for c in text)
    for pair, single in _PAIRS.items():
        text = text.replace(pair, single)
    return text
