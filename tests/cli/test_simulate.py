"""`simulate`, `replay` and `verify`, on a small title that stands in for all."""

from pathlib import Path

import pytest

from ecumene import titles
from ecumene.cli import main
from ecumene.kernel import Title, commitment
from ecumene.kernel.testing import start
from tests.kernel.titles.bazaar import BAZAAR
from tests.kernel.titles.frontier import FRONTIER, Country, FrontierTitle

SMALL: dict[str, Title] = {"bazaar": BAZAAR, "frontier": FRONTIER}


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "find", SMALL.__getitem__)
    monkeypatch.setattr(titles, "keys", lambda: tuple(SMALL))


def test_simulate_and_verify_and_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "frontier", "--games=3", "--players=4", "--check", f"--keep={tmp_path}"]) == 0
    shown = capsys.readouterr().out
    assert "Frontier, 4 players, policy random: 3 games" in shown
    assert "seat          won         place  points" in shown
    records = sorted(tmp_path.glob("*.ecu"))
    assert [path.name for path in records] == [f"frontier-4-{seed}.ecu" for seed in range(3)]

    assert main(["verify", *map(str, records)]) == 0
    shown = capsys.readouterr().out
    assert shown.count(": true. Frontier, 4 players") == 3
    assert f"The mark told at the start must have been {commitment(f'{1:064x}')}." in shown

    assert main(["replay", str(records[0]), "--to=5", "--since=3"]) == 0
    shown = capsys.readouterr().out
    assert '\n3 {"entry":"answer"' in shown
    assert "\nafter 5 answers: step " in shown
    assert "is asked" in shown
    assert main(["replay", str(records[0]), "--state"]) == 0
    shown = capsys.readouterr().out
    assert "place 1: seat" in shown
    assert '"charters": [' in shown


def test_the_same_seeds_give_the_same_table(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for _ in range(2):
        assert main(["simulate", "bazaar", "--games=2", "--policy=default", "--options", '{"coins":5}']) == 0
        shown.append(capsys.readouterr().out.partition("seat ")[2])
    assert shown[0] == shown[1]


def test_a_game_without_an_end_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "bazaar", "--games=2", "--limit=5"]) == 1
    assert "without an end after 5 answers: 2, seeds 0, 1" in capsys.readouterr().out


def test_an_error_ends_it_and_names_the_seed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(FrontierTitle):
        def after(self, play: Country) -> str:
            if play.state.step == "market":
                raise ZeroDivisionError("no market today")
            return super().after(play)

    monkeypatch.setitem(SMALL, "frontier", Broken())
    assert main(["simulate", "frontier", "--games=3", "--seed=7", f"--keep={tmp_path}"]) == 1
    shown = capsys.readouterr().err
    assert "seed 7, after " in shown
    assert "no market today" in shown
    assert "seed 8" not in shown
    assert len(list(tmp_path.glob("*.ecu"))) == 1


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["simulate", "bazar"], "Did you mean 'bazaar'?"),
        (["simulate", "bazaar", "--players=9"], "Bazaar is for 2 to 5 players, not 9."),
        (
            ["simulate", "bazaar", '--options={"coins":99}'],
            "Bazaar cannot be set up like that: coins [bazaar.0]",
        ),
        (["simulate", "bazaar", "--options={}}"], "no options of Bazaar"),
        (["simulate", "bazaar", '--options={"coin":1}'], "Did you mean 'coins'?"),
        (["verify", "nowhere.ecu"], "cannot read nowhere.ecu"),
        (["replay", "nowhere.ecu"], "cannot read nowhere.ecu"),
    ],
)
def test_what_a_person_may_get_wrong(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_records_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ecumene.kernel import dump

    path = tmp_path / "one.ecu"
    path.write_bytes(dump(start(BAZAAR)))
    assert main(["verify", str(path)]) == 1
    assert "the game is not over" in capsys.readouterr().err
    assert main(["replay", str(path), "--to=1"]) == 2
    assert "--to goes from 0 to 0" in capsys.readouterr().err
    path.write_bytes(b"nonsense")
    assert main(["replay", str(path)]) == 2
    assert "line 1: " in capsys.readouterr().err


def test_bots_may_differ_from_seat_to_seat(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["simulate", "frontier", "--games=1", "--players=4", "--quiet"]
    assert main([*line, "--policy=simple,random,default"]) == 0
    assert "policy simple,random,default: 1 game in" in capsys.readouterr().out


def test_a_misspelt_policy_is_corrected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "frontier", "--policy=simpel"]) == 2
    assert "Did you mean 'simple'?" in capsys.readouterr().err
