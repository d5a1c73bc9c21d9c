"""A rule system as one literal: its phases, the orders they accept, its house rules; and the machine that walks through
the phases.

The machine enforces the turn: an order is accepted only in a phase that takes its kind, from a side that is asked, and
after the order's own `check`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import takewhile
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

from game.core.display import OnBoard, Overlay, QueuedShot, Sheet, Shot, Zone
from game.core.events import Event
from game.core.forecast import MeanLosses, ProbedMeans, ends_array
from game.core.game_files import AnyFiles
from game.core.orders import (
    LONGEST,
    Choice,
    Id,
    Illegal,
    Order,
    OrderFields,
    Prompt,
    Unreadable,
    parse_order,
    shortened,
)
from game.core.paper import PaperSheet, Reference, usual_reference, usual_sheet
from game.core.stakes import Stakes, Worth, usual_stakes, usual_worth
from game.core.state import AnyState, Outcome, PhaseData
from game.core.umpire import OutOfStep, Umpire
from game.core.values import PROFILE, House, HouseValue

if TYPE_CHECKING:
    from game.core.forecast import Array

Changes = Mapping[str, Any]  # other values for fields of a phase, by name
OrderKind = Any  # a type[Order], which mypy does not accept as an argument of a cached function


def nobody(state: AnyState) -> tuple[Prompt, ...]:
    """Return no prompts: the phase runs by itself."""
    return ()


def nothing(state: AnyState, umpire: Umpire) -> None:
    """Do nothing."""


def never(state: AnyState, key: Id) -> bool:
    """Return False: no save may leave out a piece's order."""
    return False


IDLE_TURNS = 30  # turns in which nobody is asked, after which a battle is over


def any_piece(state: AnyState, key: Id) -> bool:
    """Return True: a save may leave out any piece's order."""
    return True


def always(state: AnyState) -> bool:
    return True


@dataclass(frozen=True)
class Phase:
    """One row of the sequence of play.

    `secret`: orders given here are sealed until the phase ends. `unsaid`: a save may leave out the order of a piece, as
    older versions did not ask for it; the idle order is then played. `covered`: orders sealed in an earlier phase stay
    face down, even for the side that wrote them, as both sides look at the screen. `unshown`: those orders stay secret
    and binding; no screen shows them, as both sides look at it. `moved`: ships have moved, and their sealed orders have
    been carried out. `plan`: the verb by which plans name this row. `plans`: the verbs that plans are written about
    here, for the rows up to the next such row. `judge` refuses orders by what only the game knows.
    """

    number: int
    name: str
    _: KW_ONLY
    accepts: tuple[type[Order], ...] = ()
    who: Callable[[AnyState], tuple[Prompt, ...]] = nobody
    begin: Callable[[AnyState, Umpire], None] = nothing
    end: Callable[[AnyState, Umpire], None] = nothing
    idle: Callable[[AnyState, Prompt], Order] | None = None  # the order that means "nothing more from me"
    present: Callable[[AnyState], bool] = always
    secret: bool = False
    rule: str = ""
    covered: bool = False
    unshown: bool = False
    moved: bool = False
    unsaid: Callable[[AnyState, Id], bool] = never
    plan: str = ""
    plans: tuple[str, ...] = ()
    judge: Callable[[Any, AnyState, Order], None] = lambda system, state, order: None

    def asks_for(self, input_mode: str) -> bool:
        """Return whether the phase accepts orders of this input mode: plot, fire, choose, assign or word."""
        return any(getattr(kind, "input_mode", "word") == input_mode for kind in self.accepts)


def first_kind(state: AnyState, row: Phase, key: Id) -> type[Order]:
    """Return the kind of order that a phase prefers."""
    return row.accepts[0]


def is_met(needs: Sequence[str], house: House) -> bool:
    """Return whether at least one of these house rules holds. Each is a rule that must be on, or `rule=value`. Return
    True for an empty list."""
    wanted = (one.partition("=") for one in needs)
    return not needs or any(str(house[key]) == value if value else bool(house[key]) for key, _, value in wanted)


@dataclass(frozen=True)
class HouseRule:
    """A rule agreed on at set-up. `values` are (value, words) pairs; off and on make a check box. It is shown under its
    `group`, and only where one of `needs` holds: a rule that is on, or `rule=value`. `older` is the value for saves
    from before the rule existed; new saves write down its value."""

    key: str
    title: str
    sentence: str
    values: tuple[tuple[HouseValue, str], ...] = ((False, "off"), (True, "on"))
    default: HouseValue = False
    rule: str = ""
    group: str = ""
    needs: tuple[str, ...] = ()
    older: HouseValue | None = None

    @property
    def paragraph(self) -> str:
        """The address of the paragraph about it in the rule book; empty without a rule."""
        return self.rule and f"{self.rule}#{self.title}"

    def asked(self, house: House) -> bool:
        """Return whether the rule is shown, because one of its `needs` holds."""
        return is_met(self.needs, house)


# every game offers it: the rules of battles are the same with it and without
ADVISER = HouseRule(
    "adviser", "Adviser", "While orders are written, I shows what each end of a ship is worth.", rule="table/adviser"
)

# every game whose sides take turns offers it
PLANS = HouseRule(
    "plans", "Plans", "What sides do in turn is written together and in secret beforehand.",
    (("off", "off"), ("plans", "after the moves"), ("standing", "with the moves")), "off", "table/plans",
)  # fmt: skip
PLANNED = PhaseData[tuple[str, ...]]("planned", ())  # the verbs of the rows that plans are written about now


@dataclass(frozen=True)
class ArchiveEntry:
    """A special manoeuvre of a game, whether a battle plays it or not.

    `field` names it in the form of an order, `word` is its notation, `line` describes its effect in a few words. It is
    played if one of the house rules in `switches` is on, and always if there are none. `own` is its own house rule, if
    it has one; `because` says why it comes with others.
    """

    field: str
    word: str
    title: str
    line: str
    rule: str
    switches: tuple[str, ...] = ()
    own: str = ""
    because: str = ""

    def played(self, house: House) -> bool:
        """Return whether the manoeuvre is played under these house rules."""
        return not self.switches or any(bool(house[key]) for key in self.switches)

    def switched_on(self, house: House) -> bool:
        """Return whether the manoeuvre's own house rule is on."""
        return bool(self.own and house[self.own])


@dataclass(frozen=True)
class RuleSystem:
    """A game: a table of phases, and the functions that answer the screen's questions."""

    key: str
    title: str
    about: str
    phases: tuple[Phase, ...]
    files: AnyFiles  # the models of battle files and designs
    sheet: Callable[[AnyState, Id, Order | None], Sheet]
    # (table of a file, house rules) -> its board; None: open space
    board: Callable[..., Any] = lambda table, house: None
    house: tuple[HouseRule, ...] = ()
    archive: tuple[ArchiveEntry, ...] = ()
    fixed_options: House = field(default_factory=dict)  # values of borrowed house rules that players cannot change here
    emblem: str = "thrust"  # the menu's sign for its family of rules
    speed_word: str = "velocity"  # its word for the distance a ship moves in a turn
    turn_word: str = "turn"  # its word for a turn
    damage_word: str = "points of damage"  # its words for the total of its damage dice
    sent_word: str = ""  # its words for pieces that ships launch, whose hits and kills count as the ship's
    # names of dimensions whose rows of the table have names of their own
    printed: Mapping[int, str] = field(default_factory=dict)
    profiles: Mapping[str, House] = field(default_factory=dict)  # house rules set by a value of "profile"
    shorthands: Mapping[str, str] = field(default_factory=dict)  # a list under this key switches on the rules it names
    outcome: Callable[[AnyState, bool], Outcome | None] = lambda state, turn_over: None
    kind: Callable[[AnyState, Phase, Id], type[Order]] = first_kind  # the kind of order that a phase asks a ship for
    shots: Callable[..., tuple[Shot, ...]] = lambda *_, **__: ()  # (state, firer, target, poses={})
    volley: Callable[..., Order | None] = lambda *_, **__: None  # (state, firer, target, poses={}): all that bears
    # (state, firer, target): the means of that volley, as a table
    means: Callable[[AnyState, Id, Id], MeanLosses | None] = lambda *_: None
    # shots waiting to be resolved, in order
    queue: Callable[[AnyState], tuple[QueuedShot, ...]] = lambda _: ()
    # (state, id, pose, systems=()): overlays of all systems, or of those named
    overlays: Callable[..., tuple[Overlay, ...]] = lambda *_, **__: ()
    # whether ships may stay hidden from other sides from turn to turn, which far battles cannot keep up yet
    hides_later: Callable[[AnyState], bool] = lambda state: False
    zones: Callable[[AnyState], tuple[Zone, ...]] = lambda state: ()  # of the whole table, such as those of the start
    # where a ship could attack with what it may still launch
    launches: Callable[[AnyState, Id], tuple[Overlay, ...]] = lambda *_: ()
    tokens: Callable[[AnyState], tuple[OnBoard, ...]] = lambda state: ()  # things on the board besides ships
    objective: Callable[[AnyState], str] = lambda state: ""  # what the battle is about, in a sentence
    worths: Callable[[AnyState, Id], Worth | None] = lambda *_: None  # (state, ship or counter)
    stakes_of: Callable[[AnyState, Id], Stakes | None] = lambda *_: None  # (state, side)
    private: Callable[[AnyState, Event], Id] | None = None  # the only side that may read a line; empty if all may
    shared_dice: tuple[str, ...] = ()  # first words of the labels of dice that may harm pieces not named in the label
    reach: float = 0.0  # how far off the loss of a piece may harm others, with their movement; in board units
    roll_offs: tuple[str, ...] = ()  # first words of the labels of dice that two sides roll against each other
    dangers: Mapping[str, str] = field(default_factory=dict)  # the name of a cause of harm, by the rule of its event
    # (state, ship, its sheet): the sheet on paper; None: all that its sheet says
    paper: Callable[[AnyState, Id, Sheet], PaperSheet] | None = None
    # (state, sheets of the ships on a page): the quick reference, besides the sequence
    reference: Callable[[AnyState, Sequence[Sheet]], tuple[Reference, ...]] = usual_reference

    def amended(self, key: str, title: str, phases: Mapping[str, Changes] | None = None, **changes: Any) -> RuleSystem:
        """Return a variant of the game, with changes to some rows of its table of phases and to some fields."""
        rows = tuple(replace(row, **(phases or {}).get(row.name, {})) for row in self.phases)
        return replace(self, key=key, title=title, phases=rows, **changes)

    def mean_table(self, state: AnyState, firer: Id, target: Id) -> MeanLosses:
        """Return mean losses from one piece's volley at another, for any places; they equal the means of its odds.

        Both pieces are as in the state (rolled, drives used); only places, facings and speeds differ. For another plan
        use `state.posed`. A game's fast table (`means`) ignores everything else on the board: bodies and ships in the
        line of fire, clouds, ships that screen the target. Where no table fits a rule, the odds are asked pair by pair,
        which is slow.
        """
        return self.means(state, firer, target) or ProbedMeans(self.volley, state, firer, target)

    def worth(self, state: AnyState, key: Id) -> Worth:
        """Return the worth of a ship or counter, as far as the state tells; by its sheet if the game has no answer."""
        return self.worths(state, key) or usual_worth(state, key, self.sheet(state, key, None))

    def stakes(self, state: AnyState, side: Id) -> Stakes:
        """Return what a side needs to win, as far as the state tells; by the file alone if the game has no answer."""
        return self.stakes_of(state, side) or usual_stakes(state, side, self.worth)

    def paper_sheet(self, state: AnyState, key: Id) -> PaperSheet:
        """Return the sheet of a ship as it is printed; its systems and tracks if the game has no answer."""
        sheet = self.sheet(state, key, None)
        if self.paper is not None:
            return self.paper(state, key, sheet)
        return usual_sheet(sheet, self.files.figures(state.ships[key].design), self.speed_word)

    def ends_array(self, state: AnyState, order: Order) -> Array:
        """Return every destination of an order's piece, in the order of its `destinations`: an array of shape (n, 4),
        with x, y, facing in degrees and speed in a row, as `MeanLosses` takes them."""
        return ends_array(state, order)

    def phase(self, state: AnyState) -> Phase:
        """Return the present row of the table of phases."""
        return self.phases[state.phase if state.phase > 0 else 0]

    @property
    def pages(self) -> tuple[str, ...]:
        """The groups of rule pages of the game, its own first."""
        return tuple(dict.fromkeys(rule.rule.partition("/")[0] for rule in self.house if rule.rule))

    def beyond_edition(self, house: House) -> list[HouseRule]:
        """Return the house rules that differ from the edition, or from the game's defaults if there are no editions."""
        mine = [one for one in self.house if one.key in house]
        usual = self.settings({one.key: house[one.key] for one in mine if one.key == PROFILE})
        return [one for one in mine if one.key != PROFILE and house[one.key] != usual[one.key]]

    def settings(self, chosen: Mapping[str, object]) -> dict[str, HouseValue]:
        """Return all house rules with their values: defaults, then the profile's, then what was chosen. Raises
        ValueError with a sentence for an unknown rule or value."""
        rules = {rule.key: rule for rule in self.house}
        taken: dict[str, HouseValue] = {}
        for key, value in self._spelled_out(chosen, rules).items():
            if key not in rules:
                near = get_close_matches(str(key), rules, 1)
                raise ValueError(f"unknown house rule “{key}”." + (f" Did you mean “{near[0]}”?" if near else ""))
            allowed = [pair[0] for pair in rules[key].values]
            known = any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in allowed)
            if not known or not isinstance(value, bool | int | float | str | tuple):
                raise ValueError(f"house rule “{key}” cannot be {value!r}; it may be {', '.join(map(str, allowed))}")
            taken[key] = value
        merged = {**self.fixed_options, **{rule.key: rule.default for rule in self.house}}
        merged.update(self.profiles.get(str(taken.get("profile", merged.get("profile", ""))), {}))
        merged.update(taken)
        return merged

    def _spelled_out(self, chosen: Mapping[str, object], rules: Mapping[str, HouseRule]) -> dict[str, object]:
        """Return the settings with every shorthand list expanded: the rules it names are on, unless set separately."""
        found: dict[str, object] = {}
        for key in chosen.keys() & self.shorthands.keys():
            prefix = self.shorthands[key]
            names = [
                one.removeprefix(prefix)
                for one, rule in rules.items()
                if one.startswith(prefix) and rule.default is False
            ]
            said = chosen[key]
            given: list[object] = list(said) if isinstance(said, list | tuple) else [said]
            given = list(names) if given == ["all"] else given
            for one in given:
                if one not in names:
                    near = get_close_matches(str(one), names, 1)
                    hint = f" Did you mean “{near[0]}”?" if near else ""
                    raise ValueError(f"“{one}” is none of the {key}: {', '.join(names)}.{hint}")
            found.update({f"{prefix}{name}": name in given for name in names})
        return found | {key: value for key, value in chosen.items() if key not in self.shorthands}


def prompts(system: RuleSystem, state: AnyState) -> tuple[Prompt, ...]:
    """Return who may decide now; empty once the battle has ended."""
    return () if state.outcome else system.phase(state).who(state)


def unwritable(system: RuleSystem, state: AnyState, order: Order) -> Illegal | None:
    """Return why an order cannot be written in its notation and read back as the same order now, or None. No save could
    hold such an order."""
    kind: OrderKind = type(order)
    if _reads_as_itself(_kinds(system, state, order.by), kind, _values(kind)(order)):
        return None
    text = str(order)
    if len(text) > LONGEST:
        return Illegal(
            f"written out this has {len(text)} characters, and an order has {LONGEST} at most", "table/plotting"
        )
    words = f"“{shortened(text)}” would not be read back as the order it is, so it cannot be written down"
    return Illegal(words, "table/plotting")


@lru_cache(1 << 14)
def _reads_as_itself(kinds: tuple[OrderKind, ...], kind: OrderKind, values: object) -> bool:
    """Return whether the text of an order with these values is read back as that order where `kinds` are accepted. The
    answer is the same for every giver and depends on nothing else, so it is cached."""
    names = _text_fields(kind)
    given: OrderFields = dict(zip(names, values if isinstance(values, tuple) and len(names) > 1 else (values,)))
    order: Order = kind("", **given)
    try:
        return _read(kinds, "", str(order)) == order
    except Unreadable:
        return False


@cache
def _values(kind: OrderKind) -> Callable[[Order], object]:
    """Return a getter of an order's values in the fields that its text holds: a tuple for several, the value for one,
    None for none."""
    return attrgetter(*names) if (names := _text_fields(kind)) else lambda order: None


@cache
def _text_fields(kind: OrderKind) -> tuple[str, ...]:
    """Return the fields that the text of a kind of order holds: all but its giver and notes."""
    return tuple(one.name for one in fields(kind) if one.compare and one.name != "by")


def _kinds(system: RuleSystem, state: AnyState, by: Id) -> tuple[type[Order], ...]:
    """Return the kinds of order that a text may be now, in the order they are tried: the kind asked of a ship first."""
    row = system.phase(state)
    kinds = tuple(kind for kind in row.accepts if not kind.aside or is_met(kind.needs, state.house))
    if len(kinds) < 2 or not state.piece(by) or (wanted := system.kind(state, row, by)) is kinds[0]:
        return kinds
    return (wanted, *(kind for kind in kinds if kind is not wanted))


def idles_only(system: RuleSystem, state: AnyState, key: Id) -> bool:
    """Return whether a ship or counter can do nothing but idle now, as far as the state tells."""
    # orders of input mode "word" belong to a side
    row = system.phase(state)
    kinds = [kind for kind in row.accepts if getattr(kind, "input_mode", "word") != "word" and not kind.aside]
    return bool(kinds) and all(kind(key).idles_only(state) for kind in kinds)


def read_order(system: RuleSystem, state: AnyState, by: Id, text: str) -> Order:
    """Return the order that a text stands for in the current phase. Raises Unreadable with the most helpful reason."""
    if state.outcome:
        raise Unreadable("the battle is over", state.outcome.rule)
    if not (kinds := _kinds(system, state, by)):
        row = system.phase(state)
        raise Unreadable(f"nobody gives orders in “{row.name}”", row.rule)
    return _read(kinds, by, text)


def _read(kinds: tuple[type[Order], ...], by: Id, text: str) -> Order:
    """Return the order of the first of these kinds that can read the text. Otherwise raise the first one's error."""
    reason: Unreadable | None = None
    for kind in kinds:
        try:
            return parse_order(kind, by, text)
        except Unreadable as why:
            reason = reason or why
    assert reason is not None
    raise reason


def check(system: RuleSystem, state: AnyState, order: Order, asked: tuple[Prompt, ...] | None = None) -> None:
    """Raise Illegal unless the order may be given now; with `asked` given, who may decide is not worked out again."""
    row = system.phase(state)
    if state.outcome:
        raise Illegal("the battle is over", state.outcome.rule)
    if not isinstance(order, row.accepts):
        raise Illegal(f"not in “{row.name}”", row.rule)
    asked = row.who(state) if asked is None else asked
    if order.by in state.sides and not order.shared:
        raise Illegal(f"this is ordered for one at a time, not for all of {state.sides[order.by].name}", row.rule)
    by = order.by
    named = [one for one in asked if by in (*one.ids, one.side) or (order.aside and state.owner(by) == one.side)]
    if not named or (row.secret and state.ready and _locked(state, by)):
        raise Illegal(_not_asked(state, by, row), row.rule)
    order.check(state)
    row.judge(system, state, order)


def _locked(state: AnyState, by: Id) -> bool:
    """Return whether the side of a ship has locked its secret orders."""
    return by not in state.sides and state.owner(by) in state.ready


def _not_asked(state: AnyState, by: Id, row: Phase) -> str:
    ship = state.piece(by)
    if ship is None and by not in state.sides:
        return f"there is no ship or side “{by}”"
    if ship is not None and not ship.in_play:
        return f"{ship.name} is out of the battle"
    if by in state.acted:
        return f"{ship.name if ship else state.sides[by].name} has acted already"
    if row.secret and state.owner(by) in state.ready:
        return f"{state.sides[state.owner(by)].name} has locked its orders"
    return "it is not this one's turn to act"


def why_not(
    system: RuleSystem, state: AnyState, order: Order, asked: tuple[Prompt, ...] | None = None
) -> Illegal | None:
    """Return the reason why an order is refused, or None."""
    try:
        check(system, state, order, asked)
    except Illegal as reason:
        return reason.with_traceback(None)  # a traceback would keep every frame up to the screen alive
    return None


def choices(
    system: RuleSystem, state: AnyState, draft: Order, name: str, asked: tuple[Prompt, ...] | None = None
) -> list[Choice]:
    """Return every value of one field of an order, with the reason where it is forbidden: the form greys out exactly
    what would be refused."""
    found, asked = [], prompts(system, state) if asked is None else asked
    for value in draft.domain(state)[name]:
        reason = why_not(system, state, draft.with_value(name, value), asked)
        found.append(Choice(value, reason.why if reason else "", reason.rule if reason else ""))
    return found


def settle(system: RuleSystem, state: AnyState, umpire: Umpire, within_turn: bool = False) -> tuple[Prompt, ...]:
    """Walk through the table of phases until somebody must decide; return the prompts. The walk also ends with the
    battle, or with the turn if it is to stay `within_turn`. A battle in which nobody is asked for many turns is drawn:
    all pieces may have left a table on which nothing else ends the battle."""
    row, begun = system.phase(state), state.turn
    if state.phase < 0:
        _enter(system, state, umpire, 0)
    elif row.secret and not umpire.log and (asked := row.who(state)):
        return asked  # one more order was sealed, and nothing else has changed
    while not _end_if_decided(system, state, umpire, False):
        if asked := system.phase(state).who(state):
            return asked
        end_row(system, state, umpire)
        if state.outcome or (within_turn and last_row(system, state)):
            break
        if last_row(system, state) and state.turn - begun >= IDLE_TURNS:
            why = f"nobody has had an order to give for {IDLE_TURNS} {system.turn_word}s"
            _end(state, umpire, Outcome("", why, "table/phases"))
            break
        next_row(system, state, umpire)
    return ()


def last_row(system: RuleSystem, state: AnyState) -> bool:
    """Return whether the battle is in the last row of the turn."""
    return state.phase + 1 == len(system.phases)


def end_row(system: RuleSystem, state: AnyState, umpire: Umpire) -> None:
    system.phase(state).end(state, umpire)
    _end_if_decided(system, state, umpire, last_row(system, state))


def next_row(system: RuleSystem, state: AnyState, umpire: Umpire) -> None:
    last = last_row(system, state)
    state.turn += last
    _enter(system, state, umpire, 0 if last else state.phase + 1)


def _end_if_decided(system: RuleSystem, state: AnyState, umpire: Umpire, turn_over: bool) -> bool:
    """End the battle if it is decided. Return whether it has ended."""
    if state.outcome is None and (ended := system.outcome(state, turn_over)):
        _end(state, umpire, ended)
    return state.outcome is not None


def _end(state: AnyState, umpire: Umpire, ended: Outcome) -> None:
    state.outcome = ended
    who = f"{{{ended.winner}}} wins" if ended.winner else "The battle is drawn"
    umpire.tell(Event("outcome", ended.rule, who, who=ended.winner, reason=ended.why))


def _enter(system: RuleSystem, state: AnyState, umpire: Umpire, index: int) -> None:
    """Begin a row of the table of phases; skip rows that this battle lacks, except the last row, which ends the
    turn."""
    state.phase = index
    row = system.phases[index]
    umpire.turn, umpire.phase = state.turn, row.number
    state.acted.clear()
    state.last_side = ""
    if row.present(state) and (not row.plans or _plans_are_due(system, state, index)):
        row.begin(state, umpire)
    elif index + 1 < len(system.phases):
        _enter(system, state, umpire, index + 1)


def _plans_are_due(system: RuleSystem, state: AnyState, index: int) -> bool:
    """Note the verbs of the rows that plans are now written for. Return whether anybody who can act would be asked in
    them."""
    later = takewhile(lambda pair: not pair[1].plans, enumerate(system.phases[index + 1 :], index + 1))
    rows = [(at, row) for at, row in later if row.present(state)]
    PLANNED.set(state, tuple(dict.fromkeys(row.plan for _, row in rows if row.plan)))
    last = max((at for at, row in rows if row.plan), default=-1)
    trial, umpire = state.copy(), Umpire(_no_dice, state.turn, system.phases[index].number)
    try:
        return any(_asks(system, trial, umpire, at) for at, _ in rows if at <= last)
    except OutOfStep:
        return True  # dice are rolled even if nobody acts


def _no_dice(label: str, count: int, sides: int) -> NoReturn:
    raise OutOfStep(label)


def _asks(system: RuleSystem, state: AnyState, umpire: Umpire, at: int) -> bool:
    """Go through a row without giving orders; return whether a piece that can act is asked to by plan."""
    state.phase, row = at, system.phases[at]
    state.acted.clear()
    row.begin(state, umpire)
    asked = row.who(state)
    if not asked:
        row.end(state, umpire)
    return bool(row.plan) and any(not idles_only(system, state, key) for one in asked for key in one.waiting)
