"""The command line as a whole: help, versions, commands imported only when used."""

import subprocess
import sys
from importlib import import_module

import pytest

from dizhu import __version__
from dizhu.cli import COMMANDS, main


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`dizhu --help`."""
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert all(command.name in shown for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c.name)
def test_every_command_explains_itself(command: object, capsys: pytest.CaptureFixture[str]) -> None:
    """Each has `add_parser` and `run`, and a help of its own."""
    name, module = command.name, command.module  # type: ignore[attr-defined]
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    assert f"dizhu {name}" in capsys.readouterr().out
    assert callable(import_module(module).run)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`dizhu --version`."""
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"dizhu {__version__}\n"


@pytest.mark.parametrize("argv", [[], ["nonsense"], ["cases"], ["simulate", "--hands", "0"]])
def test_wrong_usage_is_status_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """And says what is wrong."""
    with pytest.raises(SystemExit) as end:
        main(argv)
    assert end.value.code == 2
    assert "usage: dizhu" in capsys.readouterr().err


def test_help_imports_no_command() -> None:
    """Start-up stays quick, and a command that cannot be imported does not take the others
    along.
    """
    code = (
        "import sys\n"
        "from dizhu.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith('dizhu.cli.') or m == 'aiohttp'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['dizhu.cli.values']", "how arguments are read"
