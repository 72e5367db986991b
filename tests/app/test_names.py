"""Names: what they are made of, how long they are, and that nobody can look like somebody else."""

import re
import unicodedata
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dizhu.app.lookalikes import STROKED, skeleton, skeletons
from dizhu.app.names import LONGEST, SHORTEST, BadName, cleaned, proper, width

LETTERS = "abcdefgxyzABCXYZ0123456789 -_.·"
OTHERS = "阿明小芳李雷日曰土士カナかなひらがな한글민준αβγабвгдеЁжéüñøßИ"
names = st.text(st.sampled_from(LETTERS + OTHERS), min_size=1, max_size=16)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  阿  明 ", "阿 明"),
        ("e\u0301mile", "émile"),
        ("ＡＢＣ１２", "ABC12"),
        ("明", "明"),
        ("八个汉字正好够了", "八个汉字正好够了"),
        ("sixteen letters1", "sixteen letters1"),
        ("小明_01", "小明_01"),
        ("badminton", "badminton"),
        ("José Núñez", "José Núñez"),
        ("Łukasz", "Łukasz"),
        ("Nguyễn", "Nguyễn"),
        ("Lǐ Míng", "Lǐ Míng"),
        ("Straße", "Straße"),
        ("我爱你", "我爱你"),
        ("农民工", "农民工"),
        ("mode", "mode"),
        ("model", "model"),
        ("hostel", "hostel"),
        ("housecat", "housecat"),
        ("Mehmet", "Mehmet"),
        ("botany", "botany"),
        ("二〇二六", "二〇二六"),
    ],
)
def test_a_name_is_shown_cleaned(name: str, shown: str) -> None:
    assert proper(name) == shown


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_short"),
        ("  ", "name_short"),
        ("x", "name_short"),
        ("...", "name_short"),
        ("九个汉字就太长了啊", "name_long"),
        ("seventeen letters", "name_long"),
        ("a\u200bb", "name_characters"),
        ("a\u202eb", "name_characters"),
        ("a\u2066b", "name_characters"),
        ("a\x07b", "name_characters"),
        ("a\ue000b", "name_characters"),
        ("a😀b", "name_characters"),
        ("<b>", "name_characters"),
        ("a\u0336b\u0336", "name_characters"),
        ("\ufdfd ab", "name_characters"),
        ("admin", "name_reserved"),
        ("GM", "name_reserved"),
        ("Ｓtaff", "name_reserved"),
        ("Аdmіn", "name_characters"),  # two letters are Cyrillic
        ("a.d.m.i.n", "name_reserved"),
        ("Admin01", "name_reserved"),
        ("管理员小王", "name_reserved"),
        ("欢乐斗地主", "name_reserved"),
        ("系统", "name_reserved"),
        ("茶客1234", "name_reserved"),
        ("GUEST 77", "name_reserved"),
        ("ＲＯＯＴ", "name_reserved"),
        ("已注销", "name_reserved"),
    ],
)
def test_a_name_that_nobody_may_have(name: str, code: str) -> None:
    with pytest.raises(BadName) as refused:
        proper(name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("paypal", "раураl"),  # Cyrillic but for the last letter
        ("PayPal", "paypaI"),
        ("Bob", "B0b"),
        ("modern", "modem"),
        ("小日子", "小曰子"),
        ("土豆", "士豆"),
        ("José", "jose"),
        ("a_b", "A B"),
        ("ＡＢ", "ab"),
        ("ﬁsh", "fish"),
        ("bułlish", "bullish"),
        ("Bøb", "B0b"),
        ("Æsop", "aesop"),
        ("Đặng", "Dang"),
        ("力王", "カ王"),
    ],
)
def test_look_alikes_are_one_name(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("阿明", "阿亮"), ("小王", "小玉"), ("bob", "rob"), ("clark", "dark")]
)
def test_others_are_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


ALPHABETS = [range(0x3400), range(0x9F00, 0xD800), range(0xE000, 0x10000), range(0x1D400, 0x20100)]


def test_the_repertoire_folds_to_plain_letters_digits_and_ideographs() -> None:
    """All of it, the ideographs between left out: whatever else looks like a letter is refused."""
    for c in map(chr, chain(*ALPHABETS)):
        if _let_through(f"xx{c}"):
            tail = skeleton(f"xx{c}")[2:]
            plain = (t.isascii() and t.isalnum() for t in tail if not _is_ideograph(t))
            assert all(plain), f"{c} {ord(c):x} folds to {tail}"


def _let_through(name: str) -> bool:
    try:
        cleaned(name)
    except BadName:
        return False
    return True


def _is_ideograph(character: str) -> bool:
    return unicodedata.name(character).startswith(("CJK UNIFIED", "IDEOGRAPHIC NUMBER ZERO"))


def test_a_letter_is_its_base() -> None:
    """A letter with something above, below or across it is no other letter."""
    seen = 0
    for c in map(chr, chain(*ALPHABETS)):
        found = re.match(
            r"LATIN (?:CAPITAL|SMALL) LETTER ([A-Z]) WITH (?!SMALL)", unicodedata.name(c, "")
        )
        if found and _let_through(f"xx{c}"):
            seen += 1
            assert skeleton(f"xx{c}") == skeleton(f"xx{found[1]}")
    assert seen > 300, "accents are let through"


@pytest.mark.parametrize("other", "ᴀʟɪɩᴏʏɦꙇㄧ丨丶⺀㇐ꟾǀӏʜ𝼀ꓐꭰⲟаοかカ가ʼˈーㅡ𠂉")
def test_no_phonetic_letters_strokes_or_other_alphabets(other: str) -> None:
    """Small capitals, IPA, Bopomofo, radicals, strokes, Lisu, Cherokee, Coptic ..."""
    with pytest.raises(BadName, match="name_characters"):
        proper(f"Al{other}ce")


BEGINNINGS = ("GM", "mod", "staff", "operator", "Sysop", "house", "bot", "root", "系统", "机器人")


@pytest.mark.parametrize("word", BEGINNINGS)
@given(
    sign=st.sampled_from(["", " ", "_", "-", "."]),
    tail=st.text(st.sampled_from("0123456789小王公告消息"), min_size=1, max_size=3),
)
def test_what_sounds_like_the_house_is_reserved(word: str, sign: str, tail: str) -> None:
    """With digits or Chinese characters after it, with signs between, in any case and accent."""
    for name in (word, word.upper(), word.replace("o", "ö").replace("S", "Š")):
        with pytest.raises(BadName, match=r"name_(reserved|long)"):
            proper(f"{name}{sign}{tail}")


@pytest.mark.parametrize("name", ["Deleted", "DELETED", "Dełeted", "m0d1", "GM01", "grn 7"])
def test_nor_what_looks_like_it(name: str) -> None:
    with pytest.raises(BadName, match="name_reserved"):
        proper(name)


@given(names)
def test_a_name_of_before_is_found_under_its_skeletons(name: str) -> None:
    found = skeletons(name)
    assert found[-1] == skeleton(name)
    assert len(found) == 1 + any(c in STROKED for c in name.casefold())


@given(names)
def test_the_skeleton_of_a_skeleton_is_itself(name: str) -> None:
    once = skeleton(name)
    assert skeleton(once) == once


@given(names)
def test_case_width_and_accents_make_no_difference(name: str) -> None:
    looks = skeleton(name)
    assert skeleton(name.upper()) == skeleton(name.upper().lower()) == skeleton(name.casefold())
    assert skeleton(" ".join(name)) == looks
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in name)
    assert skeleton(wide) == looks
    assert skeleton(unicodedata.normalize("NFD", name)) == looks


@given(st.text(max_size=20))
def test_whatever_is_let_through_is_harmless(name: str) -> None:
    try:
        shown = cleaned(name)
    except BadName:
        return
    assert cleaned(shown) == shown
    assert SHORTEST <= width(shown) <= LONGEST
    assert shown == shown.strip()
    assert skeleton(shown)
    assert all(unicodedata.category(c)[0] in "LNPSZ" for c in shown)
    assert not any(unicodedata.bidirectional(c) in ("R", "AL", "RLO", "RLE", "RLI") for c in shown)
    assert not any(c in "<>&\"'\\/" for c in shown)
