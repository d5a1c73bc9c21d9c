"""On hexes fighters and ships that shoot at them are asked at the battle screen as everybody else is."""

from __future__ import annotations

from pathlib import Path

from game.ui.toolkit.widgets import Button
from tests.support.battles import paper
from tests.support.ui.hex_driver import seated

BATTLE = paper(
    "A flight and its prey",
    """\
  pinfold: {side: azure, design: pinfold, at: [7, 6], course: 2, velocity: 0}
  shale: {side: amber, design: shale, at: [10, 3], course: 8, velocity: 2, drive_hits: 2}
script:
- {by: azure, order: no excess}
- {by: pinfold, order: launch HGRa}
- {by: pinfold.HGRa, order: "fly 9,4"}
- {by: shale, order: "0"}
- {by: pinfold, order: "0"}
""",
    "hexcess",
    seed=5,
    table="{hexes: [20, 16]}",
)


def test_what_is_no_move_has_no_thrust_on_its_meter(tmp_path: Path, still: None) -> None:
    seat = seated(tmp_path, BATTLE)
    assert seat.battle.phase.name == "Point defence" and seat.screen.turn_flow.main.label == "Shale does nothing"
    order = seat.screen.model.order
    assert order is not None and seat.screen.model.view.meter(order).total == 0, "its drive has no part in it"
    seat.key("1", "RETURN")
    seat.settle()
    if seat.screen.flow.result:
        seat.key("RETURN")
        seat.settle()
    assert seat.battle.phase.name == "Fighters attack" and seat.screen.model.chosen == "pinfold.HGRa"
    seat.key("1", "RETURN")
    seat.settle()
    assert seat.orders[-1] == "pinfold.HGRa: attack shale"


def test_a_choice_in_secret_is_shown_with_a_ship_that_is_asked(tmp_path: Path, still: None) -> None:
    karst = "  karst: {side: amber, design: karst, at: [14, 1], course: 8, velocity: 3}\n"
    seat = seated(tmp_path, BATTLE.partition("script:")[0] + karst + "house: {excess: secret}\n")
    seat.key("RETURN")
    seat.settle()
    assert seat.screen.model.side == "amber"
    seat.screen.commands.choose("shale")  # with a dead drive it has nothing to declare
    seat.screen.turn_flow.refresh()
    assert seat.screen.model.chosen == "karst" and "excess Excess Thrust" in seat.names()


def test_orders_are_asked_of_a_ship_that_is_left(tmp_path: Path, still: None) -> None:
    """Not of one that was in hand when it was lost."""
    wether = "  wether: {side: azure, design: wether, at: [4, 8], course: 2, velocity: 3}\n"
    text = BATTLE.partition("script:")[0].replace("hexcess", "easyhex") + wether
    seat = seated(
        tmp_path, text.replace("at: [7, 6], course: 2, velocity: 0", "at: [7, 6], course: 2, fate: destroyed")
    )
    seat.screen.model.choose("pinfold")
    seat.screen.turn_flow.refresh()
    assert seat.screen.model.chosen == "wether" and seat.screen.model.order is not None


def test_what_is_launched_is_put_in_and_left_out_by_buttons_that_stay(tmp_path: Path, still: None) -> None:
    seat = seated(tmp_path, BATTLE.partition("script:")[0].replace("hexcess", "easyhex"))
    seat.enter_until("Launch fighters", "pinfold")

    def buttons() -> list[tuple[str, bool]]:
        shown = [one for one in seat.screen.focus.widgets if isinstance(one, Button)]
        return [(one.label, one.on) for one in shown if one.name.startswith("mounts ")]

    words, written = ["everything", "nothing", "Hangar a", "Hangar b"], []
    for key in ("", "3", "4", "3"):
        seat.key(key) if key else seat.press("mounts Hangar b")
        written.append(str(seat.screen.model.order))
        assert [label for label, _ in buttons()] == words
        assert [on for _, on in buttons()][2:] == ["HGRa" in written[-1], "HGRb" in written[-1]]
    assert written == ["launch HGRb", "launch HGRa HGRb", "launch HGRa", "launch none"]
    seat.press("mounts Hangar a and Hangar b")
    assert str(seat.screen.model.order) == "launch HGRa HGRb"
