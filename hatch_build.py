"""Builds the browser client into the package: a hook of the build, and a command of its own.

`python hatch_build.py` builds the client unless what is there was built from the same sources.
From an sdist, which carries the built client, nothing is built and no Node is needed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from collections.abc import Iterator

STAMP = ".built-from"
NOT_SOURCES = {"node_modules", "tests", "test", "test-results", "dist"}


class ClientBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if version != "editable":
            ensure_client(Path(self.root))


def ensure_client(root: Path) -> bool:
    """Build the client if needed; True if it was built."""
    dist = root / "src" / "dizhu" / "client_dist"
    if (root / "PKG-INFO").exists():
        _require(dist / "index.html")
        return False
    digest = _digest(root / "client")
    stamp = dist / STAMP
    if stamp.exists() and stamp.read_text() == digest and (dist / "index.html").exists():
        return False
    _build(root / "client")
    _require(dist / "index.html")
    stamp.write_text(digest)
    return True


def _require(page: Path) -> None:
    if not page.exists():
        raise RuntimeError(f"the built client is missing: no {page.name} in {page.parent}")


def _build(client: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("building the client needs Node.js 20.19 or newer, with npm on the PATH")
    if not _installed(client):
        subprocess.run([npm, "ci"], cwd=client, check=True)
    subprocess.run([npm, "run", "build"], cwd=client, check=True)


def _installed(client: Path) -> bool:
    """Whether node_modules is what the lock file asks for."""
    marker = client / "node_modules" / ".package-lock.json"
    lock = client / "package-lock.json"
    return marker.exists() and marker.stat().st_mtime >= lock.stat().st_mtime


def _digest(client: Path) -> str:
    digest = hashlib.sha256()
    for path in _sources(client):
        digest.update(path.relative_to(client).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources(client: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(client):
        folders[:] = sorted(f for f in folders if f not in NOT_SOURCES)
        yield from (Path(folder) / f for f in sorted(files) if ".test." not in f)


if __name__ == "__main__":
    built = ensure_client(Path(__file__).resolve().parent)
    sys.stdout.write("client built\n" if built else "client is up to date\n")
