import subprocess
import sys

import pytest

from ecumene.cli import main
from ecumene.cli.main import COMMANDS
from ecumene.cli.mistakes import suggest


def test_bare_call_shows_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    for command in COMMANDS:
        assert command.__name__.rpartition(".")[2] in shown


def test_misspelt_command_is_corrected(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["paly"])
    assert ended.value.code == 2
    assert "no such command: 'paly'. Did you mean 'play'?" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "-1", "65536", "eighty", "8e3", "٣"])
def test_senseless_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", f"--port={port}"])
    assert ended.value.code == 2
    assert "a whole number from 1 to 65535 is wanted" in capsys.readouterr().err


def test_suggestion_names_everything_when_nothing_is_near() -> None:
    assert suggest("xyzzy", ["serve", "play"]) == "'xyzzy'. There are: play, serve."
    assert suggest("SERV", ["serve", "play"]) == "'SERV'. Did you mean 'serve'?"


def test_module_and_command_are_the_same() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "ecumene", "--version"], capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("ecumene ")


def test_help_does_not_load_the_server() -> None:
    code = (
        "import sys; from ecumene.cli import main; main([]);"
        "print(sorted({'litestar', 'uvicorn'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"
