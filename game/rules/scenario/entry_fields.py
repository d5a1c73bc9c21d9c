"""The fields of a Full Thrust battle that the sandbox can set: movement, drive and systems of ships, bodies, and
victory conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import get_args

from game.board.geometry import in_degrees, nearest_course
from game.core.forms import EntryField
from game.core.game_files import place_field, turned_to
from game.core.values import Data, Entry
from game.rules.scenario.battle_file import FleetEntry, SpaceTable, StarshipEntry, Terrain, ThrustBattleFile, Victory
from game.rules.scenario.by_points import ZONE
from game.rules.ships.design import Design
from game.rules.ships.ship import drive_after, drive_steps

STATES = {"ok": "restored", "lost": "knocked out", "killed": "destroyed", "spent": "spent"}  # in the order of clicks
STEP = 5  # degrees of the course under vector movement
FASTEST_BODY = 40  # MU a turn, the most that the stepper of an asteroid offers
DEEPEST = 100  # MU, the most that the stepper of a zone offers
EDGES = ("none", "top", "right", "bottom", "left")
KINDS = {"points": "score"}  # kinds of victory with other names than in the file: a score is a ratio
TIMED, TURNS = ("points", "survive"), 8  # kinds of victory that need a last turn, and its first value
Changes = Entry


def ship_fields(entry: StarshipEntry, heading: float | None, design: Design, rolls: bool) -> tuple[EntryField, ...]:
    """Return fields for velocity, course, facing, place, attitude and drive. Only games where ships roll over have
    attitudes. `heading` is in degrees, for a ship under vector movement."""
    velocity = EntryField("velocity", "Velocity", entry.velocity, lambda n: {"velocity": int(n)})
    facing = EntryField("facing", "Facing", entry.facing, lambda n: {"facing": int(n)}, "course")
    attitude = EntryField(
        "attitude",
        "Attitude",
        int(entry.inverted),
        lambda i: {"inverted": bool(i) or None},
        "choice",
        choices=_same("upright", "inverted"),
        fields=("inverted",),
        hint="Rolled over, port and starboard have changed places",
        rule="full-thrust-base/2.6",
        half=True,
        bare=True,
    )
    ratings = [drive_after(design.thrust, hits) for hits in range(drive_steps(design.thrust) + 1)]
    drive = EntryField(
        "drive",
        "Drive",
        min(entry.drive_hits, len(ratings) - 1),
        lambda i: {"drive_hits": int(i) or None},
        "choice",
        choices=tuple(_rating(thrust, hits) for hits, thrust in enumerate(ratings)),
        fields=("drive_hits",),
        bare=True,
        hint="The thrust that the main drive gives: half after its first hit, none after the second",
        rule="full-thrust-base/2.4",
    )
    return velocity, _course(entry, heading), facing, place_field(entry), *((attitude,) if rolls else ()), drive


def _rating(thrust: int, hits: int) -> tuple[str, str]:
    """Return words for a drive with that many hits, long and short."""
    return (f"{thrust}, damaged", f"{thrust}, hit") if hits and thrust else _same("dead" if hits else str(thrust))[0]


def _same(*words: str) -> tuple[tuple[str, str], ...]:
    """Return choices that have no shorter words."""
    return tuple((word, word) for word in words)


def _course(entry: StarshipEntry, heading: float | None) -> EntryField:
    """Return the course in clock points, which turns the facing with it; under vector movement in degrees, without the
    facing."""
    if heading is None:
        return EntryField(
            "course",
            "Course",
            entry.course,
            partial(turned_to, entry),
            "course",
            half=True,
            fields=("course", "heading"),
        )
    return EntryField(
        "course",
        "Course",
        heading,
        lambda n: {"course": nearest_course(n % 360), "heading": n % 360, "facing": entry.facing},
        low=-STEP,
        high=360,
        step=STEP,
        shows=lambda n: in_degrees(n % 360),
        half=True,
        fields=("course", "heading"),
    )


def system_changes(entry: Changes, key: str, kind: str, label: str) -> Iterator[tuple[str, Changes]]:
    """Yield the changes of a system to each state after its present one: sound, knocked out, destroyed, spent, and
    round again."""
    states = list(STATES)
    now = next((state for state in states[1:] if key in entry.get(state, ())), "ok")
    for step in range(1, len(states)):
        state = states[(states.index(now) + step) % len(states)]
        values: Data = {
            name: [one for one in entry.get(name, ()) if one != key] + [key] * (name == state) or None
            for name in states[1:]
        }
        if kind == "drive" and state == "ok":
            values["drive_hits"] = None
        yield f"{label} {STATES[state]}", values


def body_fields(entry: Terrain) -> tuple[EntryField, ...]:
    """Return the movement of an asteroid; empty for other bodies."""
    if entry.kind != "asteroid":
        return ()
    return (
        EntryField(
            "body velocity",
            "Velocity",
            entry.velocity,
            lambda n: {"velocity": n, "course": entry.course},
            high=FASTEST_BODY,
            fields=("velocity",),
            hint="How far it drifts each turn",
        ),
        EntryField(
            "body course",
            "Course",
            entry.course,
            lambda n: {"course": int(n)},
            "course",
            fields=("course",),
            hint="Where it drifts",
        ),
    )


def table_fields(table: SpaceTable) -> tuple[EntryField, ...]:
    """Return the field for whether the table has edges."""
    return (
        EntryField(
            "floating",
            "Table",
            int(table.floating),
            lambda i: {"floating": bool(i) or None},
            "choice",
            choices=_same("edges", "floating"),
            hint="Is a ship that crosses the edge out of the battle, or does the table go on with the ships?",
        ),
    )


def edge_field(name: str, edge: str | None, hint: str, choices: tuple[str, ...] = EDGES) -> EntryField:
    """Return an edge of the table."""
    return EntryField(
        name,
        "Edge",
        choices.index(edge or choices[0]),
        lambda i: {"edge": None if choices[int(i)] == "none" else choices[int(i)]},
        "choice",
        choices=_same(*choices),
        fields=("edge",),
        tight=True,
        hint=hint,
    )


def zone_fields(side: FleetEntry) -> tuple[EntryField, ...]:
    """Return the depth of a side's zone; empty for a side without an edge."""
    if side.edge is None:
        return ()
    return (
        EntryField(
            "zone",
            "Zone",
            side.zone,
            lambda n: {"zone": n},
            low=1,
            high=DEEPEST,
            shows=lambda n: f"{n:g} MU deep",
            hint="How deep its zone along its edge is, where Starting zones is on",
            rule="full-thrust-base/9.1",
            unsaid=(f"{ZONE} MU deep", "as the rule has it"),
            first=ZONE,
        ),
    )


def victory_fields(data: ThrustBattleFile) -> tuple[EntryField, ...]:
    """Return the victory conditions: kind, last turn, and further fields of that kind."""
    won = data.victory
    kinds = get_args(Victory.model_fields["kind"].annotation)
    titles = _same(*(KINDS.get(one, one.replace("-", " ")) for one in kinds))
    kind = EntryField(
        "victory kind",
        "Won by",
        kinds.index(won.kind),
        lambda i: _of_kind(data, kinds[int(i)]),
        "choice",
        choices=titles,
        hint="The last side with a ship, a score, a convoy that gets away, or ships that are still there at the end",
    )
    needed = won.kind in TIMED
    turns = EntryField(
        "victory turns",
        "Last turn",
        won.turns,
        lambda n: {"turns": n and int(n)},
        low=1,
        high=60,
        first=TURNS,
        unsaid=("", "") if needed else ("none", "to the end"),
        hint="The turn after which the battle ends",
    )
    return kind, turns, *_besides(data)


def _of_kind(data: ThrustBattleFile, kind: str) -> Changes:
    """Return the changes to another kind of victory, with sensible values for the fields that it needs."""
    won, turns = data.victory, {"turns": data.victory.turns or TURNS}
    needs: dict[str, Data] = {
        "points": turns,
        "survive": {**turns, "side": won.side or next(iter(data.sides))},
        "convoy": {"ships": list(won.ships) or [next(iter(data.ships))], "edge": won.edge or "right"},
    }
    return {"kind": kind, **needs.get(kind, {})}


def _besides(data: ThrustBattleFile) -> Iterator[EntryField]:
    """Yield the fields of the chosen kind of victory besides its last turn."""
    won = data.victory
    if won.kind in ("convoy", "survive"):
        names = ", ".join(won.ships)
        yield EntryField(
            "victory ships",
            "Ships",
            names,
            lambda words: {"ships": re.findall(r"[\w-]+", words)},
            "text",
            hint="The ships it is about, by their keys, with commas between",
        )
    if won.kind == "convoy":
        yield edge_field("victory edge", won.edge or "right", "The edge that the convoy must leave by", EDGES[1:])
    if won.kind == "survive":
        sides = [None, *data.sides]
        yield EntryField(
            "victory side",
            "Side",
            sides.index(won.side),
            lambda i: {"side": sides[int(i)]},
            "choice",
            choices=_same("none", *data.sides),
            hint="The side whose ships must still be there",
        )
    if won.kind == "points":
        yield EntryField(
            "victory limit",
            "Limit",
            won.limit,
            lambda n: {"limit": n and round(n, 2)},
            low=0.1,
            high=10,
            step=0.1,
            shows="score {:.3g}".format,
            unsaid=("none", "to the last turn"),
            first=2,
            hint="The score that ends the battle at once: points kept, weighed against points brought",
            rule="full-thrust-base/9.3",
        )
