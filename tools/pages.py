"""Checks the documentation: every link and anchor leads somewhere, every page is reached, every part has one.

The pages are plain Markdown, read on a forge or in an editor as they stand; nothing has to be generated to
read them. Examples in them (`>>> `) are run by the tests.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
SOURCE = ROOT / "src/ecumene"

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*$", re.MULTILINE)
PARTS_WITH_A_PAGE = ("kernel", "atlas", "antiquity", "bots", "arena", "env", "server")


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])


def anchors(page: Path) -> set[str]:
    """The anchors that a forge gives to the headings of a page."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    return {
        re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-")
        for heading in HEADING.findall(text)
    }


def links(page: Path) -> list[str]:
    return LINK.findall(CODE.sub("", page.read_text("utf-8")))


def faults() -> list[str]:
    found, reached = [], {DOCS / "index.md"}
    for page in pages():
        for link in links(page):
            target, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", target):
                continue  # the world outside is not ours to check
            file = (page.parent / target).resolve() if target else page
            reached.add(file)
            if not file.exists():
                found.append(f"{page.relative_to(ROOT)}: no such file: {link}")
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                found.append(f"{page.relative_to(ROOT)}: no such heading: {link}")
    found += [
        f"{page.relative_to(ROOT)}: no page leads here" for page in DOCS.rglob("*.md") if page not in reached
    ]
    return found


def missing() -> list[str]:
    """Parts of the package that nobody has described yet."""
    there = [part for part in PARTS_WITH_A_PAGE if (SOURCE / part / "__init__.py").is_file()]
    return [f"docs/{part}.md is not written yet" for part in there if not (DOCS / f"{part}.md").is_file()]


def main() -> int:
    said = [*faults(), *missing()]
    print("\n".join(said) or f"{len(pages())} pages, every link leads somewhere.")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
