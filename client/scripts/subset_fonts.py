"""Cuts the fonts down to the glyphs that are shown, into src/assets/fonts: `make fonts`.

ZCOOL KuaiLe is for Chinese display text: every character of the client's words (`zh*.ts`), and of
`display-text.txt`, such as names that come from the server. It comes in slices of the character
set; the slices are cut, then joined. Barlow Condensed is for ranks and numbers: ASCII and a few
signs.
"""

from __future__ import annotations

import io
import shutil
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

CLIENT = Path(__file__).resolve().parents[1]
SOURCES = CLIENT / "node_modules" / "@fontsource"
TARGET = CLIENT / "src" / "assets" / "fonts"
BUDGET = 80 * 1024
SOME_DAY = 3_600_000_000  # in seconds since 1904

LATIN = {chr(code) for code in range(0x20, 0x7F)} | set("×·–—…¥±÷")


def main() -> None:
    display = displayed()
    zcool(display)
    for weight in (600, 700):
        barlow(weight)
    total = sum(path.stat().st_size for path in TARGET.glob("*.woff2"))
    print(f"{len(display)} display glyphs, {total / 1024:.1f} KB of fonts")
    if total > BUDGET:
        raise SystemExit(f"more than the budget of {BUDGET // 1024} KB")


def displayed() -> set[str]:
    listed = (TARGET / "display-text.txt").read_text(encoding="utf-8")
    files = sorted((CLIENT / "src" / "core").glob("zh*.ts"))
    words = "".join(path.read_text(encoding="utf-8") for path in files)
    return {char for char in listed if not char.isspace()} | {c for c in words if is_chinese(c)}


def is_chinese(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"


def zcool(wanted: set[str]) -> None:
    """Each character once, from the first slice that has it."""
    folder = SOURCES / "zcool-kuaile"
    missing, cut = set(wanted), []
    for path in sorted(folder.glob("files/*-normal.woff2")):
        font = TTFont(path)
        here = missing & {chr(code) for code in font.getBestCmap()}
        if here:
            cut.append(_plain(_subset(font, here)))
            missing -= here
    if missing:
        raise SystemExit(f"not in the font: {''.join(sorted(missing))}")
    _save(Merger().merge(cut), "zcool-kuaile.woff2")
    shutil.copy(folder / "LICENSE", TARGET / "LICENSE-zcool-kuaile.txt")


def barlow(weight: int) -> None:
    folder = SOURCES / "barlow-condensed"
    font = TTFont(folder / "files" / f"barlow-condensed-latin-{weight}-normal.woff2")
    _save(_subset(font, LATIN), f"barlow-condensed-{weight}.woff2")
    shutil.copy(folder / "LICENSE", TARGET / "LICENSE-barlow-condensed.txt")


def _subset(font: TTFont, chars: set[str]) -> TTFont:
    options = Options(layout_features=["kern", "tnum", "mark"], hinting=False, desubroutinize=True)
    options.drop_tables += ["DSIG", "vhea", "vmtx"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[ord(char) for char in chars])
    subsetter.subset(font)
    return font


def _plain(font: TTFont) -> io.BytesIO:
    """The same font as an uncompressed file, as the merger wants it."""
    font.flavor = None
    out = io.BytesIO()
    font.save(out)
    out.seek(0)
    return out


def _save(font: TTFont, name: str) -> None:
    font.flavor = "woff2"
    font["head"].created = font["head"].modified = SOME_DAY  # the same words, the same file
    font.recalcTimestamp = False
    font.save(TARGET / name)


if __name__ == "__main__":
    main()
