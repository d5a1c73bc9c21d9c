"""What strikes ships as they move is shown as fire is: dice, target and loss, a word to go on, and all of it again by
key."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.display import Zone
from game.seating.outcomes import Act, lost_in
from game.ui.toolkit.blocks import Pair
from tests.support.battles import paper
from tests.support.ui.battle_driver import Seated

NOVA = paper(
    "Plasma",
    """\
  heliograph: {side: azure, design: heliograph, at: [16, 20], course: 3, velocity: 4}
  petrel:     {side: azure, design: petrel, at: [16, 8], course: 3, velocity: 6}
  cupola:     {side: amber, design: cupola, at: [40, 20], course: 9, velocity: 4}
""",
    seed=3,
)
ROCK = paper(
    "A rock in the way",
    """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 16}
  cinder: {side: amber, design: cinder, at: [60, 40], course: 9, velocity: 4}
""",
    seed=3,
    table="{terrain: [{kind: asteroid, name: Slag, at: [28, 20], radius: 2}]}",
)
DUST = paper(
    "Dust in the way",
    """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 16}
  cinder: {side: amber, design: cinder, at: [60, 40], course: 9, velocity: 4}
""",
    seed=4,
    table="{terrain: [{kind: dust, name: Veil, at: [26, 20], radius: 3}]}",
)


def moved(folder: Path, text: str, orders: dict[str, str], size: tuple[int, int] = (1280, 800)) -> Seated:
    """Orders are written and locked; everything has moved."""
    seat = Seated(folder, text, size)
    for key, order in orders.items():
        assert seat.screen.turn_flow.give(seat.screen.model.view.read(key, order)), seat.screen.context.note
    for side in ("azure", "amber"):
        assert seat.screen.turn_flow.give(seat.screen.model.view.read(side, "lock")), seat.screen.context.note
        seat.settle() if side == "azure" else None
    return seat


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize(
    ("text", "orders", "struck", "thrower"),
    [
        (NOVA, {"cupola": "NOVA"}, "heliograph", "Cupola plasma"),
        (ROCK, {}, "lancet", ""),
        (DUST, {}, "lancet", "Lancet"),
    ],
)
def test_it_waits_with_dice_target_and_loss_and_is_seen_again(
    text: str, orders: dict[str, str], struck: str, thrower: str, size: tuple[int, int], tmp_path: Path
) -> None:
    seat = moved(tmp_path, text, orders, size)
    screen, panel, shown = seat.screen, seat.screen.bottom_panel, list[str]()
    rolled = screen.animation.rolled

    def heard(act: Act) -> object:
        shown.extend(map(str, act.events))
        return rolled(act)

    screen.animation.rolled = heard
    seat.rest()
    seat.look()
    result = screen.flow.result
    harm = [
        event for event in seat.battle.log if lost_in(event) or (event.dice and event.kind in ("hazard", "contact"))
    ]
    assert harm and set(map(str, harm)) <= set(shown), "shown while ships move"
    assert result is not None and struck in result.targets and screen.turn_flow.main.label == "Go on"
    assert {id(event) for event in harm} <= {id(event) for event in panel.thrown.events}, (
        "all of it lies there to be read"
    )
    assert [lane.name for lane in panel.thrown.lanes][:1] == [thrower] * bool(thrower), (
        "a rock met at full speed leaves nothing to roll"
    )
    total = sum(boxes for event in harm for _, boxes in event.harm)
    assert total == 0 or sum(result.harm(struck).values()) == total
    assert (screen.turn_flow.turn_shown, screen.turn_flow.phase_shown) == (harm[0].turn, harm[0].phase)
    seat.key("RETURN")
    seat.rest()
    assert screen.flow.result is None and screen.turn_flow.repeatable
    shown.clear()
    seat.key("w")
    assert screen.turn_flow.repeat.active
    seat.rest()
    assert set(map(str, harm)) <= set(shown), "and again"


@pytest.mark.usefixtures("still")
def test_where_plasma_flies_next_is_named_once_whoever_is_chosen(tmp_path: Path) -> None:
    seat = moved(tmp_path, NOVA, {"cupola": "NOVA", "petrel": "ROLL"})
    seat.rest()
    for key in ("heliograph", "petrel", "cupola"):
        seat.screen.commands.choose(key)
        labels = [
            one.label for one in seat.screen.scene.hand.overlays if isinstance(one, Zone) and "plasma" in one.label
        ]
        assert labels == ["plasma, next turn: 4 dice"], key


def test_where_plasma_flies_next_is_not_drawn_before_it_has_been_seen_to_come_there(tmp_path: Path) -> None:
    seat, seen = moved(tmp_path, NOVA, {"cupola": "NOVA", "petrel": "ROLL"}), list[tuple[bool, list[str]]]()

    def zones() -> list[str]:
        found = seat.screen.scene.hand.overlays
        return [one.label for one in found if isinstance(one, Zone) and "plasma, next" in one.label]

    while seat.screen.animation.active:
        seat.screen.tick(0.1)
        seat.look()
        seen.append((seat.screen.animation.moment is not None, zones()))
        if seat.screen.animation.held:
            break
    assert any(film for film, _ in seen)
    assert not any(told for film, told in seen if film), "it has not been fired yet"
    seat.rest()
    assert zones() == ["plasma, next turn: 4 dice"]


@pytest.mark.usefixtures("still")
def test_what_its_own_order_changed_is_no_effect_of_what_struck_it(tmp_path: Path) -> None:
    seat = moved(tmp_path, NOVA, {"cupola": "NOVA", "heliograph": "+2"})
    seat.rest()
    seat.look()
    told = {one.head[0]: one.words[0] for one in seat.screen.panels.upper.widgets if isinstance(one, Pair)}
    assert told["Thrust"] == "4, now 2" and told["Crew"] == "5, now 1"
    assert "Velocity" not in told, "that was its order"


FLARE = paper(
    "A flare",
    """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  cinder: {side: amber, design: cinder, at: [60, 40], course: 9, velocity: 4}
house: {solar_flares: true}
""",
)


@pytest.mark.usefixtures("still")
def test_what_strikes_as_a_turn_begins_is_read_after_the_end_of_the_turn_before(tmp_path: Path) -> None:
    for seed in range(40):
        seat = Seated(tmp_path, FLARE.replace("seed: 3", f"seed: {seed}"))
        while seat.battle.state.turn == 1:
            seat.rest()
            if seat.screen.flow.result:
                seat.key("RETURN")
                continue
            prompt, idle = seat.screen.model.prompt, seat.battle.phase.idle
            assert (
                prompt is not None and idle is not None and seat.screen.turn_flow.give(idle(seat.battle.state, prompt))
            )
        seat.rest()
        lost = [event for event in seat.battle.log if event.turn == 2 and lost_in(event)]
        assert bool(lost) == (seat.screen.flow.result is not None)
        if lost:
            result = seat.screen.flow.result
            assert result is not None and not result.by and {event.turn for event in result.events} == {2}
            assert {id(event) for event in lost} <= {id(event) for event in seat.screen.bottom_panel.thrown.events}
            return
    raise AssertionError("no flare of these seeds strikes")
