from pathlib import Path

import pytest

from ecumene.cli import main, rules
from ecumene.cli.rules import in_code, in_tests
from ecumene.titles.rulebook import rulebook

MEGA = "mega-civilization"


def test_the_words_of_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", MEGA, "--show", "mega.9.famine.3"]) == 0
    assert capsys.readouterr().out == "mega.9.famine.3  Agriculture: victim only, 5 more.\n"
    assert main(["rules", "Western_Empires", "--show", "A-17"]) == 0
    assert capsys.readouterr().out.startswith("mega.amb.A-17  gap: several revolts.")
    assert main(["rules", MEGA, "--show", "mega.9.famine"]) == 0
    assert "mega.9.famine.1  " in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["mega-civilzation"], "Did you mean 'mega-civilization'?"),
        ([MEGA, "--show", "mega.9.famne.3"], "Did you mean 'mega.9.famine.3'?"),
        ([MEGA, "--under", "mega.1bb"], "no such rule"),
    ],
)
def test_a_misspelt_name_is_corrected(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_every_rule_has_its_place() -> None:
    book = rulebook("mega_civilization")
    assert book is not None
    assert len(book.texts) >= 872 + 136 + 86 + 21
    assert sum(len(section.rules) for section in book.section) == len(book.texts)
    assert rulebook("western_empires") is book
    assert all(text == text.strip() and text for text in book.texts.values())


def test_what_names_a_rule(tmp_path: Path) -> None:
    code = tmp_path / "tax.py"
    code.write_text(
        'def revolt():\n    """1b. Unpaid cities go over (`mega.1b.4`), ruling A-17."""\n'
        "    raise Refusal('mega.1b.3', 'x')\n\n\nclass Table:\n    def pay(self):\n        pass  # mega.1a.4\n",
        encoding="utf-8",
    )
    (tmp_path / "costs.toml").write_text('rule = "mega.12.1"\nno = "mega.99"\n', encoding="utf-8")
    book = rulebook("mega_civilization")
    assert book is not None
    assert in_code(book, tmp_path, [tmp_path]) == {
        "mega.12.1": ["costs"],
        "mega.1b.4": ["tax:revolt"],
        "mega.amb.A-17": ["tax:revolt"],
        "mega.1b.3": ["tax:revolt"],
        "mega.1a.4": ["tax:Table:pay"],
    }


def test_what_proves_a_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "test_tax.py").write_text(
        "import pytest\n\npytestmark = pytest.mark.rules('mega.1a.1')\n\n\n"
        "@pytest.mark.rules('mega.1b.4', 'mega.1b.t1')\n@pytest.mark.serial\ndef test_revolt():\n    pass\n\n\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.rules('mega.1b.no'))])\n"
        "def test_more(x):\n    pass\n",
        encoding="utf-8",
    )
    assert in_tests(tmp_path) == {
        "mega.1a.1": ["test_tax"],
        "mega.1b.4": ["test_tax:test_revolt"],
        "mega.1b.t1": ["test_tax:test_revolt"],
        "mega.1b.no": ["test_tax:test_more"],
    }
    assert main(["rules", MEGA, "--under", "mega.1b", "--missing", "--tests", str(tmp_path)]) == 1
    shown = capsys.readouterr()
    assert "mega.1b.t1 " not in shown.out
    assert "mega.1b.t2 " in shown.out
    assert "mega.1b.no is in no rulebook: test_tax:test_more" in shown.err


@pytest.mark.parametrize("title", ["western-empires", MEGA])
def test_every_rule_is_in_code_and_proved(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", title, "--missing"]) == 0
    said = capsys.readouterr()
    number = int(said.out.split()[0])
    assert said.out.strip() == f"{number} rules: {number} in code, {number} proved by tests."
    assert number >= 872
    assert not said.err


def test_beside_an_installed_package_nothing_is_said_about_tests(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = tmp_path / "lib" / "packages" / "ecumene"
    alone.parent.mkdir(parents=True)
    alone.symlink_to(rules.SOURCE)
    monkeypatch.setattr(rules, "SOURCE", alone)
    assert main(["rules", MEGA, "--under", "mega.1b"]) == 0
    shown = capsys.readouterr().out
    assert "antiquity/tax:" in shown
    assert "not proved" not in shown
    assert "--tests names their folder" in shown


@pytest.mark.parametrize(
    "text, said",
    [
        ('"west.1" = "All bid."', "unknown field `west.1`"),
        ("[[section]", "cannot be read"),
        ("", "no list of rules yet"),
    ],
)
def test_an_author_is_told_what_is_wrong_with_the_list(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "western_empires" / "data" / "rulebook.toml"
    book.parent.mkdir(parents=True)
    book.write_text(text, "utf-8")
    monkeypatch.setattr("ecumene.titles.rulebook.files", lambda _: tmp_path)
    rulebook.cache_clear()
    assert main(["rules", "western-empires"]) == 2
    assert said in capsys.readouterr().err
    rulebook.cache_clear()
