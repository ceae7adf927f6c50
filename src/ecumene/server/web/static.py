"""The client's files, read once and kept packed: nothing outside of their folder can be asked for."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ecumene.server.problems import NotFound

_TEXT = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".map", ".txt")
_HASHED = "assets/"  # the build puts a hash of the contents into these names
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


class File(msgspec.Struct, frozen=True):
    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    cache: str


class Files:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, File] = {}
        self._index = 0.0
        self._read()

    def find(self, name: str) -> File | None:
        index = self.folder / "index.html"
        if index.is_file() and index.stat().st_mtime != self._index:
            self._read()  # built anew while we serve
        return self._files.get(name or "index.html")

    def _read(self) -> None:
        index = self.folder / "index.html"
        self._index = index.stat().st_mtime if index.is_file() else 0.0
        self._files = {
            path.relative_to(self.folder).as_posix(): _file(path, path.relative_to(self.folder).as_posix())
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }


def _file(path: Path, name: str) -> File:
    body = path.read_bytes()
    packed = gzip.compress(body, 9, mtime=0) if path.suffix in _TEXT and len(body) > 500 else None
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    cache = "public, max-age=31536000, immutable" if name.startswith(_HASHED) else "no-cache"
    return File(body, packed, mimetypes.guess_type(name)[0] or "application/octet-stream", tag, cache)


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(
    request: Request[Any, Any, Any], files: NamedDependency[Files], path: FromPath[str] = ""
) -> Response[bytes]:
    file = files.find(path.strip("/"))
    if file is None:
        raise NotFound
    headers = {"etag": file.tag, "cache-control": file.cache}
    if file.packed is not None:
        headers["vary"] = "accept-encoding"
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, headers=headers, media_type=file.kind)
    return Response(file.body, headers=headers, media_type=file.kind)
