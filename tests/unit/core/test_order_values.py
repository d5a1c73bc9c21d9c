"""Another value in a field of an order leaves all other fields as they are, those that are not compared too."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from game.core.orders import Order
from game.rules.movement.plot import Plot
from game.rules.ships.damage_control import Repair
from game.systems.full_sail.orders.sail_order import SailOrder


@pytest.mark.parametrize(
    ("order", "name", "value"),
    [
        (Plot("lancet", (1,), 2, ram="kiln", was=6, becomes=8), "dv", -3),
        (Repair("lancet", (("B2", 1),)), "parties", ()),
        (SailOrder("halcyon", 1, -1, 4, grapple="martinet"), "change", 0),
    ],
)
def test_another_value_leaves_the_rest(order: Order, name: str, value: object) -> None:
    given = {name: value}
    changed, expected = Order.with_value(order, name, value), replace(order, **given)  # type: ignore[arg-type]
    assert type(changed) is type(order) and changed == expected
    assert all(getattr(changed, one.name) == getattr(expected, one.name) for one in fields(order))


def test_a_field_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="nothing"):
        Order.with_value(Plot("lancet"), "nothing", 1)
