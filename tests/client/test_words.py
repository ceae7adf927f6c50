"""Everything the rules can say or ask has words in the client's one catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ecumene import titles
from ecumene.antiquity.wire import events

ROOT = Path(__file__).parents[2]
WORDS = (ROOT / "web/src/strings/en.ts").read_text("utf-8")
KEYS = frozenset(re.findall(r"^  '?([\w.]+)'?:", WORDS, re.MULTILINE))
SOURCES = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "src/ecumene").rglob("*.py")))

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


def test_every_question_has_a_sentence() -> None:
    found = {kind for pattern in ASKED for kind in re.findall(pattern, SOURCES)}
    assert len(found) > 40
    assert missing("kind", found - {"none"}) == []


@pytest.mark.parametrize("key", titles.keys())
def test_every_advance_and_phase_of_a_title_has_words(key: str) -> None:
    title = titles.find(key)
    catalogue = title.catalogue() if callable(title.catalogue) else title.catalogue  # type: ignore[attr-defined]
    assert missing("advance", {info.key for info in catalogue.advances}) == []
    assert missing("phase", {str(step.phase) for step in catalogue.steps if step.phase}) == []
    for terms in (*catalogue.terms_basic, *catalogue.terms_expert):
        assert missing("term", set(terms)) == []


def test_no_key_twice() -> None:
    keys = re.findall(r"^  '?([\w.]+)'?:", WORDS, re.MULTILINE)
    assert sorted(key for key in set(keys) if keys.count(key) > 1) == []
