"""docs/operations.md names every setting, every measurement and every command."""

import argparse
from dataclasses import fields
from pathlib import Path

import pytest

from dizhu.bootstrap import Config, Server
from dizhu.cli.admin import parser
from tests.server.conftest import config

TEXT = (Path(__file__).resolve().parents[2] / "docs/operations.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [f.name for f in fields(Config)])
def test_every_setting(name: str) -> None:
    assert f"`DIZHU_{name.upper()}`" in TEXT


def test_every_command() -> None:
    made = argparse.ArgumentParser()
    parser.add_commands(made)
    (commands,) = (a for a in made._actions if isinstance(a, argparse._SubParsersAction))
    missing = [name for name in commands.choices if f"`{name}" not in TEXT]
    assert missing == []


async def test_every_measurement(tmp_path: Path) -> None:
    server = Server(config(tmp_path))
    await server.start()
    server.metrics.acted("play", "ok")
    server.metrics.matched("quick", 1.0)
    server.health.count("x")
    families = {
        line.split()[2] for line in server.metrics.text().decode().splitlines() if "# TYPE" in line
    }
    await server.stop()
    ours = {f for f in families if f.startswith("dizhu_") and not f.endswith("_created")}
    missing = [name for name in ours if f"`{name}" not in TEXT]
    assert missing == []
    assert len(ours) > 15
