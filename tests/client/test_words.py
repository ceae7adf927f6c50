"""Everything the rules can say or ask has words in the client's one catalogue."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ecumene import titles
from ecumene.antiquity.movement import state
from ecumene.antiquity.title import AntiquityTitle
from ecumene.antiquity.wire import events

ROOT = Path(__file__).parents[2]
WORDS = (ROOT / "web/src/strings/en.ts").read_text("utf-8")
KEYS = frozenset(re.findall(r"^  '?([\w.]+)'?:", WORDS, re.MULTILINE))
SOURCES = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "src/ecumene").rglob("*.py")))

FAMILY = [key for key in titles.keys() if isinstance(titles.find(key), AntiquityTitle)]  # noqa: SIM118 - no dict

ARGUMENT = r"(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+"
ASKED = (
    rf"(?:Choose|Pick|Spread|\.choose|Naming|_direct)\(\s*(?:{ARGUMENT},\s*){{0,3}}?\"([a-z][a-z_0-9]+)\"\s*,",
    rf"super\(\).__init__\(\s*(?:{ARGUMENT},\s*){{1,2}}?\"([a-z][a-z_0-9]+)\"\s*,",
)
REFUSED = rf"Refusal\(\s*{ARGUMENT},\s*\"([a-z_0-9]+)\""


def missing(family: str, names: set[str]) -> list[str]:
    return sorted(name for name in names if f"{family}.{name}" not in KEYS)


def test_every_event_has_a_sentence() -> None:
    told = {each.__struct_config__.tag for each in events()}
    assert missing("event", {str(tag) for tag in told}) == []


def test_every_refusal_has_a_sentence() -> None:
    found = set(re.findall(REFUSED, SOURCES))
    assert len(found) > 80
    assert missing("refusal", found) == []


def blanks(key: str) -> set[str]:
    """What a sentence asks for."""
    match = re.search(rf"^  '?{re.escape(key)}'?:\s*(['\"])(.*)\1,$", WORDS, re.MULTILINE)
    assert match is not None, key
    return set(re.findall(r"\{(\w+)", match[2]))


def test_a_refusal_gives_what_its_sentence_asks_for() -> None:
    """One key may be used in several places: each must fill the same blanks."""
    found = 0
    for path in (ROOT / "src/ecumene").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            match call:
                case ast.Call(ast.Name("Refusal"), [_, ast.Constant(str(key))], details):
                    given = {one.arg for one in details}
                    assert given >= blanks(f"refusal.{key}"), f"{path.name}:{call.lineno} {key}"
                    found += 1
    assert found > 100


def test_every_question_has_a_sentence() -> None:
    found = {kind for pattern in ASKED for kind in re.findall(pattern, SOURCES)}
    assert len(found) > 40
    assert missing("kind", found - {"none"}) == []


@pytest.mark.parametrize("key", FAMILY)
def test_every_advance_and_phase_of_a_title_has_words(key: str) -> None:
    title = titles.find(key)
    catalogue = title.catalogue() if callable(title.catalogue) else title.catalogue  # type: ignore[attr-defined]
    assert missing("advance", {info.key for info in catalogue.advances}) == []
    assert missing("phase", {str(step.phase) for step in catalogue.steps if step.phase}) == []
    for terms in (*catalogue.terms_basic, *catalogue.terms_expert):
        assert missing("term", set(terms)) == []
        assert missing("word", {term for term in terms if "_" in term}) == []


def test_every_deed_of_movement_has_words() -> None:
    deeds = {value for name, value in vars(state).items() if name.isupper() and isinstance(value, str)}
    assert len(deeds) == 9
    assert missing("deed", deeds) == []


def test_no_key_twice() -> None:
    keys = re.findall(r"^  '?([\w.]+)'?:", WORDS, re.MULTILINE)
    assert sorted(key for key in set(keys) if keys.count(key) > 1) == []


# Amounts of which more is better for the one hit.
_HELPS = {"loyal", "kept", "spared"}


@pytest.mark.parametrize("key", FAMILY)
def test_an_advance_says_which_calamities_it_softens_and_which_it_makes_worse(key: str) -> None:
    """`Against …` and `Worse: …` name the calamities whose amounts the advance changes, the right way round."""
    components = titles.find(key).components  # type: ignore[attr-defined]
    words = dict(re.findall(r"^  'advance\.(\w+)':\s+['\"](.*)['\"],$", WORDS, re.MULTILINE))
    named = {kind.key: kind.name.split(" or ")[-1] for kind in components.kinds}
    wrong: list[str] = []
    for effect in components.effects.values():
        for role, amount in effect.amounts.items():
            for advance, change in amount.changes:
                info = components.by_number[advance]
                good, _, bad = words[info.key].partition("Worse: ")
                softens = (change > 0) == (role in _HELPS)
                told = good.partition("Against ")[2] if softens else bad
                if named[effect.key] not in told:
                    wrong.append(f"{info.key}: {effect.key} {role} {change:+}")
    assert wrong == []
