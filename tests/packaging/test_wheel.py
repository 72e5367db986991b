"""The wheel alone is enough: no Node, no checkout, nothing but Python."""

from __future__ import annotations

import os
import re
import selectors
import subprocess
import sys
import tarfile
import time
import urllib.request
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
STARTS_WITHIN = 30.0

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]


class Built(NamedTuple):
    sdist: Path
    wheel: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sdist from the checkout, and the wheel from the sdist: as `python -m build` does."""
    out = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), cwd=ROOT)
    return Built(next(out.glob("*.tar.gz")), next(out.glob("*.whl")))


@pytest.fixture(scope="module")
def address(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that runs from the wheel in an environment of its own."""
    home = tmp_path_factory.mktemp("home")
    _run(sys.executable, "-m", "venv", str(home / "venv"))
    python = home / "venv" / "bin" / "python"
    _run(str(python), "-m", "pip", "install", "-q", *_pinned(), str(built.wheel), cwd=home)
    dizhu = home / "venv" / "bin" / "dizhu"
    with subprocess.Popen(
        [dizhu, "serve", "--port", "0", "--data-dir", home / "data"],
        cwd=home,
        env=_without_node(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
    ) as server:
        try:
            yield _announced(server)
        finally:
            server.terminate()
            server.wait(timeout=10)


def test_the_wheel_carries_the_client(built: Built) -> None:
    names = zipfile.ZipFile(built.wheel).namelist()
    assert "dizhu/client_dist/index.html" in names
    assert any(re.fullmatch(r"dizhu/client_dist/assets/.+\.js", name) for name in names)
    assert not any(name.startswith(("tests/", "client/", "benchmarks/")) for name in names)


def test_the_sdist_carries_the_client_and_its_sources(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert "src/dizhu/client_dist/index.html" in names
    assert "client/package-lock.json" in names
    assert not any("node_modules" in name or name.startswith(".venv") for name in names)


def test_it_is_well(address: str) -> None:
    with urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:
        assert answer.status == 200


def test_it_serves_the_page_and_all_that_the_page_names(address: str) -> None:
    with urllib.request.urlopen(f"{address}/", timeout=5) as answer:
        assert answer.headers.get_content_type() == "text/html"
        page = answer.read().decode()
    names = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert any(name.endswith(".js") for name in names)
    for name in names:
        assert not name.startswith(("http:", "https:", "//")), "nothing comes from another site"
        if name.startswith(("data:", "#")):
            continue
        with urllib.request.urlopen(f"{address}/{name.lstrip('./')}", timeout=5) as answer:
            assert answer.status == 200
            assert answer.read()


def _run(*command: str, cwd: Path | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"


def _pinned() -> list[str]:
    """The versions that everything else here is tested with."""
    return ["--constraint", str(ROOT / "requirements.lock")]


def _without_node(home: Path) -> dict[str, str]:
    nothing = home / "nothing"
    nothing.mkdir()
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("DIZHU_", "PYTHON"))}
    return environment | {"PATH": str(nothing), "PYTHONUNBUFFERED": "1"}


def _announced(server: subprocess.Popen[bytes]) -> str:
    """The address in what the server prints."""
    assert server.stdout is not None
    waiting = selectors.DefaultSelector()
    waiting.register(server.stdout, selectors.EVENT_READ)
    said, until = b"", time.monotonic() + STARTS_WITHIN
    while (left := until - time.monotonic()) > 0 and server.poll() is None:
        if not waiting.select(left):
            break
        said += os.read(server.stdout.fileno(), 4096)
        if found := re.search(rb"http://127\.0\.0\.1:\d+", said):
            waiting.close()
            return found.group().decode()
    raise AssertionError(f"the server did not say where it is: {said.decode()!r}")
