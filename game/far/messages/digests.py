"""The one spelling of a value, and digests of values by what they are for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256

FORM = 1  # of the messages; other forms cannot be read
DOMAIN = f"dead-reckoning/far/{FORM}/".encode()


def canonical(value: object) -> bytes:
    """Return the only spelling of a value in JSON: sorted keys, no blanks. Raises ValueError for what JSON lacks."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def hashed(purpose: str, data: bytes) -> bytes:
    """Return the SHA-256 of bytes. No digest for one purpose is ever a digest for another."""
    return sha256(DOMAIN + purpose.encode() + b"\0" + data).digest()


def digest(purpose: str, *values: object) -> bytes:
    """Return the digest of values for a purpose."""
    return hashed(purpose, canonical(list(values)))


def leaf(battle: str, seat: str, step: int, place: int, salt: str, by: str, text: str) -> str:
    """Return what stands for one order while it is locked. Orders cannot be guessed from it, because of the salt."""
    return digest("leaf", battle, seat, step, place, salt, by, text).hex()


def step_seed(battle: str, step: int, deciding: Sequence[str], links: Mapping[str, str]) -> str:
    """Return the seed of the dice of a step. It follows from the messages that decided the step and from a link of
    every seat that gives one, all in hexadecimal digits, so that no seat alone can choose or know it."""
    return digest("dice", battle, step, sorted(deciding), dict(links)).hex()
