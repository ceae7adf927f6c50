"""A server in its own process: the command as people run it, on a free port, with a folder of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """`ecumene serve`, with the same shuffles each time (see `served`)."""

    def __init__(self, folder: Path, *options: str, seed: str = "house", patience: float = 0) -> None:
        self.folder = folder
        self.port = free_port()
        self.options = options
        self.seed = seed
        self.patience = patience
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "server.log"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def command(self) -> list[str]:
        database = str(self.folder / "games.sqlite3")
        return [
            "serve", "--port", str(self.port), "--database", database, "--public", self.url, *self.options,
        ]  # fmt: skip

    def start(self) -> House:
        environment = os.environ | {
            "PYTHONPATH": str(ROOT), "ECUMENE_TEST_SEED": self.seed, "ECUMENE_TEST_PATIENCE": str(self.patience),
        }  # fmt: skip
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.served", *self.command],
                cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        self.await_answer()
        return self

    def await_answer(self, seconds: float = 40) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            assert self.process is not None
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended:\n{self.log.read_text()}")
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.05)
        raise RuntimeError(f"the server does not answer:\n{self.log.read_text()}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None

    def kill(self) -> None:
        """As the power cut does it."""
        self.stop(signal.SIGKILL)

    def troubles(self) -> list[str]:
        """What the server complained about."""
        lines = self.log.read_text("utf-8", "replace").splitlines() if self.log.exists() else []
        return [line for line in lines if re.search(r"\b(ERROR|CRITICAL|Traceback)\b", line)]


class PlayHouse(House):
    """`ecumene play`, without its browser: it says where to go in."""

    @property
    def command(self) -> list[str]:
        return ["play", "--no-browser", "--port", str(self.port), "--data", str(self.folder), *self.options]

    @property
    def way_in(self) -> str:
        until = time.monotonic() + 10
        while time.monotonic() < until:
            if found := re.findall(r"Ecumene is at (\S+/enter/\S+)", self.log.read_text()):
                return str(found[-1])
            time.sleep(0.05)
        raise RuntimeError(f"no address:\n{self.log.read_text()}")
