"""The command line: `ecumene <command>`. One module for each command."""

from ecumene.cli.main import main

__all__ = ["main"]
