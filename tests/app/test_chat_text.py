"""Free text: one visible line, calm, past the operator's filter."""

import pytest

from dizhu.app.chat_text import LONGEST, cleaned, unfiltered, word_filter


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  你好  呀\n", "你好 呀"),
        ("a\u202eb\u200bc\x07d", "abcd"),
        ("e\u0301", "é"),
        ("x" + "\u0336" * 20, "x\u0336\u0336"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("<script>", "<script>"),
        ("y" * LONGEST, "y" * LONGEST),
        ("y" * (LONGEST + 1), None),
        (" \u200b\ue000 ", None),
        ("", None),
    ],
)
def test_cleaned(text: str, shown: str | None) -> None:
    assert cleaned(text) == shown


def test_words_are_covered_whatever_their_case() -> None:
    cover = word_filter(["bad", "bad word", " ", "坏"])
    assert cover("A Bad Word, BAD, 很坏") == "A ＊＊＊＊＊＊＊＊, ＊＊＊, 很＊"
    assert word_filter(["", " "]) is unfiltered
    assert word_filter(["a.b"])("axb a.b") == "axb ＊＊＊"


def test_words_are_covered_however_they_are_spelled() -> None:
    cover = word_filter(["badword", "坏蛋"])
    assert cover("a ｂａｄWORD!") == "a ＊＊＊＊＊＊＊!"
    assert cover("b a d-w_o.r d") == "＊" * 13
    assert cover("坏 蛋，坏人") == "＊＊＊，坏人"
    assert cover("ﬃ ok") == "ﬃ ok", "one character that is three letters"
    assert word_filter(["fix"])("ﬁx") == "＊＊"
