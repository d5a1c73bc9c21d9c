"""Pieces by the names that a player types, and where they are, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from game.battle.view import View
from game.board.boards import board_of
from game.board.geometry import bearing
from game.board.protocol import Board
from game.core.display import Point
from game.core.orders import Id
from game.seating.summary import condition


def labels(view: View) -> dict[Id, str]:
    """Return the name of every piece and side; of pieces with equal names, all but the first get a number."""
    found, times = dict[Id, str](), dict[str, int]()
    for key, name in view.state.names.items():
        count = times[name.casefold()] = times.get(name.casefold(), 0) + 1
        found[key] = name if count == 1 else f"{name} {count}"
    return found


def named_piece(view: View, text: str, among: Iterable[Id] | None = None) -> Id:
    """Return the piece or side with this name or key, or the only one whose name begins with it; empty if there is
    none."""
    wanted, known = text.strip().casefold(), labels(view)
    keys = list(known) if among is None else [key for key in among if key in known]
    if not wanted:
        return ""
    for told in ({key: known[key] for key in keys}, {key: key for key in keys}):
        if exact := [key for key, name in told.items() if name.casefold() == wanted]:
            return exact[0]
    begun = [key for key in keys if known[key].casefold().startswith(wanted)]
    return begun[0] if len(begun) == 1 else ""


def with_keys(view: View, text: str) -> str:
    """Return the text of an order with keys in place of names of pieces, whole words only."""
    for key, name in sorted(labels(view).items(), key=lambda one: -len(one[1])):
        text = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", key, text, flags=re.IGNORECASE)
    return text


def place_words(board: Board, at: Point) -> str:
    """Return a place by its name on the map, or by its distances from the left and from the lower edge."""
    if board.cells:
        return f"hex {board.label(at)}"
    x, y = board.file_coordinates(at)
    return f"{round(x, 1):g} across, {round(y, 1):g} up"


def piece_line(view: View, key: Id) -> str:
    """Return a piece in one line: kind, condition, place, course and speed."""
    piece, board, sheet = view.state.known_piece(key), board_of(view.state.table), view.sheet(key)
    head = f"{labels(view)[key]}, {sheet.kind}" if sheet.kind else labels(view)[key]
    words = [condition(sheet)] if sheet.read else ["its hull is not known"]
    if piece.in_play:
        words.append(f"at {place_words(board, piece.at)}")
        words.append(f"course {board.format_course(piece.course, piece.heading)}")
        if board.direction(piece.course, piece.heading) != board.direction(piece.facing):
            words.append(f"points to {board.format_course(piece.facing)}")
        words.append(f"{view.system.speed_word} {piece.velocity}")
    words += [badge.words for badge in sheet.badges]
    if sheet.look and sheet.look.words and not any(one.startswith(sheet.look.words) for one in words):
        words.append(sheet.look.words)
    return f"{head}: {', '.join(words)}."


def range_line(view: View, key: Id, other: Id) -> str:
    """Return range, bearing and arc from one piece to another, and which of its guns bear."""
    board, state = board_of(view.state.table), view.state
    here, there, names = state.known_piece(key), state.known_piece(other), labels(view)
    away = board.range_words(board.distance(here.at, there.at))
    shots = view.shots(key, other)
    words = [away] if away else []
    if here.at != there.at:
        words.append(f"bearing {bearing(here.at, there.at):.0f}°")
        wide = next((icon.wide for icon in view.sheet(key).icons if icon.arcs), 60.0)
        arcs = board.arcs(here.at, here.facing, there.at, tuple(arc.name for arc in board.arc_set(wide)))
        words.append(f"arc {'/'.join(arcs)}")
    able = [shot for shot in shots if shot.bears]
    told = [", ".join(part for part in (shot.label, shot.dice, shot.note) if part) for shot in able]
    words.append(f"bears: {'; '.join(told)}" if told else "nothing bears")
    return f"{names[other]}: {', '.join(words)}."
