"""Write `client/src/core/protocol.ts`, `client/src/core/codes.ts` and `docs/protocol.md`.

With --check it only tells whether they are what it would write.
"""

import argparse
import sys
from pathlib import Path

from dizhu.tools import protocol_doc, typescript

ROOT = Path(__file__).resolve().parents[3]
FILES = {
    "client/src/core/protocol.ts": typescript.render,
    "client/src/core/codes.ts": typescript.render_codes,
    "docs/protocol.md": protocol_doc.render,
}


def main(arguments: list[str] | None = None) -> int:
    """0 when all is fresh or has been written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if stale")
    check = parser.parse_args(arguments).check
    stale = [name for name, render in FILES.items() if _old(name) != render()]
    for name in stale:
        if check:
            print(f"{name} is stale: run `make types`", file=sys.stderr)
        else:
            _write(ROOT / name, FILES[name]())
            print(f"{name} written")
    return 1 if check and stale else 0


def _old(name: str) -> str | None:
    path = ROOT / name
    return path.read_text(encoding="utf-8") if path.exists() else None


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
