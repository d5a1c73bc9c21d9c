"""What one seat of a far battle must keep to itself: a seed of 32 bytes, from which its signing key, its chain of dice
and the salts of its locks follow; and what everybody knows of the chains of all.

Nothing here has a repr that shows it, so that no report of a fault can hold a secret.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import Any

from nacl.public import PrivateKey, PublicKey, SealedBox
from nacl.signing import SigningKey, VerifyKey

from game.core.orders import Id
from game.far.messages.digests import canonical, digest
from game.far.messages.message import NotTaken

WARNED = 200  # steps before its end at which a chain's successor is told
LINKS = 4096  # links of one chain, one for every step; the next chain is announced in time
PADDED = 256  # a sealed copy is as long as a multiple of this, so that its length tells nothing


def link_before(battle: str, seat: Id, link: bytes) -> bytes:
    """Return the link that is told before this one. It follows from it, but not the other way round."""
    return digest("link", battle, seat, link.hex())


class SeatSecrets:
    """The secrets of a seat of a battle. The same seed always gives the same keys, links and salts, so after a crash
    the same lock is made again, never another one."""

    def __init__(
        self, battle: str, seat: Id, seed: bytes | None = None, links: int = LINKS, former: tuple[SeatSecrets, ...] = ()
    ) -> None:
        self.battle, self.seat, self.links = battle, seat, links
        self.former = former  # of those who held the seat before
        self._seed = secrets.token_bytes(32) if seed is None else seed
        self._chains: dict[int, list[bytes]] = {}

    def __repr__(self) -> str:
        return f"<secrets of {self.seat}>"

    @property
    def seed(self) -> bytes:
        """The 32 bytes that the seat's file on disk holds."""
        return self._seed

    def _derived(self, purpose: str) -> bytes:
        return hmac.digest(self._seed, canonical([self.battle, self.seat, purpose]), "sha256")

    def of(self, holder: int) -> SeatSecrets:
        """Return the secrets of the seat's holder of this number, counted from 0."""
        return self.former[holder] if holder < len(self.former) else self

    def plain(self) -> dict[str, object]:
        """Return them as the seat's file holds them."""
        former = [one.seed.hex() for one in self.former]
        told = {"battle": self.battle, "seat": self.seat, "seed": self.seed.hex(), "links": self.links}
        return told | ({"former": former} if former else {})

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> SeatSecrets:
        """Return what `plain` has written. Raises ValueError, KeyError, TypeError, AttributeError."""
        battle, seat, links = plain["battle"], plain["seat"], int(plain.get("links", LINKS))
        seeds = [bytes.fromhex(one) for one in (*plain.get("former", ()), plain["seed"])]
        found: tuple[SeatSecrets, ...] = ()
        for seed in seeds:
            found = (*found, cls(battle, seat, seed, links, found))
        return found[-1]

    @cached_property
    def signing_key(self) -> SigningKey:
        return SigningKey(self._derived("sign"))

    @cached_property
    def verify_key(self) -> VerifyKey:
        """The key by which everybody checks this seat's messages."""
        return self.signing_key.verify_key

    @cached_property
    def tls_key(self) -> SigningKey:
        """The key of this seat's direct connections."""
        return SigningKey(self._derived("tls"))

    @property
    def computer_seed(self) -> str:
        """The seed of a computer player's own choices for this seat; they have nothing to do with the battle's dice."""
        return self._derived("computer").hex()

    @cached_property
    def nonce(self) -> bytes:
        """This seat's part of the words of the battle."""
        return self._derived("nonce")

    def tip(self, number: int = 0) -> bytes:
        """Return the tip of a chain, which fixes all its links and tells none."""
        return self._chain(number)[0]

    def link(self, step: int) -> bytes:
        """Return the link that this seat gives to the dice of a step, counted from 1."""
        number, at = divmod(step - 1, self.links)
        return self._chain(number)[at + 1]

    def _chain(self, number: int) -> list[bytes]:
        if number not in self._chains:
            chain = [self._derived(f"chain/{number}" if number else "chain")]
            for _ in range(self.links):
                chain.append(link_before(self.battle, self.seat, chain[-1]))
            self._chains[number] = chain[::-1]
        return self._chains[number]

    def salt(self, step: int, place: int) -> str:
        """Return the salt of one order of a lock, in hexadecimal digits."""
        return self._derived(f"salt/{step}/{place}").hex()

    @cached_property
    def _box(self) -> PrivateKey:
        return PrivateKey(self._derived("box"))

    def seal(self, plain: bytes) -> bytes:
        """Return a copy that only this seat can open, so that a battle can be taken up from its messages alone."""
        return sealed_for(self._box.public_key, plain)

    def unseal(self, box: bytes) -> bytes:
        """Return what `seal` was given. Raises nacl.exceptions.CryptoError."""
        return SealedBox(self._box).decrypt(box).rstrip(b"\0")


def sealed_for(key: PublicKey, plain: bytes) -> bytes:
    """Return bytes that only the holder of the private key can read, padded to hide their length."""
    return SealedBox(key).encrypt(plain + b"\0" * (-len(plain) % PADDED))


class DiceChains:
    """The chains of all seats. Whoever takes over a seat fixes chains of his own: `holders` counts how often that was
    done, and each chain is that of the holder of so many."""

    def __init__(self, battle: str, tips: Mapping[Id, str], links: int) -> None:
        self.battle, self.links = battle, links
        self.holders: dict[Id, int] = {}
        self._tips = {(seat, 0, 0): tip for seat, tip in tips.items()}  # by seat, holder and number of the chain
        self._told: dict[tuple[Id, int], tuple[int, str]] = {}  # the last link of each holder, with its step

    def copy(self) -> DiceChains:
        other = copy(self)
        other.holders, other._tips, other._told = dict(self.holders), dict(self._tips), dict(self._told)
        return other

    def draw(self, seat: Id, holder: int, step: int, link: str) -> None:
        """Take in the link of a step. Raises NotTaken if it does not lead back to what was fixed."""
        chain = (step - 1) // self.links
        at, known = self._told.get((seat, holder), (0, ""))
        if at <= chain * self.links:
            at, known = chain * self.links, self._tips.get((seat, holder, chain), "")
        told = bytes.fromhex(link)
        for _ in range(step - at):
            told = link_before(self.battle, seat, told)
        if told.hex() != known:
            raise NotTaken(f"the draw of {seat} for step {step} is not of the chain that it has fixed")
        self._told[seat, holder] = step, link

    def to_fix(self, seat: Id, number: int) -> int | None:
        """Return the number of the chain whose tip a seat has to tell after so many steps; None if there is time."""
        chain = (number + min(WARNED, self.links // 2)) // self.links
        return None if (seat, self.holders.get(seat, 0), chain) in self._tips else chain

    def fix(self, seat: Id, chain: int, tip: str, number: int) -> None:
        """Note the tip of a chain, which has to come before any of its links is drawn, and once. Raises NotTaken."""
        at = seat, self.holders.get(seat, 0), chain
        if at in self._tips or chain * self.links <= number:
            raise NotTaken(f"{seat} fixes its chain no. {chain} again, or too late")
        self._tips[at] = tip

    def hand(self, seat: Id, chain: int, tip: str) -> None:
        """Give a seat to another holder, with the tip of the chain from which its dice come then."""
        self.holders[seat] = self.holders.get(seat, 0) + 1
        self._tips[seat, self.holders[seat], chain] = tip
