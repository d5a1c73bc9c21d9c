"""The model shared by the parts of the fleets page: the muster, the design in view, the design being dragged, and the
message below."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from game.battle.designs import OWN
from game.core.display import Icon, Sheet
from game.core.game_files import ShipDesign
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.drawing.symbols import RINGED, kind_name, symbol_of
from game.fleets.balance import Balance, Comparison
from game.fleets.fleet import SavedFleet, free_fleet_name, list_price, read_fleet, save_fleet, saved_fleets
from game.fleets.muster import Muster, MusterState
from game.fleets.placing import Placing
from game.formats.atomic_file import CannotSave
from game.formats.validation import BadFile
from game.paper.layout import PrintedShip
from game.paper.sources import Printing, fleet_to_print
from game.systems import SYSTEMS
from game.ui.shipyard.sheet import glyph_of_design, laid_up

FLAGSHIP = "box-freighter"  # the silhouette of an empty fleet

BY = ("points", "name", "size")  # keys by which the designs can be sorted
INSIDE = {
    "drive", "advanced-drive", "ftl", "bridge", "life_support", "power_core", "anchor", "thruster", "reactor",
    "engine", "cargo", "jump",
}  # fmt: skip
SymbolCount = tuple[Icon, int]


class FleetsModel:
    """One muster on the screen. `changed` is called after every change. `cap` returns the key of an action."""

    def __init__(self, muster: Muster, changed: Callable[[], object], cap: Callable[[str], str]) -> None:
        self.muster, self.changed, self.cap = muster, changed, cap
        self.balance = Balance(muster.system)
        self.design = ""  # the key of the design in view
        self.opened: tuple[int, str] = (-1, "")  # the seat and design whose ships' names can be changed
        self.dealing = -1  # the seat whose random fleet is set up
        self.held = ""  # the design that is dragged
        self.words, self.good = "", False  # the last action, or why it was refused
        self.find, self.size, self.fits_first, self.sort = "", "", True, BY[0]
        self._files: dict[tuple[int, str], Path] = {}  # files of fleets that were taken or saved, by seat and name
        self.saved: list[SavedFleet] = []
        self.bad: list[BadFile] = []
        self.look_again()
        self.folders = {muster.fleet(muster.seat).of, OWN}
        self._sheets: dict[str, tuple[ShipDesign, Sheet]] = {}
        self._compared: tuple[object, tuple[Comparison, ...]] = (None, ())
        self.placed: tuple[MusterState, Placing] | None = None  # the fleets whose ships have been placed, so far

    @property
    def system(self) -> RuleSystem:
        return self.muster.system

    @property
    def seat(self) -> int:
        """The seat in hand, which buys designs."""
        return self.muster.seat

    def sit(self, seat: int) -> None:
        """Take a seat in hand, and list the designs it can buy."""
        if seat != self.muster.seat:
            self.muster.seat = seat
            self.folders = {self.muster.fleet(seat).of, OWN}
            self.changed()

    # -- deeds ---------------------------------------------------------------------------------------------------------

    def attempt(self, deed: Callable[[], object], words: str = "") -> bool:
        """Try an action that may be refused. Show the reason, or the words for its success."""
        try:
            deed()
        except Illegal as why:
            self.say(str(why), False)
            return False
        self.say(words, True)
        return True

    def say(self, words: str, good: bool = False) -> None:
        self.words, self.good = words[:1].upper() + words[1:], good
        self.changed()

    def filler(self, seat: int) -> ShipDesign | None:
        """Return the design that fills best what is left; None where nothing fits or there is no limit."""
        if self.muster.points_left(seat) is None:
            return None
        folder = self.muster.fleet(seat).of
        fits, _ = self.muster.offers(seat, lambda one: one.fleet in (folder, OWN))
        return next(iter(fits), None)

    def placing(self) -> Placing | None:
        """Return the placing of the ships, as far as it was done if nothing has been bought since. If the fleets cannot
        meet, say why."""
        if faults := self.muster.faults():
            self.say(faults[0])
            return None
        if self.placed is None or self.placed[0] is not self.muster.state:
            try:
                self.placed = self.muster.state, Placing(self.muster)
            except Illegal as why:
                self.say(str(why))
                return None
        return self.placed[1]

    def add(self, key: str, count: int = 1, seat: int = -1) -> None:
        """Add ships of a design for a seat, by default the one in hand; a negative count gives some back."""
        seat = self.seat if seat < 0 else seat
        self.design = key
        self.attempt(lambda: self.muster.add(seat, key, count))

    def look_at(self, key: str) -> None:
        """Show a design at the right."""
        self.design = key
        self.changed()

    # -- sheets on paper -----------------------------------------------------------------------------------------------

    def no_sheets(self, seat: int) -> str:
        """Return why the fleet of a seat cannot be printed; empty if it can."""
        if self.hidden(seat):
            return "A secret fleet is not printed: its sheets would show its ships."
        return "" if self.muster.fleet(seat).ships else "There is no ship to print."

    def sheets(self) -> Printing:
        """Return the ships of both fleets, as they were built, to print. Those of a secret fleet are left out."""
        ships = list[PrintedShip]()
        for fleet in (self.muster.fleet(seat) for seat in (0, 1) if not self.hidden(seat)):
            ships += fleet_to_print(self.system, self.muster.designs, fleet)
        return Printing("Fleets", ships)

    def flagship(self, seat: int) -> str:
        """Return the silhouette of the first ship of a fleet, or that of an empty or secret one."""
        keys = () if self.hidden(seat) else self.muster.fleet(seat).designs
        return glyph_of_design(self.muster.designs[keys[0]]) if keys else FLAGSHIP

    # -- saved fleets --------------------------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Read designs and saved fleets again."""
        self.muster.look_again()
        self.saved, self.bad = saved_fleets(self.system, SYSTEMS)

    def save(self, seat: int) -> None:
        """Save the fleet of a seat, in the file that it came from, else in a new one. It gets a number if another saved
        fleet has its name."""
        self.sit(seat)
        if self.hidden(seat):
            self.say("A secret fleet is not saved: its file would show its ships.")
            return
        fleet = self.muster.fleet(seat)
        known = self._files.get((seat, fleet.name))
        name = fleet.name if known else free_fleet_name(fleet.name, (one.fleet.name for one in self.saved))
        told = "" if name == fleet.name else f"There is another {fleet.name}, so it is called {name}. "
        if told:
            self.muster.rename_fleet(seat, name)
            fleet = self.muster.fleet(seat)
        try:
            path = self._files[seat, fleet.name] = save_fleet(fleet, self.system, known)
        except CannotSave as why:
            self.say(str(why))
            return
        self.look_again()
        self.say(f"{told}Saved as {path.name} in your fleets.", True)

    def take(self, saved: SavedFleet) -> None:
        """Replace the fleet in hand with a saved one, and list those of its designs that have another price now."""
        if saved.system is not self.system:
            self.say(f"{saved.fleet.name} is a fleet of {saved.system.title}.")
            return
        if not self.attempt(lambda: self.muster.take(self.seat, saved.fleet), f"{saved.fleet.name} taken."):
            return
        self._files[self.seat, saved.fleet.name] = saved.path
        self.folders = {saved.fleet.of, OWN}
        if changed := saved.fleet.price_changes(list_price(self.system, self.muster.designs)):
            count = len(changed)
            self.say(f"{count} design{'s' * (count > 1)} of {saved.fleet.name} cost something else now.")

    def take_file(self, path: str) -> None:
        """Take the fleet of a file. Raises BadFile."""
        self.take(read_fleet(path, SYSTEMS))

    # -- what is shown -------------------------------------------------------------------------------------------------

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """Return the classes of size of the game's designs, smallest first; empty if there are none."""
        found: dict[str, float] = {}
        for one in sorted(self.muster.designs.values(), key=self.system.files.rank):
            size = getattr(one, "size", "")
            if size:
                found.setdefault(str(size), self.system.files.rank(one))
        return tuple(found) if 1 < len(found) <= 4 else ()

    def shown(self, design: ShipDesign) -> bool:
        """Return whether search and filters show a design."""
        words = f"{design.name} {design.ship_class} {' '.join(one.label for one, _ in self.symbols(design.key))}"
        named = all(word in words.lower() for word in self.find.lower().split()) if self.find else True
        sized = not self.size or getattr(design, "size", "") == self.size
        return named and sized and design.fleet in self.folders

    def visible_designs(self) -> tuple[list[ShipDesign], list[ShipDesign]]:
        """Return the designs that are shown: those that fit, and the rest. If those that fit do not come first, all are
        in one list."""
        fits, rest = self.muster.offers(self.seat, self.shown)
        files = self.system.files
        order: dict[str, Callable[[ShipDesign], object]] = {
            "name": lambda one: one.name,
            "size": lambda one: (files.rank(one), one.name),
        }
        if not self.fits_first:
            fits, rest = sorted([*fits, *rest], key=lambda one: (self.muster.price(one.key), one.name)), []
        if key := order.get(self.sort):
            fits, rest = sorted(fits, key=key), sorted(rest, key=key)  # type: ignore[arg-type]
        return fits, rest

    def sheet(self, key: str) -> Sheet:
        """Return the sheet of an undamaged ship of a design."""
        design = self.muster.designs[key]
        found = self._sheets.get(key)
        if found is None or found[0] is not design:
            found = self._sheets[key] = design, laid_up(self.system, design)
        return found[1]

    def symbols(self, key: str) -> list[SymbolCount]:
        """Return the offensive and defensive systems of a design: a symbol for each kind, and their number. Kinds
        differ in their arcs only where arcs are drawn."""
        found: dict[object, tuple[Icon, int]] = {}
        for one in self.sheet(key).icons:
            if one.kind not in INSIDE:
                sign, arcs, letter = symbol_of(one)
                alike = (sign, arcs if sign in RINGED else (), letter, one.level, kind_name(one))
                found[alike] = found.get(alike, (one, 0))[0], found.get(alike, (one, 0))[1] + 1
        return list(found.values())

    def comparisons(self) -> tuple[Comparison, ...]:
        """Return both fleets measured, without a secret one."""
        fleets = tuple(roster.fleet for roster in self.muster.state.rosters)
        if any(roster.hidden for roster in self.muster.state.rosters):
            return ()
        asked = fleets, self.muster.usual_crew
        if self._compared[0] != asked:
            self._compared = asked, self.balance.compare(fleets, self.muster.price)
        return self._compared[1]

    def hidden(self, seat: int) -> bool:
        """Return whether the fleet of a seat is kept from the players until the battle."""
        return self.muster.state.rosters[seat].hidden
