"""The battle as one program follows it from messages alone: who is asked, what is locked, which dice are drawn.

Each decision is a step with a seed of its own, made of the messages that decided it and of links of the seats' chains.
What happens by itself until somebody decides again rolls from the same seed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import NoReturn

from game.battle.battle import NOBODY, Battle, fingerprint
from game.battle.idling import nothing_more, passed_over
from game.core.orders import Id, Illegal
from game.core.umpire import OutOfStep, seeded_dice
from game.far.digests import leaf, step_seed
from game.far.message import Begin, Claim, Draw, Given, Lock, Message, Open, Part, Refused, Say, Tip, Told
from game.far.seat_secrets import LINKS, link_before

Text = tuple[Id, str]  # who gives an order, and its notation
SHORT = 15  # hexadecimal digits of the first step's seed that make the seed of the battle
WARNED = 200  # steps before its end at which a chain's successor is told
BLANK: Text = ("", "")  # a leaf that stands for no order


class Undrawn(OutOfStep):
    """The rules roll dice whose links have not been told yet."""


def undrawn(label: str, count: int, sides: int) -> NoReturn:
    raise Undrawn(f"the dice of {label} have not been drawn")


def sides_writing(battle: Battle) -> tuple[Id, ...]:
    """Return the sides that now write in secret at the same time; empty if orders are given in the clear."""
    asked = tuple(dict.fromkeys(prompt.side for prompt in battle.prompts()))
    return asked if battle.phase.secret and len(asked) > 1 else ()


@dataclass
class Step:
    """A decision that is not carried out yet. `asked` are the sides that decide, `gives` those whose links make its
    dice. `rolling` is the order in the clear that waits for dice; without it orders are written together."""

    number: int
    asked: tuple[Id, ...]
    gives: tuple[Id, ...]
    rolling: Text | None = None
    leaves: dict[Id, tuple[str, ...]] = field(default_factory=dict)
    orders: dict[Id, tuple[Text, ...]] = field(default_factory=dict)
    links: dict[Id, str] = field(default_factory=dict)
    deciding: dict[Id, str] = field(default_factory=dict)  # the digest of the message by which a side decided

    def copy(self) -> Step:
        return replace(
            self,
            leaves=dict(self.leaves),
            orders=dict(self.orders),
            links=dict(self.links),
            deciding=dict(self.deciding),
        )

    @property
    def undecided(self) -> tuple[Id, ...]:
        """Sides that have neither locked nor shown their orders."""
        if self.rolling:
            return ()
        return tuple(side for side in self.asked if side not in self.leaves and side not in self.orders)

    @property
    def locked(self) -> tuple[Id, ...]:
        """Sides that have locked orders and not opened them."""
        return tuple(side for side in self.leaves if side not in self.orders)

    @property
    def whole(self) -> bool:
        """Have all orders been shown and all links been told?"""
        return not self.undecided and not self.locked and set(self.links) == set(self.gives)


@dataclass(frozen=True)
class Owed:
    """What the battle waits for: a seat and what it has to do: decide, open or draw."""

    seat: Id
    what: str
    step: int


class Replica:
    """A battle that follows the messages of its seats. Everything is checked before it counts, so a message is taken in
    on a copy first. `tips` are the tips of the seats' chains, `seed` that of the first step's dice."""

    def __init__(self, start: Battle, battle: str, tips: dict[Id, str], seed: str, links: int = LINKS) -> None:
        self.id, self.links = battle, links
        self.battle = start.afresh(int(seed[:SHORT], 16))  # a number, so that an ordinary save can name it
        self.seats = tuple(start.state.sides)
        self.number = 1  # of the last step whose dice were drawn, or are being drawn
        self.step: Step | None = None
        self.said: list[tuple[Id, str]] = []
        self.claimed: tuple[Id, int] | None = None  # who has broken the battle off, and at which step
        self.seeds = [seed]
        self._tips = {(seat, 0): tip for seat, tip in tips.items()}  # of the chains of each seat, by number
        self._told: dict[Id, tuple[int, str]] = {}  # the last link of each seat, with its step
        self._pass_over()

    def copy(self) -> Replica:
        """Return a replica that goes on apart from this one."""
        other = copy(self)
        other.battle, other.step = self.battle.copy(), self.step and self.step.copy()
        other.said, other.seeds = list(self.said), list(self.seeds)
        other._tips, other._told = dict(self._tips), dict(self._told)
        return other

    # -- what is due ---------------------------------------------------------------------------------------------------

    @property
    def together(self) -> tuple[Id, ...]:
        """The sides that now write in secret at the same time; empty if orders are given in the clear."""
        return sides_writing(self.battle)

    def owed(self) -> tuple[Owed, ...]:
        """Return what the battle waits for."""
        step = self.step
        if step is None:
            if self.battle.state.outcome:
                return ()
            asked = self.together or tuple(prompt.side for prompt in self.battle.prompts()[:1])
            return tuple(Owed(side, "decide", self.number + 1) for side in asked)
        if step.undecided:
            return tuple(Owed(side, "decide", step.number) for side in step.undecided)
        opens = tuple(Owed(side, "open", step.number) for side in step.locked)
        draws = (side for side in step.gives if side not in step.links and side not in step.locked)
        return opens + tuple(Owed(side, "draw", step.number) for side in draws)

    # -- taking messages in --------------------------------------------------------------------------------------------

    def take(self, message: Message) -> None:
        """Follow a message. Raises Refused; the replica may have changed by then, so take it in on a copy first."""
        for part in message.parts:
            self.follow(message.seat, part, message.digest)

    def follow(self, seat: Id, part: Part, digest: str = "") -> None:
        """Follow one part of a message of a seat. `digest` is that of the message, empty as long as it is not handed
        over. Raises Refused."""
        if isinstance(part, Lock | Open | Given | Draw):
            self.claimed = None  # the battle is taken up again
        match part:
            case Lock():
                self._lock(seat, part, digest)
            case Open():
                self._open(seat, part, digest)
            case Given():
                self._give(seat, part, digest)
            case Draw():
                self._draw(seat, part)
            case Tip():
                self._fix_chain(seat, part)
            case Told():
                self._compare(seat, part)
            case Say():
                self.said.append((seat, part.text))
            case Claim():
                self._claim(seat, part)
            case Begin():
                pass  # its nonce and link have been used for the first step
            case _:
                raise Refused(f"{seat} says “{part.kind}” where the battle is under way")

    def decided(self, seat: Id, digest: str) -> None:
        """Note the digest of the message by which a seat has decided, now that it has been handed over."""
        if self.step and self.step.deciding.get(seat) == "":
            self.step.deciding[seat] = digest
            self._carry_out_if_whole()

    def _written(self, seat: Id, number: int) -> Step:
        """Return the step that is written together, begun if it is not. Raises Refused if a seat may not decide it."""
        if self.step is None and (asked := self.together):
            self.step = Step(self.number + 1, asked, asked)
        step = self.step
        if step is None or step.rolling:
            raise Refused(f"{seat} seals orders, but none are written together now")
        if number != step.number:
            raise Refused(f"{seat} seals orders of step {number}; this is step {step.number}")
        return step

    def _lock(self, seat: Id, part: Lock, digest: str) -> None:
        step = self._written(seat, part.step)
        if seat not in step.undecided:
            raise Refused(f"{seat} has decided step {part.step} already")
        step.leaves[seat] = part.leaves
        step.deciding[seat] = digest

    def _open(self, seat: Id, part: Open, digest: str) -> None:
        step = self._written(seat, part.step)
        if seat in step.leaves:
            self._check_leaves(seat, step, part)
        elif step.undecided != (seat,):
            raise Refused(f"{seat} shows its orders of step {part.step} before all others are locked")
        else:
            step.deciding[seat] = digest
        step.orders[seat] = tuple(one for one in part.orders if one != BLANK)
        self._try(seat, step.orders[seat])
        self._carry_out_if_whole()

    def _check_leaves(self, seat: Id, step: Step, part: Open) -> None:
        """Raise Refused unless opened orders are the locked ones, and it is time to open them."""
        if seat in step.orders or step.undecided:
            raise Refused(
                f"{seat} opens its orders of step {step.number} " + ("twice" if seat in step.orders else "early")
            )
        pairs = list(zip(part.orders, part.salts))
        found = tuple(
            leaf(self.id, seat, step.number, place, salt, *order) for place, (order, salt) in enumerate(pairs)
        )
        if found != step.leaves[seat] or not len(part.orders) == len(part.salts) == len(pairs):
            raise Refused(f"{seat} has opened other orders than it locked in step {step.number}")

    def _give(self, seat: Id, part: Given, digest: str) -> None:
        for by, text in part.orders:
            if self.step is not None or self.together or self._decider != seat:
                raise Refused(f"{seat} gives the order “{by}: {text}”, but is not asked for one")
            if not self.give(seat, by, text):
                self.step = Step(self.number + 1, (seat,), (seat, self._witness(seat)), (by, text))
                self.step.deciding[seat] = digest

    @property
    def _decider(self) -> Id:
        return next((prompt.side for prompt in self.battle.prompts()), "")

    def _witness(self, seat: Id) -> Id:
        """Return the seat whose link makes the dice of another's order, together with that seat's own: the next in the
        file's order."""
        at = self.seats.index(seat)
        return (*self.seats[at + 1 :], *self.seats[:at])[0]

    def give(self, seat: Id, by: Id, text: str) -> bool:
        """Play an order in the clear and whatever is passed over after it. Return False, with nothing changed, if that
        rolls dice. Raises Refused."""
        before = len(self.battle.records)
        self.battle.dice = undrawn
        try:
            self._play(seat, by, text)
            self._pass_over()
        except Undrawn:
            if len(self.battle.records) > before:
                self.battle.back_to(before)
            return False
        return True

    def _play(self, seat: Id, by: Id, text: str) -> None:
        """Play an order of a seat. Raises Refused if it is not one of its own, or illegal."""
        if self.battle.state.owner(by) != seat:
            raise Refused(f"{seat} has ordered {by}, which is not its own")
        try:
            self.battle.play(self.battle.read(by, text))
        except Illegal as why:
            raise Refused(f"the order “{by}: {text}” of {seat} is refused: {why.why}") from None

    def _try(self, seat: Id, orders: Sequence[Text]) -> None:
        """Raise Refused unless all orders that a seat has written together are legal."""
        before = len(self.battle.records)
        self.battle.dice = undrawn
        try:
            for by, text in orders:
                self._play(seat, by, text)
        except Undrawn:
            pass  # the row is over with it: it is carried out when all have been shown
        finally:
            if len(self.battle.records) > before:
                self.battle.back_to(before)

    def _draw(self, seat: Id, part: Draw) -> None:
        step = self.step
        if step is None or part.step != step.number or seat not in step.gives or seat in step.links:
            raise Refused(f"{seat} draws for step {part.step}, where nobody asks it to")
        chain = (part.step - 1) // self.links
        at, link = self._told.get(seat, (0, ""))
        if at <= chain * self.links:
            at, link = chain * self.links, self._tips.get((seat, chain), "")
        told = bytes.fromhex(part.link)
        for _ in range(part.step - at):
            told = link_before(self.id, seat, told)
        if told.hex() != link:
            raise Refused(f"the draw of {seat} for step {part.step} is not of the chain that it has fixed")
        self._told[seat] = part.step, part.link
        step.links[seat] = part.link
        self._carry_out_if_whole()

    def chain_to_fix(self, seat: Id) -> int | None:
        """Return the number of the chain whose tip a seat has to tell now; None if there is time."""
        chain = (self.number + min(WARNED, self.links // 2)) // self.links
        return None if (seat, chain) in self._tips else chain

    def _fix_chain(self, seat: Id, part: Tip) -> None:
        """Note the tip of a chain, which has to come before any of its links is drawn, and once."""
        if (seat, part.chain) in self._tips or part.chain * self.links <= self.number:
            raise Refused(f"{seat} fixes its chain no. {part.chain} again, or too late")
        self._tips[seat, part.chain] = part.tip

    def _carry_out_if_whole(self) -> None:
        """Carry the step out once all orders have been shown, all links told, and all messages handed over."""
        step = self.step
        if step is None or not step.whole or not all(step.deciding.values()):
            return
        self.number, self.step = step.number, None
        seed = step_seed(self.id, step.number, list(step.deciding.values()), step.links)
        self.seeds.append(seed)
        self.battle.dice = seeded_dice(seed)
        if step.rolling:
            self._play(step.asked[0], *step.rolling)
        else:
            self._play_together(step)
        self._pass_over()

    def _play_together(self, step: Step) -> None:
        """Play what was written together, side by side as the file names them, and end the part of each side."""
        for side in step.asked:
            for by, text in step.orders[side]:
                self._play(side, by, text)
        self._finish(step.asked)

    def _finish(self, asked: Sequence[Id]) -> None:
        """Let sides that are still asked in the same row do nothing more."""
        row = self.battle.state.turn, self.battle.state.phase
        while row == (self.battle.state.turn, self.battle.state.phase) and self.battle.phase.secret:
            order = nothing_more(self.battle)
            if order is None or self.battle.state.owner(order.by) not in asked:
                return
            self.battle.play(order)

    def _pass_over(self) -> None:
        """Pass over whoever can do nothing, with the dice of the step; then no dice are drawn until the next."""
        while order := passed_over(self.battle):
            self.battle.play(order)
        self.battle.dice = undrawn

    def _compare(self, seat: Id, part: Told) -> None:
        if part.after == len(self.battle.records) and self.step is None and part.digest != self.digest:
            raise Refused(f"the programs part: after {part.after} orders {seat} sees another battle than we do")

    @property
    def digest(self) -> str:
        """A digest of what everybody may see. One of the whole state could be guessed at."""
        plain = fingerprint(self.battle.view(NOBODY).state)
        return sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()

    def _claim(self, seat: Id, part: Claim) -> None:
        if not any(one.step == part.step and one.seat != seat for one in self.owed()):
            raise Refused(f"{seat} breaks the battle off at step {part.step}, where nobody else owes anything")
        self.claimed = seat, part.step
