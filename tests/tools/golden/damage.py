"""Small files of every sort, and each of them damaged in many ways, always the same: what the golden complaints are
about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.formats.yaml_source import document_of
from game.formats.yaml_writer import block, flow
from tests.support.files.damaged import Path, at, places, replaced

OPEN = """\
version: 1
title: Open space
system: full-thrust
rule: full-thrust-base/5.3
house: {core_systems: true, manoeuvres: [FTL, SK]}
seed: 1
turn: 2
table:
  width: 60
  terrain:
  - {kind: planet, name: Ball, at: [30, 20], radius: 5}
  - {kind: asteroid, at: [10, 30], radius: 1, velocity: 2, course: 3}
sides:
  azure: {name: Azure League, edge: left}
  amber: {name: Amber Pact, player: random, losses: 1}
ships:
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6, hull: 20, lost: [B3], clocks: {bridge: 2}}
  halyard: {side: azure, design: halyard, at: [20, 25], course: 3, facing: 4, velocity: 6, marks: ["out of control"]}
  vesper: {side: amber, design: vesper, at: [44, 20], course: 9, velocity: 6, movement: vector, heading: 270}
  kiln: {side: amber, design: own, at: [44, 25], course: 9, arrives: 4}
designs:
  own: {name: Own, class: frigate, mass: 20, hull: 10, drive: {thrust: 6}, ftl: true,
    systems: [{kind: beam}, {kind: fcs}]}
victory: {kind: points, turns: 6, limit: 100, ships: [lancet], side: azure}
branches:
  plan: {name: Plan, orders: [{turn: 2, by: lancet, order: "P2"}], dice: {"T2.9/fire": [3, null]}}
script:
- {say: "Here", ship: lancet, target: vesper, seat: azure, pins: {kiln: Kiln}, show: [arcs], figures: {two: 2}}
- {by: lancet, order: "P2", dice: [1, 2]}
- {expect: {lancet: {velocity: 6}, battle: {turn: 2}}}
- {refuse: {by: vesper, order: "P9", why: "thrust"}}
- {undo: 1}
- {camera: {at: [10, 10], zoom: 2}}
"""

HEXES = """\
title: On hexes
system: hexcess
house: {map: scroll}
table:
  hexes: [30, 24]
  window: [1, 0]
  planet_edge: top
  terrain:
  - {kind: planet, name: Ball, hexes: [[14, 5], [14, 6]]}
  - {kind: asteroid, name: Hen, hexes: [[12, 5]], course: 4, velocity: 1, port: true}
sides:
  azure: {name: Tessera League}
  amber: {name: Kessarine Levy}
ships:
  bellwether: {side: azure, design: drover, at: [6, 14], course: 2, velocity: 5, quality: veteran}
  tollhouse: {side: azure, design: wayhouse, at: [7, 17], course: 2, velocity: 2, rotates: clockwise}
  ostrava: {side: amber, design: esker, at: [24, -6], course: 8, velocity: 4, fate: away, away: {course: 8, turned: 1}}
  karst: {side: amber, design: karst, at: [26, -4], course: 8, velocity: 5, drive_hits: 1, drive_gone: 1}
"""

COUNTERS = """\
title: Counters
system: easyhex
house: {nova: mild}
table: {hexes: [30, 24]}
sides:
  azure: {name: Tessera League}
  amber: {name: Kessarine Levy}
ships:
  carrier: {side: azure, design: own, at: [10, 5], course: 2, velocity: 4, flotilla: one}
  crook: {side: azure, design: crook, at: [10, 7], course: 2, velocity: 4, flotilla: one}
  karst: {side: amber, design: karst, at: [20, 2], course: 8, velocity: 4}
designs:
  own:
    name: Own
    class: carrier
    mass: 60
    hull: 19
    drive: {thrust: 2}
    systems: [{kind: hangar}, {kind: missile, count: 2}, {kind: fcs, count: 2}, {kind: nova}]
counters:
  carrier.HGR: {at: [12, 5], course: 2, count: 4, flown: 3}
  carrier.MTa: {at: [13, 5], course: 4, age: 2, target: karst}
  carrier.NOVA: {at: [14, 5], course: 6, count: 3, wounds: 1}
"""

DESIGN = """\
name: Trial
class: heavy cruiser
mass: 80
hull: 16
rows: 4
armour: 4
drive: {thrust: 2, manoeuvre: 1}
ftl: true
tow: 10
streamlining: partial
systems:
- {kind: beam, class: 3, arcs: [FP, F, FS]}
- {kind: torpedo, arcs: F}
- {kind: pulser, arcs: F3, mode: L}
- {kind: magazine, mass: 3, mode: ER}
- {kind: sml}
- {kind: minelayer, mines: 3}
- {kind: screen, count: 2}
- {kind: fcs, count: 2}
"""

SECOND = """\
name: Old trial
class: escort
profile: FT2
mass: 18
drive: {thrust: 4}
ftl: true
systems:
- {kind: beam, class: 2, arcs: all}
- {kind: needle}
- {kind: fcs}
"""

SETTINGS = """\
scale: 1.5
palette: standard
sound: true
volume: 0.5
speed: 2.0
keys: {undo: u}
window: [1280, 720]
scenario: full-thrust/first_light
"""

BASES = {"open": OPEN, "hexes": HEXES, "counters": COUNTERS, "design": DESIGN, "second": SECOND, "settings": SETTINGS}
NUMBERS = (-1, 0, 13, 0.5, 10**6)  # in place of any number


def damaged(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield every damaged form of a file, with what was done to it."""
    yield "as it is", text
    yield from in_its_fields(text)
    yield from in_its_letters(text)
    for number, (old, new) in enumerate(CHANGES.get(name, ()), 1):
        assert old in text, f"{name} has no {old!r}"
        yield f"{number}: {old!r} made {new!r}", text.replace(old, new, 1)


def in_its_fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield each value lost, of another type, out of range, doubled or under another name."""
    data = document_of(text, "file").data
    for path in list(places(data))[1:]:
        value, around = at(data, path), at(data, path[:-1])
        where = ".".join(map(str, path))
        yield f"{where} lost", lines_of(without(data, path))
        for other in others(value):
            yield f"{where} made {flow(other)}", lines_of(replaced(data, path, other))
        if isinstance(value, list):
            yield f"{where} doubled", lines_of(replaced(data, path, value * 2))
        if isinstance(around, dict):
            renamed = {f"{key}s" if key == path[-1] else key: each for key, each in around.items()}
            yield f"{where} misspelt", lines_of(replaced(data, path[:-1], renamed))


def lines_of(data: Any) -> str:
    """Plain data as the text of a file."""
    return block(data) if isinstance(data, dict) else "".join(f"- {flow(each)}\n" for each in data)


def others(value: Any) -> tuple[Any, ...]:
    """Return what stands in the place of a value."""
    if isinstance(value, bool):
        return (7, "yes")
    if isinstance(value, int | float):
        return ("text", *NUMBERS)
    if isinstance(value, str):
        return (7, "nobody", "")
    return ("text", {}, []) if isinstance(value, dict) else ("text", [], {"a": 1})


def without(data: Any, path: Path) -> Any:
    """Return the data with one value taken away."""
    around = at(data, path[:-1])
    if isinstance(around, dict):
        return replaced(data, path[:-1], {key: each for key, each in around.items() if key != path[-1]})
    return replaced(data, path[:-1], [each for index, each in enumerate(around) if index != path[-1]])


def in_its_letters(text: str) -> Iterator[tuple[str, str]]:
    """Yield each bracket, quote and colon once lost, and letters that belong in no file, in a few places."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for sign in '{}[]":,':
            if sign in line:
                place = line.rindex(sign)
                yield (
                    f"line {number + 1} without its last {sign}",
                    joined(lines, number, line[:place] + line[place + 1 :]),
                )
        forms = {"a tab": "\t" + line, "a quote": line + ' "', "two blanks": "  " + line, "twice": f"{line}\n{line}"}
        for what, other in forms.items():
            if number % 3 == 0 or what == "twice":
                yield f"line {number + 1} with {what}", joined(lines, number, other)
    middle = len(lines) // 2
    for letter in ("\x07", "@", "!tag x", "*name", "&name", "%", "`", "---", "...", "- x", "? x", "|"):
        yield f"{letter!r} before line {middle + 1}", "\n".join([*lines[:middle], letter, *lines[middle:]]) + "\n"
        yield f"{letter!r} at the end", text + letter + "\n"
    yield "half of it", text[: len(text) // 2]
    yield "nothing", ""
    yield "a list", "- 1\n- 2\n"
    yield "very deep", "a: " + "[" * 60 + "]" * 60
    yield "a newer one", "version: 99\n" + text.removeprefix("version: 1\n")
    yield "an older one", "version: 0\n" + text.removeprefix("version: 1\n")


def joined(lines: list[str], number: int, line: str) -> str:
    """Return the text with another line in the place of one."""
    return "\n".join([*lines[:number], line, *lines[number + 1 :]]) + "\n"


CHANGES: dict[str, tuple[tuple[str, str], ...]] = {
    "open": (
        ("at: [20, 20]", "at: [25, 20]"),  # on the rim of the planet
        ("at: [20, 20]", "at: [25.0001, 20]"),
        ("at: [20, 20]", "at: [24.9999, 20]"),
        ("at: [20, 20]", "at: [33, 24]"),
        ("at: [20, 20]", "at: [0, 0]"),
        ("at: [20, 20]", "at: [60, 48]"),
        ("at: [20, 20]", "at: [60.001, 48]"),
        ("at: [20, 20]", "at: [60, 48.001]"),
        ("at: [20, 20]", "at: [-0.001, 0]"),
        ("radius: 5}", "hexes: [[1, 1]]}"),
        (", at: [30, 20], radius: 5}", "}"),
        (", at: [30, 20], radius: 5}", ", hexes: []}"),
        ("radius: 5}", "radius: 5, velocity: 1}"),
        (", course: 3}", "}"),
        ("ships: [lancet]", "ships: [nobody]"),
        ("limit: 100, ", ""),
        ("turns: 6, limit: 100, ", ""),
        ("kind: points", "kind: convoy"),
        ("kind: points, turns: 6, limit: 100, ships: [lancet], side: azure", "kind: survive"),
        ("kind: points, turns: 6, limit: 100, ships: [lancet], side: azure", "kind: convoy"),
        ("turn: 2", "turn: 6"),
        ("turn: 2", "turn: 7"),
        ("- {undo: 1}", "- {undo: 2}"),
        ("- {undo: 1}", "- {undo: 1, say: Both}"),
        ("seat: azure", "seat: azure, phase: 9"),
        ("lancet: {side", "azure: {side"),
        ("lancet: {side", "battle: {side"),
        ("lancet: {side", "none: {side"),
        ("hull: 20", "hull: 24"),
        ("hull: 20", "hull: 25"),
        ("hull: 20", "armour: 5"),
        ("hull: 20", "drive_hits: 2, drive_gone: 3"),
        ("hull: 20", "drive_hits: 3"),
        ("lost: [B3]", "lost: [B3], killed: [B3], spent: [B2a]"),
        ("lost: [B3]", "lost: [PDSz]"),
        ("bridge: 2", "bridges: 2"),
        ("heading: 270", "heading: 240"),
        ("movement: vector", "movement: cinematic"),
        ("arrives: 4", "arrives: 2"),
        ("arrives: 4", "arrives: 1"),
        ("manoeuvres: [FTL, SK]", "manoeuvres: [FTLX]"),
        ("core_systems: true", "core_system: true"),
        ("rule: full-thrust-base/5.3", "rule: full-thrust-base/99"),
        ("velocity: 6, hull", "velocity: 6, inverted: true, fate: left, hull"),
        (
            "velocity: 6, hull",
            "velocity: 6, flotilla: one, quality: green, rotates: clockwise, away: {course: 1}, hull",
        ),
        ("hull: 10,", "hull: 1,"),
        ("{kind: beam}, ", "{kind: laser}, "),
        ("{kind: beam}, ", "{kind: beam, class: 2}, "),
    ),
    "hexes": (
        ("at: [6, 14]", "at: [14, 5]"),
        ("at: [6, 14]", "at: [12, 5]"),
        ("at: [6, 14]", "at: [7, 17]"),
        ("at: [6, 14]", "at: [24, -6]"),
        ("at: [6, 14]", "at: [1, 0]"),
        ("at: [6, 14]", "at: [0, 0]"),
        ("at: [6, 14]", "at: [30, -15]"),
        ("at: [6, 14]", "at: [31, -15]"),
        ("at: [6, 14]", "at: [6, 20]"),
        ("at: [6, 14]", "at: [6, 21]"),
        ("at: [6, 14]", "at: [6, -3]"),
        ("at: [6, 14]", "at: [6, -4]"),
        ("at: [6, 14]", "at: [6.5, 14]"),
        ("at: [6, 14]", "at: [6, 14.5]"),
        (", hexes: [[14, 5], [14, 6]]}", "}"),
        (", hexes: [[14, 5], [14, 6]]}", ", at: [10, 10], radius: 4}"),
        (", hexes: [[14, 5], [14, 6]]}", ", hexes: [], at: null}"),
        ("course: 2", "course: 3"),
        ("drive_hits: 1, ", ""),
        ("rotates: clockwise", "course: 4"),
        ("velocity: 2", "velocity: 0"),
        ("velocity: 2", "velocity: 1"),
        ("velocity: 2", "velocity: 3"),
        ("velocity: 2", "velocity: 6"),
        ("velocity: 2", "velocity: 7"),
        ("fate: away, away: {course: 8, turned: 1}", "fate: away"),
        ("fate: away, away", "away"),
        ("quality: veteran", "rotates: clockwise"),
        ("quality: veteran", "movement: vector, heading: 30"),
        ("quality: veteran", "arrives: 2"),
        ("quality: veteran", "inverted: true, facing: 3"),
        ("system: hexcess", "system: hex12"),
        ("system: hexcess", "system: easyhex"),
        ("system: hexcess", "system: full-thrust"),
        ("  hexes: [30, 24]\n", ""),
    ),
    "counters": (
        ("carrier.HGR", "carrier.HGRa"),
        ("carrier.HGR", "carrier.PDS"),
        ("carrier.HGR", "nobody.HGR"),
        ("carrier.HGR", "karst.HGR"),
        ("count: 4", "count: 6"),
        ("count: 4", "count: 7"),
        ("flown: 3", "wounds: 4"),
        ("age: 2", "age: 6"),
        ("age: 2", "age: 7"),
        ("target: karst", "target: carrier"),
        ("target: karst", "target: nobody"),
        ("count: 3, wounds: 1", "count: 5, age: 4"),
        ("count: 3, wounds: 1", "age: 5"),
        ("at: [12, 5]", "at: [12, 50]"),
        ("at: [12, 5]", "at: [12.5, 5]"),
        ("course: 2, count: 4", "course: 3, count: 4"),
        ("crook, at: [10, 7]", "crook, at: [12, 7]"),
        ("crook, at: [10, 7], course: 2", "crook, at: [10, 7], course: 4"),
        ("velocity: 4, flotilla: one}\n  karst", "velocity: 3, flotilla: one}\n  karst"),
        ("system: easyhex", "system: hexcess"),
        ("nova: mild", "nova: loud"),
    ),
    "design": (
        ("hull: 16", "hull: 7"),
        ("hull: 16", "hull: 8"),
        ("rows: 4", "rows: 5"),
        ("armour: 4", "armour: 4\nshell: [2, 2]"),
        ("armour: 4", "shell: [2, 2]"),
        ("ftl: true", "ftl: false"),
        ("{thrust: 2, manoeuvre: 1}", "{thrust: 0, advanced: true}"),
        ("manoeuvre: 1", "manoeuvre: 2"),
        ("manoeuvre: 1", "manoeuvre: 3"),
        ("class: 3", "class: 2"),
        ("class: 3, arcs: [FP, F, FS]", "class: 1, arcs: [F]"),
        ("arcs: [FP, F, FS]", "arcs: [FP, FS]"),
        ("arcs: [FP, F, FS]", "arcs: [F, F]"),
        ("arcs: [FP, F, FS]", "arcs: [F3, A]"),
        ("arcs: [FP, F, FS]", "arcs: [X]"),
        ("arcs: [FP, F, FS]", "arcs: [S]"),
        ("kind: torpedo, arcs: F", "kind: torpedo, arcs: F3 A"),
        ("kind: torpedo, arcs: F", "kind: torpedo, arcs: FP F FS AS"),
        ("kind: torpedo, arcs: F", "kind: needle, arcs: F FS"),
        ("kind: torpedo, arcs: F", "kind: submunition, arcs: A"),
        ("kind: torpedo, arcs: F", "kind: kgun, class: 2, arcs: F3"),
        ("kind: torpedo, arcs: F", "kind: kgun, class: 3, arcs: F FS"),
        ("kind: torpedo, arcs: F", "kind: kgun, class: 7, arcs: F"),
        ("kind: torpedo, arcs: F", "kind: sml, arcs: F"),
        ("arcs: F3, mode: L", "arcs: F FS, mode: L"),
        ("mode: L", "mode: X"),
        ("mass: 3, mode: ER", "mass: 2, mode: ER"),
        ("mass: 3, mode: ER", "mass: 1"),
        ("- {kind: sml}\n", ""),
        ("- {kind: magazine, mass: 3, mode: ER}\n", ""),
        ("{kind: screen, count: 2}", "{kind: screen}\n- {kind: advanced_screen}"),
        ("{kind: screen, count: 2}", "{kind: ecm}\n- {kind: sensors, mode: superior}"),
        ("{kind: screen, count: 2}", "{kind: pds, arcs: F}"),
        ("{kind: screen, count: 2}", "{kind: screen, arcs: F}"),
        ("{kind: screen, count: 2}", "{kind: screen, mines: 2}"),
        ("{kind: screen, count: 2}", "{kind: cargo}"),
        ("name: Trial", "name: Trial\nprofile: XD"),
        ("name: Trial", "name: Trial\nprofile: FT2"),
    ),
    "second": (
        ("mass: 18", "mass: 18\nhull: 9"),
        ("mass: 18", "mass: 18\nrows: 4"),
        ("mass: 18", "mass: 18\narmour: 2"),
        ("mass: 18", "mass: 18\nstreamlining: full"),
        ("thrust: 4", "thrust: 9"),
        ("thrust: 4", "thrust: 4, advanced: true"),
        ("mass: 18", "mass: 4"),
        ("mass: 18", "mass: 10\nmerchant: true"),
        ("arcs: all", "arcs: [F, A]"),
        ("arcs: all", "arcs: [FS]"),
        ("class: 2, arcs: all", "class: 5, arcs: F"),
        ("class: 2, arcs: all", "class: 2"),
        ("{kind: needle}", "{kind: needle, arcs: F S}"),
        ("{kind: needle}", "{kind: screen, count: 4}"),
        ("{kind: needle}", "{kind: pulser, arcs: F}"),
    ),
}
