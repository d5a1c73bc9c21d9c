"""A ship's level on its sheet: the dice that built it, the bands with the attackers in each, and casualties
(point-defence-and-fighters/2, 3, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from game.core.display import Link, Melee, Sheet, Token
from game.core.events import Buildup, DiceRow, DiceSum, Ladder, LadderMark, LadderRow, Pointer
from game.core.orders import Id, Order
from game.core.state import PieceData
from game.core.values import frozen
from game.rules.counters.groups import type_of
from game.rules.counters.kinds import Flight, Salvo
from game.rules.defence.bands import BANDS, RULE, LevelBand, band, fighter_band, missile_band, salvo_level, screen_bonus
from game.rules.defence.casualties import CasualtyRoll
from game.rules.defence.level import LevelRoll
from game.rules.defence_level.assist import ASSISTS, Assist
from game.rules.fighters import group_sheet
from game.rules.fighters.group_odds import why_not_attack
from game.rules.odds.die_columns import as_events, total
from game.rules.point_defence.attackers import Attacker, attackers, screens_on, struck
from game.rules.point_defence.defend import DECLARED, defended_by
from game.rules.point_defence.level import COMMITTED, LEVELS, rules_of
from game.rules.point_defence.ordnance_kinds import salvos_among
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

HEADINGS = ("level", "missile", "each fighter's die", "of a salvo")
MISSILES, FIGHTERS, SALVOS = 1, 2, 3  # columns of the table of bands
# the steps of an action (point-defence-and-fighters/1, 7a to 7e)
STEPS = ("Roll", "Missiles", "Fighters", "Casualties", "Salvos")


@frozen
class LadderEntry:
    """An attacker in the table of bands: its kind, its band, the level it meets before any shift, and its result."""

    key: Id
    name: str
    letter: str
    side: Id
    column: int
    index: int
    meets: int
    did: str = ""


@frozen
class LevelRecord:
    """A ship's action, recorded until the next turn: the roll, the attackers, the casualties by type."""

    rolled: LevelRoll
    entries: tuple[LadderEntry, ...] = ()
    casualties: tuple[CasualtyRoll, ...] = ()


RECORDS = PieceData[LevelRecord | None]("level record", None)


def ladder_entry(
    state: ThrustState, one: Attacker, ship: Ship, raw: int, helpers: int, salvos: int, did: str = ""
) -> LadderEntry:
    """Return the entry of an attacker of a ship with level `raw`, which `helpers` groups assist, among that many
    salvos."""
    rules, screens = rules_of(state.house), screens_on(ship)
    if isinstance(one, Flight):
        column, index, letter = FIGHTERS, fighter_band(type_of(one), raw, screens, helpers, rules), type_of(one).letter
        meets = raw + screen_bonus(type_of(one), screens, rules)
    elif isinstance(one, Salvo):
        meets = salvo_level(raw, salvos, rules)
        column, index, letter = SALVOS, band(meets), str(one.intact)
    else:
        meets = raw
        column, index, letter = MISSILES, missile_band(raw, rules.advanced_missiles), one.kind[0].upper()
    return LadderEntry(one.id, one.name, letter, one.side, column, index, meets, did)


def entries(state: ThrustState, ship: Ship, assists: Mapping[Id, Id]) -> tuple[LadderEntry, ...]:
    """Return the attackers of a ship, each in its band, if groups assist as given."""
    there, raw = attackers(state, ship), LEVELS.of(state, ship.id)
    rolling = [
        one for one in there if not (isinstance(one, Flight) and (why_not_attack(state, one) or assists.get(one.id)))
    ]
    helpers, salvos = list(assists.values()), salvos_among(there, rules_of(state.house))
    return tuple(ladder_entry(state, one, ship, raw, helpers.count(one.id), salvos) for one in rolling)


# -- the sheet ---------------------------------------------------------------------------------------------------------


def piece_sheet(state: ThrustState, key: Id, draft: Order | None = None) -> Sheet:
    """Return the sheet of a piece, with a ship's level once rolled, its attackers and the results."""
    found = group_sheet.piece_sheet(state, key, draft)
    one = state.counters.get(key)
    ship = state.ships.get(one.target if one is not None else key)
    record = RECORDS.of(state, ship.id) if ship is not None else None
    if ship is None or record is None:
        return found
    planned = {draft.by: draft.partner} if isinstance(draft, Assist) else {}
    standing = record.entries or entries(state, ship, {**ASSISTS.all(state), **planned})
    raw = record.rolled.raw
    stats = (*found.stats, group_sheet.level_stat(raw)) if one is None else found.stats
    tallies = tuple(_casualty(one) for one in record.casualties)
    card, ladder = _buildup(ship, raw, record, standing), _ladder(raw, standing)
    card = replace(card, steps=STEPS, at=len(STEPS) if record.entries else 1)
    return replace(found, stats=stats, buildup=card, ladder=ladder, tallies=tallies)


def tokens(state: ThrustState) -> tuple[Token | Link | Melee, ...]:
    """Return the counters on the board, and links for assists and lent point defence. The attackers of a ship with a
    known level show their bands."""
    assists, known = ASSISTS.all(state), dict[Id, int]()
    for key in LEVELS.all(state):
        known |= {one.key: one.index for one in entries(state, state.ships[key], assists)}
    found = group_sheet.tokens(state)
    banded = tuple(_token(one, known, assists) if isinstance(one, Token) else one for one in found) if known else found
    return (*banded, *(Link(key, partner) for key, partner in assists.items()), *lent_links(state))


def lent_links(state: ThrustState) -> Iterator[Link]:
    """Yield links from ships whose systems defend another this turn, by both sets of rules."""
    given = {(key, into) for key, parts in COMMITTED.all(state).items() for _, into in parts}
    for key, shots in DECLARED.all(state).items():
        ship = state.ships[key]
        for shot in shots:
            one, mount = state.counters[shot.target], ship.design.mount(shot.mount)
            if isinstance(one, Attacker) and mount is not None and struck(state, one):
                given.add((key, defended_by(state, ship, one, mount).id))
    yield from (Link(key, into) for key, into in sorted(given) if key != into)


def _token(one: Token, known: Mapping[Id, int], assists: Mapping[Id, Id]) -> Token:
    if one.key in assists:
        return replace(one, target="", kind="assists")
    index = known.get(one.key, -1)
    return replace(one, band=index, kind=f"band {BANDS[index].title}") if index >= 0 else one


def _buildup(ship: Ship, raw: int, record: LevelRecord, standing: Sequence[LadderEntry]) -> Buildup:
    """Return the sum of the level from its dice, with the part of it that each kind of attacker meets."""
    parts = tuple(
        DiceSum(f"{part.dice} {part.source}", as_events(dice), total(dice)) for part, dice in record.rolled.parts
    )
    words = ("raw level", f"band {BANDS[band(raw)].title}") if parts else ("no dice: level 0",)
    bands = tuple((row.least, row.title) for row in BANDS)
    pointers = tuple(_pointers(raw, standing))
    title, note = f"Point-defence level of {ship.name}", "rolled once, for all who attack it"
    return Buildup(title, note, parts, raw, words, bands, band(raw), pointers, f"{RULE}/2")


def _pointers(raw: int, standing: Sequence[LadderEntry]) -> Iterator[Pointer]:
    """Yield the levels for missiles, for fighters behind screens that count against them, and for several salvos."""
    levels = {
        column: {one.meets for one in standing if one.column == column} for column in (MISSILES, FIGHTERS, SALVOS)
    }
    if levels[MISSILES]:
        yield Pointer(raw, f"{raw}: missiles")
    for level in sorted(levels[FIGHTERS]):
        past = "" if len(levels[FIGHTERS]) == 1 else ", no screens"
        added = f"{raw} + {level - raw}, screens" if level > raw else f"{raw}{past}"
        yield Pointer(level, f"{added}: fighters")
    for level in levels[SALVOS]:
        count = sum(one.column == SALVOS for one in standing)
        yield Pointer(level, f"{raw} − {count} + 1: salvos" if level < raw else f"{raw}: salvos")


def _ladder(raw: int, standing: Sequence[LadderEntry]) -> Ladder:
    """Return the table of bands, with the attackers in each."""
    rows = []
    for index, row in enumerate(BANDS):
        marks = tuple(_mark(one) for one in standing if one.index == index)
        rows.append(LadderRow((row.title, missile_words(row), fighter_words(row), salvo_words(row)), marks))
    return Ladder("Bands", "+ rolls again", HEADINGS, tuple(rows), band(raw), f"{RULE}/3")


def _mark(one: LadderEntry) -> LadderMark:
    shape = "disc" if one.column == FIGHTERS else "lozenge"
    return LadderMark(one.column, one.letter, one.side, shape, f"{one.name}{': ' if one.did else ''}{one.did}")


def missile_words(row: LevelBand) -> str:
    """Return the face that a heavy missile needs in a band: `5 or 6`, or `6, one die less`."""
    needs = {6: "6", 5: "5 or 6"}.get(row.missile_needs, f"{row.missile_needs} or more")
    return needs + {0: "", 1: ", one die less"}.get(row.dice_lost, ", two dice less")


def fighter_words(row: LevelBand) -> str:
    """Return the hits by the faces of a fighter's die in a band: `5: 1 · 6: 2+`."""
    found = dict[str, list[str]]()
    for face, hits in enumerate(row.fighter, 1):
        if hits:
            found.setdefault(f"{hits}{'+' if row.rerolls and face == 6 else ''}", []).append(str(face))
    return " · ".join(f"{', '.join(faces)}: {points}" for points, faces in found.items()) or "nothing"


def salvo_words(row: LevelBand) -> str:
    """Return words for the number that is subtracted from the die of a salvo in a band."""
    return "all" if not row.salvo_minus else "none" if row.salvo_minus >= 6 else f"−{row.salvo_minus}"


def _casualty(one: CasualtyRoll) -> DiceRow:
    words, tone = (f"{one.lost} lost", "bad") if one.lost else ("none", "plain")
    return DiceRow(one.kind.title, as_events(one.dice), words, tone)
