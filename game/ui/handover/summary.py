"""What happened since a seat last looked, as a short numbered list: attacks first, then moves; no part of the rules.

Only events the seat's own view holds are used. Several lines of the log make one item: all guns of one ship at one
target with the damage and the check it brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from game.battle.battle import Battle, View
from game.board.boards import board_of
from game.board.geometry import span
from game.core.display import Sheet
from game.core.events import Event, EventKind, harm_words
from game.core.orders import Id
from game.ui.render.text import number
from game.ui.session.log import dice_of

MANY = 4  # enemy ships up to which each move is an item of its own
DAMAGE: tuple[EventKind, ...] = ("damage", "damage_check", "system", "lost")


@dataclass
class SummaryItem:
    """One thing that happened. `dice` are (face, kind); `tone`: bad or good for this seat, enemy, own or muted.

    `event` is what the board pins; `events` what is shown when it is played again.
    """

    title: str
    line: str = ""
    dice: list[tuple[int, str]] = field(default_factory=list)
    result: str = ""
    tone: str = "muted"
    event: Event | None = None
    events: tuple[Event, ...] = ()
    rule: str = ""


def last_look(battle: Battle, side: Id) -> int:
    """How many lines a side had read at its last word as a side (it sealed its orders): for a battle that was taken up again."""
    sealing = tuple(kind for row in battle.system.phases if row.secret for kind in row.accepts)
    spoken = [n for n, one in enumerate(battle.records, 1) if one.order.by == side and isinstance(one.order, sealing)]
    return sum(event.side in ("", side) for event in battle.log_until(spoken[-1])) if spoken else 0


def summary_of(view: View, lines: Sequence[Event]) -> list[SummaryItem]:
    """The list for a seat: what was done to it, what it did, mishaps, moves, silence."""
    names = view.state.names
    attacks, rest = _attacks(lines)
    last = {attack[0].whom: attack for attack in attacks}  # only the last at a target says how much of it is left
    items = [_attack(view, attack, last[attack[0].whom] is attack) for attack in attacks]
    items.sort(key=lambda item: item.tone != "bad")
    items += [_mishap(view, event) for event in rest if _matters(event)]
    items += _moves(view, [event for event in rest if event.kind == "move" and event.who in view.state.ships], lines)
    if silent := [names[event.who] for event in rest if event.kind == "fire" and event.who in names and not event.whom]:
        items.append(SummaryItem(f"{_listed(silent)} held {'their' if len(silent) > 1 else 'its'} fire"))
    return items


def _attacks(lines: Sequence[Event]) -> tuple[list[list[Event]], list[Event]]:
    """Runs of lines about one ship's fire at one target, and the lines that belong to none."""
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
    """Is a line that is no attack worth an item?"""
    return event.kind in ("contact", "hazard", "lost", "system", "damage") or (event.kind == "note" and event.tone != "plain")


def _tone(view: View, event: Event) -> str:
    """Whether it was done to this seat, by it, or by others among themselves."""
    if event.whom and view.state.owner(event.whom) == view.side:
        return "bad"
    return "good" if event.who and view.state.owner(event.who) == view.side else "enemy"


def _attack(view: View, lines: list[Event], last: bool) -> SummaryItem:
    """All guns of one ship at one target; the `last` attack on it says how much of it is left."""
    first, names = lines[0], view.state.names
    shots = [event for event in lines if event.kind == "fire"]
    lost = any(event.kind == "lost" for event in lines)
    verb = "destroyed" if lost else "hit" if harm_words(lines) else "missed"
    if not lost and verb == "missed" and (_scored(lines) or any(event.kind == "damage" for event in lines)):
        verb = "hit"
    harm = next((event for event in lines if event.harm), first)
    pinned = first if first.line else harm  # the pin stands on the line of fire, not on the place of the damage
    return SummaryItem(
        f"{names.get(first.who, first.who)} {verb} {names.get(first.whom, first.whom)}", _suffered(view, lines),
        [die for event in shots for die in dice_of(event)],
        _came_of(view, lines, lost, last), _tone(view, first), pinned, tuple(lines), harm.rule,
    )  # fmt: skip


def _scored(lines: list[Event]) -> list[str]:
    """What shots came to of which no line says how it was suffered: it was not counted yet, or no ship was hit."""
    return [event.result for event in lines if event.kind == "fire" and event.tone == "good" and event.result]


def _suffered(view: View, lines: list[Event]) -> str:
    """`7 hull and 2 armour. A row ends.`"""
    shots, unit = [event for event in lines if event.kind == "fire"], board_of(view.state.table).unit
    rolled = sum(not die.again for event in shots for die in event.dice)
    what = harm_words(lines) or " and ".join(_scored(lines)) or "no damage"
    distance = next((event.reason.split(",")[0] for event in shots if f" {unit}" in event.reason), "")
    where = f" at {distance}" if distance else ""
    ended = next((event.reason for event in lines if event.kind == "damage" and event.reason), "")
    more = f" {ended[:1].upper()}{ended[1:]}." if ended else ""
    dice = f", from {number(rolled)} {'die' if rolled == 1 else 'dice'}{where}" if rolled and not more else ""
    return f"{what[:1].upper()}{what[1:]}{dice}.{more}"


def _came_of(view: View, lines: list[Event], lost: bool, last: bool) -> str:
    """Which systems were lost, or how much of the target is left."""
    whom = lines[0].whom
    if lost:
        return "lost with all hands" if view.state.owner(whom) == view.side else "out of the battle"
    checks = [event.result for event in lines if event.kind == "damage_check" and "lost" in event.result]
    if checks:
        return checks[-1][:1].upper() + checks[-1][1:]
    if whom not in view.state.ships or not last:
        return ""
    left, whole, what = boxes(view.sheet(whom))
    return f"{left} of {whole} {what} left"


def _mishap(view: View, event: Event) -> SummaryItem:
    """A line of the log as it stands."""
    own = view.state.owner(event.who or event.whom) == view.side or view.state.owner(event.whom) == view.side
    words = event.words(view.state.names)
    return SummaryItem(
        words, _sentence(event.reason), [(die.face, "scored" if die.scored else "missed") for die in event.dice], event.result,
        "bad" if event.tone == "bad" and own else "good" if event.tone == "bad" else "muted", event, (event,), event.rule,
    )  # fmt: skip


def _moves(view: View, moves: list[Event], lines: Sequence[Event]) -> list[SummaryItem]:
    """The other sides' moves, each by itself or all together; every film shows all ships."""
    foes = [event for event in moves if view.state.owner(event.who) != view.side]
    film = tuple(event for event in lines if event.kind in ("move", "contact", "hazard"))
    if len(foes) > MANY:
        fastest = max(foes, key=_length)
        words = f"the fastest is {view.state.names[fastest.who]} with {_length_in_words(view, fastest)}"
        title = f"{number(len(foes)).capitalize()} enemy ships moved"
        return [SummaryItem(title, _sentence(words), [], "", "enemy", fastest, film, fastest.rule)]
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
    """How far the nearest of one's own ships is."""
    own = view.state.fleet(view.side) if view.side else []
    board = board_of(view.state.table)
    near = min(own, key=lambda ship: board.distance(ship.at, end), default=None)
    return f"{board.format_distance(board.distance(near.at, end))} from {near.name}" if near else ""


def _length(event: Event) -> float:
    """MU flown."""
    return sum(span(a, b) for a, b in zip(event.path, event.path[1:]))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words and not words.endswith(".") else words


def _listed(names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{number(len(names)).capitalize()} ships"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def boxes(sheet: Sheet) -> tuple[int, int, str]:
    """Boxes left, of how many, and what they are called (`hull`): the first track of a sheet."""
    track = next(iter(sheet.tracks), None)
    return (track.left, sum(track.rows), track.label.lower()) if track else (0, 0, "")


def condition(sheet: Sheet, short: bool = False) -> str:
    """How a ship does, in a few words, or in fewer."""
    if sheet.state:
        return sheet.state
    left, whole, what = boxes(sheet)
    out = sum(icon.state in ("lost", "killed", "damaged") for icon in sheet.icons)
    systems = "" if short else " system" if out == 1 else " systems"
    parts = [f"{left} of {whole}{'' if short else f' {what}'}"] * (left < whole) + [f"{number(out)}{systems} out"] * bool(out)
    return ", ".join(parts) or "unhurt"


def boxes_left(view: View, side: Id) -> tuple[int, int]:
    """Boxes on the first tracks of a side's ships that are left, and of how many."""
    sheets: Iterable[Sheet] = [view.sheet(ship.id) for ship in view.state.ships.values() if ship.side == side]
    counts = [(boxes(sheet), sheet.state) for sheet in sheets]
    return sum(left for (left, _, _), fate in counts if not fate), sum(whole for (_, whole, _), _ in counts)
