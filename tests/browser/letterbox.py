"""A mail server that takes everything and keeps it, to be read by a test."""

from __future__ import annotations

import socketserver
import threading
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from types import TracebackType
from typing import Self


class _Postman(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self._say("220 letterbox")
        while line := self.rfile.readline():
            command = line[:4].upper()
            if command == b"DATA":
                self._say("354 go on")
                letter = b""
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    letter += line
                self.server.letters.append(message_from_bytes(letter, policy=policy.default))  # type: ignore[attr-defined]
            if command == b"QUIT":
                self._say("221 bye")
                return
            self._say("250 letterbox" if command != b"STARTTLS" else "454 no")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class Letterbox(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Postman)
        self.letters: list[EmailMessage] = []
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,))

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def about(self, word: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if word in letter["Subject"]]

    def wait(self, word: str, number: int = 1, seconds: float = 20) -> list[EmailMessage]:
        until = time.monotonic() + seconds
        while len(found := self.about(word)) < number:
            if time.monotonic() > until:
                subjects = [letter["Subject"] for letter in self.letters]
                raise AssertionError(f"no letter about {word!r}: {subjects}")
            time.sleep(0.05)
        return found

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()
