"""Orders of players: small frozen values that know their notation, their legality and their effect."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar, cast, runtime_checkable

from game.core.display import Alternative, Destination, Meter, Odds, Overlay, Point, Pose, Risk, SheetPart
from game.core.values import frozen

if TYPE_CHECKING:
    from game.core.display import Prospects
    from game.core.state import AnyState
    from game.core.umpire import Umpire

Id = str
PartT = TypeVar("PartT")
OrderFields = dict[str, Any]  # values of an order's fields by name; each kind of order knows their types


class Illegal(ValueError):
    """An order that the rules forbid: a sentence for the player, and the address of its rule. `needs` are house rules
    at least one of which the order requires, as in `Order.needs`."""

    def __init__(self, why: str, rule: str, needs: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.why, self.rule, self.needs = why, rule, needs


class Unreadable(Illegal):
    """A text that is not in the notation of this kind of order."""


LONGEST = 4000  # characters of an order: enough for a hundred guns, each with its target
_PLAIN = re.compile(r"(?:[ !-/:-~]++|[0-9]{1,9}+(?![0-9]))*+\Z")  # the characters of keys, words, signs and numbers
KEY = re.compile(r"[\w.-]+")  # of a piece or a system, in an order's notation
_SIGNS = {ord("−"): "-", ord("–"): "-", ord("’"): "'"}  # typographic signs and the plain ones they stand for


def parse_order(kind: type[Order], by: Id, text: str) -> Order:
    """Parse a text as an order of that kind; any white space counts as a blank. Raises Unreadable."""
    if len(text) > LONGEST:
        raise Unreadable(
            f"“{shortened(text)}” has {len(text)} characters; an order has {LONGEST} at most", "table/plotting"
        )
    if not _PLAIN.match(text):
        text = _plain(text)
    return kind.parse(by, text)


def _plain(text: str) -> str:
    """Return a text in plain letters, digits and signs. Raises Unreadable for any other character or an endless
    number."""
    plain = re.sub(r"\s", " ", text.translate(_SIGNS))
    if odd := re.search(r"[^ -~]", plain):
        why = (
            f"“{_with_codes(odd[0])}” cannot be used in an order: orders are written in plain letters, digits and signs"
        )
        raise Unreadable(why, "table/plotting")
    if long := re.search(r"[0-9]{10,}", plain):
        raise Unreadable(
            f"{long[0][:9]}… has {len(long[0])} digits; a number in an order has nine at most", "table/plotting"
        )
    return plain


def shortened(text: str) -> str:
    """Return the start of a long text, to quote in a sentence."""
    return text if len(text) <= 40 else _with_codes(text[:20]).strip() + "…"


def _with_codes(text: str) -> str:
    """Return a text with codes in place of invisible characters."""
    return "".join(letter if letter.isprintable() else f"U+{ord(letter):04X}" for letter in text)


def name_after(text: str, verb: str) -> str:
    """Return the single name that follows a verb in a text such as `hit vesper`; empty for any other text."""
    words = text.split()
    return words[1] if len(words) == 2 and words[0].lower() == verb else ""


@frozen
class Choice:
    """A possible value of a field of an order; `why_not` is empty where it is legal."""

    value: object
    why_not: str = ""
    rule: str = ""


@frozen
class Task:
    """A task for the crew: its key in the order, its name, and the most parties or units that may work on it."""

    key: str
    label: str
    most: int


@frozen
class PathStep:
    """One step of a path: its letter, its cost, and the field's values with this step replaced, from port to starboard.
    The present value is among them."""

    letter: str
    note: str
    others: tuple[object, ...]
    bent: bool = False  # it changes heading


@frozen
class Field:
    """How the form shows one field of an order.

    `shape`: row (buttons), stepper, switch, pick (a list), toggles (some of the keys that its longest value has), steps
    or use. A use is an extra word of the order: none, or one of its values. The values of a use may have an amount
    (`n`, and `amount` for `n` in words), a partner (`whom`) and a `mark`; `ways` are the words without and with the
    mark, and `group` is the heading it stands under. `bands` rate values: the value, a short word, and a step of the
    ramp of seven. `meanings` explain values whose label is a term of art, and `rules` are
    those of values that have another than the field. A `note` says how far the values of a stepper
    reach, or how to give a value to a pick that has none.
    """

    name: str
    label: str
    shape: str = "row"
    rule: str = ""
    hint: str = ""
    ways: tuple[str, ...] = ()
    steps: tuple[PathStep, ...] = ()
    bands: tuple[tuple[object, str, int], ...] = ()
    meanings: tuple[tuple[object, str], ...] = ()
    rules: tuple[tuple[object, str], ...] = ()
    note: str = ""
    group: str = ""


@frozen
class Prompt:
    """A side that may decide now, the ships it may order, and those that still lack an order."""

    side: Id
    ids: tuple[Id, ...]
    waiting: tuple[Id, ...] = ()


@frozen
class Order:
    """A player's order to one ship, flight or side. One subclass per kind.

    `verb` stands before the name of the piece that acts, or before its object: Move, Board. `shared`: a side may also
    give it, for all its pieces. `gives_up`: its side leaves the battle by it. `foresees`: its `prospects` weigh every
    destination of another ship. `needs` lists house rules; this kind of order exists only in battles that use one of
    them, as in `HouseRule`. `aside`: a side may also give it to pieces that are not asked, while it writes in secret.
    """

    verb: ClassVar[str] = ""
    idle_verb: ClassVar[str] = "does nothing"  # words after the name of a piece that does nothing
    stays: ClassVar[str] = ""  # words for a piece whose order does not move it, such as launched
    shared: ClassVar[bool] = False
    aside: ClassVar[bool] = False
    gives_up: ClassVar[bool] = False
    foresees: ClassVar[bool] = False
    needs: ClassVar[tuple[str, ...]] = ()
    aims: ClassVar[tuple[tuple[str, str], ...]] = ()  # where all its shots may be aimed: (value, word) pairs
    # the unit of its odds, where the form shows what each value of a field changes
    weighs: ClassVar[str] = ""
    by: Id

    @property
    def object_of_verb(self) -> Id:
        """The id whose name stands after `verb`."""
        return self.by

    def domain(self, state: AnyState) -> dict[str, Iterable[object]]:
        """Return every value that each field could take, legal or not."""
        return {}

    def fields(self, state: AnyState) -> tuple[Field, ...]:
        """Return the fields of the form, in the order shown."""
        return ()

    def value(self, name: str) -> object:
        """Return the value of a field of the form."""
        return getattr(self, name)

    def with_value(self, name: str, value: object) -> Self:
        """Return the same order with another value in a field of the form."""
        fields: OrderFields = {name: value}
        return replace(self, **fields)

    def label_for(self, name: str, value: object) -> str:
        """Return the label of the button for one value of a field, with pieces by their keys."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "none" if value in ("", None) else str(value)

    def value_words(self, state: AnyState, name: str, value: object) -> str:
        """Return the label of the button for one value of a field, with pieces by their names."""
        said = self.label_for(name, value if isinstance(value, tuple) else in_names(value, state.names))
        return state.names.get(said, said) if said == value else said

    def prompt_text(self, state: AnyState) -> str:
        """Return the question to the ship as a sentence; empty where the name of the phase is enough."""
        return ""

    # -- its effects --------------------------------------------------------------------------------------------------

    def pose(self, state: AnyState) -> Pose:
        """Return where the order would put its piece, and where it would point. An order that moves nothing returns the
        present pose."""
        piece = state.known_piece(self.by)
        return Pose(piece.at, piece.course, piece.facing, piece.velocity, path=(piece.at,))

    def destinations(self, state: AnyState) -> tuple[Destination, ...]:
        """Return every legal destination of its piece with the other fields unchanged; a drag snaps to them."""
        return ()

    def toward(self, state: AnyState, place: Point) -> Destination | None:
        """Return the legal destination for a pointer at a place, for a piece that may end anywhere; None where it must
        be one of `destinations`."""
        return None

    def overlays(self, state: AnyState) -> tuple[Overlay, ...]:
        """Return what the order adds to the board besides its destinations: its reach, the ground it covers."""
        return ()

    def zoom_pieces(self, state: AnyState) -> tuple[Id, ...]:
        """Return the pieces that the board zooms in on for the order; empty where the camera stays."""
        return ()

    def paths(self, state: AnyState) -> tuple[Destination, ...]:
        """Return every path its piece can take, step by step; empty where there is only one to each destination."""
        return ()

    def meter(self, state: AnyState) -> Meter:
        """Return the meter: how much thrust, flight in hexes or how many repair parties there are, and what the order
        takes."""
        return Meter(0, ())

    def foretold(self, state: AnyState) -> Self:
        """Return the order that a forecast carries out instead: without anything that would reveal a secret to its
        side."""
        return self

    def risks(self, state: AnyState) -> tuple[Risk, ...]:
        """Return exact chances of the bad results it may have."""
        return ()

    def alternatives(self, state: AnyState) -> tuple[Alternative, ...]:
        """Return the orders that could be given instead, with this one, each with its exact chances; empty unless that
        is a short table."""
        return ()

    def odds(self, state: AnyState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return exact chances of the attack, one entry a target, with pieces at `poses`."""
        return ()

    def judged_in(self, state: AnyState, poses: Mapping[Id, Pose]) -> AnyState:
        """Return the state in which its legality is checked, with pieces at `poses`. An order that moves or places
        something is checked in the present state."""
        return state.posed(poses)

    def strikes_from(self, state: AnyState) -> Point | None:
        """Return where the piece it moves or places could attack from later in the turn; None if it attacks nothing."""
        return None

    def prospects(
        self, state: AnyState, target: Id, poses: Mapping[Id, Pose], ends: Sequence[Destination]
    ) -> Prospects | None:
        """Return its likely effect on a ship, with pieces at `poses`; `ends` are the destinations of that ship's
        move."""
        return None

    def shot_trace(self, state: AnyState, poses: Mapping[Id, Pose]) -> SheetPart | None:
        """Return the order's shot, or the shot it allows, traced step by step; None if there is none."""
        return None

    # An order has three texts. `str(order)` is its notation, with keys: saves hold it, its field shows it and `parse`
    # reads it back. `in_words` is for the log and for buttons, `brief` for rows and the board.

    def in_words(self, state: AnyState, names: Mapping[Id, str]) -> str:
        """Return the order in words, with these names for pieces: for a button and the log."""
        return str(in_names(self, names))

    def brief(self, state: AnyState) -> str:
        """Return the order in words short enough for a row or the board."""
        return self.in_words(state, state.names)

    def suggestion(self, state: AnyState) -> Self | None:
        """Return the best order of this kind for its piece by rules of thumb, None if they name none."""
        return None

    def idle_words(self, state: AnyState) -> str:
        """Return the words after the name of a piece that is given no order but this one."""
        return "stays" if self.pose(state).at == state.known_piece(self.by).at else "goes straight on"

    def confirms(self, state: AnyState) -> bool:
        """Return whether the player must confirm the order because it reveals something."""
        return False

    def forgoes(self, state: AnyState) -> bool:
        """Return whether a piece misses something if this is its only order. If it does, its player is asked to
        confirm."""
        return not self.idles_only(state)

    def idles_only(self, state: AnyState) -> bool:
        """Return whether this kind of order can do nothing for its piece now but idle. Return False where that is
        unknown."""
        return False

    # -- crew at work --------------------------------------------------------------------------------------------------

    @property
    def at_work(self) -> tuple[tuple[str, int], ...]:
        """The tasks of its piece by key, with the number of parties or units of crew that the order puts on each."""
        return ()

    def tasks(self, state: AnyState) -> tuple[Task, ...]:
        """Return each task that crew can be put on now; empty for orders that give no work."""
        return ()

    def assign(self, key: str, n: int) -> Self:
        """Return this order with `n` parties or units of crew on a task; 0 removes the task."""
        return self

    # -- giving the order ----------------------------------------------------------------------------------------------

    def check(self, state: AnyState) -> None:
        """Raise Illegal, with a sentence for the player, if the rules forbid the order."""

    def legal(self, state: AnyState) -> bool:
        try:
            self.check(state)
        except Illegal:
            return False
        return True

    def carry_out(self, state: AnyState, umpire: Umpire) -> None:
        """Change the state. Only called after `check`."""

    @classmethod
    def parse(cls, by: Id, text: str) -> Self:
        """Parse the rule book's notation; `parse(by, str(order)) == order`. Raises Unreadable."""
        raise Unreadable(f"“{text}” is not an order", "table/plotting")


def in_names(part: PartT, names: Mapping[Id, str]) -> PartT:
    """Return an order, or a part of one, with names of pieces instead of their keys, in fields of type Id at any
    depth."""
    if isinstance(part, tuple):
        return cast(PartT, tuple([in_names(one, names) for one in part]))
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changed = {}
    for one in fields(part):
        held = getattr(part, one.name)
        named = (
            names.get(held, held) if one.type == "Id" else in_names(held, names) if isinstance(held, tuple) else held
        )
        if named != held:
            changed[one.name] = named
    return replace(part, **changed) if changed else part


def keys_named(text: str, names: Mapping[Id, str]) -> str:
    """Return the text of an order with names instead of keys, for callers that have only the text."""
    return KEY.sub(lambda found: names.get(found[0], found[0]), text)


def in_braces(order: Order, state: AnyState) -> str:
    """Return an order in words for a line of the log, with pieces by their ids in braces, so that each side sees the
    names it knows. A name would reveal a ship that others see as a bogey."""
    return order.in_words(state, {key: f"{{{key}}}" for key in state.names})


# -- orders that are lists ---------------------------------------------------------------------------------------------

ItemT = TypeVar("ItemT")
PairT = TypeVar("PairT", bound=tuple[Any, ...])


@dataclass(frozen=True)
class Grammar(Generic[ItemT]):
    """The notation of a list: a verb and its items, as in `fire B2a>vesper N>cinder`; or `none` for an empty list.

    `item` is the pattern of an item and `after` of what follows it; `make` makes the item from its groups. A `sign`
    stands between the parts of an item that has no text of its own. If `commas` is true they count as blanks. Three
    sentences refuse a text: `unlike` if the verb is missing, `unread` if an item cannot be parsed, `empty` if nothing
    follows the verb. `unread` and `empty` default to `unlike`, and their rule, `item_rule`, to `rule`. {text} is the
    whole text, {rest} the part from the item on, {word} its first word.
    """

    verb: str
    none: str
    item: str
    make: Callable[..., ItemT]
    rule: str
    unlike: str
    unread: str = ""
    empty: str = ""
    item_rule: str = ""
    after: str = r"(?:\s+|\Z)"
    sign: str = ""
    commas: bool = False

    def text(self, items: Sequence[Any]) -> str:
        """Return the list in its notation."""
        words = [self.sign.join(map(str, item)) for item in items] if self.sign else map(str, items)
        return " ".join((self.verb, *words)) if items else self.none

    def items(self, text: str) -> tuple[ItemT, ...]:
        """Parse the list from a text. Raises Unreadable."""
        plain, found = text.replace(",", " ") if self.commas else text, list[ItemT]()
        if plain.lower().split() == self.none.split():
            return ()
        verb, _, rest = plain.strip().partition(" ")
        if verb.lower() != self.verb:
            raise Unreadable(self.unlike.format(text=text), self.rule)
        pattern = self.item + self.after
        while (rest := rest.strip()) and (item := re.match(pattern, rest)):
            found.append(self.make(*item.groups()))
            rest = rest[item.end() :]
        if rest or not found:
            why = (self.unread if rest else self.empty) or self.unlike
            raise Unreadable(why.format(text=text, rest=rest, word=rest.partition(" ")[0]), self.item_rule or self.rule)
        return tuple(found)


@frozen
class ListOrder(Order, Generic[ItemT]):
    """An order whose one field after `by` is a list; `grammar` is its notation."""

    grammar: ClassVar[Grammar[Any]]

    def __str__(self) -> str:
        return self.grammar.text(self.listed)

    @classmethod
    def parse(cls, by: Id, text: str) -> Self:
        make: Callable[..., Self] = cls
        return make(by, cls.grammar.items(text))

    @property
    def listed(self) -> tuple[ItemT, ...]:
        names: tuple[str, ...] = self.__match_args__
        found: tuple[ItemT, ...] = getattr(self, names[1])
        return found

    def listing(self, items: tuple[ItemT, ...]) -> Self:
        make: Callable[..., Self] = type(self)
        return make(self.by, items)


@frozen
class PairList(ListOrder[PairT]):
    """A list of (key, value) pairs: a field of the form for each key, or one for several keys that are set together.
    `nothing` is the value of a key that is not listed, `kept` the word for it."""

    nothing: ClassVar[str | None] = ""
    kept: ClassVar[str] = "none"

    def value(self, name: str) -> object:
        """Return the value of the first listed key of a field, or `nothing`."""
        return next((one[1] for one in self.listed if one[0] in name.split()), self.nothing)

    def with_value(self, name: str, value: object) -> Self:
        """Return the order with another value for the keys of a field, or with none."""
        keys = name.split()
        others = tuple(one for one in self.listed if one[0] not in keys)
        return self.listing(
            others if value in ("", None) else (*others, *(self.grammar.make(key, value) for key in keys))
        )

    def label_for(self, name: str, value: object) -> str:
        """Return the key of a value, or the word for none."""
        return str(value or self.kept)


@frozen
class WorkList(ListOrder[tuple[str, int]]):
    """A list of (task, number of parties or units of crew) pairs."""

    input_mode: ClassVar[str] = "assign"

    @property
    def at_work(self) -> tuple[tuple[str, int], ...]:
        return self.listed

    def assign(self, key: str, n: int) -> Self:
        """Return the order with `n` parties or units on a task; 0 removes it."""
        return self.listing(self.with_job(key, n))

    def with_job(self, key: str, n: int) -> tuple[tuple[str, int], ...]:
        if n and key in dict(self.listed):
            return tuple([(one, n if one == key else m) for one, m in self.listed])
        kept = tuple([job for job in self.listed if job[0] != key])
        return (*kept, (key, n)) if n else kept


class TargetedShot(Protocol):
    """A gun, or a battery of guns, and its target; its notation is `gun>target`."""

    @property
    def mount(self) -> str:
        """The gun's key."""

    @property
    def target(self) -> Id: ...


ShotT = TypeVar("ShotT", bound=TargetedShot)


@frozen
class ShotList(ListOrder[ShotT], ABC):
    """Fire declared gun by gun, each at one target: `fire gun>target gun>target`, or `hold`. `rule` is its rule."""

    input_mode: ClassVar[str] = "fire"
    rule: ClassVar[str] = ""
    shots: tuple[ShotT, ...] = ()

    @property
    def verb_words(self) -> str:
        """The label of the button that gives it: the number of guns that roll dice."""
        return f"Roll {len(self.shots)} gun{'s' * (len(self.shots) != 1)}"

    def of_side(self, state: AnyState) -> bool:
        """Return whether this is a side's order that the rest of its ships hold fire. Raises Illegal if it names
        shots."""
        if self.by in state.ships or self.by not in state.sides:
            return False
        if self.shots:
            raise Illegal("a side only holds the fire of the rest of its ships; they fire one by one", self.rule)
        return True

    def with_shot(self, shot: ShotT) -> tuple[ShotT, ...]:
        """Return the shots with one added, which replaces an earlier shot of the same gun."""
        kept = tuple([shot if one.mount == shot.mount else one for one in self.shots])
        return kept if shot in kept else (*kept, shot)

    @abstractmethod
    def aim(self, mount: str, target: Id, part: str = "", /) -> Self:
        """Return the order with a gun aimed at a target, or at a part of it, in place of its earlier target."""

    def without(self, mount: str) -> Self:
        """Return this order without the shot of the gun with this key."""
        return self.with_value("shots", self._others(mount))

    def _others(self, mount: str) -> tuple[ShotT, ...]:
        return tuple([shot for shot in self.shots if shot.mount != mount])

    def silences(self) -> list[tuple[ShotT, ...]]:
        """Return the values that hold fire, or leave out one gun."""
        return [(), *(self._others(shot.mount) for shot in self.shots)]

    def fields(self, state: AnyState) -> tuple[Field, ...]:
        """Return one list: which gun fires at which target."""
        return (Field("shots", "Guns", "pick", self.rule),)

    def label_for(self, name: str, value: object) -> str:
        """Return the label of a button: the shots that a value adds (`gun>target`), or else the guns it leaves out."""
        after = self.with_value(name, value)
        trained = [str(shot) for shot in after.shots if shot not in self.shots]
        silenced = [shot.mount for shot in self.shots if shot not in after.shots]
        if not after.shots:
            return "hold"
        return " ".join(trained) or ("not " + " ".join(silenced) if silenced else str(after))


@runtime_checkable
class ShownInPart(Protocol):
    """A sealed order that lies face down while others act: only a part of it must be known before it is carried out."""

    @property
    def shown_part(self) -> Order | None:
        """The part that others must know, such as what it launches; None if they need know nothing."""


def shown_part(order: Order) -> Order | None:
    """Return the part of a sealed order that others must know before it is carried out; None if there is none."""
    return order.shown_part if isinstance(order, ShownInPart) else order


def without_dice(order: Order) -> Order | None:
    """Return the part of an order that may be carried out before its dice are known, so that other pieces of its side
    may be ordered too; None if its dice bear on them."""
    return order.listing(()) if isinstance(order, WorkList) else None
