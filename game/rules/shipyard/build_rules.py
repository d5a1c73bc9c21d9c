"""Checks of the yard: designs that it refuses, saying which sum or arc fails by how much, and designs that are wasteful
(full-thrust-base/8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.geometry import ARCS, QUARTERS
from game.core.forms import Steps
from game.core.game_files import BuildFault
from game.core.values import House
from game.rules.ships.damage_control import SIZED
from game.rules.ships.design import Design, Mount
from game.rules.ships.ship import BOOK
from game.rules.ships.thrust_state import reformed
from game.rules.shipyard.price_tables import GENERATORS, RATES, REFORMED, SALVO, share
from game.rules.shipyard.pricing import Bill, price, rate

COST, ARC_RULE = f"{BOOK}/8.1", f"{BOOK}/4.2"
EDITIONS = {"FB": "the Fleet Book profile (FB)", "FT2": "the second edition profile (FT2)", "XD": "the profile XD"}
ONE_ARC = ("needle", "submunition", "mkp", "nova", "wave_gun")
ASTERN_NEVER = ("submunition",)
GUIDED = ("beam", "torpedo", "needle", "submunition", "kgun", "mkp", "pulser")  # guns that need a fire control
BROADSIDE = ("sml", "smr", "plasma")  # three adjacent arcs, no more and no fewer


def refusals(design: Design) -> list[BuildFault]:
    """Return every reason why a design cannot be built, each with its rule; empty if it can."""
    sums = _second_edition(design) if design.profile == "FT2" else _fleet_book(design)
    mounts = (fault for nth, mount in enumerate(design.mounts) for fault in _mount(mount, design.profile, nth))
    return [*sums, *_fittings(design), *mounts]


def notices(design: Design) -> list[BuildFault]:
    """Return notices of waste in a design that can be built: guns that no fire control guides (5.6), and MASS of a
    magazine that holds no whole salvo (8.1)."""
    found = []
    if not design.of("fcs") and any(mount.kind in GUIDED for mount in design.mounts):
        found.append(BuildFault("It has no fire control: its guns cannot fire.", f"{BOOK}/5.6"))
    for mount in design.of("magazine"):
        one = SALVO[mount.mode]
        salvos, wasted = divmod(mount.size, one)
        if salvos and wasted:
            holds = f"{salvos} salvo{'s' if salvos > 1 else ''} of {one}"
            words = f"{mount.title} ({mount.key}): of its {mount.size} MASS {wasted} is wasted: it holds {holds}."
            found.append(BuildFault(words, COST))
    return found


def remarks(design: Design, house: House) -> list[str]:
    """Return remarks on a design in a battle with these house rules: its waste, and controls too light for the
    reform."""
    wasted = [f"{design.name}: {one.why}" for one in notices(design)]
    return [*wasted, *_too_light(design)] if reformed(house) else wasted


def _too_light(design: Design) -> Iterator[str]:
    """Yield an ADFC that is too light: under the reform it weighs a share of the ship
    (point-defence-and-fighters/9)."""
    asked = rate("adfc", design.profile)
    if asked is None or design.point_defence != "base":
        return
    for mount in design.of("adfc")[:1]:
        built, wanted = asked.weight(mount, design.mass), REFORMED["adfc"].weight(mount, design.mass)
        if built < wanted:
            yield (
                f"{design.name}: its ADFC of {built} MASS is too light for the reformed point defence, "
                f"which wants {wanted}."
            )


def _fleet_book(design: Design) -> Iterator[BuildFault]:
    """Yield broken sums of a Fleet Book ship: MASS filled exactly, and a tenth of it hull."""
    bill = price(design)
    if bill.mass != bill.room:
        yield _mass_fault(design, bill)
    least = share(design.mass, 100)
    if design.hull < least:
        yield _fault(
            f"A ship of {design.mass} MASS needs at least {least} hull boxes, a tenth of it; "
            f"{design.name} has {design.hull}, {least - design.hull} too few.",
            COST,
            "hull",
        )
    if design.rows != 4 and design.profile == "FB":
        words = f"A hull of {design.rows} rows is built only in {EDITIONS['XD']}; here it has 4."
        yield _fault(words, f"{BOOK}/5.1", "rows")


def _mass_fault(design: Design, bill: Bill) -> BuildFault:
    """Return the difference between the MASS used and the total, with the parts of it."""
    off = bill.mass - bill.room
    verdict = f"{off} too much" if off > 0 else f"{-off} left unfilled"
    parts = ", ".join(f"{part} {mass}" for part, mass in bill.parts.items())
    words = f"{design.name} is to be {design.mass} MASS, but its parts come to {bill.mass}, {verdict}: {parts}."
    return _fault(words, COST, "mass")


def _second_edition(design: Design) -> Iterator[BuildFault]:
    """Yield broken sums of a second edition ship: systems within their share, and no armour. More than 100 MASS makes a
    supership, with one row more for every further 50 MASS or part of it (full-thrust-base/5.1)."""
    bill = price(design)
    if bill.mass > bill.room:
        yield _fault(
            f"The systems of {design.name} come to {bill.mass} MASS, {bill.mass - bill.room} too much: "
            f"a hull of {design.mass} has room for {bill.room}.",
            COST,
            "systems",
        )
    if design.thrust > 8:
        yield _fault(f"A second edition drive gives at most thrust 8, not {design.thrust}.", COST, "drive", "thrust")
    fitted: tuple[tuple[object, str, Steps], ...] = (
        (design.armour, "armour", ("shell" if design.shell else "armour",)),
        (design.advanced, "an advanced drive", ("drive", "advanced")),
        (design.streamlining != "none", "streamlining", ("streamlining",)),
    )
    for has, what, at in fitted:
        if has:
            yield _fault(f"No ship of the second edition has {what}; {design.name} does.", COST, *at)


def _fittings(design: Design) -> Iterator[BuildFault]:
    """Yield systems that need or exclude each other."""
    first: dict[str, Steps] = {}
    for nth, mount in enumerate(design.mounts):
        first.setdefault(mount.kind, ("systems", nth))
    if {"screen", "advanced_screen"} <= first.keys():
        words = "Screens and advanced screens do not work together: fit one kind."
        yield _fault(words, f"{BOOK}/6.14", *max(first["screen"], first["advanced_screen"]))
    if "sml" in first and "magazine" not in first:
        yield _fault("A salvo missile launcher needs a magazine to feed it; the design has none.", COST, *first["sml"])
    if "magazine" in first and "sml" not in first:
        yield _fault("A magazine feeds salvo missile launchers; the design has none.", COST, *first["magazine"])
    if design.parties > (own := SIZED[design.size]):
        words = f"A ship of {design.mass} MASS may at most double its {own} repair part{'y' if own == 1 else 'ies'}."
        yield _fault(words, f"{BOOK}/5.5/parties", "repair_parties")
    if design.advanced and not design.thrust:
        yield _fault("An advanced drive needs a thrust of at least 1.", COST, "drive", "advanced")
    if design.profile == "FT2" and len(design.of("screen")) > 3:
        yield _fault("Second edition screens end at level 3.", f"{BOOK}/5.7", *first["screen"])


def _mount(mount: Mount, profile: str, nth: int) -> Iterator[BuildFault]:
    """Yield reasons against the nth mount: not built in this edition, too small a magazine, or impossible arcs."""
    name, at = mount.title, ("systems", nth)
    if not is_built(mount.kind, profile):
        yield _fault(f"{name} ({mount.key}): not built in {EDITIONS[profile]}.", COST, *at, "kind")
        return
    if mount.kind == "magazine" and mount.size < SALVO[mount.mode]:
        words = f"{name} ({mount.key}): {mount.size} MASS holds no salvo; one takes 2, at extended range 3."
        yield _fault(words, COST, *at, "mass")
    if why := impossible_arcs(mount, profile):
        yield _fault(f"{name} ({mount.key}) {why}.", ARC_RULE, *at, "arcs")


def is_built(kind: str, profile: str) -> bool:
    """Return whether this edition builds this kind of system."""
    return kind in RATES[profile] or kind in ("drive", "ftl", "screen") or (kind in GENERATORS and profile == "XD")


def impossible_arcs(mount: Mount, profile: str) -> str:
    """Return why its arcs are impossible for a mount, in words after its name; empty if they are possible."""
    return _quarters(mount) if profile == "FT2" else _arcs(mount)


def _arcs(mount: Mount) -> str:
    """Return why its arcs are impossible by the six arcs of the Fleet Book (full-thrust-base/4.2)."""
    kind, count = mount.kind, len(mount.arcs)
    if strange := [arc for arc in mount.arcs if arc not in ARCS]:
        return f"bears into {strange[0]}, which is no arc of a ship with six: {', '.join(ARCS)}"
    if not count:
        return "names no fire arc" if kind in ("beam", "kgun", "pulser") else ""
    if not adjacent(mount.arcs):
        return f"bears into {' '.join(mount.arcs)}, which are not side by side"
    if kind in ONE_ARC and count != 1:
        return f"bears into one arc only, not {count}"
    if kind in ASTERN_NEVER and "A" in mount.arcs:
        return "may not point aft"
    if kind in BROADSIDE and count != 3:
        return f"bears into three adjacent arcs, not {count}"
    if kind == "torpedo" and count > 3:
        return f"bears into at most three arcs, not {count}"
    if kind == "pulser" and count not in (1, 3, 6):
        return f"bears into one, three or all six arcs, not {count}"
    return _gun_arcs(mount)


def _gun_arcs(mount: Mount) -> str:
    """Return why the arcs of a beam or K-gun are impossible. They depend on its class."""
    kind, level, count = mount.kind, mount.level, len(mount.arcs)
    if kind in ("beam", "kgun") and level == 1 and count != 6:
        return f"always bears all round, not into {count} of the six arcs"
    if kind == "beam" and level == 2 and count not in (3, 6):
        return f"bears into three adjacent arcs or all six, not {count}"
    if kind == "kgun" and level == 2 and count > 2:
        return f"bears into one arc or two adjacent ones, not {count}"
    if kind == "kgun" and level > 2 and count > 1:
        return f"bears into one arc only, not {count}"
    return ""


def _quarters(mount: Mount) -> str:
    """Return why its arcs are impossible by the four arcs of the second edition, without offensive fire aft
    (full-thrust-base/4.1, 4.4)."""
    if strange := [arc for arc in mount.arcs if arc not in QUARTERS]:
        return f"bears into {strange[0]}, which is no arc of a ship with four: {', '.join(QUARTERS)}"
    if mount.kind == "beam" and mount.level > 4:
        return "is larger than the largest battery, class 4"
    if mount.kind == "beam" and not mount.arcs:
        return "names no fire arc"
    if "A" in mount.arcs and mount.kind != "pds":
        return "may not fire aft"
    if mount.kind in ("torpedo", *ONE_ARC) and len(mount.arcs) > 1:
        return f"bears into one arc only, not {len(mount.arcs)}"
    return ""


def adjacent(arcs: tuple[str, ...]) -> bool:
    """Return whether these arcs, of six, are adjacent round the ship without a gap."""
    gaps = sum(arc in arcs and ARCS[(n + 1) % 6] not in arcs for n, arc in enumerate(ARCS))
    return gaps <= 1


def _fault(why: str, rule: str, *at: str | int) -> BuildFault:
    """Return a fault with the path of its field. Systems are counted from 0."""
    return BuildFault(why, rule, at)
