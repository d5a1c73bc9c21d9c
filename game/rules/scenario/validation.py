"""Contents of a battle file that the rules do not support, each with its path in the file.

The checks here serve every game, or groups of similar games. A game's own limits are in that game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from game.board.geometry import nearest_course
from game.core.game_files import Unsupported
from game.core.names import brief
from game.formats.validation import did_you_mean, known_words
from game.rules.counters.kinds import LAUNCHED, Bolt, Flight, HeavyMissile, Mine, Missile, Plasma, Salvo
from game.rules.counters.launchers import launcher
from game.rules.manoeuvres.archive import TIMERS as MANOEUVRES
from game.rules.manoeuvres.devices.lay_mine import MINES_LAID
from game.rules.manoeuvres.engines.emergency_thrust import CLOCK as TRIES
from game.rules.manoeuvres.jumps.ftl import GONE, SILENT
from game.rules.outcome.table_edges import INWARD
from game.rules.outcome.victory import AWAY
from game.rules.scenario.battle_file import OrdnanceEntry, StarshipEntry, ThrustBattleFile
from game.rules.ships.design import CORE_KINDS, Design
from game.rules.ships.ship import EDGE, LAST_BOLT, OUT, PORT, SALVOS_FIRED, SHROUDED, WAVE_CHARGE, drive_steps

EDGES = tuple(EDGE + edge for edge in INWARD)
MARKS = (OUT, PORT, SILENT, GONE, SHROUDED, *EDGES)  # marks of a ship that outlast a turn
COUNTED = (MINES_LAID, WAVE_CHARGE, *SALVOS_FIRED.values())
TIMERS = frozenset({*CORE_KINDS, *MANOEUVRES, TRIES, AWAY, *COUNTED})  # timers of a ship that outlast a turn
ROWS = "Courses through the sides of hexes are 2, 4, 6, 8, 10 and 12."


def unsupported_fields(data: ThrustBattleFile, library: Mapping[str, Design]) -> Iterator[Unsupported]:
    """Yield fields of ships that do not fit their designs."""
    for key, entry in data.ships.items():
        if entry.design in library:
            yield from _ship_faults(("ships", key), entry, library[entry.design], data.turn)
            yield from _memory_faults(("ships", key), entry)
            yield from _group_faults(("ships", key), entry, library[entry.design])
            yield from _late_faults(("ships", key, "arrives"), entry, library[entry.design], data.turn)
        yield from _knowledge_faults(("ships", key, "known"), entry, data)
    yield from _counter_faults(data, library)


def _ship_faults(here: tuple[str, ...], entry: StarshipEntry, design: Design, turn: int) -> Iterator[Unsupported]:
    if entry.hull is not None and not (0 if entry.fate else 1) <= entry.hull <= design.hull:
        yield (*here, "hull"), f"{design.name} has {design.hull} hull boxes", f"Give a number from 1 to {design.hull}."
    if entry.armour is not None and entry.armour > design.armour:
        yield (*here, "armour"), f"{design.name} has {design.armour} armour boxes", ""
    if entry.heading is not None and nearest_course(entry.heading) != entry.course:
        nearest = nearest_course(entry.heading)
        yield (
            (*here, "heading"),
            f"the course nearest to {entry.heading:g} degrees is {nearest}, not {entry.course}",
            "",
        )
    if entry.heading is not None and entry.movement == "cinematic":
        yield (
            (*here, "heading"),
            "only a ship that moves by vectors has a heading in degrees",
            "Give it movement: vector.",
        )
    steps = drive_steps(design.thrust)
    if entry.drive_hits > steps:
        yield (
            (*here, "drive_hits"),
            f"the main drive of {design.name} can be hit {steps} times",
            f"Give at most {steps}.",
        )
    hit = steps if _unpowered(entry, design) else entry.drive_hits
    if entry.drive_gone > hit:
        yield (
            (*here, "drive_gone"),
            f"of {hit} drive hits, {entry.drive_gone} cannot be beyond repair",
            f"Give at most {hit}.",
        )
    known = sorted(mount.key for mount in design.mounts if not mount.core)
    for field, index, lost in _out_of_order(entry):
        if (mount := design.mount(lost)) and mount.core and turn == 1:
            yield (*here, field, index), f"{mount.title} works when a battle begins; only battle can damage it", ""
        elif mount is None:
            yield (*here, field, index), f"{design.name} has no system {brief(lost)}", partial(_systems, lost, known)
        elif field == "spent" and not mount.one_shot and mount.kind != "hangar":
            yield (*here, field, index), f"{mount.title} is never spent: it fires again and again", ""


def _unpowered(entry: StarshipEntry, design: Design) -> bool:
    """Return whether the main drive as a whole is out of order, whatever its hits."""
    return bool({mount.key for mount in design.of("drive")} & {*entry.lost, *entry.killed})


def _systems(word: str, known: list[str]) -> str:
    return did_you_mean(word, known) or f"It has {', '.join(known)}."


def _memory_faults(here: tuple[str, ...], entry: StarshipEntry) -> Iterator[Unsupported]:
    """Yield unknown marks and timers, and ways off the table of ships that are on it."""
    for index, mark in enumerate(entry.marks):
        if mark not in MARKS:
            yield (*here, "marks", index), f"no rule knows the mark {brief(mark)}", partial(known_words, mark, MARKS)
    for name in (name for name in entry.clocks if name not in TIMERS and not name.startswith(LAST_BOLT)):
        yield (*here, "clocks", name), f"no rule knows the clock {brief(name)}", partial(known_words, name, TIMERS)
    if entry.away is not None and entry.fate != AWAY:
        yield (*here, "away"), "only a ship that is away comes back", "Give it fate: away."


def _late_faults(here: tuple[str, ...], entry: StarshipEntry, design: Design, begins: int) -> Iterator[Unsupported]:
    """Yield reserves that do not arrive after the start, or lack a working FTL drive
    (full-thrust-base/6.21/arriving)."""
    if entry.arrives is None:
        return
    if entry.fate:
        yield here, "a ship that is out of play does not arrive", ""
    if entry.arrives < begins:
        yield here, f"the battle begins with turn {begins}, and this ship arrives on turn {entry.arrives}", ""
    if not design.of("ftl"):
        yield here, f"{design.name} has no FTL drive to arrive by", ""
    elif {mount.key for mount in design.of("ftl")} & {*entry.lost, *entry.killed}:
        yield here, "its FTL drive is out of order, and it cannot arrive", ""


def _knowledge_faults(here: tuple[str, ...], entry: StarshipEntry, data: ThrustBattleFile) -> Iterator[Unsupported]:
    """Yield impossible knowledge of other sides about a ship (full-thrust-base/6.19)."""
    for side in entry.known:
        if side not in data.sides:
            yield (*here, side), f"there is no side {brief(side)}", did_you_mean(side, data.sides)
        elif side == entry.side:
            yield (*here, side), "its own side knows all of it", "Name the sides of its enemies."


def _group_faults(here: tuple[str, ...], entry: StarshipEntry, design: Design) -> Iterator[Unsupported]:
    """Yield names of groups for hangars that the ship lacks."""
    hangars = {mount.key for mount in design.of("hangar")}
    for key in entry.groups:
        if key not in hangars:
            yield (*here, "groups", key), f"{design.name} has no hangar {brief(key)}", known_words(key, hangars)


def _out_of_order(entry: StarshipEntry) -> Iterator[tuple[str, int, str]]:
    """Yield every system listed as knocked out, destroyed or spent: the field, the index in it, and the key."""
    for field in ("lost", "killed", "spent"):
        yield from ((field, index, key) for index, key in enumerate(getattr(entry, field)))


def _counter_faults(data: ThrustBattleFile, library: Mapping[str, Design]) -> Iterator[Unsupported]:
    """Yield counters that no system of their ship launches, or with more left than there was."""
    designs = _designs(data, library)
    for key, entry in data.counters.items():
        mount = launcher(key, designs)
        if key.partition(".")[0] not in designs:
            continue
        if mount is None:
            yield (
                ("counters", key),
                f"{designs[key.partition('.')[0]].name} launches nothing from '{key.partition('.')[2]}'",
                "",
            )
        elif entry.count is not None and entry.count > (most := LAUNCHED[mount.kind].size(mount)):
            yield ("counters", key, "count"), f"there were only {most} of it when it was launched", ""
        else:
            yield from _flight_faults(("counters", key), entry, LAUNCHED[mount.kind] is Flight, data)


def _flight_faults(
    here: tuple[str, ...], entry: OrdnanceEntry, flies: bool, data: ThrustBattleFile
) -> Iterator[Unsupported]:
    """Yield fields that only fighters have, and ships to screen that are not of their own side."""
    for field in ("endurance_used", "screening", "fired", "aboard", "ready_on"):
        if getattr(entry, field) and not flies:
            yield (*here, field), "only fighters have this", ""
    ship, home = data.ships.get(entry.screening or ""), data.ships.get(here[1].partition(".")[0])
    if entry.screening and (ship is None or home is None or ship.side != home.side):
        yield (*here, "screening"), f"there is no ship {brief(entry.screening)} of its side to screen", ""


def _designs(data: ThrustBattleFile, library: Mapping[str, Design]) -> dict[str, Design]:
    """Return the designs of a file's ships, as far as they are known."""
    return {key: library[entry.design] for key, entry in data.ships.items() if entry.design in library}


# -- optional parts of a game ------------------------------------------------------------------------------------------


def in_space(data: ThrustBattleFile, library: Mapping[str, Design]) -> Iterator[Unsupported]:
    """Yield counters that the space game lacks, and ships off the table without the edge by which they left
    (full-thrust-base/9.6)."""
    kinds = (Flight, Salvo, HeavyMissile, Missile, Bolt, Mine, Plasma)
    yield from strangers(data, library, tuple(one.kind for one in kinds))
    yield from lost_track(data, lambda entry: bool({*entry.marks} & {*EDGES}), f"Give it a mark: {', '.join(EDGES)}.")


def strangers(data: ThrustBattleFile, library: Mapping[str, Design], kinds: Collection[str]) -> Iterator[Unsupported]:
    """Yield counters of kinds that the game lacks."""
    designs = _designs(data, library)
    for key in data.counters:
        if (mount := launcher(key, designs)) and (made := LAUNCHED[mount.kind]).kind not in kinds:
            yield ("counters", key), f"in this game no {made.word} is under way", ""


def lost_track(data: ThrustBattleFile, returns: Callable[[StarshipEntry], bool], hint: str) -> Iterator[Unsupported]:
    """Yield ships off the table whose entry lacks the fields that the game needs to bring them back."""
    for key, entry in data.ships.items():
        if entry.fate == AWAY and not returns(entry):
            yield ("ships", key, "fate"), "nothing says how a ship that is away comes back", hint


def off_rows(data: ThrustBattleFile, library: Mapping[str, Design]) -> Iterator[Unsupported]:
    """Yield everything that does not lie along rows, for games that allow nothing else. Fighters fly in any
    direction."""
    designs = _designs(data, library)
    for key, entry in data.ships.items():
        yield from _motion(("ships", key), entry)
    for key, counter in data.counters.items():
        mount = launcher(key, designs)
        if counter.course % 2 and mount and LAUNCHED[mount.kind] is not Flight:
            yield ("counters", key, "course"), _corner(counter.course), ROWS
    for index, body in enumerate(data.table.terrain):
        if body.velocity and body.course % 2:
            yield ("table", "terrain", index, "course"), _corner(body.course), ROWS


def _motion(here: tuple[str, ...], entry: StarshipEntry) -> Iterator[Unsupported]:
    """Yield headings and facings that are no hex sides, ships rolled over, vector movement, and reserves."""
    for field in ("course", "facing"):
        if getattr(entry, field) % 2:
            yield (*here, field), _corner(getattr(entry, field)), ROWS
    if entry.away is not None and entry.away.course % 2:
        yield (*here, "away", "course"), _corner(entry.away.course), ROWS
    if entry.movement == "vector" or entry.heading is not None:
        yield (*here, "movement" if entry.movement else "heading"), "ships on hexes do not move by vectors", ""
    if entry.inverted:
        yield (*here, "inverted"), "in this game ships do not roll over", ""
    if entry.arrives is not None:
        yield (*here, "arrives"), "on this map nobody arrives by FTL drive", ""


def _corner(course: int) -> str:
    return f"course {course} runs through a corner of the hexes"
