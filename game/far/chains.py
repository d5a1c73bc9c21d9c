"""The chains of links that make the dice of a battle: what each seat has fixed, and what it has told of it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from game.core.orders import Id
from game.far.messages.message import NotTaken
from game.far.messages.seat_secrets import link_before

WARNED = 200  # steps before its end at which a chain's successor is told


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
        """Note the chain of whoever takes over a seat."""
        self.holders[seat] = self.holders.get(seat, 0) + 1
        self._tips[seat, self.holders[seat], chain] = tip
