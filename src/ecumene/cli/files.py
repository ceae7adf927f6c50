"""Folders and databases that a person names: there and fit for use, or a mistake in words."""

import asyncio
import re
from pathlib import Path

from ecumene.cli.mistakes import Mistake


def folder(path: Path) -> Path:
    """The folder, made if need be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise Mistake(f"{path} cannot be a folder: {wrong.strerror}.") from None
    return path


def database(named: str) -> str:
    """The database, tried once: a file (made if need be) or the address of a server."""
    from sqlalchemy.exc import SQLAlchemyError

    shown = re.sub(r"(://[^:/@]*):[^@]*@", r"\1:…@", named)  # without its password
    try:
        asyncio.run(_greet(named))
    except ModuleNotFoundError as wrong:
        raise Mistake(f"{shown} needs {wrong.name}: pip install 'ecumene[postgres]'.") from None
    except (SQLAlchemyError, ValueError, OSError) as wrong:
        cause = getattr(wrong, "orig", None) or wrong
        raise Mistake(f"no database at {shown}: {str(cause).splitlines()[0].rstrip('.')}.") from None
    return named


async def _greet(named: str) -> None:
    from sqlalchemy import text

    from ecumene.server.store.engine import Store

    store = Store(named)
    try:
        async with store.read() as connection:
            await connection.execute(text("select 1"))
    finally:
        await store.close()
