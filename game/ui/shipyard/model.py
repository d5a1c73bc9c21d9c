"""A design in the yard: the part in hand, every change to it, the place of every fault, and the message about the last
change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from game.core.forms import Arcs, PartAboard, PartOffer, Steps
from game.core.game_files import BuildFault
from game.core.orders import Illegal
from game.core.values import Entry
from game.formats.atomic_file import CannotSave
from game.yard.draft import Draft, Drawn
from game.yard.reach import Curve, profile

HULL, FORM, AWAY = "hull", "form", "away"  # where a part is held: over the ship, over its form, elsewhere


@dataclass(frozen=True)
class CarriedPart:
    """A dragged part, and the effect of letting it go, in words and as the design afterwards. The design is None if
    nothing changes."""

    item: PartOffer | PartAboard
    words: str
    place: str = ""  # place of the ship over which it is held
    change: Entry | None = None
    after: Drawn | None = None
    why: str = ""  # why it cannot be let go there
    edition: bool = False  # true if another edition allows it, and letting go changes to that

    def part(self, now: Drawn) -> PartAboard | None:
        """Return the part in its future state aboard; None if it would not be aboard."""
        if self.after is None or len(self.after.form.aboard) < len(now.form.aboard):
            return None
        return changed_part(now, self.after)

    def title(self, now: Drawn) -> str:
        """Return the future name of the part, with its arcs if it has arcs to choose."""
        part = self.part(now)
        if part is None:
            return self.words
        bears = part.turned is not None and not part.bears and len(part.arcs) < len(now.form.arcs)
        return f"{part.label}, {' '.join(part.arcs)}" if bears else part.label

    def row(self, now: Drawn) -> int:
        """Return the row of the bill before which it would stand, among the parts aboard; -1 for none."""
        if self.after is None:
            return -1
        if isinstance(self.item, PartAboard):
            return now.form.aboard.index(self.item)
        new, rows = changed_part(now, self.after), self.after.form.aboard
        return rows.index(new) + (len(rows) == len(now.form.aboard)) if new else -1

    def figures(self, now: Drawn) -> tuple[str, ...]:
        """Return the changes that letting go makes in the sum, column by column."""
        if self.after is None:
            return ()
        sums = zip(_figures(self.after), _figures(now))
        return tuple(signed(after - before) for after, before in sums)


class EditorModel:
    """A draft, and the part of it in hand. `relay` is called after a change."""

    def __init__(self, draft: Draft, relay: Callable[[], object]) -> None:
        self.draft, self.relay = draft, relay
        self.hand: Steps = ()  # the path of the part in hand
        self.held: CarriedPart | None = None
        self.said, self.well = "", False
        self.side = ""  # the open side on the sheet, for a ship with sides
        self._gone_to: Steps = ()  # path of the last fault, or search hit
        self._curves = WeakKeyDictionary[Drawn, dict[int, Curve]]()  # by target

    @property
    def now(self) -> Drawn:
        return self.draft.now

    @property
    def part(self) -> PartAboard | None:
        """The part in hand."""
        return next((one for one in self.now.form.aboard if one.at == self.hand), None)

    def curve(self, one: Drawn, target: int) -> Curve:
        """Return the means of a design by range at one of its form's targets."""
        known = self._curves.setdefault(one, {})
        if target not in known:
            known[target] = profile(self.draft.system, one, target)
        return known[target]

    # -- what is said --------------------------------------------------------------------------------------------------

    def say(self, words: str, well: bool = False) -> None:
        """Show a message. `well`: it is not a refusal."""
        self.said, self.well = words, well
        self.relay()

    def attempt(self, deed: Callable[[], object]) -> bool:
        """Carry out an action, or show why it is refused. Return whether it was carried out."""
        try:
            deed()
        except (Illegal, CannotSave) as why:
            self.say(str(why))
            return False
        self.say("")
        return True

    # -- changes -------------------------------------------------------------------------------------------------------

    def change(self, words: str, change: Entry, gesture: str = "") -> None:
        """Make a change, or show why it cannot be made."""
        self.attempt(lambda: self.draft.change(words, change, gesture))

    def take(self, at: Steps) -> None:
        """Take a part in hand, or put it down."""
        self.hand = () if at == self.hand else at
        self.relay()

    def open_side(self, side: str) -> None:
        """Open a side of the ship, on which the next part is put."""
        self.side = side
        self.relay()

    def add(self, offer: PartOffer, place: str = "", twin: bool = False) -> None:
        """Put a part aboard, on the open side of a ship with sides, and take it in hand. `twin` adds another on the
        other side. A part of another edition brings that edition."""
        if offer.refused:
            if offer.instead is None:
                self.say(f"{offer.label} cannot be built here: {offer.refused}.")
            else:
                self.change(f"edition for {offer.label}", offer.instead)
                self.say(f"The edition is changed: {offer.label} is built {offer.refused}. Z takes it back.", True)
            return
        before = self.now
        self.change(f"{offer.label} aboard", self._change_to_add(offer, place, twin))
        new = changed_part(before, self.now)
        self.hand = new.at if new else ()

    def _change_to_add(self, offer: PartOffer, place: str, twin: bool) -> Entry:
        place = place or self.side
        change, form = offer.added(place), self.now.form
        other = form.twin(place) if twin and form.twin is not None else ""
        if not other:
            return change
        with suppress(Illegal):  # the reason is shown where the change is made
            offers = self.draft.preview(change).form.offers
            change = {**change, **next(one.added(other) for one in offers if one.key == offer.key)}
        return change

    def mirror(self) -> None:
        """Make the other side of the ship equal to that of the part in hand."""
        form, part = self.now.form, self.part
        if form.mirrored is None:
            self.say("This ship has no sides that differ.")
        else:
            self.change("sides alike", form.mirrored(part.place if part else self.side))

    def remove(self, part: PartAboard) -> None:
        """Take a part out."""
        self.hand = ()
        self.change(f"{part.label} out", part.removed)

    def count(self, part: PartAboard, many: int) -> None:
        """Set the number of a part."""
        if part.count is not None:
            self.change(f"{many} × {part.label}", part.count.writes(many), "part " + " ".join(map(str, part.at)))

    def move(self, part: PartAboard, by: int) -> None:
        """Move a part among those of its place in the order of the bill."""
        alike = [one.at for one in self.now.form.aboard if one.place == part.place]
        to = max(0, min(len(alike) - 1, alike.index(part.at) + by))
        self.change(f"{part.label} moved", part.moved(to))
        after = [one.at for one in self.now.form.aboard if one.place == part.place]
        self.hand = after[min(to, len(after) - 1)]

    def move_seam(self, side: str, nth: int, face: int) -> None:
        """Move the end of an entry of a chart to a face of its die."""
        if (seam := self.now.form.seam) is not None:
            self.change("where a hit lands", seam(side, nth, face), f"seam {side} {nth}")

    # -- what is dragged -----------------------------------------------------------------------------------------------

    def hold(
        self, item: PartOffer | PartAboard, where: str, place: str, origin: str, port: str = "", twin: bool = False
    ) -> None:
        """Hold a part at a place of the ship, its form or elsewhere. It was taken up at `origin`; of several equal
        parts, it is the one at a `port`. With `twin`, a new part is added to the other side too."""
        if isinstance(item, PartOffer):
            words, change = self._would_add(item, where, place, twin)
        else:
            words, change = self._would_move(item, where, place, origin, port)
        after, why = None, ""
        if change is not None:
            try:
                after = self.draft.preview(change)
            except Illegal as refused:
                why = str(refused)
        if after is not None and dict(after.entry) == dict(self.now.entry):
            after = None
        edition = where != AWAY and isinstance(item, PartOffer) and bool(item.refused)
        self.held = CarriedPart(item, words, place, change, after, why, edition)
        self.relay()

    def _would_add(self, item: PartOffer, where: str, place: str, twin: bool) -> tuple[str, Entry | None]:
        """Return the effect of letting go of a part on offer, in words and as a change."""
        if where == AWAY:
            return item.label, None
        if item.refused:
            return f"{item.label}: {item.refused}", None
        return item.label, self._change_to_add(item, place, twin)

    def _would_move(self, item: PartAboard, where: str, place: str, origin: str, port: str) -> tuple[str, Entry | None]:
        """Return the effect of letting go of a part aboard, in words and as a change. Of several drawn as one symbol,
        one is moved. A row of the form is moved whole."""
        several = item.count if origin == HULL and item.count is not None and item.count.value > 1 else None
        if where not in (HULL, origin):
            if item.one_carried is not None and port:
                return f"{item.label} out", item.one_carried(port, "")
            if several is not None:
                return f"one {item.label} out", several.writes(several.value - 1)
            return f"{item.label} out", item.removed
        if where == HULL and place and item.one_carried is not None and port:
            return item.label, item.one_carried(port, place)
        if where == HULL and place and item.carried is not None:
            return item.label, item.carried(place)
        if where == HULL and place in self.now.form.arcs and item.turned is not None:
            turned = item.one_turned if several is not None and item.one_turned is not None else item.turned
            return item.label, turned(self._spun(item, self._steps_to(item, place)))
        return item.label, None

    def _steps_to(self, part: PartAboard, arc: str) -> int:
        """Return by how many arcs to turn a part, so that the middle of its arcs comes to an arc."""
        arcs, mine = self.now.form.arcs, part.arcs
        starts = [n for n, one in enumerate(arcs) if one in mine and arcs[n - 1] not in mine]
        return arcs.index(arc) - starts[0] - len(mine) // 2 if len(starts) == 1 else 0

    def drop(self) -> None:
        """Let go of the held part."""
        held, self.held = self.held, None
        self.relay()
        if held is None:
            return
        if held.edition and isinstance(held.item, PartOffer):
            self.add(held.item)
        if held.why:
            self.say(held.why)
        if held.after is None or held.change is None:
            return
        before = self.now
        self.change(held.words if isinstance(held.item, PartAboard) else f"{held.words} aboard", held.change)
        new = changed_part(before, self.now)
        gone = len(self.now.form.aboard) < len(before.form.aboard)
        self.hand = () if gone or new is None else new.at

    def let_be(self) -> None:
        """Put back the held part without a change."""
        self.held = None
        self.relay()

    # -- arcs ----------------------------------------------------------------------------------------------------------

    def turn(self, arc: str) -> None:
        """Turn an arc of the part in hand on or off."""
        part = self.part
        if part is not None and part.turned is not None:
            now = tuple(one for one in self.now.form.arcs if (one in part.arcs) != (one == arc))
            self.change(f"{part.label} {arc}", part.turned(now))

    def spin(self, by: int) -> None:
        """Turn all arcs of the part in hand by a number of arcs."""
        part = self.part
        if part is not None and part.turned is not None:
            self.change(f"{part.label} turned", part.turned(self._spun(part, by)))

    def _spun(self, part: PartAboard, by: int) -> Arcs:
        arcs = self.now.form.arcs
        return tuple(arcs[(arcs.index(one) + by) % len(arcs)] for one in part.arcs)

    def legal_arcs(self, part: PartAboard) -> tuple[set[str], set[str]]:
        """Return the arcs that one click may add, and those into which the part bears against the rules."""
        arcs, now = self.now.form.arcs, part.arcs
        wrong = part.legal is not None and not part.legal(now)
        open_, refused = set(), set()
        for arc in arcs:
            turned = tuple(one for one in arcs if (one in now) != (one == arc))
            legal = part.legal is None or part.legal(turned)
            if legal and arc not in now:
                open_.add(arc)
            if wrong and arc in now and legal:
                refused.add(arc)
        return open_, refused or (set(now) if wrong else set())

    # -- what is wrong -------------------------------------------------------------------------------------------------

    def place_of(self, fault: BuildFault) -> Steps:
        """Return the path of the row of a fault; empty for the head of the form."""
        at = self.draft.system.files.field_of(self.now.model, fault.at)
        if part := next((part.at for part in self.now.form.aboard if at[: len(part.at)] == part.at), None):
            return part
        known = [one.at for one in self.now.form.fields]
        return next((one for one in known if one == at), next((one for one in known if one[:1] == at[:1]), ()))

    def next_fault(self) -> Steps | None:
        """Take the next part with a fault in hand. Return the place of the fault; None if there is none."""
        return self.next_of(list(dict.fromkeys(self.place_of(fault) for fault in self.now.faults)))

    def next_of(self, places: Sequence[Steps]) -> Steps | None:
        """Return the next of these paths after the last one visited, and take its part in hand; None if there
        are none."""
        if not places:
            return None
        after = places.index(self._gone_to) + 1 if self._gone_to in places else 0
        self._gone_to = at = places[after % len(places)]
        self.hand = at if any(part.at == at for part in self.now.form.aboard) else ()
        return at


def _figures(drawn: Drawn) -> list[int]:
    """Return the sum of a bill, column by column; `60 of 60` counts as 60."""
    first = (words.split(" ")[0] for words in drawn.cost.total.figures)
    return [int(word) if word.lstrip("-").isdigit() else 0 for word in first]


def signed(figure: int) -> str:
    """Return a figure that is added, as in +3 or −3; empty for 0."""
    return f"{figure:+d}".replace("-", "−") if figure else ""


def changed_part(before: Drawn, after: Drawn) -> PartAboard | None:
    """Return the part of a design that another design does not have, or has in a smaller number. A part of a new kind
    comes first."""
    was, found = [_look(one) for one in before.form.aboard], list[PartAboard]()
    for one in after.form.aboard:
        if (look := _look(one)) in was:
            was.remove(look)
        else:
            found.append(one)
    known = {one.label for one in before.form.aboard}

    def more(part: PartAboard) -> tuple[bool, int]:
        return part.label not in known, _many(after, part) - _many(before, part)

    return max(found, key=more, default=None)


def _many(drawn: Drawn, part: PartAboard) -> int:
    """Return how many of a part are aboard."""
    alike = (one for one in drawn.form.aboard if _look(one)[:-1] == _look(part)[:-1])
    return sum(int(one.count.value) if one.count else 1 for one in alike)


def _look(part: PartAboard) -> tuple[object, ...]:
    """Return everything in which a part may differ from the others aboard."""
    return part.label, part.icon, part.place, part.count and part.count.value
