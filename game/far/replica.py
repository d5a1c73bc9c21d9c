"""The battle as one program follows it from messages alone: who is asked, what is locked, which dice are drawn.

Each decision is a step with a seed of its own, made of the messages that decided it and of links of the seats' chains.
What happens by itself until somebody decides again rolls from the same seed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import NoReturn

from game.battle.battle import NOBODY, Battle, Record, fingerprint
from game.battle.idling import nothing_more, passed_over
from game.core.orders import Id, Illegal, Order, shown_part, without_dice
from game.core.umpire import OutOfStep, seeded_dice
from game.far.messages.digests import leaf, step_seed
from game.far.messages.message import (
    AgreePart,
    BackPart,
    BeginPart,
    ClaimPart,
    DrawPart,
    HandPart,
    LockPart,
    Message,
    MessagePart,
    NotTaken,
    OpenPart,
    OrdersPart,
    RevealPart,
    SayPart,
    StatePart,
    TipPart,
)
from game.far.messages.seat_secrets import LINKS, DiceChains
from game.far.taking_back import by_decision
from game.rules.turn.plans import standing

Text = tuple[Id, str]  # who gives an order, and its notation
SHORT = 15  # hexadecimal digits of the first step's seed that make the seed of the battle
LATE = 100_000  # the place of the first leaf of orders that lie face down
BLANK: Text = ("", "")  # a leaf that stands for no order
HERE = ("", 0)  # stands for the message that is being followed


class Undrawn(OutOfStep):
    """The rules roll dice whose links have not been sent yet."""


def undrawn(label: str, count: int, sides: int) -> NoReturn:
    raise Undrawn(f"the dice of {label} have not been drawn")


def sides_writing(battle: Battle) -> tuple[Id, ...]:
    """Return the sides that now write in secret at the same time; empty if orders are given in the clear."""
    asked = tuple(dict.fromkeys(prompt.side for prompt in battle.prompts()))
    return asked if battle.phase.secret and len(asked) > 1 else ()


@dataclass
class Decision:
    """A decision that is not carried out yet. `asked` are the sides that decide, `gives` those whose links make its
    dice. `rolling` are the orders in the clear that wait for dice; without them orders are written together."""

    number: int
    asked: tuple[Id, ...]
    gives: tuple[Id, ...]
    rolling: tuple[Text, ...] = ()
    leaves: dict[Id, tuple[str, ...]] = field(default_factory=dict)
    orders: dict[Id, tuple[Text, ...]] = field(default_factory=dict)
    links: dict[Id, str] = field(default_factory=dict)
    deciding: dict[Id, str] = field(default_factory=dict)  # the digest of the message by which a side decided
    late: dict[Id, tuple[str, ...]] = field(default_factory=dict)  # leaves of orders that stay face down at first
    holders: dict[Id, int] = field(default_factory=dict)  # of the seats, as all know them who have decided
    reveals: bool = False  # it cannot be carried out before all orders that lie face down are revealed

    def copy(self) -> Decision:
        return replace(
            self,
            leaves=dict(self.leaves),
            orders=dict(self.orders),
            links=dict(self.links),
            deciding=dict(self.deciding),
            late=dict(self.late),
            holders=dict(self.holders),
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
        return tuple(side for side in self.asked if side in self.leaves and side not in self.orders)

    @property
    def whole(self) -> bool:
        """Return whether all orders have been shown and all links have been sent."""
        return not self.undecided and not self.locked and set(self.links) == set(self.gives)


@dataclass
class FaceDown:
    """Orders of a step that were written together and lie face down while others act: `shown` is what all know of them,
    `leaves` binds the rest. `first` and `end` are the numbers of orders in the battle before and after them; `end` is
    None as long as the step has not been carried out."""

    step: int
    turn: int
    asked: tuple[Id, ...]
    shown: dict[Id, tuple[Text, ...]]
    leaves: dict[Id, tuple[str, ...]]
    first: int
    end: int | None = None
    orders: dict[Id, tuple[Text, ...]] = field(default_factory=dict)  # of the sides that have revealed them

    def copy(self) -> FaceDown:
        return replace(self, orders=dict(self.orders))


def past_face_down(battle: Battle, down: Sequence[FaceDown]) -> bool:
    """Return whether a battle has gone on beyond the rows in which these orders lie face down."""
    row = battle.phase
    over = battle.state.outcome is not None or any(one.turn != battle.state.turn for one in down)
    kept = (row.secret and not row.moved) or row.unshown or row.covered
    return bool(down) and (over or not kept)


def play_undrawn(battle: Battle, order: Order, down: Sequence[FaceDown]) -> bool:
    """Play an order, and whatever is passed over after it. Return False, with nothing changed, if that rolls dice or
    carries out orders that lie face down. Raises Illegal."""
    before = len(battle.records)
    battle.dice = undrawn
    try:
        Battle.play(battle, order)
        while passing := passed_over(battle):
            Battle.play(battle, passing)
        done = not past_face_down(battle, down)
    except Undrawn:
        done = False
    if not done and len(battle.records) > before:
        battle.back_to(before)
    return done


def _refused(seat: Id, by: Id, text: str, why: Illegal) -> NotTaken:
    return NotTaken(f"the order “{by}: {text}” of {seat} is refused: {why.why}")


@dataclass(frozen=True)
class TurnedOver:
    """Events while orders lay face down, as all saw them then, with the points since they were written."""

    down: tuple[FaceDown, ...]
    records: tuple[Record, ...]
    points: dict[tuple[Id, int], int]


@dataclass(frozen=True)
class Owed:
    """What the battle waits for: a seat and what it has to do: accept, begin, decide, open, reveal or draw."""

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
        self.step: Decision | None = None
        self.said: list[tuple[Id, str]] = []
        self.face_down: list[FaceDown] = []
        self.seeds = [seed]  # of each step, empty for those that were taken back before they were carried out
        # the number of orders in the battle before each message by which a seat has decided what still counts
        self.points: dict[tuple[Id, int], int] = {}
        self._turned: list[TurnedOver] = []
        self.chains = DiceChains(battle, tips, links)
        self.holders: Mapping[Id, int] | None = None  # as the message knows them that is being followed; None: as here
        self._pass_over()

    def copy(self) -> Replica:
        """Return a replica that goes on apart from this one."""
        other = copy(self)
        other.battle, other.step = self.battle.copy(), self.step and self.step.copy()
        other._turned = list(self._turned)
        other.said, other.seeds = list(self.said), list(self.seeds)
        other.face_down = [one.copy() for one in self.face_down]
        other.chains, other.points = self.chains.copy(), dict(self.points)
        return other

    # -- what is due ---------------------------------------------------------------------------------------------------

    @property
    def together(self) -> tuple[Id, ...]:
        """The sides that now write in secret at the same time; empty if orders are given in the clear."""
        return sides_writing(self.battle)

    @property
    def in_parts(self) -> bool:
        """Return whether orders that are written now stay face down while others act. They do if others act this turn
        before these orders are carried out."""
        state, rows = self.battle.state, self.battle.system.phases
        later = rows[state.phase + 1 :]
        keeps = bool(self.together) and not self.battle.phase.plans and not standing(state)
        return keeps and any((row.unshown or row.covered) and row.present(state) for row in later)

    def owed(self) -> tuple[Owed, ...]:
        """Return everything that the battle waits for now, with the seats that owe it."""
        step = self.step
        if step is None:
            if self.battle.state.outcome:
                return ()
            asked = self.together or tuple(prompt.side for prompt in self.battle.prompts()[:1])
            return tuple(Owed(side, "decide", self.number + 1) for side in asked)
        if step.undecided:
            return tuple(Owed(side, "decide", step.number) for side in step.undecided)
        if step.reveals:
            down = [(one, side) for one in self.face_down for side in one.asked if side not in one.orders]
            return tuple(Owed(side, "reveal", one.step) for one, side in down)
        opens = tuple(Owed(side, "open", step.number) for side in step.locked)
        draws = (side for side in step.gives if side not in step.links and side not in step.locked)
        return opens + tuple(Owed(side, "draw", step.number) for side in draws)

    # -- taking messages in --------------------------------------------------------------------------------------------

    def take(self, message: Message) -> None:
        """Follow a message. Raises NotTaken; the replica may have changed by then, so take it in on a copy first."""
        for part in message.parts:
            self.follow(message.seat, part, message.digest)

    def follow(self, seat: Id, part: MessagePart, digest: str = "") -> None:
        """Follow one part of a message of a seat. `digest` is that of the message, empty as long as it is not handed
        over. Raises NotTaken."""
        if by_decision(part):
            self.points.setdefault(HERE, len(self.battle.records))
        match part:
            case LockPart():
                self._lock(seat, part, digest)
            case OpenPart():
                self._open(seat, part, digest)
            case RevealPart():
                self._reveal(seat, part)
            case OrdersPart():
                self._give(seat, part, digest)
            case DrawPart():
                self._draw(seat, part)
            case TipPart():
                self.chains.fix(seat, part.chain, part.tip, self.number)
            case HandPart():
                self.chains.hand(seat, part.chain, part.tip)
            case StatePart():
                self._compare(seat, part)
            case SayPart():
                self.said.append((seat, part.text))
            case BeginPart() | ClaimPart() | BackPart() | AgreePart():
                pass  # nonce and link have been used for the first step; claims and wishes are noted elsewhere
            case _:
                raise NotTaken(f"{seat} says “{part.kind}” where the battle is under way")

    # -- taking back ---------------------------------------------------------------------------------------------------

    def note_message(self, seat: Id, no: int) -> None:
        """Note that the parts that were followed last are of this message."""
        if HERE in self.points:
            self.points[seat, no] = self.points.pop(HERE)

    def go_back(self, seat: Id, no: int) -> None:
        """Take back everything since before a message, unless it has been taken back already. Orders that lay face down
        then do so again. The links of the steps since are not used again."""
        point = seat, no
        if point not in self.points:
            return
        self.number, self.step = self.step.number if self.step else self.number, None
        self.seeds += [""] * (self.number - len(self.seeds))
        for nth, turned in enumerate(self._turned):
            if point in turned.points:
                first = turned.down[0].first
                self._back_to(first)
                for record in turned.records[: turned.points[point] - first]:
                    self.battle.play(record.order, record.faces)
                self.face_down, self._turned = list(turned.down), self._turned[:nth]
                self.points = {at: length for at, length in self.points.items() if length <= first} | turned.points
                break
        length = self.points[point]
        self._back_to(length)
        self.points = {at: before for at, before in self.points.items() if before < length}
        self._turned = [one for one in self._turned if one.down[0].first < length]
        self.face_down = [
            replace(one, orders={}) for one in self.face_down if one.end is not None and one.end <= length
        ]
        self.battle.dice = undrawn

    # -- decisions -----------------------------------------------------------------------------------------------------

    def _written(self, seat: Id, number: int) -> Decision:
        """Return the step that is written together, begun if it is not. Raises NotTaken if a seat may not decide it."""
        if self.step is None and (asked := self.together):
            self.step = Decision(self.number + 1, asked, asked)
        step = self.step
        if step is None or step.rolling:
            raise NotTaken(f"{seat} seals orders, but none are written together now")
        if number != step.number:
            raise NotTaken(f"{seat} seals orders of step {number}; this is step {step.number}")
        return step

    def _lock(self, seat: Id, part: LockPart, digest: str) -> None:
        step = self._written(seat, part.step)
        if seat not in step.undecided:
            raise NotTaken(f"{seat} has decided step {part.step} already")
        step.leaves[seat] = part.leaves
        self._note_late(step, seat, part)
        self._decide(step, seat, digest)

    def _note_late(self, step: Decision, seat: Id, part: LockPart | OpenPart) -> None:
        """Note the leaves of orders that stay face down. Raises NotTaken if there are none where there must be."""
        if (part.late is not None) != self.in_parts:
            when = "are carried out later" if self.in_parts else "are shown at once"
            raise NotTaken(f"{seat} locks orders of step {step.number} in another way: they {when}")
        if part.late is not None:
            step.late[seat] = part.late

    def _open(self, seat: Id, part: OpenPart, digest: str) -> None:
        step = self._written(seat, part.step)
        if seat in step.leaves:
            if seat in step.orders or step.undecided:
                when = "twice" if seat in step.orders else "early"
                raise NotTaken(f"{seat} opens its orders of step {step.number} {when}")
            self._check_leaves(seat, step.number, part, step.leaves[seat], 0)
        elif step.undecided != (seat,):
            raise NotTaken(f"{seat} shows its orders of step {part.step} before all others are locked")
        else:
            self._note_late(step, seat, part)
            self._decide(step, seat, digest)
        step.orders[seat] = tuple(one for one in part.orders if one != BLANK)
        self._try(seat, step.orders[seat])
        self._carry_out_if_whole()

    def _check_leaves(
        self, seat: Id, step: int, part: OpenPart | RevealPart, leaves: Sequence[str], place: int
    ) -> None:
        """Raise NotTaken unless opened orders are those whose leaves were locked, the first of them at a place."""
        pairs = list(zip(part.orders, part.salts))
        found = tuple(leaf(self.id, seat, step, n, salt, *order) for n, (order, salt) in enumerate(pairs, place))
        if found != tuple(leaves) or not len(part.orders) == len(part.salts) == len(pairs):
            raise NotTaken(f"{seat} has opened other orders than it locked in step {step}")

    def _give(self, seat: Id, part: OrdersPart, digest: str) -> None:
        rolling = list[Text]()
        for by, text in part.orders:
            if self.step is not None or self.together or self._decider != seat:
                raise NotTaken(f"{seat} gives the order “{by}: {text}”, but is not asked for one")
            if rolling:
                self._join(seat, rolling, (by, text))
            elif not self.give(seat, by, text):
                rolling.append((by, text))
        if not part.orders:
            raise NotTaken(f"{seat} gives no order, but says that it does")
        if rolling:
            self.step = Decision(self.number + 1, (seat,), (seat, self._witness(seat)), tuple(rolling))
            self._decide(self.step, seat, digest)

    def _decide(self, step: Decision, seat: Id, digest: str) -> None:
        """Note who has decided a step. A link comes from the holder of a seat whom all know that decide: he has fixed
        his chain before anybody can have told a link of this step."""
        step.deciding[seat] = digest
        known = self.chains.holders if self.holders is None else self.holders
        for one in step.gives:
            step.holders[one] = min(known.get(one, 0), step.holders.get(one, known.get(one, 0)))

    def _join(self, seat: Id, rolling: list[Text], text: Text) -> None:
        """Add an order to those that wait for dice. Raises NotTaken if the dice of one bear on the other."""
        try:
            order, last = self._read(seat, *text), self._read(seat, *rolling[-1])
            if why := self.battle.why_not(order):
                raise why
        except Illegal as why:
            raise _refused(seat, *text, why) from None
        apart = without_dice(order) is not None and without_dice(last) is not None
        if not apart or order.by in dict(rolling) or last.by in self.seats:
            raise NotTaken(f"{seat} gives the order “{order.by}: {text[1]}” before it can know its dice")
        rolling.append(text)

    @property
    def _decider(self) -> Id:
        return next((prompt.side for prompt in self.battle.prompts()), "")

    def _witness(self, seat: Id) -> Id:
        """Return the seat whose link makes the dice of another's order, together with that seat's own: the next in the
        file's order."""
        at = self.seats.index(seat)
        return (*self.seats[at + 1 :], *self.seats[:at])[0]

    def give(self, seat: Id, by: Id, text: str) -> bool:
        """Play an order in the clear, as `play_undrawn` does. Raises NotTaken if it is illegal, or not its own."""
        try:
            return play_undrawn(self.battle, self._read(seat, by, text), self.face_down)
        except Illegal as why:
            raise _refused(seat, by, text, why) from None

    def _back_to(self, length: int) -> None:
        if len(self.battle.records) > length:
            self.battle.back_to(length)

    def _play(self, seat: Id, by: Id, text: str) -> None:
        """Play an order of a seat. Raises NotTaken if it is not one of its own, or illegal."""
        try:
            self.battle.play(self._read(seat, by, text))
        except Illegal as why:
            raise _refused(seat, by, text, why) from None

    def _play_all(self, seat: Id, orders: Sequence[Text]) -> None:
        """Play orders of a seat until one ends the battle, such as a withdrawal. Raises NotTaken."""
        for by, text in orders:
            if self.battle.state.outcome is None:
                self._play(seat, by, text)

    def _read(self, seat: Id, by: Id, text: str) -> Order:
        """Return the order of a seat. Raises NotTaken if it is not one of its own; Illegal if it cannot be read."""
        if self.battle.state.owner(by) != seat:
            raise NotTaken(f"{seat} has ordered {by}, which is not its own")
        return self.battle.read(by, text)

    def _try(self, seat: Id, orders: Sequence[Text]) -> None:
        """Raise NotTaken unless all orders that a seat has written together are legal."""
        before = len(self.battle.records)
        self.battle.dice = undrawn
        try:
            self._play_all(seat, orders)
        except Undrawn:
            pass  # the row is over with it: it is carried out when all have been shown
        finally:
            self._back_to(before)

    def _draw(self, seat: Id, part: DrawPart) -> None:
        step = self.step
        asked = step is not None and not step.undecided and seat in step.gives
        if step is None or not asked or part.step != step.number or seat in step.links:
            raise NotTaken(f"{seat} draws for step {part.step}, where nobody asks it to")
        self.chains.draw(seat, step.holders[seat], part.step, part.link)
        step.links[seat] = part.link
        self._carry_out_if_whole()

    def _carry_out_if_whole(self) -> None:
        """Carry the step out once all orders have been shown, all links told, and all messages handed over. If it goes
        on to what lies face down, that has to be revealed before."""
        step = self.step
        if step is None or not step.whole or not all(step.deciding.values()) or step.reveals:
            return
        seed = step_seed(self.id, step.number, list(step.deciding.values()), step.links)
        self.seeds.append(seed)
        before = len(self.battle.records)
        if step.late:
            turn, orders = self.battle.state.turn, dict(step.orders)
            self.face_down.append(FaceDown(step.number, turn, step.asked, orders, dict(step.late), before))
        self._carry_out(step)
        if past_face_down(self.battle, self.face_down):
            self._back_to(before)
            step.reveals = True
            return
        if step.late:
            self.face_down[-1].end = len(self.battle.records)
        self.number, self.step = step.number, None

    def _carry_out(self, step: Decision) -> None:
        self.battle.dice = seeded_dice(self.seeds[step.number - 1])
        if step.rolling:
            first, *others = step.rolling
            self._play(step.asked[0], *first)
            for other in others:
                with suppress(NotTaken):  # the battle may be over by now
                    self._play(step.asked[0], *other)
        else:
            self._play_together(step.asked, step.orders)
        self._pass_over()

    def _play_together(self, asked: Sequence[Id], orders: Mapping[Id, tuple[Text, ...]]) -> None:
        """Play what was written together, side by side as the file names them, and end the part of each side."""
        for side in asked:
            self._play_all(side, orders[side])
        self._finish(asked)

    # -- orders that lie face down -------------------------------------------------------------------------------------

    def _reveal(self, seat: Id, part: RevealPart) -> None:
        """Take in the orders of a seat that lay face down; once all have been revealed, go on with them."""
        down = next((one for one in self.face_down if one.step == part.step), None)
        if self.step is None or not self.step.reveals or down is None or seat not in down.asked or seat in down.orders:
            raise NotTaken(f"{seat} reveals orders of step {part.step}, which nobody asks it for")
        self._check_leaves(seat, part.step, part, down.leaves[seat], LATE)
        down.orders[seat] = tuple(one for one in part.orders if one != BLANK)
        if all(set(one.orders) == set(one.asked) for one in self.face_down):
            self._turn_over(seat, self.step)

    def _turn_over(self, seat: Id, step: Decision) -> None:
        """Play again what has happened since orders lay face down, now with all of them: everybody must have seen the
        same. Then carry out the step. Raises NotTaken."""
        down, self.face_down = self.face_down, []
        first, battle = down[0].first, self.battle
        seen, old, dice = self._public_lines(first), battle.records[first:], self.battle.dice
        since = {key: point for key, point in self.points.items() if point > first}
        self._turned.append(TurnedOver(tuple(down), tuple(old), since))
        self._back_to(first)
        at, moved = first, dict(self.points)
        for one in down:
            for record in old[at - first : one.first - first]:
                battle.play(record.order, record.faces)
            for side in one.asked:
                self._check_shown(side, one)
            if one.end is None:
                step.orders = one.orders
                continue
            battle.dice = seeded_dice(self.seeds[one.step - 1])
            self._play_together(one.asked, one.orders)
            self._pass_over()
            at = one.end
            shift = len(battle.records) - at
            moved |= {key: point + shift for key, point in self.points.items() if point >= at}
        self.points = moved
        if down[-1].end is not None:
            for record in old[at - first :]:
                battle.play(record.order, record.faces)
        battle.dice = dice
        if self._public_lines(first) != seen:
            raise NotTaken(f"the orders that {seat} reveals would have changed what all have seen since")
        self._carry_out(step)
        self.number, self.step = step.number, None

    def _check_shown(self, side: Id, down: FaceDown) -> None:
        """Raise NotTaken unless what a side has shown of its orders is part of them."""
        read = self.battle.read
        try:
            parts = [(shown_part(read(by, text)), read(by, text)) for by, text in down.orders[side]]
        except Illegal as why:
            raise NotTaken(f"the orders of {side} cannot be read: {why.why}") from None
        shown = [text for _, text in down.shown[side]]
        fits = [{str(order), "" if part is None else str(part)} for part, order in parts]
        left = [one for one in fits if "" not in one or one & set(shown)]
        if len(left) < len(shown) or not all(any(text in one for one in left) for text in shown):
            raise NotTaken(f"{side} has shown other orders than it reveals now")

    def _public_lines(self, first: int) -> list[str]:
        """Return what everybody could read since so many orders."""
        lines = (event for record in self.battle.records[first:] for event in record.log if not event.side)
        return [str(event) for event in lines]

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

    def _compare(self, seat: Id, part: StatePart) -> None:
        if part.after == len(self.battle.records) and self.step is None and part.digest != self.digest:
            raise NotTaken(f"the programs part: after {part.after} orders {seat} sees another battle than we do")

    @property
    def digest(self) -> str:
        """A digest of what everybody may see. One of the whole state could be guessed at."""
        plain = fingerprint(self.battle.view(NOBODY).state)
        return sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()
