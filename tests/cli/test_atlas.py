import argparse
from pathlib import Path

import pytest

from ecumene.atlas import board_keys
from ecumene.atlas.drawn import drawing
from ecumene.cli import atlas
from ecumene.cli.mistakes import Mistake


def ecumene_atlas(*words: str) -> int:
    """`ecumene atlas …`"""
    parser = argparse.ArgumentParser()
    atlas.add(parser.add_subparsers())
    told = parser.parse_args(["atlas", *words])
    code: int = told.run(told)
    return code


def test_without_a_board_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert ecumene_atlas() == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown] == list(board_keys())
    west = next(line for line in shown if line.startswith("oecumene-west-5"))
    assert "84 areas" in west
    assert "hellas" in west


def test_a_board_is_drawn_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "west.svg"
    assert ecumene_atlas("oecumene-west-5", "-o", str(file), "--night") == 0
    assert capsys.readouterr().out == f"{file}\n"
    svg = file.read_text("utf-8")
    assert svg.startswith("<svg")
    assert "Athens" in svg
    whole = tmp_path / "whole.svg"
    assert ecumene_atlas("oecumene-west-5", "-o", str(whole), "--view=whole") == 0
    assert atlas.tall(whole.read_text("utf-8")) == pytest.approx(
        drawing("oecumene").size[1] / drawing("oecumene").size[0], rel=0.1
    )


@pytest.mark.parametrize(
    "words, said",
    [
        (["oecumene-west-99"], "no such board: 'oecumene-west-99'. Did you mean 'oecumene-west-9'?"),
        (["oecumene+x"], "no such board: 'oecumene+x'"),
        (["oecumene-west-9", "-o", "west.bmp"], "west.bmp: the name must end in .svg or .png."),
        (["oecumene-west-9", "-o", "no/such/folder/west.svg"], "cannot be written: No such file"),
        (["oecumene-west-9", "--view=wets"], "no such view: 'wets'. Did you mean 'west'?"),
    ],
)
def test_a_mistake_is_said_in_words(words: list[str], said: str) -> None:
    with pytest.raises(Mistake) as mistake:
        ecumene_atlas(*words)
    assert said in str(mistake.value)


def test_a_png_without_a_browser_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ECUMENE_CHROMIUM", raising=False)
    with pytest.raises(Mistake, match=r"a \.png needs Chromium"):
        ecumene_atlas("oecumene-west-9", "-o", str(tmp_path / "west.png"))


def test_a_browser_that_fails_is_no_picture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ECUMENE_CHROMIUM", "/bin/false")
    with pytest.raises(Mistake, match="did not draw the picture"):
        ecumene_atlas("oecumene-west-9", "-o", str(tmp_path / "west.png"))
