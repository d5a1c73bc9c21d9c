"""Events since a side last looked, as a short numbered list: attacks first, then moves; no part of the rules.

Only events in the side's own view are used. Several log lines make one item: all guns of a ship at one target, with
the damage and the check that follow. Several items about one ship are folded into one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from game.battle.battle import Battle, View
from game.board.boards import board_of
from game.board.geometry import span
from game.core.display import Sheet
from game.core.events import Event, EventKind, harm_words, points
from game.core.names import join_words, number, sentence, with_capital
from game.core.orders import Id
from game.seating.outcomes import dice_of

MANY = 4  # enemy ships up to which each move is an item
NEAR = 4  # lines after a contact or a hazard in which its damage is shown
DAMAGE: tuple[EventKind, ...] = ("damage", "damage_check", "system", "lost")


@dataclass
class SummaryItem:
    """One item of the list. `dice` are (face, kind, sides). `tone`: bad or good for this side, enemy, own or muted. The
    board pins `event`, and a press plays `events`. Several items about one ship become `parts`, in order, with its id
    in `ship`; a single item has no parts."""

    title: str
    line: str = ""
    dice: list[tuple[int, str, int]] = field(default_factory=list)
    result: str = ""
    tone: str = "muted"
    event: Event | None = None
    events: tuple[Event, ...] = ()
    rule: str = ""
    ship: Id = ""
    parts: tuple[SummaryItem, ...] = ()


def last_look(battle: Battle, side: Id) -> int:
    """Return the number of log lines a side had read when it last sealed its orders, without those of the sealing
    itself. It is used for a battle that was loaded."""
    sealing = tuple(kind for row in battle.system.phases if row.secret for kind in row.accepts)
    spoken = [n for n, one in enumerate(battle.records, 1) if one.order.by == side and isinstance(one.order, sealing)]
    return sum(event.side in ("", side) for event in battle.log_until(spoken[-1] - 1)) if spoken else 0


def summary_of(view: View, lines: Sequence[Event]) -> list[SummaryItem]:
    """Return the list for a side: attacks on it, its own, mishaps, moves, silence. All items about one ship are one."""
    names = view.state.names
    attacks, rest = _attacks(lines)
    last = {attack[0].whom: attack for attack in attacks}  # only the last at a target says how much of it is left
    items = [_attack(view, attack, last[attack[0].whom] is attack) for attack in attacks]
    items += [_mishap(view, event, _hurt(view, rest, n)) for n, event in enumerate(rest) if _matters(event)]
    items = _fold_by_ship(view, items)
    items.sort(key=lambda item: (not item.ship, item.tone != "bad"))
    items += _moves(view, [event for event in rest if event.kind == "move" and event.who in view.state.ships], lines)
    quiet = [event.who for event in rest if event.kind == "fire" and event.who in names and not event.whom]
    if silent := [names[key] for key in dict.fromkeys(quiet)]:
        words = _list_names(silent)
        items.append(SummaryItem(f"{with_capital(words)} held {'their' if len(silent) > 1 else 'its'} fire"))
    items += [*_initiatives(view, rest), *_together(view, rest), *_flights(view, rest)]
    return items or [_mishap(view, event, "") for event in rest]


def _initiatives(view: View, lines: Sequence[Event]) -> list[SummaryItem]:
    """Return the winner of the initiative of each turn, with the dice of every side."""
    names, by_turn = view.state.names, dict[int, list[Event]]()
    for event in lines:
        if event.kind == "initiative":
            by_turn.setdefault(event.turn, []).append(event)
    found = []
    for events in by_turn.values():
        rolled = [event for event in events if event.dice]
        threw = (f"{names.get(one.who, one.who)} {' and '.join(str(die.face) for die in one.dice)}" for one in rolled)
        dice = [die for event in rolled for die in dice_of(event)]
        last = events[-1]
        found.append(
            SummaryItem(last.words(names), sentence(", ".join(threw)), dice, last.result_words(names), rule=last.rule)
        )
    return found


def _together(view: View, lines: Sequence[Event]) -> list[SummaryItem]:
    """Return acts at others that harmed nobody, such as launches and scans; equal acts of one ship are one item."""
    alike: dict[tuple[Id, str], list[Event]] = {}
    for event in lines:
        if event.kind == "note" and event.tone == "plain" and event.who and event.whom:
            alike.setdefault((event.who, event.rule), []).append(event)
    found = []
    for events in alike.values():
        names = view.state.names
        others = _few([names.get(event.whom, event.whom) for event in events])
        title = events[0].words({**names, events[0].whom: others})
        result = events[0].result_words(names) if len(events) == 1 else ""
        tone = "good" if view.state.owner(events[0].who) == view.side else "enemy"
        found.append(SummaryItem(title, "", [], result, tone, events[0], tuple(events), events[0].rule))
    return found


def _flights(view: View, lines: Sequence[Event]) -> list[SummaryItem]:
    """Return the moves of other sides' counters, as one item."""
    state = view.state
    moves = [event for event in lines if event.kind == "move" and event.who in state.counters]
    foes = [event for event in moves if state.owner(event.who) != view.side]
    if not foes:
        return []
    moved = _few(list(dict.fromkeys(state.names[event.who] for event in foes)))
    return [SummaryItem(f"{moved} moved", "", tone="enemy", event=foes[0], events=tuple(moves), rule=foes[0].rule)]


def _attacks(lines: Sequence[Event]) -> tuple[list[list[Event]], list[Event]]:
    """Return runs of lines about one ship's fire at one target, and all other lines."""
    attacks: list[list[Event]] = []
    rest: list[Event] = []
    open_: list[Event] | None = None
    for event in lines:
        if event.kind == "fire" and event.whom:
            if open_ is None or (open_[0].who, open_[0].whom) != (event.who, event.whom):
                open_ = []
                attacks.append(open_)
            open_.append(event)
        elif open_ and event.kind in DAMAGE and event.whom == open_[0].whom:
            open_.append(event)
        else:
            open_ = None if event.kind in ("fire", "move", "initiative", "contact") else open_
            rest.append(event)
    return attacks, rest


def _matters(event: Event) -> bool:
    """Return whether an event other than an attack is worth an item."""
    return event.kind in ("contact", "hazard", "lost", "damage") or (
        event.kind in ("note", "system") and event.tone != "plain"
    )


def _tone(view: View, event: Event) -> str:
    """Return whether it was done to this side, by it, or among others."""
    if event.whom and view.state.owner(event.whom) == view.side:
        return "bad"
    return "good" if event.who and view.state.owner(event.who) == view.side else "enemy"


def _attack(view: View, lines: list[Event], last: bool) -> SummaryItem:
    """Return all guns of one ship at one target as an item. The `last` attack says how much of the target is left."""
    first, names = lines[0], view.state.names
    shots = [event for event in lines if event.kind == "fire"]
    lost = any(event.kind == "lost" for event in lines)
    verb = "destroyed" if lost else "hit" if harm_words(lines) else "missed"
    if not lost and verb == "missed" and (_shot_results(view, lines) or any(event.kind == "damage" for event in lines)):
        verb = "hit"
    harm = next((event for event in lines if event.harm), first)
    pinned = first if first.line else harm  # the pin goes to the line of fire, not to the damage
    return SummaryItem(
        f"{names.get(first.who, first.who)} {verb} {names.get(first.whom, first.whom)}",
        _damage_words(view, lines),
        [die for event in shots for die in dice_of(event)],
        _came_of(view, lines, lost, last),
        _tone(view, first),
        pinned,
        tuple(lines),
        harm.rule,
        first.whom,
    )


def _fold_by_ship(view: View, items: Sequence[SummaryItem]) -> list[SummaryItem]:
    """Return items with all about one ship folded into one, at the place of the first."""
    by_ship: dict[Id, list[SummaryItem]] = {}
    for item in items:
        if item.ship:
            by_ship.setdefault(item.ship, []).append(item)
    found = []
    for item in items:
        about = by_ship.get(item.ship, [item])
        if item is about[0]:
            found.append(item if len(about) == 1 else _several(view, about))
    return found


def _several(view: View, parts: Sequence[SummaryItem]) -> SummaryItem:
    """Return one item of several about a ship: the attackers, the total damage, and what is left of it."""
    ship, names = parts[0].ship, view.state.names
    events = tuple(event for part in parts for event in part.events)
    attacks = [part for part in parts if part.event is not None and part.event.kind == "fire"]
    scored = [part for part in attacks if harm_words(part.events) or _shot_results(view, part.events)]
    lost = next((event for event in events if event.kind == "lost"), None)
    harm = harm_words(events) or " and ".join(_shot_results(view, events))
    sunk = lost is not None and any(lost in part.events for part in attacks)
    missed = len(attacks) - len(scored)
    verb = "was destroyed" if sunk else "was hit" if scored else "was damaged" if harm or not attacks else "was missed"
    told = scored if scored or verb != "was missed" else attacks
    by = list(dict.fromkeys(names.get(part.events[0].who, "") for part in told))
    line = f"{with_capital(harm)} in all" if harm else "No damage"
    line += f", from {number(len(attacks))} attack{'s' if len(attacks) > 1 else ''}" if attacks else ""
    line += f", of which {number(missed)} missed" if attacks and 0 < missed < len(attacks) else ""
    own, out = view.state.owner(ship) == view.side, sum(len(event.broken) for event in events)
    line += f". {number(out).capitalize()} system{'s' if out > 1 else ''} lost" if out else ""
    fate = (
        _fate(own)
        if sunk
        else lost.result_words(names)
        if lost and lost.result
        else view.sheet(ship).state
        if lost
        else ""
    )
    worst = next((part for part in parts if any(event.harm for event in part.events)), parts[0])
    return SummaryItem(
        f"{names.get(ship, ship)} {verb}{f' by {_list_names(by)}' if by else ''}",
        f"{line}.",
        [],
        fate or _hull_left(view, ship),
        "bad"
        if own
        else "good"
        if any(view.state.owner(one.events[0].who) == view.side for one in attacks)
        else "enemy",
        worst.event,
        events,
        worst.rule,
        ship,
        tuple(parts),
    )


def _shot_results(view: View, lines: Sequence[Event]) -> list[str]:
    """Return results of shots that no damage line tells: not counted yet, or no ship was hit. Points of damage are
    summed, and so are craft shot down; equal words without a number are listed once."""
    shots = [event for event in lines if event.kind == "fire" and event.tone == "good" and event.result]
    if len(shots) == 1:
        return [shots[0].result_words(view.state.names)]
    downed, left = sum(event.downed for event in shots), [event for event in shots if not event.downed]
    damage = sum(points(left).values())
    others = [
        event.result_words(view.state.names) for event in left if event.score is None or event.score.unit != "points"
    ]
    counted = [f"{count} {what}" for count, what in ((damage, "damage"), (downed, "shot down")) if count]
    return [*counted, *dict.fromkeys(others)]


def _damage_words(view: View, lines: list[Event]) -> str:
    """Return the damage: `7 hull and 2 armour. A row ends.`"""
    shots = [event for event in lines if event.kind == "fire"]
    rolled = sum(not die.again for event in shots for die in event.dice)
    what = harm_words(lines) or " and ".join(_shot_results(view, lines)) or "no damage"
    distance = next((event.distance for event in shots if event.distance), "")
    where = f" at {distance}" if distance else ""
    ended = next(
        (event.reason_words(view.state.names) for event in lines if event.kind == "damage" and event.reason), ""
    )
    more = f" {with_capital(ended)}." if ended else ""
    dice = f", from {number(rolled)} {'die' if rolled == 1 else 'dice'}{where}" if rolled and not more else ""
    return f"{with_capital(what)}{dice}.{more}"


def _came_of(view: View, lines: list[Event], lost: bool, last: bool) -> str:
    """Return which systems were lost, or how much of the target is left."""
    whom = lines[0].whom
    if lost:
        return _fate(view.state.owner(whom) == view.side)
    checks = [event.result_words(view.state.names) for event in lines if event.kind == "damage_check" and event.broken]
    if checks:
        return with_capital(checks[-1])
    return _hull_left(view, whom) if last else ""


def _fate(own: bool) -> str:
    """Return the words for a destroyed ship, for its own side or others."""
    return "lost with all hands" if own else "out of the battle"


def _hull_left(view: View, key: Id) -> str:
    """Return `12 of 30 hull left`; empty if it is no ship."""
    if key not in view.state.ships:
        return ""
    left, whole, what = boxes(view.sheet(key))
    return f"{left} of {whole} {what} left"


def _hurt(view: View, lines: Sequence[Event], n: int) -> Id:
    """Return the ship a line harms, itself or, after a contact or a hazard, in one of the next lines; empty if none."""
    event = lines[n]
    about = [key for key in (event.whom, event.who) if key in view.state.ships]
    if event.harm or event.kind in ("damage", "lost"):
        return next(iter(about), "")
    if event.kind not in ("contact", "hazard"):
        return ""
    after = (one.whom for one in lines[n + 1 : n + NEAR] if one.kind == "damage")
    return next((key for key in after if key in about), "")


def _mishap(view: View, event: Event, ship: Id) -> SummaryItem:
    """Return a line of the log as an item. Harm to a ship is bad for its own side."""
    own = view.side in {view.state.owner(ship or event.who or event.whom), view.state.owner(event.whom)}
    names = view.state.names
    return SummaryItem(
        event.words(names),
        sentence(event.reason_words(names)),
        [(die.face, "scored" if die.scored else "missed", die.sides) for die in event.dice],
        event.result_words(names),
        "bad" if event.tone == "bad" and own else "good" if event.tone == "bad" else "muted",
        event,
        (event,),
        event.rule,
        ship,
    )


def _moves(view: View, moves: list[Event], lines: Sequence[Event]) -> list[SummaryItem]:
    """Return the other sides' moves, one by one or all together; every film shows all ships."""
    foes = [event for event in moves if view.state.owner(event.who) != view.side]
    film = tuple(event for event in lines if event.kind in ("move", "contact", "hazard"))
    if len(foes) > MANY:
        fastest = max(foes, key=_length)
        words = f"the fastest is {view.state.names[fastest.who]} with {_length_in_words(view, fastest)}"
        title = f"{number(len(foes)).capitalize()} enemy ships moved"
        return [SummaryItem(title, sentence(words), [], "", "enemy", fastest, film, fastest.rule)]
    return [_move(view, event, film) for event in foes]


def _move(view: View, event: Event, film: tuple[Event, ...]) -> SummaryItem:
    name = view.state.names[event.who]
    turned = len(set(event.facings)) > 1
    course, board = event.facings[-1] if event.facings else 0, board_of(view.state.table)
    title = f"{name} turned to course {board.format_course(course)}" if turned else f"{name} went straight on"
    if (heading := view.state.ships[event.who].heading) is not None:
        title = f"{name} went on course {board.format_course(course, heading)}"
    end = event.path[-1] if event.path else None
    near = _nearest(view, end) if end else ""
    ship = view.state.ships[event.who]
    words = f"It moved {_length_in_words(view, event)}" + (f" and ends {near}" if near and ship.in_play else "")
    return SummaryItem(title, f"{words}.", tone="enemy", event=event, events=film, rule=event.rule)


def _length_in_words(view: View, event: Event) -> str:
    return board_of(view.state.table).format_distance(round(_length(event)))


def _nearest(view: View, end: tuple[float, float]) -> str:
    """Return the distance of the nearest own ship in words."""
    own = view.state.fleet(view.side) if view.side else []
    board = board_of(view.state.table)
    near = min(own, key=lambda ship: board.distance(ship.at, end), default=None)
    return f"{board.format_distance(board.distance(near.at, end))} from {near.name}" if near else ""


def _length(event: Event) -> float:
    """Return the MU flown."""
    return sum(span(a, b) for a, b in zip(event.path, event.path[1:]))


def _list_names(names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{number(len(names))} ships"
    return join_words(names)


def _few(names: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    return _list_names(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {number(len(names) - 3)} more"


def boxes(sheet: Sheet) -> tuple[int, int, str]:
    """Return boxes left, their total, and their name (`hull`), of the first track or of all parts of it."""
    first = next(iter(sheet.tracks), None)
    if first is None:
        return 0, 0, ""
    tracks = [track for track in sheet.tracks if first.part_of and track.part_of == first.part_of] or [first]
    what = first.part_of or first.label.lower()
    return sum(track.left for track in tracks), sum(sum(track.rows) for track in tracks), what


def condition(sheet: Sheet, short: bool = False) -> str:
    """Return a ship's condition in a few words, or in fewer if `short`."""
    if sheet.state:
        return sheet.state
    left, whole, what = boxes(sheet)
    out = sum(icon.state in ("lost", "killed", "damaged") for icon in sheet.icons)
    systems = "" if short else " system" if out == 1 else " systems"
    parts = [f"{left} of {whole}{'' if short else f' {what}'}"] * (left < whole) + [
        f"{number(out)}{systems} out"
    ] * bool(out)
    return ", ".join([*parts, *([sheet.idle] if sheet.idle else [])]) or "unhurt"


def boxes_left(view: View, side: Id) -> tuple[int, int]:
    """Return boxes left and in all on the first tracks of a side's ships."""
    sheets: Iterable[Sheet] = [view.sheet(ship.id) for ship in view.state.ships.values() if ship.side == side]
    counts = [(boxes(sheet), sheet.state) for sheet in sheets]
    return sum(left for (left, _, _), fate in counts if not fate), sum(whole for (_, whole, _), _ in counts)
