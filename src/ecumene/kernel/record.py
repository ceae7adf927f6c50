"""The file of a game (`.ecu`): a header line, then one line per journal entry. JSON lines, optionally gzipped."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Any

import msgspec

from ecumene.kernel.chance import commitment
from ecumene.kernel.game import Game
from ecumene.kernel.journal import Called, Entry, Given, Undone, Waited
from ecumene.kernel.refusal import BadRecord, Refusal
from ecumene.kernel.title import Title

FORMAT = 1
MAX_RECORD_BYTES = 64 * 1024 * 1024
_GZIP = b"\x1f\x8b"


class Header(msgspec.Struct, frozen=True, kw_only=True):
    ecumene: int
    title: str
    version: int
    seats: int
    options: Any
    commitment: str
    seed: str | None = None  # absent in what a running game exports


class Footer(msgspec.Struct, frozen=True, tag="end", tag_field="entry"):
    digest: str


_header = msgspec.json.Decoder(Header)
_entry = msgspec.json.Decoder(Given | Waited | Called | Undone | Footer)
_encode = msgspec.json.Encoder().encode


def dump(game: Game, secret: bool = True, compress: bool = False) -> bytes:
    """The record of a game. Without `secret` the seed stays out (and answers: only the header is shown)."""
    if secret and game.seed is None:
        raise Refusal("kernel.fork", "no_seed")
    meta = game.title.meta
    header = Header(
        ecumene=FORMAT, title=meta.key, version=meta.version, seats=game.seats, options=game.options,
        commitment=game.commitment, seed=game.seed if secret else None,
    )  # fmt: skip
    lines = [_encode(header)]
    if secret:
        lines += [_encode(entry) for entry in game.journal]
        lines.append(_encode(Footer(game.digest())))
    text = b"\n".join(lines) + b"\n"
    return gzip.compress(text, mtime=0) if compress else text


def load(data: bytes, find: Callable[[str], Title], strict: bool = False) -> Game:
    """The game of a record, replayed. `find` gives the title for a key (KeyError if there is none).

    What was undone is replayed too only if `strict` (see `Game.replay`).
    """
    header, entries, footer = parse(data)
    try:
        title = find(header.title)
    except KeyError:
        raise BadRecord(1, f"no such title: {header.title!r}") from None
    if header.version != title.meta.version:
        raise BadRecord(1, f"rules version {header.version}, here is {title.meta.version}")
    if header.seed is None:
        raise BadRecord(1, "the seed is not in this record")
    try:
        if header.commitment != commitment(header.seed):
            raise BadRecord(1, "the seed is not the one that was committed to")
        options = msgspec.convert(header.options, title.options_type)
        game = Game(title, options, header.seats, header.seed)
    except (ValueError, msgspec.ValidationError) as wrong:
        raise BadRecord(1, str(wrong)) from None
    except Refusal as refusal:
        raise BadRecord(1, str(refusal)) from None
    try:
        game.replay(entries, strict)
    except BadRecord as wrong:
        raise BadRecord(wrong.line + 1, wrong.what) from None
    if footer is not None and footer.digest != game.digest():
        raise BadRecord(len(entries) + 2, "the final state differs from the recorded one")
    return game


def parse(data: bytes) -> tuple[Header, list[Entry], Footer | None]:
    """The lines of a record, typed, not yet replayed."""
    if data[:2] == _GZIP:
        data = _unzip(data)
    if len(data) > MAX_RECORD_BYTES:
        raise BadRecord(0, "too long for a record")
    if not data:
        raise BadRecord(0, "empty")
    number = 1
    entries: list[Entry] = []
    footer: Footer | None = None
    lines = BytesIO(data)  # line by line: a bad file costs no more than what is read of it
    try:
        header = _header.decode(lines.readline())
        if header.ecumene != FORMAT:
            raise BadRecord(1, f"record format {header.ecumene}, this program reads {FORMAT}")
        for number, line in enumerate(lines, 2):
            if footer is not None:
                raise BadRecord(number, "something follows the end")
            entry = _entry.decode(line)
            if isinstance(entry, Footer):
                footer = entry
            else:
                entries.append(entry)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, UnicodeError) as wrong:
        raise BadRecord(number, str(wrong)) from None
    return header, entries, footer


def _unzip(data: bytes) -> bytes:
    unzip = zlib.decompressobj(wbits=31)
    try:
        text = unzip.decompress(data, MAX_RECORD_BYTES + 1)
    except zlib.error as wrong:
        raise BadRecord(0, f"not a whole gzip file: {wrong}") from None
    if len(text) <= MAX_RECORD_BYTES and (not unzip.eof or unzip.unused_data):
        raise BadRecord(0, "not one whole gzip file")
    return text


def verify(data: bytes, find: Callable[[str], Title]) -> Game:
    """Prove a finished record: the seed is the committed one and every answer and draw replays to the recorded end."""
    game = load(data, find, strict=True)
    if not game.ended:
        raise BadRecord(0, "the game is not over")
    return game
