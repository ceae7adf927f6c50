import subprocess
import sys
from pathlib import Path

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


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["play", "--prot=1"], "ecumene play: no such option: '--prot'. Did you mean '--port'?"),
        (["serve", "--databse", "x"], "Did you mean '--database'?"),
        (["rules", "mega", "more"], "nothing more is wanted after what is there: 'more'"),
        (["play", "westen-empires"], "Did you mean 'western-empires'?"),
        (["rules", "mega"], "Did you mean 'mega-civilization'?"),
        (["rules", "mega-civilization", "--show", "mega.9.famin"], "Did you mean 'mega.9.famine."),
        (["rules", "mega-civilization", "--under", "zz"], " more."),
        (["bench", "kernl"], "The names begin with: "),
        (["atlas", "oecumene-wst-9"], "Did you mean 'oecumene-west-9'?"),
        (["atlas", "oecumene-west-9", "-o", "nowhere/board.svg"], "cannot be written"),
        (["simulate", "western-empires", "--seed=-1"], "'-1': a whole number from 0 to"),
        (["simulate", "western-empires", "--games=0"], "argument --games: '0': a whole number from 1 on"),
        (["simulate", "western-empires", "--players=five"], "'five': a whole number from 1 on is wanted"),
        (
            ["simulate", "western-empires", "--players=9", '--options={"half":"east"}'],
            "Invalid enum value 'east'",
        ),
        (["simulate", "mega-civilization", "--players=12", '--options={"half":"west"}'], "no_such_half"),
        (["simulate", "western-empires", "--policy=rndom"], "Did you mean 'random'?"),
        (["simulate", "western-empires", f"--keep={__file__}"], "cannot be a folder"),
        (["play", f"--data={__file__}"], "cannot be a folder"),
        (["replay", __file__], "line 1"),
        (
            ["atlas", "oecumene-west-9", "-o", "west.png", "--width=0"],
            "a whole number from 1 to 8000 is wanted",
        ),
        (["replay", "x.ecu", "--to=-1"], "a whole number from 0 on"),
        (["rules", "mega-civilization", "--tests=nowhere"], "there is no folder nowhere"),
        (["serve", "--workers=0"], "a whole number from 1 on"),
        (["serve", "--host=203.0.113.7"], "203.0.113.7 is no address of this machine"),
        (["serve", "--host=no host"], "there is no host 'no host'"),
        (["serve", "--public=games.example"], "an address like https://games.example is wanted"),
        (
            ["serve", "--origin=https://games.example/there"],
            "an address like https://games.example is wanted",
        ),
        (["serve", "--mail=smtp://post:many"], "--mail wants smtp://"),
        (["serve", f"--database={__file__}"], "file is not a database"),
        (["serve", "--database=mysql://somewhere/x"], "There are: sqlite, postgresql."),
        (["serve", "--database=postgresql://me:word@localhost:1/x"], "no database at postgresql://me:…@"),
        (["backup", "nowhere/all.gz", f"--database={__file__}"], "file is not a database"),
        (["backup", "all.gz", "--database=nowhere.sqlite3"], "there is no database"),
        (["restore", "nowhere.gz"], "there is no file nowhere.gz"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_what_a_person_may_get_wrong_is_told_in_words(
    arguments: list[str], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(arguments)
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    shown = capfd.readouterr().err
    assert said in shown
    assert "Traceback" not in shown


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is at hand on Linux only (2026-11)")
def test_a_full_disk_is_no_bug() -> None:
    with Path("/dev/full").open("w") as full:
        told = subprocess.run(
            [sys.executable, "-m", "ecumene", "rules", "mega-civilization", "--show=mega.9.famine.3"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert told.returncode == 2
    assert told.stderr == "ecumene: the output cannot be written: No space left on device.\n"
