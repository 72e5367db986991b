"""A program outside, spoken to line by line and never waited for longer than its time."""

import os
import selectors
import shlex
import signal
import subprocess
from contextlib import suppress
from threading import Lock
from time import monotonic

from dizhu.engines.protocol import MOST_BYTES

_READ = 1 << 16
_TOLD_BYTES = 2_000
_GRACE = 0.5
_LISTEN = 0.05
_HEARD = 16


class EngineFault(Exception):
    """A program did not do what it must. `kind`: start, crash, timeout, garbage or illegal."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


class Program:
    """A running program, in a process group of its own so that it can be ended with its children.

    What it writes to its standard error is kept, the last of it, for the messages of faults.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        self._waiting = bytearray()
        self._told = bytearray()
        try:
            words = shlex.split(command) or [""]
            self._process = subprocess.Popen(  # noqa: S603 - to run it is what was asked for
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineFault("start", f"{command!r} cannot be started: {error}") from error
        assert self._process.stdin is not None, "it was asked for"
        assert self._process.stdout is not None, "it was asked for"
        assert self._process.stderr is not None, "it was asked for"
        self._in, self._out, self._err = (
            self._process.stdin,
            self._process.stdout,
            self._process.stderr,
        )
        self._selector = selectors.DefaultSelector()
        for pipe in (self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._in.fileno(), False)

    def send(self, data: bytes, seconds: float) -> None:
        """Write some lines. Raises EngineFault."""
        until, left = monotonic() + seconds, memoryview(data)
        with selectors.DefaultSelector() as writable:
            writable.register(self._in, selectors.EVENT_WRITE)
            while left:
                left = left[self._write(writable, left, until) :]

    def _write(self, writable: selectors.BaseSelector, data: memoryview, until: float) -> int:
        """As much as it takes at once; how much that was."""
        self._hear()  # whoever waits for its errors to be read does not read either
        if not writable.select(max(0.0, min(_LISTEN, until - monotonic()))):
            if monotonic() < until:
                return 0
            raise self.fault("timeout", "it does not read its input")
        try:
            return os.write(self._in.fileno(), data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise self.fault("crash", "it reads no more") from error

    def read_line(self, seconds: float) -> bytes:
        """The next line, without its end. Raises EngineFault."""
        until = monotonic() + seconds
        while (end := self._waiting.find(b"\n")) < 0:
            if len(self._waiting) > MOST_BYTES:
                raise self.fault("garbage", f"a line has more than {MOST_BYTES} bytes")
            self._fill(until, seconds)
        line = bytes(self._waiting[:end])
        del self._waiting[: end + 1]
        return line

    def _fill(self, until: float, seconds: float) -> None:
        left = until - monotonic()
        ready = self._selector.select(left) if left > 0 else []
        if not ready:
            raise self.fault("timeout", f"no answer within {seconds:.2f} s")
        for key, _ in ready:
            data = os.read(key.fd, _READ)
            if key.fileobj is self._err:
                self._keep(data)
            self._waiting += data if key.fileobj is self._out else b""
            if not data:
                self._selector.unregister(key.fileobj)
                if key.fileobj is self._out:
                    raise self.fault("crash", "it ended, or closed its output")

    def _keep(self, told: bytes) -> None:
        self._told += told
        del self._told[:-_TOLD_BYTES]

    def _hear(self) -> None:
        """What it has written to its standard error, and nobody has read yet."""
        with suppress(BlockingIOError, ValueError):
            for _ in range(_HEARD):  # one that never stops writing is not heard to its end
                if not (data := os.read(self._err.fileno(), _READ)):
                    return
                self._keep(data)

    def fault(self, kind: str, message: str) -> EngineFault:
        """A fault of this program, with what it wrote to its standard error."""
        self._hear()
        told = bytes(self._told).decode(errors="replace").strip()
        return EngineFault(kind, f"{self.command}: {message}" + (f" ({told})" if told else ""))

    def close_input(self) -> None:
        """Its input ends."""
        with suppress(OSError):
            self._in.close()

    def ended_within(self, seconds: float) -> int | None:
        """Its exit status, or None when it still runs after so long."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def stop(self) -> None:
        """End it and its children, at once; from any thread. Who talks to it hears of a fault, and
        has to `kill` it nevertheless.
        """
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def kill(self) -> None:
        """End it and its children, at once, and let go of it; by who talks to it."""
        self.stop()
        self._process.wait()
        self._selector.close()
        for pipe in (self._in, self._out, self._err):
            with suppress(OSError):
                pipe.close()

    def end(self) -> None:
        """Close its input, wait a moment, then kill it."""
        self.close_input()
        self.ended_within(_GRACE)
        self.kill()


class Programs:
    """Starts the program of a talk, one after another, until the talk is stopped: whichever thread
    does that, no process is left behind.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        self._last: Program | None = None
        self._stopped = False
        self._starting = Lock()

    def start(self) -> Program:
        """Another one. Raises EngineFault."""
        with self._starting:
            if self._stopped:
                raise EngineFault("start", f"{self._command}: the talk is over")
            self._last = Program(self._command)
            return self._last

    def stop(self) -> None:
        """None is started from now on, and the last one is stopped."""
        with self._starting:
            self._stopped = True
        if self._last is not None:
            self._last.stop()
