"""Web push (RFC 8030, 8188, 8291, 8292): a small encrypted message to a browser that is closed.

Our own hundred lines over `cryptography`, because the libraries for it bring a second HTTP client and old habits.
"""

from __future__ import annotations

import base64
import os
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec

_SALT_BYTES = 16
_RECORD = 4096
_HOURS = 12


def available() -> bool:
    try:
        import cryptography  # noqa: F401, PLC0415 - only where it is wanted
    except ImportError:
        return False
    return True


def url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def un64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Vapid:
    """The server's own key pair, by which push services know who is sending."""

    def __init__(self, private: str) -> None:
        from cryptography.hazmat.primitives import serialization  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

        self._key = ec.derive_private_key(int.from_bytes(un64(private), "big"), ec.SECP256R1())
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public = url64(point)

    @staticmethod
    def new() -> str:
        """A fresh private key, as it is kept."""
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return url64(number.to_bytes(32, "big"))

    def authorization(self, endpoint: str, contact: str) -> str:
        from cryptography.hazmat.primitives import hashes  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature  # noqa: PLC0415

        parts = urlsplit(endpoint)
        head = url64(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + _HOURS * 3600, "sub": contact,
        }  # fmt: skip
        text = f"{head}.{url64(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={text}.{url64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def sealed(message: bytes, p256dh: str, auth: str, secret: Any = None, salt: bytes | None = None) -> bytes:  # noqa: ANN401
    """The message as only this browser can read it (aes128gcm). `secret` and `salt` are given by tests only."""
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    def derive(ikm: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(ikm)

    own = secret or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(_SALT_BYTES)
    theirs = un64(p256dh)
    public = own.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    ikm = derive(shared, un64(auth), b"WebPush: info\0" + theirs + public, 32)
    key = derive(ikm, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(ikm, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)
