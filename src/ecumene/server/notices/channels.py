"""The ways out: mail, web push, webhook. Each answers nothing when it is delivered, or raises `Undelivered`."""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import smtplib
import socket
import ssl
from email.message import EmailMessage
from urllib.parse import urlsplit

import msgspec

from ecumene.server.notices.webpush import Vapid, sealed
from ecumene.server.settings import Mail

_SECONDS = 15.0


class Undelivered(Exception):
    """Why not, in a few words. `gone`: there is no use in trying again, ever."""

    def __init__(self, why: str, *, gone: bool = False) -> None:
        super().__init__(why)
        self.why = why[:200]
        self.gone = gone


class Text(msgspec.Struct, frozen=True):
    """What is said in a notice. `kind` and `table` let a browser word it in its own language."""

    kind: str
    table: str
    title: str
    body: str
    url: str


async def by_mail(mail: Mail, to: str, text: Text) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = mail.sender, to, text.title
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(f"{text.body}\n\n{text.url}\n")
    try:
        await asyncio.to_thread(_send, mail, message)
    except (OSError, smtplib.SMTPException) as error:
        raise Undelivered(str(error) or type(error).__name__) from None


def _send(mail: Mail, message: EmailMessage) -> None:
    context = ssl.create_default_context()
    if mail.tls == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=_SECONDS, context=context)
    else:
        server = smtplib.SMTP(mail.host, mail.port, timeout=_SECONDS)
    with server:
        if mail.tls == "starttls" and server.ehlo()[0] == 250 and server.has_extn("starttls"):
            server.starttls(context=context)
        elif mail.tls == "starttls" and mail.user:
            raise smtplib.SMTPException("the mail server offers no encryption: the password stays here")
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(message)


async def by_webhook(url: str, text: Text) -> None:
    """A POST of the notice as JSON. Only to the open internet: never into the network that we stand in."""
    await asyncio.to_thread(_post, url, msgspec.json.encode(text), {"content-type": "application/json"})


async def by_push(vapid: Vapid, contact: str, endpoint: str, p256dh: str, auth: str, text: Text) -> None:
    try:
        body = sealed(msgspec.json.encode(text), p256dh, auth)
    except ValueError as error:
        raise Undelivered(f"bad keys: {error}", gone=True) from None
    headers = {
        "content-encoding": "aes128gcm", "content-type": "application/octet-stream",
        "ttl": "86400", "urgency": "normal",
        "authorization": vapid.authorization(endpoint, contact),
    }  # fmt: skip
    await asyncio.to_thread(_post, endpoint, body, headers)


def _post(url: str, body: bytes, headers: dict[str, str]) -> None:
    """One request, no redirects, to the very address that was checked."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    try:
        address = _address(host, port)
        plain = socket.create_connection((address, port), _SECONDS)
        connection = http.client.HTTPConnection(host, port, timeout=_SECONDS)
        if parts.scheme == "https":
            connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        else:
            connection.sock = plain
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path, body, {**headers, "user-agent": "ecumene"})
            status = connection.getresponse().status
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Undelivered(str(error) or type(error).__name__) from None
    if status in (404, 410):
        raise Undelivered(f"answered {status}", gone=True)
    if not 200 <= status < 300:
        raise Undelivered(f"answered {status}")


def _address(host: str, port: int) -> str:
    for *_, found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        address = str(found[0])
        if ipaddress.ip_address(address.partition("%")[0]).is_global:
            return address
    raise Undelivered("this address is not on the open internet")
