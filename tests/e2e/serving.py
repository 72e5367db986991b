"""`dizhu serve` as a process that can be killed and started again on the same port."""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

READY = "dizhu is ready: "
RUN = "import sys; from dizhu.cli import main; sys.exit(main(['serve']))"


class Serving:
    """A server on a folder."""

    def __init__(self, folder: Path, settings: Mapping[str, object]) -> None:
        self.folder = folder
        self._settings = {f"DIZHU_{k.upper()}": str(v) for k, v in settings.items()}
        self._port = _free_port()
        self._process: subprocess.Popen[str] | None = None

    @property
    def base(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> "Serving":
        """Start it and wait until it listens."""
        mine = {"DIZHU_PORT": str(self._port), "DIZHU_DATA_DIR": str(self.folder)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", RUN],
            env=os.environ | mine | self._settings,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith(READY), f"the server said {line!r}"
        return self

    def kill(self) -> None:
        """As a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
