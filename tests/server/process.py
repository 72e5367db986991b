"""The server as a process of its own, to be killed."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

READY = "dizhu is ready: "


class ServerProcess:
    """`dizhu serve` on a folder."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        self._settings = {f"DIZHU_{k.upper()}": str(v) for k, v in settings.items()}
        self._process: Process | None = None
        self.base = ""

    async def start(self) -> str:
        """Start it; its address."""
        environment = os.environ | {"DIZHU_PORT": "0", "DIZHU_DATA_DIR": str(self.folder)}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            "import sys; from dizhu.cli import main; sys.exit(main(['serve']))",
            env=environment | self._settings,
            stdout=PIPE,
            stderr=PIPE,
        )
        assert self._process.stdout is not None
        line = (await asyncio.wait_for(self._process.stdout.readline(), 30)).decode()
        assert line.startswith(READY), await self.output()
        self.base = line.removeprefix(READY).strip()
        return self.base

    async def output(self) -> str:
        """What it said on its way out."""
        assert self._process is not None
        out, error = await self._process.communicate()
        return (out + error).decode()

    def signal(self, number: int) -> None:
        """As an operator would."""
        assert self._process is not None
        self._process.send_signal(number)

    async def end(self) -> None:
        """At the end of a test, whatever became of it: nothing is left behind."""
        if self._process is not None and self._process.returncode is None:
            await self.kill()

    async def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        await self._process.communicate()

    async def terminate(self) -> tuple[int, str]:
        """Ask it to stop; its exit status and what it said."""
        assert self._process is not None
        self._process.terminate()
        said = await asyncio.wait_for(self.output(), 20)
        assert self._process.returncode is not None
        return self._process.returncode, said
