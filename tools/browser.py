"""Finds the browser that the browser tests drive, and installs Debian's when that is possible.

Playwright's own download is not used: Debian's Chromium is small, signed and the same for everybody.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "fonts-dejavu-core")
COMMAND = f"apt-get install --no-install-recommends {' '.join(PACKAGES)}"


def find() -> str | None:
    """The path of a browser. ECUMENE_CHROMIUM names one that is not on the path."""
    named = os.environ.get("ECUMENE_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def main() -> int:
    if find():
        return 0
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        print(
            "The browser tests need Chromium. On Debian or Ubuntu this one command installs it:\n\n"
            f"    sudo {COMMAND}\n\n"
            "Elsewhere set ECUMENE_CHROMIUM to the path of a Chromium or Chrome.\n"
            "`make test WITHOUT=browser` runs every other test.",
            file=sys.stderr,
        )
        return 1
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ("apt-get update -qq", f"{COMMAND} -y -qq"):
        done = subprocess.run(
            command.split(), env=quiet, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False
        )
        if done.returncode:
            print(f"`{command}` failed.", file=sys.stderr)
            return done.returncode
    return 0 if find() else 1


if __name__ == "__main__":
    raise SystemExit(main())
