"""Tell a seat's view as lines: the heading, the ships, the table, the question, the events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from game.battle.view import View
from game.board.boards import board_of
from game.board.geometry import span
from game.core.display import Link, Melee, OwnOverlay, Token, UncontrolledPath
from game.core.events import Event
from game.core.names import join_words, score_words, sentence
from game.core.orders import Id, Order
from game.seating.heading import agreed_rules, subtitle, when_words
from game.seating.order_words import briefly
from game.seating.outcomes import ships_left
from game.seating.summary import SummaryItem, condition
from game.text.pieces import labels, piece_line, place_words, range_line

FEW = 4  # names listed one by one


def heading_lines(view: View) -> list[str]:
    """Return title, game, house rules and the aim of the battle."""
    changed = agreed_rules(view)
    rules = [f"House rules: {'; '.join(changed)}."] if changed else []
    aim = view.system.objective(view.state)
    return [f"{view.title or view.system.title}. {subtitle(view)}.", *rules, *([sentence(aim)] if aim else [])]


def moment_line(view: View) -> str:
    """Return turn and phase, and who decides."""
    last = view.state.victory.get("turns") or 0
    mine = view.mine()
    side = view.state.sides.get(view.side or "") if mine else None
    of = f" of {last}" if last else ""
    return f"{when_words(view).replace(',', f'{of},', 1)}." + (f" {side.name} decides." if side else "")


def fleet_lines(view: View, side: Id) -> list[str]:
    """Return the ships of a side, one a line, lost ones last; and its counters."""
    state = view.state
    ships = [key for key, ship in state.ships.items() if ship.side == side]
    here = [key for key in ships if state.ships[key].in_play]
    gone = [f"{labels(view)[key]}: {condition(view.sheet(key))}." for key in ships if key not in here]
    flying = [token_line(view, one) for one in view.tokens if isinstance(one, Token) and one.side == side]
    return [*(piece_line(view, key) for key in here), *gone, *flying]


def look_lines(view: View) -> Iterator[str]:
    """Yield everything on the table, side by side, the viewing side first."""
    yield moment_line(view)
    for side in sorted(view.state.sides, key=lambda one: one != view.side):
        yield f"{view.state.sides[side].name}:"
        yield from fleet_lines(view, side) or ["nothing on the table"]
    yield from table_lines(view)


def table_lines(view: View) -> list[str]:
    """Return the size of the table, its terrain, its wind, and marks that are no piece."""
    board, state = board_of(view.state.table), view.state
    wide, high = board.size
    found = [f"The table has no edge, and distances are in {'hexes' if board.cells else board.unit}."]
    if not board.floating:
        found = [f"The table is {board.format_distance(wide)} wide and {board.format_distance(high)} high."]
    if not board.cells:
        found.append(f"Places are told in {board.unit}: across from the left, up from below.")
    round_from_up = sorted(board.courses, key=lambda one: board.direction(one) % 360)
    found.append(f"Courses, clockwise from up the table: {', '.join(map(board.format_course, round_from_up))}.")
    bodies = dict[tuple[str, str], list[str]]()
    for body in state.table.bodies:
        moves = (
            f", course {board.format_course(body.course, body.heading)}, {board.format_distance(body.velocity)} a turn"
            if body.velocity
            else ""
        )
        size = f", radius {board.format_distance(round(body.radius, 1))}" if body.radius and not board.cells else ""
        blocks = ", blocks fire" if body.blocks else ""
        kind = "" if body.kind in body.name.casefold() else f", {body.kind}"
        bodies.setdefault((f"{body.name}{kind}", f"{size}{moves}{blocks}"), []).append(place_words(board, body.at))
    for (name, words), places in bodies.items():
        found.append(f"{name}: at {join_words(places)}{words}.")
    for one in view.tokens:
        if isinstance(one, OwnOverlay):
            found += [sentence(one.words)] if one.words else []
        elif not isinstance(one, Token) or one.side not in state.sides:
            found.append(token_line(view, one))
    return found


def token_line(view: View, one: Token | Link | Melee | UncontrolledPath | OwnOverlay) -> str:
    """Return a counter or another mark on the board in one line."""
    names, board = labels(view), board_of(view.state.table)
    if isinstance(one, Token):
        count = f"{one.count - one.lost} of {one.count}" if one.count and one.lost else str(one.count or "")
        kind = one.kind or count
        kind += " craft" if one.shape == "disc" and kind[-1:].isdecimal() else ""
        name = names.get(one.key) or one.name or "a counter"
        pips = f"endurance {one.pips[0]} of {one.pips[1]}" if one.pips[1] else ""
        course = f"course {board.format_course(one.course)}" if one.course is not None else ""
        beside = f"beside {names[one.ship]}" if one.ship in names else ""
        screens = f"screens {names[one.screens]}" if one.screens in names else ""
        aims = f"attacks {names[one.target]}" if one.target in names else ""
        at = "" if beside else f"at {place_words(board, one.at)}"
        parts = (kind, at, beside, course, screens, aims, pips, one.note)
        return f"{name}: {', '.join(part for part in parts if part)}."
    if isinstance(one, Link):
        return f"{names.get(one.key, '')} helps {names.get(one.helped, '')}."
    if isinstance(one, Melee):
        return f"{', '.join(names[key] for key in one.keys if key in names)} fight each other. {sentence(one.label)}"
    if isinstance(one, UncontrolledPath):
        return f"{names.get(one.ship, '')}: {one.label}."
    return sentence(one.words)


def range_lines(view: View, key: Id) -> list[str]:
    """Return range, bearing and arc from a piece to every enemy, the nearest first."""
    here, state = view.state.known_piece(key), view.state
    foes = [
        one.id for one in (*state.ships.values(), *state.counters.values()) if one.in_play and one.side != here.side
    ]
    foes.sort(key=lambda other: span(here.at, state.known_piece(other).at))
    return [range_line(view, key, other) for other in foes] or ["There is no enemy on the table."]


def names_of(view: View, keys: Sequence[Id]) -> str:
    """Return names, or how many there are of many: `Plover and Halyard`, `5 ships`."""
    names = [labels(view).get(key, key) for key in keys]
    if len(names) > FEW:
        return f"{len(names)} ships"
    return join_words(names)


def written_lines(view: View, drafts: dict[Id, Order]) -> Iterator[str]:
    """Yield the orders that are sealed, or in hand."""
    plots = {} if view.phase.moved or view.phase.plans else view.plots
    for key, order in (*plots.items(), *view.planned.items()):
        if view.state.owner(key) == view.side and view.state.piece(key):
            yield f"{labels(view)[key]} has its order: {briefly(view, order)}."
    for key, order in drafts.items():
        yield f"In hand, not given yet, for {labels(view)[key]}: {briefly(view, order)}."


def asked_lines(view: View, drafts: dict[Id, Order], chosen: Id) -> Iterator[str]:
    """Yield what is asked now, and of whom."""
    state, mine = view.state, view.mine()
    yield moment_line(view)
    if mine is None:
        return
    if view.phase.secret and view.side in state.ready:
        yield "Your orders are locked."
        return
    if chosen and (asks := view.draft(chosen).prompt_text(state)):
        yield f"{labels(view)[chosen]}: {sentence(asks)}"
    todo = [key for key in mine.waiting if key not in drafts]
    if todo:
        yield f"{'Still without an order' if view.phase.secret else 'To act'}: {names_of(view, todo)}."
    if view.unplanned:
        yield f"Without a standing order, so nothing is done: {names_of(view, view.unplanned)}."
    if not todo and view.phase.secret:
        yield "Every ship has its order. Type lock when all are as you want them."


# -- what has happened -------------------------------------------------------------------------------------------------


def event_line(view: View, event: Event) -> str:
    """Return a line of the log: the sentence, its dice, its reason, its result."""
    names = view.state.names
    faces = " ".join(("and again " if die.again else "") + str(die.face) for die in event.dice)
    rolled = f"rolled {faces}" if faces else ""
    parts = (event.words(names), rolled, event.reason_words(names), event.result_beside(names))
    return sentence("; ".join(part.replace(" → ", ", then ") for part in parts if part))


def log_lines(view: View, events: Iterable[Event]) -> Iterator[str]:
    """Yield lines of the log under headings of turn and phase."""
    at = (0, 0)
    for event in events:
        if (event.turn, event.phase) != at:
            at = event.turn, event.phase
            yield f"{view.system.turn_word.capitalize()} {event.turn}, {phase_name(view, event.phase)}:"
        yield event_line(view, event)


def phase_name(view: View, number: int) -> str:
    """Return the name of a printed phase, in lower case."""
    rows = dict.fromkeys(row.name for row, present in view.phases if row.number == number and present)
    return (view.system.printed.get(number) or join_words(list(rows)) or f"phase {number}").lower()


def item_lines(item: SummaryItem) -> Iterator[str]:
    """Yield an item of what happened since a side looked, and its parts."""
    said = (sentence(part) for part in (item.title, item.line, item.result) if part)
    yield " ".join(said)
    for part in item.parts:
        yield from (f"- {line}" for line in item_lines(part))


def ending_lines(view: View) -> Iterator[str]:
    """Yield who won, why, and the score of every side."""
    ended, state = view.state.outcome, view.state
    if ended is None:
        return
    winner = state.sides.get(ended.winner)
    yield f"{winner.name} wins." if winner else "Nobody wins."
    yield sentence(ended.why)
    scores = dict(ended.scores)
    for key, side in state.sides.items():
        score = f", score {score_words(scores[key])}" if key in scores else ""
        yield f"{side.name}: {ships_left(view, key)}{score}."
