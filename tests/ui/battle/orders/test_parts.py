"""Aiming and the line of the order by themselves: built from a context, with no screen round it."""

from __future__ import annotations

import pytest

from game.core.orders import Order
from game.ui.battle.orders.order_entry import Aiming, OrderEntry
from game.ui.session.battle_context import BattleContext
from tests.support.ui.part_samples import Asked, battle_context, screen_of

pytestmark = pytest.mark.usefixtures("still")


def read(context: BattleContext, text: str) -> Order:
    return context.battle.read(context.model.chosen, text)


# -- aiming ------------------------------------------------------------------------------------------------------------


def test_aiming_goes_from_target_to_target_by_distance() -> None:
    context, asked = battle_context("fire"), Asked()
    screen_of(context).measure = asked.noting("measure")
    aiming = Aiming(context, asked.noting("answer"), asked.noting("edit"))
    near, far = sorted((ship.id for ship in context.model.enemies()), key=context.model.fire.distance)
    aiming.next_target(1)
    assert context.model.target == near
    aiming.next_target(1)
    assert context.model.target == far
    aiming.next_target(1)
    assert context.model.target == near, "round and round"
    assert asked.names == ["measure"] * 3, "the odds are those against the new target"


def test_aiming_puts_guns_into_the_order_in_hand_and_takes_them_out() -> None:
    context = battle_context("fire")
    aiming, model = Aiming(context, Asked().noting("answer"), Asked().noting("edit")), context.model
    aiming.aim_at("vesper")
    gun = model.fire.guns(model.chosen)[0].key
    aiming.gun(gun)
    assert [(shot.mount, shot.target) for shot in model.drafts["lancet"].shots] == [(gun, "vesper")]  # type: ignore[attr-defined]
    aiming.gun(gun)
    assert model.drafts["lancet"].shots == ()  # type: ignore[attr-defined]
    aiming.all()
    bearing = {shot.mount for shot in model.fire.shots("lancet", "vesper") if shot.bears}
    assert {shot.mount for shot in model.drafts["lancet"].shots} == bearing  # type: ignore[attr-defined]
    assert model.view.why_not(model.drafts["lancet"]) is None


def test_aiming_tells_why_a_system_takes_no_repair_party() -> None:
    context = battle_context("assign")
    aiming, model = Aiming(context, Asked().noting("answer"), Asked().noting("edit")), context.model
    aiming.assign("lancet", "PDSa", 1)
    assert dict(model.drafts["lancet"].parties) == {"PDSa": 1} and not context.note  # type: ignore[attr-defined]
    held = model.drafts["lancet"]
    aiming.assign("lancet", "PDSa", 99)
    assert context.note and model.drafts["lancet"] is held, "refused, told, and nothing is changed"


# -- the line of the order ---------------------------------------------------------------------------------------------


def writing_of(context: BattleContext, asked: Asked, twice: bool = False) -> OrderEntry:
    screen = screen_of(context)
    screen.give, screen.measure = asked.noting("give", True), asked.noting("measure")
    screen.drop, screen.keep = asked.noting("drop", False), asked.noting("keep")
    return OrderEntry(context, lambda order: twice)


def test_order_entry_refuses_what_cannot_be_read_with_its_reason() -> None:
    context, asked = battle_context(), Asked()
    writing = writing_of(context, asked)
    writing.field.write("P99")
    writing.typing("P99")
    assert context.model.hand.wrong is not None and context.model.hand.wrong.why
    assert context.model.hand.typed == "P99" and not context.model.drafts, "it stands in the line and is not in hand"
    writing.give_typed()
    assert "give" not in asked.names


def test_order_entry_holds_what_is_typed_and_gives_it_with_enter() -> None:
    context, asked = battle_context(), Asked()
    writing = writing_of(context, asked)
    writing.field.write("P1+1")
    writing.typing("P1+1")
    assert str(context.model.drafts["lancet"]) == "P1+1" and context.model.hand.wrong is None
    context.focus.replace([writing.field])
    context.focus.focus(writing.field)
    writing.give_typed()
    assert asked.calls[-1] == ("give", read(context, "P1+1"))
    assert context.focus.at is None, "nobody types any more"


def test_order_entry_asks_for_enter_twice_where_the_main_button_would() -> None:
    context, asked = battle_context(), Asked()
    writing = writing_of(context, asked, twice=True)
    writing.field.write("P1")
    writing.give_typed()
    assert context.sure and "give" not in asked.names
    writing.give_typed()
    assert asked.names[-1] == "give"


def test_a_button_of_the_form_gives_an_order_that_is_written_in_secret() -> None:
    context, asked = battle_context(), Asked()
    writing = writing_of(context, asked)
    writing.edit("dv", 2)
    given = next(call[1] for call in asked.calls if call[0] == "give")
    assert given == read(context, "+2") and asked.names[0] == "keep"
    asked.calls.clear()
    context.model.set_draft(given)
    forbidden = next(one for one in context.model.choices("legs") if one.why_not)
    writing.edit("legs", forbidden.value)
    assert "give" not in asked.names and context.model.drafts["lancet"].value("legs") == forbidden.value, (
        "it stays in hand"
    )
