"""Certificates for TLS: a wrapper around an Ed25519 key, which RFC 8410 fixes byte for byte."""

from __future__ import annotations

import base64
import os
import ssl
import tempfile
from collections.abc import Iterable
from pathlib import Path

from nacl.signing import SigningKey

_KIND = bytes.fromhex("300506032b6570")  # the name of Ed25519
_PRIVATE = bytes.fromhex("302e020100300506032b657004220420")  # what stands before a private key
_COMMON_NAME = bytes.fromhex("0603550403")
_BASIC_CONSTRAINTS, _TRUE = bytes.fromhex("0603551d13"), bytes.fromhex("0101ff")
_SEQUENCE, _SET, _BITS, _OCTETS, _UTF8, _EARLY, _LATE = 0x30, 0x31, 0x03, 0x04, 0x0C, 0x17, 0x18


def _der(tag: int, *parts: bytes) -> bytes:
    """Return parts as one element of DER."""
    body = b"".join(parts)
    size = bytes([len(body)])
    if len(body) > 127:
        size = b"\x81" + size if len(body) < 256 else b"\x82" + len(body).to_bytes(2, "big")
    return bytes([tag]) + size + body


def _told(public: bytes) -> bytes:
    """Return the part of a certificate for a public key that is signed. Its name means nothing, and it never
    expires."""
    name = _der(_SEQUENCE, _der(_SET, _der(_SEQUENCE, _COMMON_NAME, _der(_UTF8, b"seat"))))
    valid = _der(_SEQUENCE, _der(_EARLY, b"200101000000Z"), _der(_LATE, b"99991231235959Z"))
    key = _der(_SEQUENCE, _KIND, _der(_BITS, b"\0" + public))
    signs = _der(_SEQUENCE, _BASIC_CONSTRAINTS, _TRUE, _der(_OCTETS, _der(_SEQUENCE, _TRUE)))
    extensions = _der(0xA3, _der(_SEQUENCE, signs))
    version, serial = _der(0xA0, b"\x02\x01\x02"), b"\x02\x01\x01"
    return _der(_SEQUENCE, version, serial, _KIND, name, valid, name, key, extensions)


def proof(key: SigningKey) -> bytes:
    """Return the signature that makes a certificate of a key."""
    return key.sign(_told(key.verify_key.encode())).signature


def certificate(public: bytes, signature: bytes) -> bytes:
    """Return the certificate of a public key with its `proof`, in DER."""
    return _der(_SEQUENCE, _told(public), _KIND, _der(_BITS, b"\0" + signature))


def _pem(label: str, raw: bytes) -> str:
    return f"-----BEGIN {label}-----\n{base64.encodebytes(raw).decode()}-----END {label}-----\n"


def tls_context(server: bool, key: SigningKey, peers: Iterable[bytes]) -> ssl.SSLContext:
    """Return TLS 1.3 that shows the certificate of a key, and trusts those of the peers and no other."""
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if server else ssl.PROTOCOL_TLS_CLIENT)
    found.minimum_version = ssl.TLSVersion.TLSv1_3
    found.check_hostname, found.verify_mode = False, ssl.CERT_REQUIRED
    for peer in peers:
        found.load_verify_locations(cadata=peer)
    own = certificate(key.verify_key.encode(), proof(key))
    handle, name = tempfile.mkstemp()  # ssl reads a key only from a file; nobody else may read this one
    try:
        with os.fdopen(handle, "w") as file:
            file.write(_pem("PRIVATE KEY", _PRIVATE + key.encode()) + _pem("CERTIFICATE", own))
        found.load_cert_chain(name)
    finally:
        Path(name).unlink()
    return found
