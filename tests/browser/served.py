"""`ecumene`, as installed, but that its seeds are the same each time and its notices do not wait half a minute.

    python -m tests.browser.served serve --port 8000 …

The games that the browser tests play are shuffled the same on every machine: a test that needs a calamity in a hand
finds it there. Everything else is the real thing.
"""

import hashlib
import os
import secrets
import sys
from itertools import count

_numbers = count()


def _repeatable(nbytes: int | None = None) -> str:
    text = f"{os.environ['ECUMENE_TEST_SEED']} {next(_numbers)}"
    return hashlib.shake_256(text.encode()).hexdigest(nbytes or 32)


def main() -> int:
    from ecumene import cli
    from ecumene.server.notices import notices

    if os.environ.get("ECUMENE_TEST_SEED"):
        secrets.token_hex = _repeatable
    seconds = float(os.environ.get("ECUMENE_TEST_PATIENCE", "0"))
    if seconds:
        notices.PATIENCE.update(live=seconds, mail=seconds, free=seconds)
    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    raise SystemExit(main())
