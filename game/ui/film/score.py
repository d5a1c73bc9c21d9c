"""The content of a film as plain values: the place of every piece after each step, moves, shots, dice and words; no
part of the rules.

Times are milliseconds, places are units of the board with y down. A step stores only its changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from game.battle.view import View
from game.board.boards import board_of
from game.board.terrain import Body
from game.core.display import Token
from game.core.events import Event
from game.core.names import whole_percent as percent
from game.core.state import Piece
from game.demonstrations.steps import DemonstrationStep, StepCursor
from game.formats.battle_schema import CameraView, Say
from game.seating.outcomes import Act
from game.ui.board.advice.drawing import STEPS, step_of
from game.ui.board.layers import ships as layer
from game.ui.board.layers.terrain import groups as groups_of
from game.ui.board.model.advice_picture import AdvicePicture
from game.ui.board.model.playback import DRIFT, MOVE, MovingShip, Playback
from game.ui.board.model.scene import Scene
from game.ui.demonstration.picture import scenes
from game.ui.demonstration.picture.advised import advice_of
from game.ui.film import ground
from game.ui.film.symbols import Symbols
from game.ui.film.vector import hex_colour
from game.ui.games import drawn_by
from game.ui.playback.lanes import lanes_of
from game.ui.render.text import minus
from game.ui.replay.column import log_line

Plain: TypeAlias = "str | int | float | list[Plain] | dict[str, Plain] | None"
Point = tuple[float, float]

SLOWER = 1.6  # factor on a battle's times, because viewers of a film have not plotted it
FIRST, MOVED, FIRED, ENDED = 1200, 350, 900, 2500  # ms that a step stays after its events
READING, LONG = 14, 40  # further ms per letter of its caption; letters from which it needs time to be read
ROLLED = 700  # ms that dice lie before the next event
LINES, DICE = 30, 48  # most log lines in a step, and most dice in a throw
SHORT = 4  # letters that fit on a counter
ANYWHERE = CameraView()  # the camera of a step that names none
WHOLE, WRECK = 1, 0  # states of a ship


@dataclass
class _Stage:
    """Everything on the table by key: its number, and the values last written."""

    symbols: Symbols
    digits: int
    numbers: dict[str, int] = field(default_factory=dict)
    pieces: list[Plain] = field(default_factory=list)
    last: dict[str, Plain] = field(default_factory=dict)
    own: dict[str, Plain] = field(default_factory=dict)  # values of one game only, as last written
    named: dict[str, Plain] = field(default_factory=dict)  # places of terrain names that are part of the ground
    sheets: dict[str, tuple[Piece, layer.ShipLook, float, bool]] = field(default_factory=dict)

    def number(self, key: str, kind: str, name: str, side: int, shape: str = "") -> int:
        """Return the number of a piece, and list the piece the first time."""
        if key not in self.numbers:
            self.numbers[key] = len(self.pieces)
            self.pieces.append([kind, name, side, shape] if shape else [kind, name, side])
        return self.numbers[key]

    def at(self, point: Point) -> tuple[float, float]:
        """Return a place with y down."""
        return round(point[0], self.digits), round(-point[1], self.digits)


def score(reel: StepCursor, symbols: Symbols) -> dict[str, Plain]:
    """Return the whole film as plain values."""
    shown = _with_beginning(reel)
    first = shown[0].view
    board = board_of(first.state.table)
    stage = _Stage(symbols, ground.FINE if board.cells else 1)
    sides = list(first.state.sides.values())
    steps: list[Plain] = []
    start = 0
    for number, (step, frame) in enumerate(zip(shown, frames(shown))):
        made = _step(step, stage, frame, _hold(step, number, len(shown)))
        made["at"] = start
        start += int(made["for"])  # type: ignore[arg-type]
        steps.append(made)
    return {
        "title": reel.title, "cells": int(board.cells), "sides": [[side.name, side.seat] for side in sides],
        "pieces": list(stage.pieces), "reach": [round(one, 1) for one in symbols.reaches],
        "burns": list[Plain](symbols.burning), "steps": steps, "long": start,
        "seen": sides_name(first, reel.side),
    }  # fmt: skip


def sides_name(view: View, side: str | None) -> str:
    """Return the name of the side whose view it is; empty for the whole battle."""
    found = view.state.sides.get(side or "")
    return found.name if found else ""


def _with_beginning(reel: StepCursor) -> list[DemonstrationStep]:
    """Return the steps, preceded by the table at the start if they do not begin with it."""
    first = reel.steps[0]
    beginning = replace(first, frames=(), say=Say(say=reel.title), held=(), refusals=())
    return [beginning, *reel.steps] if first.frames else reel.steps


def _hold(step: DemonstrationStep, number: int, count: int) -> int:
    """Return the milliseconds that a step stays."""
    if number == 0:
        return FIRST
    if number == count - 1:
        return ENDED
    rolled, letters = any(event.dice for event in step.events), len(step.large) + len(step.small)
    return (FIRED if rolled else MOVED) + (READING * letters if rolled or letters > LONG else 0)


# -- view of the camera ------------------------------------------------------------------------------------------------


def frames(steps: Sequence[DemonstrationStep]) -> Iterator[ground.Frame]:
    """Yield the frame of each step: that of its camera, or of the whole turn. The last frame stays while it holds the
    step and is not far too large."""
    inside: ground.Frame | None = None
    shown = 0
    for step in steps:
        if step.camera != ANYWHERE:
            places, margin, _ = scenes.camera_view(step, list(steps))
            inside = None
            yield ground.bounds(places, margin)
            continue
        if step.turn != shown or inside is None:
            shown = step.turn
            points = scenes.places([one for one in steps if one.turn == shown], bodies=inside is None)
            cells = board_of(step.view.state.table).cells
            wanted = ground.bounds(points or [(0.0, 0.0)], 2.0 if cells else 4.0)
            if inside is None or not _holds(inside, wanted):
                inside = wanted
        yield inside


def _holds(outer: ground.Frame, inner: ground.Frame) -> bool:
    fits = all(outer[n] <= inner[n] and outer[n] + outer[n + 2] >= inner[n] + inner[n + 2] for n in (0, 1))
    return fits and max(inner[2] / outer[2], inner[3] / outer[3]) > 0.6


# -- a step ------------------------------------------------------------------------------------------------------------


def _step(step: DemonstrationStep, stage: _Stage, frame: ground.Frame, hold: int) -> dict[str, Plain]:
    """Return the changes of a step, which takes `hold` ms, or more for its events."""
    names = step.view.state.names
    number, phase = step.phase
    made: dict[str, Plain] = {"t": step.turn, "p": number, "n": phase, "c": minus(step.large), "m": minus(step.small)}
    lines: list[Plain] = [[event.tone, minus(log_line(event, names))] for event in step.events[:LINES]]
    west, south, wide, high = frame
    made["box"] = [round(one, 1) for one in (west, -south - high, wide, high)]
    clock = 0
    moves: list[Plain] = []
    shots: list[Plain] = []
    marks: list[Plain] = []
    dice: list[Plain] = []
    for act, before, _ in scenes.acts_of(step):
        film = _playback(act, before)
        moves += _moves(film, stage, before, clock)
        shots += [_shot(event, stage, before, clock + _ms(when)) for when, event in film.shots]
        marks += [[*stage.at(event.at), event.kind, clock + _ms(when)] for when, event in film.marks if event.at]
        marks += [
            [*stage.at(event.at), "lost", clock + _ms(film.duration)]
            for event in act.events
            if event.kind == "lost" and event.at and not event.time
        ]
        if act.dice:
            dice += _dice(act, before, clock)
        clock += _ms(film.duration) + (ROLLED if act.dice else 0)
    changed = _changes(step.view, stage)
    parts: dict[str, Plain] = {
        "lines": lines, "moves": moves, "shots": shots, "marks": marks, "dice": dice, "set": changed,
    }  # fmt: skip
    made |= {name: part for name, part in parts.items() if part}
    made["done"], made["for"] = clock, clock + hold
    if (picture := advice_of(step)) is not None:
        made["map"] = _map(picture, stage)
    if own := drawn_by(step.view.system, "FILM"):
        made |= own(step.view, stage.numbers, stage.own)
    return made


def _map(picture: AdvicePicture, stage: _Stage) -> dict[str, Plain]:
    """Return the adviser's answer. It has the ends with the colour step of their worth, the best over the others, and
    the colours; the enemy's likely ends; and the ways to the best ends."""
    advice, view = picture.advice, picture.view
    found: dict[str, Plain] = {"ways": [[part for at in pose.path for part in stage.at(at)] for pose in picture.ways]}
    if picture.worth:
        steps = step_of(advice.worth)
        order = sorted(range(len(steps)), key=steps.__getitem__)
        rows = advice.ends.places.tolist()
        found["ends"] = [[*stage.at(tuple(rows[n][:2])), round(rows[n][2]) % 360, steps[n]] for n in order]
        found["hues"] = [hex_colour(colour) for colour in STEPS]
    if picture.theirs:
        scene, direction = Scene.of(view), board_of(view.state.table).direction
        likely: list[Plain] = []
        for one, pose in picture.likely:
            look, _, _ = _sheet(view, one.foe, view.state.ships[one.foe], stage)
            heading = direction(pose.facing)
            symbol = stage.symbols.ship(look, scene.colour(one.foe), heading, True)
            words = f"{percent(one.chance)} {picture.order_words(one.order)}"
            likely.append([*stage.at(pose.at), round(heading) % 360, symbol, words])
        found["likely"] = likely
    return found


def _ms(seconds: float) -> int:
    return round(seconds * 1000 * SLOWER)


def _playback(act: Act, before: View) -> Playback:
    table = before.state.table
    facings = {key: ship.facing for key, ship in before.state.ships.items()}
    return Playback(act.events, facings, {body.key for body in table.bodies}, board_of(table))


def _moves(film: Playback, stage: _Stage, before: View, clock: int) -> Iterator[Plain]:
    """Yield moves: the piece, its path and headings, the point at which it is cut short, start and duration in ms."""
    for flights, start, takes in ((film.bodies, 0.0, DRIFT), (film.ships, film.sets_off, MOVE)):
        for key, one in flights.items():
            number = stage.numbers.get(key)
            if number is None:
                continue
            yield [
                number,
                _way(one, stage),
                [round(turn) % 360 for turn in one.headings],
                round(one.until, 3),
                list(stage.at(one.end)),
                clock + _ms(start),
                _ms(takes),
            ]


def _way(one: MovingShip, stage: _Stage) -> list[Plain]:
    return [part for point in one.path for part in stage.at(point)]


def _shot(event: Event, stage: _Stage, before: View, when: int) -> Plain:
    """Return a line of fire: both ends, the side that fired, whether it hit, and the time in ms."""
    side = before.state.sides.get(before.state.owner(event.who))
    ends = (*stage.at(event.line[0]), *stage.at(event.line[-1]))
    return [*ends, side.seat if side else 2, int(event.tone == "good"), when]


def _dice(act: Act, before: View, clock: int) -> Iterator[Plain]:
    """Yield throws: their purpose, the dice, and the time in ms at which they come to rest."""
    left = DICE
    for name, group in ((lane.name, group) for lane in lanes_of(before, act.events) for group in lane.groups):
        shown: list[Plain] = [[die.face, int(die.scored), int(die.again), die.sides] for die in group.dice[:left]]
        left -= len(shown)
        if shown:
            yield [f"{name}: {group.caption}" if group.caption else name, shown, clock]


# -- state of all pieces -----------------------------------------------------------------------------------------------


def _changes(view: View, stage: _Stage) -> dict[str, Plain]:
    """Return the pieces that changed since they were last written, by number; 0 for removed ones."""
    now = {**_bodies(view, stage), **_ships(view, stage), **_counters(view, stage)}
    changed = {key: value for key, value in now.items() if stage.last.get(key) != value}
    gone: dict[str, Plain] = {key: 0 for key in stage.last if key not in now and stage.last[key] != 0}
    stage.last |= {**changed, **gone}
    return {str(stage.numbers[key]): value for key, value in {**changed, **gone}.items()}


def _bodies(view: View, stage: _Stage) -> dict[str, Plain]:
    """Return the places of terrain."""
    found: dict[str, Plain] = {}
    for body in pieces_of_terrain(view):
        stage.number(body.key, "body", body.name, -1, ground.body(body))
        found[body.key] = list(stage.at(body.at))
    # terrain that fills hexes is part of the ground; only its names are written
    if not stage.last and board_of(view.state.table).cells:
        lone = {body.key for body in pieces_of_terrain(view)}
        for group in groups_of(tuple(body for body in view.state.table.bodies if body.key not in lone)):
            key = f"name of {group.bodies[0].key}"
            stage.number(key, "body", group.name, -1, " ")
            stage.named[key] = list(stage.at(group.heart))
    return {**found, **stage.named}


def pieces_of_terrain(view: View) -> Sequence[Body]:
    """Return bodies drawn one by one: all of an open table, or the moving ones of a board with cells."""
    table = view.state.table
    return [one for one in table.bodies if one.velocity or not board_of(table).cells]


def _ships(view: View, stage: _Stage) -> dict[str, Plain]:
    """Return ships: place, heading, silhouette, state, share left, and fate."""
    scene, board = Scene.of(view), board_of(view.state.table)
    found: dict[str, Plain] = {}
    for key, ship in view.state.ships.items():
        seat = view.state.sides[ship.side].seat if ship.side in view.state.sides else 2
        stage.number(key, "ship", ship.name, seat)
        look, health, absent = _sheet(view, key, ship, stage)
        whole = bool(ship.in_play)
        if not whole and (absent or layer.gone(scene, key)):
            found[key] = [None, look.removed_reason, round(100 * health)]
            continue
        heading = board.direction(ship.facing)
        symbol = stage.symbols.ship(look, scene.colour(key), heading, whole)
        found[key] = [
            *stage.at(ship.at),
            round(heading) % 360,
            symbol,
            WHOLE if whole else WRECK,
            round(100 * health),
            look.removed_reason,
        ]
    return found


def _sheet(view: View, key: str, ship: Piece, stage: _Stage) -> tuple[layer.ShipLook, float, bool]:
    """Return the look of a ship, share left and state from its sheet, cached until the ship changes."""
    known = stage.sheets.get(key)
    if known is None or known[0] != ship:
        sheet = view.sheet(key)
        look = layer.ShipLook(sheet.glyph, sheet.state, sheet.look)
        known = stage.sheets[key] = ship, look, sheet.health, sheet.absent
    return known[1:]


def _counters(view: View, stage: _Stage) -> dict[str, Plain]:
    """Return counters: place, heading, plate, text, and the number of the ship a card lies beside."""
    board, found = board_of(view.state.table), dict[str, Plain]()
    scene = Scene.of(view)
    marks: Mapping[str, Token] = {one.key: one for one in view.tokens if isinstance(one, Token)}
    for key, one in marks.items():
        seat = view.state.sides[one.side].seat if one.side in view.state.sides else 2
        stage.number(key, "counter", one.name, seat)
        heading = round(board.direction(one.course)) % 360 if one.course is not None else 0
        words = (one.letter if len(one.letter) <= SHORT else "") + (str(one.count - one.lost) if one.count else "")
        beside = stage.numbers.get(one.ship, -1) if one.shape == "card" else -1
        found[key] = [*stage.at(one.at), heading, stage.symbols.counter(one, scene.colour(one.side)), words, beside]
    return found
