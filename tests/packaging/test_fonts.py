"""The fonts that the client carries have what it shows, and no more than it may carry."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

CLIENT = Path(__file__).resolve().parents[2] / "client" / "src"
FONTS = CLIENT / "assets" / "fonts"
WORDS = CLIENT / "core" / "zh.ts"


def test_every_chinese_character_of_the_words_is_in_the_display_font() -> None:
    shown = {char for char in WORDS.read_text(encoding="utf-8") if "\u4e00" <= char <= "\u9fff"}
    missing = shown - characters(FONTS / "zcool-kuaile.woff2")
    assert not missing, "run `make fonts`"


@pytest.mark.parametrize("weight", [600, 700])
def test_ranks_and_numbers_are_in_the_number_font(weight: int) -> None:
    assert characters(FONTS / f"barlow-condensed-{weight}.woff2") >= set("0123456789AJQK+-×%.,:/")


def test_the_fonts_keep_to_their_budget() -> None:
    assert sum(path.stat().st_size for path in FONTS.glob("*.woff2")) <= 80 * 1024


def test_each_font_has_its_licence_beside_it() -> None:
    for font in FONTS.glob("*.woff2"):
        family = font.stem.removesuffix("-600").removesuffix("-700")
        licence = (FONTS / f"LICENSE-{family}.txt").read_text(encoding="utf-8")
        assert "SIL Open Font License" in licence


def characters(path: Path) -> set[str]:
    with TTFont(path) as font:
        return {chr(code) for code in font.getBestCmap()}
