"""Runs every test and closes with one line: `N passed, N failed`.

Three passes over the Python tests, then the client's own: what may share the machine runs in two
processes; what measures, crashes or serves runs alone; what drives a browser runs last, because Playwright
keeps an event loop in its process that other tests would trip over.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

sys.path.insert(0, str(Path(__file__).parent))
import node

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "test-results"
NOTHING_COLLECTED = 5

PASSES = {
    "together": ["-n", os.environ.get("ECUMENE_TEST_JOBS", "2"), "-m", "not serial and not browser"],
    "alone": ["-m", "serial and not browser"],
    "browser": ["-m", "browser"],
}


def run_browser(*more: str) -> Counter[str]:
    """What drives a browser depends on a machine's mood: what failed is tried once more, and the second try is said."""
    counts = run_pytest("browser", *more)
    if not counts["failed"] or not (RESULTS / "browser.xml").is_file():
        return counts
    print("--- browser: what failed, once more", flush=True)
    (RESULTS / "browser.xml").rename(RESULTS / "browser-first.xml")
    again = run_pytest("browser", "--last-failed", "--last-failed-no-failures=none", *more)
    mended = counts["failed"] - again["failed"]
    if mended > 0 and again["passed"]:
        print(f"--- browser: {mended} passed at the second try only", flush=True)
        counts += Counter(passed=mended)
    counts["failed"] = again["failed"] if again["passed"] or again["failed"] else counts["failed"]
    return counts


def run_pytest(name: str, *more: str) -> Counter[str]:
    report = RESULTS / f"{name}.xml"
    command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *PASSES[name], *more]
    code = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode
    if code == NOTHING_COLLECTED:
        return Counter()
    if not report.is_file():  # pytest itself fell over, or was killed
        print(f"\n--- {name}: no report, pytest ended with {code}", flush=True)
        return Counter(failed=1)
    counts: Counter[str] = Counter()
    for suite in ET.parse(report).iter("testsuite"):  # noqa: S314 - written by ourselves a moment ago
        number = {key: int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")}
        broken = number["failures"] + number["errors"]
        counts += Counter(
            passed=number["tests"] - broken - number["skipped"], failed=broken, skipped=number["skipped"]
        )
    if code and not counts["failed"]:  # interrupted, or an error that is in no test
        counts["failed"] += 1
    return counts


def run_vitest() -> Counter[str]:
    scripts = json.loads((ROOT / "web/package.json").read_text())["scripts"]
    if "test" not in scripts or not any((ROOT / "web/src").rglob("*.test.ts")):
        return Counter()
    report = RESULTS / "client.json"
    code = node.npm(
        "run", "--silent", "test", "--", "--reporter=default", "--reporter=json", f"--outputFile={report}"
    )
    if not report.is_file():
        return Counter(failed=1)
    told = json.loads(report.read_text())
    failed = told["numFailedTests"] + (1 if code and not told["numFailedTests"] else 0)
    return Counter(passed=told["numPassedTests"], failed=failed, skipped=told["numPendingTests"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without", action="append", choices=[*PASSES, "client"], default=[])
    parser.add_argument("more", nargs="*", help="handed on to pytest")
    told = parser.parse_args()

    RESULTS.mkdir(exist_ok=True)
    for old in RESULTS.iterdir():
        if old.suffix in {".xml", ".json", ".txt"}:
            old.unlink()

    start = time.monotonic()
    total: Counter[str] = Counter()
    missing: list[str] = []
    for name in [*PASSES, "client"]:
        if name in told.without:
            missing.append(f"without {name}")
            continue
        print(f"--- {name}", flush=True)
        if name == "client":
            total += run_vitest()
        else:
            total += run_browser(*told.more) if name == "browser" else run_pytest(name, *told.more)

    line = f"{total['passed']} passed, {total['failed']} failed"
    if total["skipped"]:
        line += f", {total['skipped']} skipped"
    line += f" in {time.monotonic() - start:.0f} s"
    if missing:
        line += f" ({', '.join(missing)})"
    (RESULTS / "closing.txt").write_text(line + "\n")
    print(line, flush=True)
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
