"""`python -m ecumene` is the same as `ecumene`."""

import sys

from ecumene.cli import main

if __name__ == "__main__":
    sys.exit(main())
