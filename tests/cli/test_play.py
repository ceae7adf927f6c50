import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from ecumene.cli import main, play


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        yield held.getsockname()[1]


def test_taken_port_is_a_mistake_with_advice(taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--no-browser", "--port", str(taken)]) == 2
    assert f"port {taken} is taken" in capsys.readouterr().err


def test_without_a_wish_a_taken_port_is_passed_over(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "FIRST", taken)
    monkeypatch.setattr(play, "LAST", taken + 50)
    assert play.choose(None) > taken


@pytest.mark.serial
def test_play_serves_the_client(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "ecumene", "play", "--port", str(port), "--data", str(tmp_path)]
    with subprocess.Popen(command, env={**os.environ, "ECUMENE_NO_BROWSER": "1"}) as served:
        try:
            assert "<title>Ecumene" in fetch(f"http://127.0.0.1:{port}/")
        finally:
            served.terminate()


def fetch(url: str) -> str:
    for _ in range(1000):
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return bytes(answer.read()).decode()
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"nobody answers at {url}")
