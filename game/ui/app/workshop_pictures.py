"""Workshops for the pictures of the rule book: fleets, battles by file, shipyard, sandbox, gallery and lab, each in the
midst of use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.systems import SYSTEMS
from game.ui.app.battle_pictures import SHOWN, open_scenario
from game.ui.host.pictures import at_rest
from game.ui.host.screen import Pop, Screen

if TYPE_CHECKING:
    from game.fleets.muster import Muster
    from game.ui.shipyard.editor import Editor

GAME = next(iter(SYSTEMS.values()))
SEED = 7


def _muster() -> Muster:
    """Return two random fleets."""
    from game.fleets.muster import Muster

    muster = Muster(GAME)
    muster.set_limit(1500)
    for seat in (0, 1):
        muster.deal(seat, SEED + seat)
    return muster


def fleets() -> Screen:
    from game.ui.fleets.buying.page import FleetsPage

    return FleetsPage(_muster(), lambda _: None)


def placing() -> Screen:
    """Return the placing of both fleets, with some ships set down and one in hand."""
    from game.fleets.placing import Placing
    from game.ui.fleets.placing import PlacingScreen

    hand = Placing(_muster())
    screen = PlacingScreen(hand, lambda _: None)
    at_rest(screen)
    for _ in range(3):
        hand.place_ship(hand.hand, hand.offer(hand.hand))
        hand.set_down()
    screen.model.hold(hand.offer(hand.hand))
    return screen


def shipyard() -> Screen:
    from game.ui.shipyard.page import Shipyard

    page = Shipyard(SYSTEMS, GAME)
    page.chosen = next(one for one in page.designs if one.key == "meridian")
    return page


def _editor(**changed: object) -> Editor:
    """Return the editor with a copy of Meridian in the yard."""
    from game.battle.designs import design_data
    from game.ui.shipyard.editor import Editor
    from game.yard.draft import Draft

    return Editor(Draft(GAME, {**design_data(GAME, "meridian"), **changed}))


def drawing() -> Screen:
    """Return the editor with a gun in hand, and its arcs round the clock."""
    page = _editor()
    page.model.take(next(one.at for one in page.model.now.form.aboard if "Beam 3" in one.label))
    return page


def bill() -> Screen:
    """Return the editor with a ship that cannot be built as it is."""
    return _editor(mass=120)


def imported() -> Screen:
    """Return the page about two ships of another program, with everything that could not be imported."""
    from game.ui.pages.taken_over import take_over

    return take_over(SHOWN / "frigates.json")


def sandbox() -> Screen:
    """Return a sandbox with two plans from one position."""
    from game.sandbox.storage import open_sandbox
    from game.ui.sandbox.screen import SandboxScreen

    return SandboxScreen(open_sandbox(SHOWN / "two_plans.yaml"), Pop)


def gallery() -> Screen:
    from game.ui.demonstration.gallery import Gallery
    from game.ui.rulebook.page import RulePage

    return Gallery(SYSTEMS, RulePage, GAME)


def lab() -> Screen:
    from game.ui.lab.page import LabPage

    page = LabPage()
    page.model.finish()
    return page


def ladder() -> Screen:
    from game.ui.lab.ladder_page import LadderPage

    return LadderPage()


def by_file() -> Screen:
    """Return a battle by file whose orders have been locked, and wait to be handed over."""
    from game.far.far_battle import FarBattle, acceptance, battle_text, invitation
    from game.far.messages.seat_secrets import SeatSecrets
    from game.far.store import far_folder, restored
    from game.ui.far.begin import FarStart
    from game.ui.far.page import FarPage

    mine, theirs = (SeatSecrets("5e" * 8, seat, bytes([SEED]) * 32) for seat in ("azure", "amber"))
    far = FarBattle(invitation(mine.battle, battle_text(open_scenario("tavira_passage")), mine))
    far.take(acceptance(far.invited, theirs))
    with restored(far_folder(), mine, far) as stored:
        for order in ("lancet: +2", "sextant: S1+2", "halyard: +2", "plover: P1", "azure: lock"):
            stored.table.give(*order.split(": "))
    return FarPage(FarStart(SYSTEMS, GAME), lambda _: gallery())


WORKSHOPS: dict[str, Callable[[], Screen]] = {
    "fleets": fleets, "placing": placing, "shipyard": shipyard, "yard": drawing, "yard-bill": bill,
    "imported": imported, "sandbox": sandbox, "gallery": gallery, "lab": lab, "ladder": ladder,
    "by-file": by_file,
}  # fmt: skip
