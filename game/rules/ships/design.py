"""A ship design: its mounts, its hull track and its crew (full-thrust-base/5.1, 5.4, 5.5).

A design never changes in a battle; the damage is in the ship. Price and legality are in the shipyard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

from game.board.geometry import ARCS

CORE_KINDS = ("bridge", "life_support", "power_core")

BOW, F3 = ("F",), ("FP", "F", "FS")


class SystemKind(NamedTuple):
    """The common properties of all systems of one kind."""

    stem: str  # of their keys
    title: str
    arcs: tuple[str, ...] | None = None  # the default in a file; empty: a file must give them; None: it has no arcs
    classed: bool = False  # its class follows stem and title: B3, K2
    one_shot: bool = False  # used up when fired


SYSTEM_KINDS: dict[str, SystemKind] = {
    "beam": SystemKind("B", "Beam", (), classed=True),
    "torpedo": SystemKind("PT", "Pulse torpedo", BOW),
    "needle": SystemKind("N", "Needle beam", BOW),
    "submunition": SystemKind("SMP", "Submunition pack", BOW, one_shot=True),
    "kgun": SystemKind("K", "K-gun", (), classed=True),
    "mkp": SystemKind("MKP", "MKP pack", BOW, one_shot=True),
    "pulser": SystemKind("PU", "Pulser", ()),
    "pds": SystemKind("PDS", "Point defence", ARCS),
    "adfc": SystemKind("ADFC", "Area defence control"),
    "fcs": SystemKind("FCS", "Fire control"),
    "screen": SystemKind("SCR", "Screen"),
    "advanced_screen": SystemKind("ASCR", "Advanced screen"),
    "scattergun": SystemKind("SG", "Scattergun", ARCS, one_shot=True),
    "sml": SystemKind("SML", "Salvo missile launcher", F3),
    "smr": SystemKind("SMR", "Salvo missile rack", F3, one_shot=True),
    "magazine": SystemKind("MAG", "Magazine"),
    "missile": SystemKind("MT", "Missile", BOW, one_shot=True),
    "heavy_missile": SystemKind("HM", "Heavy missile", BOW, one_shot=True),
    "plasma": SystemKind("PB", "Plasma", F3, classed=True),
    "nova": SystemKind("NOVA", "Nova cannon", BOW),
    "wave_gun": SystemKind("WAVE", "Wave gun", BOW),
    "ortillery": SystemKind("ORT", "Ortillery"),
    "minelayer": SystemKind("ML", "Minelayer"),
    "minesweeper": SystemKind("MS", "Minesweeper"),
    "reflex": SystemKind("RFX", "Reflex field"),
    "cloak": SystemKind("CLK", "Cloak"),
    "shroud": SystemKind("VAP", "Vapour shroud"),
    "sensors": SystemKind("SEN", "Sensors"),
    "ecm": SystemKind("ECM", "Electronic countermeasures"),
    "hangar": SystemKind("HGR", "Hangar"),
    "bay": SystemKind("BAY", "Craft bay"),
    "cargo": SystemKind("HOLD", "Hold"),
    "ftl": SystemKind("FTL", "FTL drive"),
    "drive": SystemKind("DRV", "Main drive"),
    "bridge": SystemKind("BRIDGE", "Command bridge"),
    "life_support": SystemKind("LIFE", "Life support"),
    "power_core": SystemKind("CORE", "Power core"),
}

SIZES = {"FB": (44, 90), "FT2": (18, 36)}  # MASS of the largest escort and of the largest cruiser (8.1)

SETS: dict[tuple[str, ...], str] = {  # sets of arcs with a name in print, clockwise
    ("F", "FS", "FP"): "forward",
    ("F", "AP", "FP"): "port",
    ("F", "FS", "AS"): "starboard",
    ARCS: "all round",
}


@dataclass(frozen=True, slots=True)
class Mount:
    """One system of a design, which one threshold die can knock out (full-thrust-base/5.3).

    `level` is the class of a gun or the thrust of a drive. `arcs` run clockwise from F. `mode` is a choice made in the
    shipyard (pulser L, M or C; salvo missiles ER; fighters of a hangar). `size` is MASS of a hold, magazine or towed
    load, mines of a minelayer, craft of a hangar.
    """

    key: str
    kind: str
    level: int = 1
    arcs: tuple[str, ...] = ()
    mode: str = ""
    title: str = ""
    size: int = 1

    @property
    def core(self) -> bool:
        """Return whether it is bridge, life support or power core, whose threshold dice lose one
        (full-thrust-base/5.4)."""
        return self.kind in CORE_KINDS

    @property
    def one_shot(self) -> bool:
        """Return whether it fires once in a battle, after which no threshold die is rolled for it
        (full-thrust-base/5.3)."""
        return SYSTEM_KINDS[self.kind].one_shot

    @property
    def stem(self) -> str:
        """Abbreviation and class, before the letter that distinguishes equal mounts: B2, PDS."""
        kind = SYSTEM_KINDS[self.kind]
        return kind.stem + (str(self.level) if kind.classed else "")


@dataclass(frozen=True)
class Design:
    """A ship as built: MASS, hull and armour boxes, thrust rating, and mounts in the order of its file
    (full-thrust-base/8).

    `rows` is the number of hull rows, `points` the NPV without fighters, `shell` the layers of a layered hull, the
    innermost first, and `profile` the edition it is built to: FB, FT2 or XD. Derived values are cached, because the
    rules need them for every shot and every order.
    """

    key: str
    name: str
    ship_class: str
    fleet: str
    glyph: str
    mass: int
    hull: int
    armour: int
    thrust: int
    advanced: bool
    ftl: bool
    merchant: bool
    streamlining: str
    rows: int
    mounts: tuple[Mount, ...]
    about: str
    points: int = 0
    shell: tuple[int, ...] = ()
    profile: str = "FB"
    point_defence: str = "base"  # the rules that its area-defence controls are built for: base, or pdl
    attack_fighter_price: int = 4  # points of one attack fighter
    parties: int = 0  # repair parties bought beyond those of its size (full-thrust-base/5.5/parties)
    groups: tuple[tuple[str, str], ...] = ()  # names of its fighter groups, by the keys of their hangars
    # rating of separately built manoeuvre drives; 0 for none (manoeuvres/redlined-engines)
    manoeuvre: int = 0

    @cached_property
    def track(self) -> tuple[int, ...]:
        """Hull boxes of each row, first row first (full-thrust-base/5.1)."""
        return hull_rows(self.hull, self.rows, self.profile)

    @cached_property
    def crew(self) -> int:
        """Crew factors, each of them one damage control party (full-thrust-base/5.5)."""
        return crew_factors(self.mass, self.merchant)

    @cached_property
    def dots(self) -> tuple[int, ...]:
        """The hull boxes, counted from 1, whose loss costs a crew factor (full-thrust-base/5.5)."""
        return crew_boxes(self.hull, self.crew)

    @cached_property
    def size(self) -> str:
        """Escort, cruiser or capital, by MASS (full-thrust-base/8.1)."""
        escort, cruiser = SIZES["FT2" if self.profile == "FT2" else "FB"]
        return "escort" if self.mass <= escort else "cruiser" if self.mass <= cruiser else "capital"

    def mount(self, key: str) -> Mount | None:
        return self._keyed.get(key)

    def of(self, *kinds: str) -> tuple[Mount, ...]:
        """Return all mounts of these kinds, in the order of the file."""
        return self.among(kinds)

    def among(self, kinds: tuple[str, ...] | frozenset[str]) -> tuple[Mount, ...]:
        """Return the mounts of kinds given by a constant list of the rules. Cached by that list."""
        found = self._sorted.get(kinds)
        if found is None:
            found = self._sorted[kinds] = tuple(mount for mount in self.mounts if mount.kind in kinds)
        return found

    def keys_among(self, kinds: tuple[str, ...] | frozenset[str]) -> frozenset[str]:
        """Return the keys of these mounts."""
        found = self._key_sets.get(kinds)
        if found is None:
            found = self._key_sets[kinds] = frozenset(mount.key for mount in self.among(kinds))
        return found

    @cached_property
    def _keyed(self) -> dict[str, Mount]:
        return {mount.key: mount for mount in reversed(self.mounts)}

    @cached_property
    def _sorted(self) -> dict[tuple[str, ...] | frozenset[str], tuple[Mount, ...]]:
        return {}  # mounts by the kinds asked for

    @cached_property
    def _key_sets(self) -> dict[tuple[str, ...] | frozenset[str], frozenset[str]]:
        return {}  # keys by the kinds asked for


@cache
def rows(n: int, count: int = 4) -> tuple[int, ...]:
    """Return hull boxes in rows as equal as possible, extra boxes in the first rows (full-thrust-base/5.1)."""
    return tuple(n // count + (1 if i < n % count else 0) for i in range(count))


@cache
def hull_rows(n: int, count: int = 4, profile: str = "FB") -> tuple[int, ...]:
    """Return the hull boxes of each row. The second edition puts the extra boxes in the last rows
    (full-thrust-base/5.1)."""
    return rows(n, count)[::-1] if profile == "FT2" else rows(n, count)


def fails_at(rows_gone: int) -> int:
    """Return the lowest face that fails a threshold check after that many lost hull rows (5.3). It is 6 after one row,
    and never under 2. Only superships of the second edition have so many rows that the last checks would otherwise
    leave no face to pass."""
    return max(2, 7 - rows_gone)


def row_count(mass: int, profile: str = "FB") -> int:
    """Return the number of hull rows of a ship of that MASS: 4, but by size in the second edition
    (full-thrust-base/5.1). There, a supership of over 100 MASS has one more row for every further 50 MASS or part of
    it."""
    if profile != "FT2":
        return 4
    if mass <= 100:
        return 2 if mass <= 18 else 3 if mass <= 36 else 4
    return 4 - (100 - mass) // 50


def crew_factors(mass: int, merchant: bool = False) -> int:
    """Return the crew factors of a ship: one for every 20 MASS or part of it, or 50 for a merchant
    (full-thrust-base/5.5)."""
    return -(-mass // (50 if merchant else 20))


@cache
def crew_boxes(hull: int, factors: int) -> tuple[int, ...]:
    """Return the numbers, from 1, of the boxes with crew dots, one entry for each factor (full-thrust-base/5.5). If
    there are more factors than steps, the last box has the rest of them."""
    step = -(-hull // max(1, factors))
    return tuple(min(step * n, hull) for n in range(1, factors + 1))


def keyed_mounts(mounts: Iterable[Mount]) -> tuple[Mount, ...]:
    """Give every mount its key and title: B3 alone, B2a and B2b if there are several, in the order given. Titles
    distinguish equal mounts by their arcs (Beam 2 port), or else by their letter."""
    given = tuple(mounts)
    several = Counter(mount.stem for mount in given)
    sides = Counter(stem for stem, _ in {(mount.stem, mount.arcs) for mount in given})
    titles = [_title(mount, sides[mount.stem] > 1) for mount in given]
    alike, seen, made = Counter(titles), Counter[str](), []
    for mount, title in zip(given, titles):
        letter = _letters(seen[mount.stem]) if several[mount.stem] > 1 else ""
        seen[mount.stem] += 1
        made.append(replace(mount, key=mount.stem + letter, title=f"{title} {letter}" if alike[title] > 1 else title))
    return tuple(made)


def _title(mount: Mount, sided: bool) -> str:
    """Return the name of the system, its class, and its side if equal mounts differ in that."""
    words = [SYSTEM_KINDS[mount.kind].title]
    if SYSTEM_KINDS[mount.kind].classed:
        words.append(str(mount.level))
    if sided:
        words.append(SETS.get(mount.arcs) or " ".join(mount.arcs))
    return " ".join(words)


def _letters(n: int) -> str:
    """Return a, b … z, then aa, ab …"""
    return (_letters(n // 26 - 1) if n >= 26 else "") + chr(ord("a") + n % 26)
