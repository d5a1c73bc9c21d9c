"""The sheet of a ship as lines."""

from __future__ import annotations

from collections.abc import Iterator

from game.battle.view import View
from game.board.boards import board_of
from game.board.protocol import Board
from game.core.display import Icon, Sheet, Stat, Strip, Track
from game.core.names import join_words, sentence, with_capital
from game.core.orders import Id, Order
from game.text.pieces import piece_line

STATES = {"ok": "", "lost": "lost", "killed": "destroyed", "spent": "spent", "damaged": "damaged"}


def sheet_lines(view: View, key: Id, draft: Order | None = None) -> list[str]:
    """Return everything that the sheet of a piece says, with the changes that an order in hand would make."""
    sheet = view.sheet(key, draft)
    own = view.side in (None, view.state.owner(key))
    return [piece_line(view, key), *_lines(view, sheet, own)]


def _lines(view: View, sheet: Sheet, own: bool) -> Iterator[str]:
    side = view.state.sides.get(sheet.side)
    yield ", ".join(part for part in (side.name if side else "", sheet.note, sheet.cover, sheet.spare) if part) + "."
    yield from map(_stat, sheet.stats)
    if sheet.read:
        yield from map(_track, sheet.tracks)
    if sheet.guns_read:
        yield from (_icon(icon, own, board_of(view.state.table)) for icon in sheet.icons)
    else:
        yield "Its guns are not known."
    yield from map(_strip, sheet.strips)
    yield from (f"{badge.sign}: {badge.words}." for badge in sheet.badges)
    for bay in sheet.bays:
        yield f"Bay {bay.key}: {bay.group.name}, {bay.group.count - bay.group.lost} of {bay.group.count}, {bay.words}."
    if sheet.buildup:
        yield sentence(f"{sheet.buildup.label}: {sheet.buildup.total}, {'; '.join(sheet.buildup.words)}")
    for tally in sheet.tallies:
        yield sentence(f"{tally.label}: {' '.join(str(die.face) for die in tally.dice)}: {tally.words}")
    for part in sheet.parts:
        yield from part.sentences


def _stat(stat: Stat) -> str:
    after = f", {stat.becomes}" if stat.becomes else ""
    return f"{stat.label} {stat.value}{after}." + (f" {sentence(stat.hint)}" if stat.hint else "")


def _track(track: Track) -> str:
    """Return a track with what is left of each row: `Hull: 5 of 6 left. Row 1, 1 of 2, then 6.`"""
    whole = sum(track.rows)
    words = f"{track.label}: {track.left} of {whole} left."
    if len(track.rows) == 1:
        note = next((note for note in track.notes if note), "")
        return words + (f" {sentence(note)}" if note else "")
    gone, rows = whole - track.left, list[str]()
    for number, boxes in enumerate(track.rows, 1):
        lost = min(boxes, gone)
        gone -= lost
        note = track.notes[number - 1] if number <= len(track.notes) else ""
        rows.append(", ".join(part for part in (f"row {number}", f"{boxes - lost} of {boxes}", note) if part))
    return f"{words} {sentence('; '.join(rows))}"


def _icon(icon: Icon, own: bool, board: Board) -> str:
    """Return a system: its name, its key in orders if they are written here, its arcs and what it does."""
    key = f" ({icon.key})" if own and icon.key and icon.key.casefold() != icon.label.casefold() else ""
    every = set(icon.arcs) == {one.name for one in board.arc_set(icon.wide)}
    arcs = "all round" if every else f"arc {join_words(icon.arcs)}" if icon.arcs else ""
    parts = (STATES.get(icon.state, icon.state), arcs, icon.hint)
    words = "; ".join(part for part in parts if part)
    return f"{with_capital(icon.label)}{key}" + (f": {words}." if words else ".")


def _strip(strip: Strip) -> str:
    cells = "; ".join(
        f"at {head}, {figure}{' (now)' if n == strip.lit else ''}" for n, (head, figure) in enumerate(strip.cells)
    )
    note = f", {strip.note}" if strip.note else ""
    return f"{strip.label}{note}: {cells}."
