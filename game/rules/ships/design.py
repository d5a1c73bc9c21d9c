"""What a ship design is: its mounts, its hull track and its crew (full-thrust-base/5.1, 5.4, 5.5).

A design is what was built and never changes in a battle; what became of it there is the ship's business. What it
costs and whether it can be built at all is the yard's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property

from game.board.geometry import ARCS

CORE_KINDS = ("bridge", "life_support", "power_core")

# kind of system: (stem of its key, title for players); a class or level, where there is one, follows the stem
STEMS: dict[str, tuple[str, str]] = {
    "beam": ("B", "Beam"),
    "torpedo": ("PT", "Pulse torpedo"),
    "needle": ("N", "Needle beam"),
    "submunition": ("SMP", "Submunition pack"),
    "kgun": ("K", "K-gun"),
    "mkp": ("MKP", "MKP pack"),
    "pulser": ("PU", "Pulser"),
    "pds": ("PDS", "Point defence"),
    "adfc": ("ADFC", "Area defence control"),
    "fcs": ("FCS", "Fire control"),
    "screen": ("SCR", "Screen"),
    "advanced_screen": ("ASCR", "Advanced screen"),
    "scattergun": ("SG", "Scattergun"),
    "sml": ("SML", "Salvo missile launcher"),
    "smr": ("SMR", "Salvo missile rack"),
    "magazine": ("MAG", "Magazine"),
    "missile": ("MT", "Missile"),
    "heavy_missile": ("HM", "Heavy missile"),
    "plasma": ("PB", "Plasma"),
    "nova": ("NOVA", "Nova cannon"),
    "wave_gun": ("WAVE", "Wave gun"),
    "ortillery": ("ORT", "Ortillery"),
    "minelayer": ("ML", "Minelayer"),
    "minesweeper": ("MS", "Minesweeper"),
    "reflex": ("RFX", "Reflex field"),
    "cloak": ("CLK", "Cloak"),
    "shroud": ("VAP", "Vapour shroud"),
    "sensors": ("SEN", "Sensors"),
    "ecm": ("ECM", "Electronic countermeasures"),
    "hangar": ("HGR", "Hangar"),
    "bay": ("BAY", "Craft bay"),
    "cargo": ("HOLD", "Hold"),
    "ftl": ("FTL", "FTL drive"),
    "drive": ("DRV", "Main drive"),
    "bridge": ("BRIDGE", "Command bridge"),
    "life_support": ("LIFE", "Life support"),
    "power_core": ("CORE", "Power core"),
}
CLASSED = frozenset({"beam", "kgun", "plasma"})  # the class belongs to the name: B3, K2
ONE_SHOT = frozenset({"submunition", "mkp", "smr", "scattergun", "missile", "heavy_missile"})

SIZES = {"FB": (44, 90), "FT2": (18, 36)}  # MASS of the largest escort and of the largest cruiser (8.1)

SETS: dict[tuple[str, ...], str] = {  # the arc sets that have a name in print, clockwise
    ("F", "FS", "FP"): "forward",
    ("F", "AP", "FP"): "port",
    ("F", "FS", "AS"): "starboard",
    ARCS: "all round",
}


@dataclass(frozen=True, slots=True)
class Mount:
    """One system of a design, which one threshold die can knock out (full-thrust-base/5.3).

    `level` is the class of a gun or the thrust of a drive. `arcs` run clockwise from F. `mode` is what was chosen at
    the yard (pulser L, M or C; salvo missiles ER; fighters of a hangar). `size` is MASS of a hold, magazine or towed
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
        """Bridge, life support and power core check for losses at one less (full-thrust-base/5.4)."""
        return self.kind in CORE_KINDS

    @property
    def one_shot(self) -> bool:
        """Fires once in a battle and is not rolled for after that (full-thrust-base/5.3)."""
        return self.kind in ONE_SHOT

    @property
    def stem(self) -> str:
        """Abbreviation and class, before the letter that tells several apart: B2, PDS."""
        return STEMS[self.kind][0] + (str(self.level) if self.kind in CLASSED else "")


@dataclass(frozen=True)
class Design:
    """A ship as built: MASS, hull and armour boxes, thrust rating, mounts in the order of its file
    (full-thrust-base/8).

    `rows` is the number of hull rows, `points` the NPV without fighters, `shell` the layers of a layered hull, inner
    first, `profile` the edition it is built to: FB, FT2 or XD. What follows from these is reckoned once and kept: the
    rules ask for it at every shot and every order.
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
    point_defence: str = "base"  # the rules that its area defence controls are built for: base, or pdl
    attack_fighter_price: int = 4  # points of one attack fighter
    parties: int = 0  # repair parties bought beside those that go with its size (full-thrust-base/5.5/parties)
    groups: tuple[tuple[str, str], ...] = ()  # names of its groups of fighters, by the keys of their hangars
    # rating of manoeuvre drives built apart from the main drive; 0 for none (manoeuvres/redlined-engines)
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
        """The mount with that key, or None."""
        return self._keyed.get(key)

    def of(self, *kinds: str) -> tuple[Mount, ...]:
        """All mounts of these kinds, in the order of the file."""
        return self.among(kinds)

    def among(self, kinds: tuple[str, ...] | frozenset[str]) -> tuple[Mount, ...]:
        """The same for kinds that stand in a list of the rules."""
        found = self._sorted.get(kinds)
        if found is None:
            found = self._sorted[kinds] = tuple(mount for mount in self.mounts if mount.kind in kinds)
        return found

    def keys_among(self, kinds: tuple[str, ...] | frozenset[str]) -> frozenset[str]:
        """The keys of these."""
        found = self._key_sets.get(kinds)
        if found is None:
            found = self._key_sets[kinds] = frozenset(mount.key for mount in self.among(kinds))
        return found

    @cached_property
    def _keyed(self) -> dict[str, Mount]:
        return {mount.key: mount for mount in reversed(self.mounts)}

    @cached_property
    def _sorted(self) -> dict[tuple[str, ...] | frozenset[str], tuple[Mount, ...]]:
        return {}  # by the kinds that were asked for

    @cached_property
    def _key_sets(self) -> dict[tuple[str, ...] | frozenset[str], frozenset[str]]:
        return {}  # the same


@cache
def rows(n: int, count: int = 4) -> tuple[int, ...]:
    """Hull boxes in rows as equal as can be, extra boxes in the first rows (full-thrust-base/5.1)."""
    return tuple(n // count + (1 if i < n % count else 0) for i in range(count))


@cache
def hull_rows(n: int, count: int = 4, profile: str = "FB") -> tuple[int, ...]:
    """Hull boxes of each row; the second edition puts the extra boxes in the last rows (full-thrust-base/5.1)."""
    return rows(n, count)[::-1] if profile == "FT2" else rows(n, count)


def fails_at(rows_gone: int) -> int:
    """The lowest face that fails a threshold check when so many hull rows are gone: 6 with one, never under 2 (5.3).

    Only superships of the second edition have so many rows that the last ones would leave no die to hope for.
    """
    return max(2, 7 - rows_gone)


def row_count(mass: int, profile: str = "FB") -> int:
    """Hull rows of a ship of that MASS: 4, but by size in the second edition (full-thrust-base/5.1).

    A supership of over 100 MASS there has one more row for every started 50 MASS.
    """
    if profile != "FT2":
        return 4
    if mass <= 100:
        return 2 if mass <= 18 else 3 if mass <= 36 else 4
    return 4 - (100 - mass) // 50


def crew_factors(mass: int, merchant: bool = False) -> int:
    """One crew factor for every started 20 MASS, of a merchant 50 (full-thrust-base/5.5)."""
    return -(-mass // (50 if merchant else 20))


@cache
def crew_boxes(hull: int, factors: int) -> tuple[int, ...]:
    """The boxes, counted from 1, that bear the crew dots, one entry a factor (full-thrust-base/5.5).

    Where the steps run out before the factors do, the last box bears the rest of them.
    """
    step = -(-hull // max(1, factors))
    return tuple(min(step * n, hull) for n in range(1, factors + 1))


def lettered(mounts: Iterable[Mount]) -> tuple[Mount, ...]:
    """Give every mount its key and title: B3 alone, B2a and B2b where there are several, in the order given.

    Those that bear into different arcs are told apart by them in the title (Beam 2 port), the others by their letter.
    """
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
    """The name of the system, its class, and where it bears if that tells it from its like."""
    words = [STEMS[mount.kind][1]]
    if mount.kind in CLASSED:
        words.append(str(mount.level))
    if sided:
        words.append(SETS.get(mount.arcs) or " ".join(mount.arcs))
    return " ".join(words)


def _letters(n: int) -> str:
    """a, b … z, then aa, ab …"""
    return (_letters(n // 26 - 1) if n >= 26 else "") + chr(ord("a") + n % 26)
