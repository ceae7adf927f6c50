"""`ecumene rules`: which function implements a rule, which test proves it, and which rules nobody has yet."""

import argparse
import ast
import re
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ecumene.cli.mistakes import Mistake, suggest
from ecumene.cli.titles import key

if TYPE_CHECKING:
    from ecumene.titles.rulebook import Rulebook

Places = dict[str, list[str]]
SOURCE = Path(__file__).parents[1]


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser("rules", help="the rules of a title: their words, their code, their tests")
    made.add_argument("title", help="for example mega-civilization")
    made.add_argument(
        "--show", metavar="ID", help="the words of a rule (mega.9.famine.3), or of all under it"
    )
    made.add_argument("--missing", action="store_true", help="only what no function or no test names")
    made.add_argument("--under", metavar="ID", default="", help="only the rules under an id, as mega.4a")
    made.add_argument("--tests", metavar="FOLDER", type=Path, help="where the tests are")
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    book = _book(told.title)
    if told.show:
        return _show(book, told.show)
    folders = ["atlas", "antiquity", *sorted({f"titles/{book.folder}", f"titles/{key(told.title)}"})]
    code = in_code(book, SOURCE, [SOURCE / folder for folder in folders])
    proof = _proof(told.tests)
    known = book.texts
    wanted = [rule for rule in (book.under(told.under) if told.under else known) if _is_rule(rule)]
    if not wanted:
        raise Mistake(f"no such rule: {suggest(told.under, known)}")
    for rule in wanted:
        if told.missing and (rule in code or _is_case(rule)) and (proof is None or rule in proof):
            continue
        print(f"{rule:<32} {'a worked case' if _is_case(rule) else _some(code, rule, 'not implemented')}")
        if proof is not None:
            print(f"{'':<32} {_some(proof, rule, 'not proved')}")
    _count(wanted, code, proof)
    strays = sorted(rule for rule in proof or () if rule.startswith(f"{book.stem}.") and rule not in known)
    for rule in strays:
        print(f"{rule} is in no rulebook: {_some(proof or {}, rule)}", file=sys.stderr)
    return 1 if strays else 0


def _proof(named: Path | None) -> Places | None:
    """Which test proves a rule; nothing where there are no tests, beside an installed package."""
    folder = named or SOURCE.parents[1] / "tests"
    if folder.is_dir():
        return in_tests(folder)
    if named:
        raise Mistake(f"there is no folder {named}.")
    return None


def _book(name: str) -> "Rulebook":
    from ecumene import titles
    from ecumene.titles.rulebook import rulebook

    if key(name) not in titles.folders():
        known = [folder.replace("_", "-") for folder in titles.folders()]
        raise Mistake(f"no such title: {suggest(name.replace('_', '-'), known)}")
    try:
        book = rulebook(key(name))
    except ValueError as wrong:
        raise Mistake(f"the list of rules of {name} cannot be read: {wrong}.") from None
    if book is None or not book.texts:
        raise Mistake(f"{name} has no list of rules yet.")
    return book


def _show(book: "Rulebook", rule: str) -> int:
    found = book.under(rule)
    if not found:
        raise Mistake(f"no such rule: {suggest(rule, book.texts)}")
    for name, text in found.items():
        print(textwrap.fill(f"{name}  {text}", 110, subsequent_indent="    ", break_on_hyphens=False))
    return 0


def _is_rule(rule: str) -> bool:
    """Rulings and decisions are how rules are read and asked, not rules."""
    return not re.search(r"\.(amb|dec)\.", rule)


def _is_case(rule: str) -> bool:
    """Examples and worked cases want a test, no code of their own."""
    return bool(re.search(r"\.(ex|t)\d+$", rule))


def _some(found: Places, rule: str, none: str = "") -> str:
    places = found.get(rule)
    if not places:
        return f"- {none}"
    more = f" and {len(places) - 3} more" if len(places) > 3 else ""
    return ", ".join(places[:3]) + more


def _count(wanted: list[str], code: Places, proof: Places | None) -> None:
    made = sum(rule in code or _is_case(rule) for rule in wanted)
    if proof is None:
        proved = "what proves them is in the tests of the source (--tests names their folder)"
    else:
        proved = f"{sum(rule in proof for rule in wanted)} proved by tests"
    print(f"\n{len(wanted)} rules: {made} in code, {proved}.")


# -- where a rule is named ------------------------------------------------------------------------------------


def in_code(book: "Rulebook", root: Path, folders: list[Path]) -> Places:
    """Rule id → the functions (or data files) that name it: in a docstring, a comment, a decision, a refusal."""
    found: Places = defaultdict(list)
    short = {rule.rsplit(".", 1)[1]: rule for rule in book.texts if not _is_rule(rule)}
    named = re.compile(rf"\b{book.stem}\.[\w.-]*\w|\b[AD]-\d+\b")
    for folder in folders:
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
            if path.name == "rulebook.toml":
                continue
            text = path.read_text(encoding="utf-8")
            scopes = list(_scopes(ast.parse(text))) if path.suffix == ".py" else []
            where = path.relative_to(root).with_suffix("").as_posix()
            for number, line in enumerate(text.splitlines(), 1):
                for name in named.findall(line):
                    rule = short.get(name, name)
                    place = _place(where, scopes, number)
                    if rule in book.texts and place not in found[rule]:
                        found[rule].append(place)
    return {rule: places for rule, places in found.items() if places}


def _scopes(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.lineno, node.end_lineno or node.lineno, node.name


def _place(where: str, scopes: list[tuple[int, int, str]], line: int) -> str:
    inside = [scope for scope in scopes if scope[0] <= line <= scope[1]]
    return ":".join([where, *(name for _, _, name in sorted(inside))])


def in_tests(folder: Path) -> Places:
    """Rule id → the tests marked `@pytest.mark.rules("id", ...)`; a file's `pytestmark` counts for the file."""
    found: Places = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.rules" not in text:
            continue
        tree = ast.parse(text)
        scopes = [
            (min([first, *(d.lineno for d in node.decorator_list)]), last, node.name)
            for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            for first, last in [(node.lineno, node.end_lineno or node.lineno)]
        ]
        where = path.relative_to(folder).with_suffix("").as_posix()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rules"):
                place = _place(where, scopes, node.lineno)
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and place not in found[str(argument.value)]:
                        found[str(argument.value)].append(place)
    return dict(found)
