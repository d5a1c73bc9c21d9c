"""A seat's place at a far battle: the battle to look at and give orders in, and what is handed over.

`FarTable.battle` is an ordinary battle with this side's orders in it as they are typed. Handing over makes a message of
them; until then they can be taken back.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from pydantic import ValidationError

from game.battle.battle import Battle, Record
from game.battle.idling import nothing_more
from game.core.names import FAR
from game.core.orders import Id, Illegal, Order, shown_part, without_dice
from game.far.certificate import proof
from game.far.far_battle import FarBattle, awaited
from game.far.messages.digests import canonical, leaf
from game.far.messages.ledger import Known
from game.far.messages.message import (
    MOST_WORDS,
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
    signed,
)
from game.far.messages.seat_secrets import SeatSecrets
from game.far.replica import BLANK, LATE, FaceDown, Replica, Text, play_undrawn, sides_writing, undrawn
from game.far.taking_back import BackWish, by_decision

LEAVES = 8  # a lock has a multiple of so many leaves, so that their count tells little


class NotNow(Illegal):
    """Nothing can be given or handed over now; str() is a sentence for the player."""

    def __init__(self, why: str) -> None:
        super().__init__(why, "table/curtain")


class AwaitsDice(NotNow):
    """An order was given, but its dice come from both seats: nothing can follow it before it is handed over."""

    def __init__(self) -> None:
        super().__init__("it is ordered; its dice come from both of you: hand over the file")


class SeatBattle(Battle):
    """The battle as a seat's program shows it. An order that a screen plays in it is given at the table, and what has
    not been handed over can be taken back."""

    table: FarTable | None = None

    @property
    def elsewhere(self) -> bool:
        table = self.table
        over = self.state.outcome is not None and table is not None and not (table.to_hand_over or table.far.owed())
        return table is not None and table.complete and not over

    def play(self, order: Order, dice: Iterable[int] | None = None) -> Record:
        """Give an order of this seat. Raises AwaitsDice if it is given, but not carried out yet; Illegal."""
        if self.table is None or dice is not None:
            return super().play(order, dice)
        self.table.give(order.by, str(order))
        if self.table.rolling and not self.table.decides:
            raise AwaitsDice
        return self.records[-1]

    def undo_fault(self, side: Id | None = None) -> Illegal | None:
        """Return why the last order cannot be taken back, or None."""
        if self.table and not self.table.given:
            return NotNow("what has been handed over stands")
        return None

    def undo(self, side: Id | None = None) -> Order:
        """Take back the last order of this seat. Raises Illegal."""
        assert self.table is not None
        by, text = self.table.take_back()
        return self.read(by, text)


class FarTable:
    """The place of one seat. `told` is what all messages say, and `far` the same with what this seat has done by itself
    since, which others do not know yet; `secrets` are what this seat alone knows. `keep` writes a message down before
    it counts as handed over; it may raise CannotSave."""

    def __init__(
        self, far: FarBattle, secrets: SeatSecrets, keep: Callable[[Message], None] = lambda message: None
    ) -> None:
        self.told, self.far, self.secrets, self.keep = far, far, secrets, keep
        self.on_draft: Callable[[], object] = bool  # called after each change of the orders not handed over
        self.rolling: tuple[Text, ...] = ()  # orders in the clear that need dice
        self._joins = True  # whether another order can follow, as those dice do not bear on it
        self._battle: SeatBattle | None = None
        self._given: list[Text] = []  # orders of this decision that have not been handed over
        self._sealed_from: int | None = None  # the first of them that is written in secret, together with others
        self._unsent: list[MessagePart] = []  # what needs no decision, and goes with the next message
        self._go_on()

    @property
    def seat(self) -> Id:
        return self.secrets.seat

    @property
    def battle(self) -> SeatBattle:
        """The battle as this seat's program shows it, with its orders that have not been handed over. There is none
        before it has begun."""
        assert self._battle is not None
        return self._battle

    @property
    def begun(self) -> bool:
        return self._battle is not None

    @property
    def _replica(self) -> Replica:
        assert self.far.replica is not None
        return self.far.replica

    def _owes(self, what: str) -> bool:
        lost = self.far.ledger.waits(self.seat)  # we have gone on already, from files that are not here any more
        return not lost and any(one.seat == self.seat and one.what == what for one in self.far.owed())

    # -- giving orders -------------------------------------------------------------------------------------------------

    @property
    def decides(self) -> bool:
        """Return whether the battle waits for a decision of this seat, and another order can be given before it is
        handed over."""
        if not self.begun or not self._joins or not self._owes("decide"):
            return False
        asked = sides_writing(self.battle) or tuple(prompt.side for prompt in self.battle.prompts()[:1])
        return self.seat in asked

    @property
    def complete(self) -> bool:
        """Return whether this seat has given everything that it is asked for before others must act."""
        return not self.decides or (self._sealed_from is not None and self.seat in self.battle.state.ready)

    @property
    def given(self) -> tuple[Text, ...]:
        """The orders that have been given and not handed over, as a draft keeps them."""
        return tuple(self._given)

    @property
    def sealed(self) -> bool:
        """Return whether orders have been given that are written in secret, together with others."""
        return self._sealed_from is not None

    def give(self, by: Id, text: str) -> Order:
        """Give an order. It is played at this table if it needs no dice, else it waits for them; its piece has acted
        then, if others of its side may be ordered before. Raises Illegal."""
        order = self._give(by, text)
        self.on_draft()
        return order

    def _give(self, by: Id, text: str) -> Order:
        if not self.decides:
            waits = self._given and self._owes("decide")
            raise NotNow("hand over first: another seat comes next" if waits else awaited(self.far))
        if self.battle.state.owner(by) != self.seat:
            raise NotNow(f"“{by}” is not yours to order")
        order = self.battle.read(by, text)
        sealed = bool(sides_writing(self.battle))
        if self.rolling or not play_undrawn(self.battle, order, self._replica.face_down):
            self._wait(order)
        if sealed and self._sealed_from is None:
            self._sealed_from = len(self._given)
        self._given.append((by, str(order)))
        return order

    def _wait(self, order: Order) -> None:
        """Let an order wait for dice, and see whether others of this seat may be given before. Raises Illegal."""
        battle, apart = self.battle, without_dice(order)
        if why := Battle.why_not(battle, order):
            raise why
        if self.rolling and apart is None:
            raise NotNow("hand over first: its dice hang on those of what you have ordered")
        self.rolling += ((order.by, str(order)),)
        here, before = (battle.state.turn, battle.state.phase), len(battle.records)
        self._joins = apart is not None and play_undrawn(battle, apart, self._replica.face_down)
        asked = next((prompt.side for prompt in battle.prompts()), "")
        if self._joins and (asked != self.seat or here != (battle.state.turn, battle.state.phase)):
            battle.back_to(before)
            self._joins = False

    def take_back(self) -> Text:
        """Take back the last order that has not been handed over, and return it. Raises Illegal."""
        if not self._given:
            raise NotNow("nothing has been ordered since the last file was handed over")
        *kept, last = self._given
        self._show(kept)
        self.on_draft()
        return last

    # -- handing over --------------------------------------------------------------------------------------------------

    @property
    def to_hand_over(self) -> bool:
        """Return whether there is anything to hand over. Sealed orders must have been locked."""
        return bool(self._unsent or (self._in_clear or self._locks))

    @property
    def _in_clear(self) -> list[Text]:
        """The given orders that everybody may read."""
        return self._given[: self._sealed_from]

    @property
    def _locks(self) -> bool:
        return self._sealed_from is not None and self.complete

    def hand_over(self, say: str = "") -> Message:
        """Return the message of what has been given, which counts from now on; `say` are words to the others. Raises
        Illegal if there is nothing, or CannotSave."""
        if not self.begun or not (self.to_hand_over or say):
            raise NotNow("lock your orders first" if self._given else awaited(self.far))
        far = self.far.copy()
        parts = [*self._decision(far), *([_said(say)] if say else [])]
        return self._send(far, parts, [] if self._locks else self._given[len(self._in_clear) :])

    def hand_over_due(self) -> Message | None:
        """Return a message of what needs no decision, such as opened orders; None if there is nothing. Raises
        CannotSave."""
        return self._send(self.far, [], self._given) if self._unsent else None

    def say(self, words: str) -> Message:
        """Return a message of words alone; what has been given is kept. Raises Illegal, CannotSave."""
        if not self.begun:
            raise NotNow(awaited(self.far))
        return self._send(self.far, [_said(words)], self._given)

    def preview(self) -> Message:
        """Return the message that would be handed over now. It counts for nothing."""
        far = self.far.copy()
        return self._message(far, self._decision(far))

    def claim(self) -> Message:
        """Return a message that breaks the battle off, as another seat owes its part for too long. Raises Illegal, or
        CannotSave."""
        owed = next((one for one in self.far.owed() if one.seat != self.seat), None)
        if not self.begun or owed is None:
            raise NotNow("nobody else owes anything")
        return self._send(self.far, [ClaimPart(step=owed.step)], self._given)

    def hand_on(self, secrets: SeatSecrets) -> Message:
        """Return a message by which this seat is handed to another person, whose secrets are used from now on. The
        former key signs it. Raises Illegal, CannotSave."""
        if not self.begun:
            raise NotNow(awaited(self.far))
        chain = self._replica.number // secrets.links
        part = HandPart(
            key=secrets.verify_key.encode().hex(),
            tls=secrets.tls_key.verify_key.encode().hex(),
            proof=proof(secrets.tls_key).hex(),
            chain=chain,
            tip=secrets.tip(chain).hex(),
        )
        return self._send(self.far, [part], self._given, secrets)

    # -- taking back what has been handed over -------------------------------------------------------------------------

    @property
    def to_answer(self) -> BackWish | None:
        """The wish of another seat to take back that this seat has to answer."""
        wishes = self.far.wishes
        return next((one for one in wishes.open if self.seat in wishes.unanswered(one)), None)

    @property
    def can_take_back(self) -> int | None:
        """The number of the last message of this seat by which it has decided something that counts, if it may wish to
        take that back."""
        if not self.begun or self.seat in self.far.wishes.held or self.far.ledger.waits(self.seat):
            return None
        return max((no for seat, no in self._replica.points if seat == self.seat), default=None)

    def wish_back(self) -> Message:
        """Return a message that wishes to take back the last one by which this seat has decided. Raises Illegal, or
        CannotSave."""
        if self.begun and self.seat in self.far.wishes.held:
            raise NotNow(awaited(self.far))
        if self.to_answer:
            raise NotNow("say first whether you agree to take back")
        if self._given:
            raise NotNow("take back first what has not been handed over")
        if (no := self.can_take_back) is None:
            raise NotNow("nothing that you have handed over can be taken back")
        return self._send(self.far, [BackPart(no=no)], [])

    def answer_back(self, agrees: bool) -> Message:
        """Return a message that agrees to take back what another seat wishes to, or does not. Raises Illegal, or
        CannotSave."""
        if (wish := self.to_answer) is None:
            raise NotNow("nobody wishes to take anything back")
        answer = AgreePart(seat=wish.seat, no=wish.no, agrees=agrees)
        return self._send(self.far, [answer], [] if agrees else self._given)

    def _send(
        self, far: FarBattle, parts: Sequence[MessagePart], kept: Sequence[Text], secrets: SeatSecrets | None = None
    ) -> Message:
        """Write down a message of what is unsent and of more parts, which the battle follows; then go on from it, with
        other `secrets` if they are given. Orders that are kept are not in it."""
        if far.ledger.waits(self.seat):
            raise NotNow(", ".join(far.ledger.missing()))
        message, told = self._message(far, parts), self.told.copy()
        try:
            told.take(message)  # as everybody does
        except NotTaken as why:
            raise NotNow(str(why)) from None
        self.keep(message)
        given = self._taken_back(told)
        self.told, self.secrets = told, secrets or self.secrets
        self._go_on(kept if given is None else given)
        return message

    def _taken_back(self, far: FarBattle) -> Sequence[Text] | None:
        """Return what this seat had written in secret at the point to which a battle has gone back, so that it may be
        changed; None if it has not gone back."""
        if self.told.replica is None or far.replica is None:
            return None
        gone = self.told.replica.points.keys() - far.replica.points.keys()
        first = min((no for seat, no in gone if seat == self.seat), default=0)
        for part in far.ledger.messages[self.seat][first].parts:
            if isinstance(part, LockPart | OpenPart) and by_decision(part):
                return self._locked_orders(part.step) if part.kept or isinstance(part, LockPart) else part.orders
        return () if gone else None

    def _message(self, far: FarBattle, parts: Sequence[MessagePart]) -> Message:
        """Return a signed message of what is unsent and of more parts, which the battle has followed."""
        assert far.replica is not None
        told = StatePart(after=len(far.replica.battle.records), digest=far.replica.digest)
        no, prev = far.ledger.head(self.seat)
        whole, seen = (*self._unsent, *parts, told), far.ledger.seen_by(self.seat)
        return signed(self.secrets.signing_key, far.id, self.seat, no + 1, prev, seen, whole)

    def _decision(self, far: FarBattle) -> list[MessagePart]:
        """Return the parts that tell what this seat has decided, which the battle has followed."""
        replica, found = far.replica, list[MessagePart]()
        assert replica is not None

        def add(part: MessagePart) -> None:
            replica.follow(self.seat, part)
            found.append(part)

        if (chain := replica.chains.to_fix(self.seat, replica.number)) is not None:
            add(TipPart(chain=chain, tip=self.secrets.tip(chain).hex()))
        if self._in_clear:
            add(OrdersPart(orders=tuple(self._in_clear)))
        if self.rolling:
            add(self._draw(replica))
        if self._locks:
            step, orders = replica.number + 1, self._sealed_orders(replica.battle)
            shown, late, kept = orders, None, self._kept(orders)
            if replica.in_parts:
                shown, late = shown_orders(replica, orders), self._leaves(step, orders, LATE)
            if replica.step and replica.step.undecided == (self.seat,):
                add(OpenPart(step=step, orders=shown, salts=(), late=late, kept=kept if late else None))
                add(self._draw(replica))
            else:
                add(LockPart(step=step, leaves=self._leaves(step, shown), late=late, kept=kept))
        return found

    def _sealed_orders(self, battle: Battle) -> tuple[Text, ...]:
        """Return what this seat has written: the last order of each kind for each piece, so that nobody learns what was
        thought of before; without the orders that end its part, which every program adds. `battle` is as it was
        when the writing began."""
        ends, sides = nothing_more(battle), battle.state.sides
        found: dict[tuple[Id, type[Order]], Text] = {}
        for by, text in self._given[self._sealed_from :]:
            kind = type(battle.read(by, text))
            if not (by in sides and ends is not None and kind is type(ends)):
                found.pop((by, kind), None)
                found[by, kind] = by, text
        return tuple(found.values())

    def _leaves(self, step: int, orders: Sequence[Text], first: int = 0) -> tuple[str, ...]:
        """Return the leaves of orders, the first of them at a place."""
        salt = self.secrets.salt
        return tuple(
            leaf(self.far.id, self.seat, step, place, salt(step, place), *order)
            for place, order in enumerate(_padded(orders), first)
        )

    def _kept(self, orders: tuple[Text, ...]) -> str:
        """Return a copy of orders for this seat alone."""
        return base64.b64encode(self.secrets.seal(canonical([list(order) for order in orders]))).decode()

    def _draw(self, replica: Replica) -> DrawPart:
        step = replica.step
        assert step is not None
        link = self.secrets.of(step.holders[self.seat]).link(step.number)
        return DrawPart(step=step.number, link=link.hex())

    # -- taking in -----------------------------------------------------------------------------------------------------

    def check(self, text: str) -> tuple[FarBattle, list[Message]]:
        """Return what all messages would say with those of a text, and which are new. Nothing changes here, and nothing
        depends on what this seat has done by itself. Raises NotTaken; Known if there is nothing new."""
        far = self.told.copy()
        new, known = list[Message](), None
        for message in far.read(text):
            try:
                far.take(message)
                new.append(message)
            except Known as why:
                known = why
        if known and not new:
            raise known
        if lost := far.ledger.gaps(self.seat):
            raise NotTaken(f"it answers your no. {lost[0]}, which is not here: a backup may have been brought back")
        return far, new

    def accept(self, far: FarBattle) -> list[Text]:
        """Go on with a battle that `check` has returned. Return given orders that fit no more."""
        given, again = self._given, self._taken_back(far)
        self.told = far
        if again is None:
            return self._go_on(given)
        self._go_on(again)
        return given

    def receive(self, text: str) -> list[Text]:
        """Take in the messages of a text. Return given orders that fit no more. Raises NotTaken, and changes nothing
        then."""
        return self.accept(self.check(text)[0])

    def _go_on(self, given: Sequence[Text] = ()) -> list[Text]:
        """Do what needs no decision, and show the battle as it is now, with orders that have been given."""
        self.far, self._unsent = self.told, []
        while part := self._due_by_itself():
            if self.far is self.told:
                self.far = self.told.copy()
            if isinstance(part, BeginPart):
                self.far.begin(part)
            else:
                self._replica.follow(self.seat, part)
            self._unsent.append(part)
        return self._show(list(given))

    def _due_by_itself(self) -> MessagePart | None:
        """Return the next part that is due from this seat and needs no decision: to begin, to open, to draw."""
        secrets = self.secrets
        if self.far.ledger.waits(self.seat):
            return None
        if self._owes("begin"):
            return BeginPart(nonce=secrets.nonce.hex(), link=secrets.link(1).hex())
        if self._owes("open"):
            step = self._replica.number + 1
            orders = self._locked_orders(step)
            shown = _padded(shown_orders(self._replica, orders) if self._replica.in_parts else orders)
            return OpenPart(step=step, orders=shown, salts=self._salts(step, len(shown)))
        if reveal := next((one for one in self.far.owed() if one.seat == self.seat and one.what == "reveal"), None):
            orders = _padded(self._locked_orders(reveal.step))
            return RevealPart(step=reveal.step, orders=orders, salts=self._salts(reveal.step, len(orders), LATE))
        if self._owes("draw"):
            return self._draw(self._replica)
        return None

    def _salts(self, step: int, count: int, first: int = 0) -> tuple[str, ...]:
        keeps = self._locked_by(step)[0]
        return tuple(keeps.salt(step, place) for place in range(first, first + count))

    def _locked_orders(self, step: int) -> tuple[Text, ...]:
        """Return the orders that this seat has locked, from the copy that it keeps in its own message."""
        keeps, kept = self._locked_by(step)
        return tuple((by, text) for by, text in json.loads(keeps.unseal(base64.b64decode(kept))))

    def _locked_by(self, step: int) -> tuple[SeatSecrets, str]:
        """Return the secrets with which this seat has locked its orders of a step, and the copy that it keeps."""
        ledger = self.far.ledger
        for message in reversed(ledger.messages[self.seat]):
            for part in message.parts:
                if isinstance(part, LockPart | OpenPart) and part.step == step and part.kept:
                    return self.secrets.of(ledger.holder(self.seat, message.no)), part.kept
        raise AssertionError("a step is locked by a message")

    def _show(self, given: list[Text]) -> list[Text]:
        """Bring this table's battle up to what the messages say, and give those orders again. Return those that do not
        fit any more."""
        self._given, self.rolling, self._joins, self._sealed_from = [], (), True, None
        if self.far.replica is None:
            return []
        played = self.far.replica.battle.records
        battle = self._battle = self._battle or self._seat_battle()
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(battle.records, played)))
        down = [one for one in self.far.replica.face_down if self.seat in one.asked and one.end is not None]
        same = min([same, *(one.first for one in down)])
        if len(battle.records) > same:
            battle.back_to(same)
        for one in down:
            for record in played[same : one.first]:
                battle.play(record.order, record.faces)
            same = self._play_own(one)
        for record in played[same:]:
            battle.play(record.order, record.faces)
        battle.dice = undrawn
        self._show_sealed()
        dropped = []
        for by, text in given:
            try:
                self._give(by, text)
            except Illegal:
                dropped.append((by, text))
        return dropped

    def _seat_battle(self) -> SeatBattle:
        """Return the battle at its start, in which all other sides are played elsewhere."""
        assert self.far.replica is not None
        start = self.far.start.battle.start
        sides = {key: side if key == self.seat else replace(side, player=FAR) for key, side in start.sides.items()}
        shared = self.far.replica.battle
        battle = SeatBattle(shared.system, replace(start, sides=sides), shared.seed, shared.title)
        battle.table = self
        return battle

    def _play_own(self, down: FaceDown) -> int:
        """Play a step whose orders lie face down, with all that this seat has written, and return the number of orders
        after it in the battle that all see."""
        played, at = self._replica.battle.records, down.first
        for side in down.asked:
            for by, text in self._locked_orders(down.step) if side == self.seat else down.shown[side]:
                Battle.play(self.battle, self.battle.read(by, text))
            at += len(down.shown[side])
        assert down.end is not None
        for record in played[at : down.end]:
            self.battle.play(record.order, record.faces)
        return down.end

    def _show_sealed(self) -> None:
        """Play the orders of this seat that have been handed over, and wait for those of others."""
        step = self._replica.step
        if step is None or (self.seat not in step.leaves and self.seat not in step.orders):
            return
        written = step.orders.get(self.seat, ())
        if self.seat in step.leaves or self.seat in step.late:
            written = self._locked_orders(step.number)
        for by, text in written:
            if self.battle.state.outcome is None:  # a withdrawal may have ended it
                Battle.play(self.battle, self.battle.read(by, text))
        while ends := self._end_of_part():
            Battle.play(self.battle, ends)

    def _end_of_part(self) -> Order | None:
        """Return the order with which this seat ends its part in the phase; None if it has."""
        battle, idle = self.battle, self.battle.phase.idle
        mine = (prompt for prompt in battle.prompts() if prompt.side == self.seat)
        orders = (idle(battle.state, prompt) for prompt in mine if idle is not None)
        return next((order for order in orders if Battle.why_not(battle, order) is None), None)


def shown_orders(replica: Replica, orders: Sequence[Text]) -> tuple[Text, ...]:
    """Return what others must know of orders that lie face down. An order whose part is no legal order by itself is
    shown whole."""
    found = []
    for by, text in orders:
        part = shown_part(replica.battle.read(by, text))
        if part is not None:
            found.append((by, text if replica.battle.why_not(part) else str(part)))
    return tuple(found)


def _said(text: str) -> SayPart:
    """Return words to the others. Raises NotNow for what no message can hold."""
    try:
        return SayPart(text=text)
    except ValidationError:
        raise NotNow(f"words to the others must be one line of {MOST_WORDS:,} letters at most") from None


def _padded(orders: Sequence[Text]) -> tuple[Text, ...]:
    """Return orders with blanks after them, up to a multiple of LEAVES, of which there is at least one."""
    return (*orders, *[BLANK] * (LEAVES - len(orders) % LEAVES if len(orders) % LEAVES or not orders else 0))
