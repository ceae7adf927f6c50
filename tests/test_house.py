"""The house in order: names, layers, purity, addresses, what the package ships."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pages
import pytest

import ecumene

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/ecumene"

# What decides a game: it may use only what computes, never what waits, listens, reads a clock or draws lots.
PURE = ("kernel", "atlas", "antiquity", "titles", "bots")
MAY_IMPORT = {
    "__future__", "base64", "bisect", "collections", "copyreg", "dataclasses", "enum", "functools", "gzip", "hashlib",
    "html", "importlib", "io", "itertools", "math", "msgspec", "operator", "pkgutil", "random", "secrets", "tomllib",
    "types", "typing", "zlib", "ecumene",
}  # fmt: skip
TESTING_KIT = SOURCE / "kernel/testing"  # for authors of titles, never part of a game: it may start processes


def packages() -> list[str]:
    return sorted(each.name for each in pkgutil.walk_packages([str(SOURCE)], "ecumene.") if each.ispkg)


def pure_files() -> list[Path]:
    files = [file for part in PURE for file in sorted((SOURCE / part).rglob("*.py"))]
    return [file for file in files if TESTING_KIT not in file.parents]


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout, so nothing says which files are ours (2026-11)")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("name", packages())
def test_public_names_exist_and_are_named_once(name: str) -> None:
    package = importlib.import_module(name)
    public = list(getattr(package, "__all__", []))
    assert len(public) == len(set(public)), "named twice"
    missing = [each for each in public if not hasattr(package, each)]
    assert not missing
    assert not [each for each in public if each.startswith("_") and each != "__version__"]


def test_a_public_name_has_one_home() -> None:
    homes: dict[str, dict[str, object]] = {}
    for name in packages():
        package = importlib.import_module(name)
        for each in getattr(package, "__all__", []):
            homes.setdefault(each, {})[name] = getattr(package, each)
    shared = {
        each: sorted(where)
        for each, where in homes.items()
        if len(where) > 1 and len({id(value) for value in where.values()}) == 1
    }
    assert not shared, "the same thing is offered in two places"


@pytest.mark.parametrize("file", pure_files(), ids=lambda file: str(file.relative_to(SOURCE)))
def test_what_decides_a_game_is_pure(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    foreign = sorted({name for name in imported(tree) if name.partition(".")[0] not in MAY_IMPORT})
    assert not foreign, f"imports {foreign}"
    global_chance = [
        f"line {node.lineno}: random.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
        and node.attr != "Random"
    ]
    assert not global_chance, "chance must be seeded"
    builtin_hash = [
        f"line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"hash", "open"}
    ]
    assert not builtin_hash, "hash() differs from run to run; open() is I/O"


def test_import_is_cheap_and_pulls_in_nothing() -> None:
    code = "import sys; import ecumene; print(sorted(m for m in sys.modules if m.startswith('ecumene')))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "['ecumene']"


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == ecumene.__version__
    assert f"## {ecumene.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_every_dependency_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    explained = (ROOT / "docs/design.md").read_text("utf-8")
    lists = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    names = {re.split(r"[^A-Za-z0-9_-]", each, maxsplit=1)[0] for several in lists for each in several}
    assert not sorted(name for name in names if f"**{name}**" not in explained)


def test_every_rule_switched_off_has_its_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    linter = text[text.index("[tool.ruff.lint]") : text.index("[tool.mypy]")]
    off = [line for line in linter.splitlines() if re.match(r'\s+"[A-Z]+\d*",', line)]
    assert off
    assert not [line for line in off if "#" not in line]


def test_locks_are_hashed_and_hold_no_address() -> None:
    locks = sorted(ROOT.glob("requirements*.lock"))
    assert locks
    for lock in locks:
        text = lock.read_text("utf-8")
        assert "://" not in text, lock.name
        pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert all("==" in pin for pin in pins), lock.name
        assert text.count("--hash=") >= len(pins), lock.name
    assert '"resolved"' not in (ROOT / "web/package-lock.json").read_text("utf-8")


def test_no_machine_and_no_registry_is_named() -> None:
    # Spelt in pieces, or this file would be the first to be found.
    unwanted = re.compile(
        "|".join(
            [
                "files.python" + "hosted",
                "registry.npm" + "js",
                r"/home/\w+/",
                r"/ro" + "ot/",
                r"(?<![\w.])/wo" + "rk/",
            ]
        )
    )
    found = []
    for file in tracked():
        try:
            text = file.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # a picture, a font
        found += [f"{file.relative_to(ROOT)}: {match[0]}" for match in unwanted.finditer(text)]
    assert not found


TWO_TESTS = """
import gc, socket

def test_that_fails():
    left_open = [socket.socketpair()]
    left_open.append(left_open)
    raise ValueError

def test_innocent():
    gc.collect()
"""


def test_a_failing_test_fails_alone(tmp_path: Path) -> None:
    two = tmp_path / "test_two.py"
    two.write_text(TWO_TESTS, "utf-8")
    ours = ["-c", "pyproject.toml", "-p", "tests.conftest", "-o", f"cache_dir={tmp_path}"]
    command = [sys.executable, "-m", "pytest", *ours, str(two)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in told.stdout, told.stderr


@pytest.mark.serial
def test_wheel_holds_the_client_the_data_and_the_types(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        inside = set(wheel.namelist())
    assert {"ecumene/py.typed", "ecumene/client/index.html"} <= inside
    data = {file.relative_to(SOURCE.parent).as_posix() for file in tracked() if SOURCE in file.parents}
    assert not sorted(data - inside)


def test_links_in_the_documentation_lead_somewhere() -> None:
    assert not pages.faults()
