from ecumene.cli.main import main

__all__ = ["main"]
