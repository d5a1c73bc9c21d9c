"""The effects of an attack on a ship, in order (sail/2, 4, 6, 7).

They are boxes, checks at a row's end, fire, the loss table, and explosions.
"""

from __future__ import annotations

from dataclasses import replace

from game.board.geometry import span, within
from game.core.events import Die, Event
from game.core.orders import Id
from game.core.umpire import Umpire, counting
from game.core.values import House, frozen
from game.systems.full_sail.damage.checks import current_row_check, mast_check, row_end_check
from game.systems.full_sail.damage.dice import BLAST_WORTH, throw
from game.systems.full_sail.damage.fire import BURSTING, fire_check, put_out, remove, set_alight
from game.systems.full_sail.damage.hull import HullLoss, cross_off, raked_points
from game.systems.full_sail.ships.ship import LOSS, ROWS, SailingShip, SailState

RIGGING = 5  # points of rigging damage of a turn that cause a check of the masts
REROLLS = 6  # re-rolls of one ship's hull fire in a turn without a fire check
BLAST = ((10.0, 6), (20.0, 3))  # MU from an explosion, and dice against each ship within them


@frozen
class Blow:
    """One attack: `points` on the hull or, `at_rigging`, on masts and sails; `raking` if it comes through bow or stern.
    `by` is the attacking ship, empty for accidents. `cause` names it in labels of dice. `rerolls` is the number of its
    re-rolls."""

    points: int
    cause: str
    by: Id = ""
    raking: bool = False
    at_rigging: bool = False
    rerolls: int = 0
    rule: str = "sail/4"


def suffer(state: SailState, umpire: Umpire, ship: SailingShip, blow: Blow) -> None:
    """Apply one attack to a ship, and to others if something explodes."""
    _strike(state, umpire, ship, blow)
    burst(state, umpire)


def _strike(state: SailState, umpire: Umpire, ship: SailingShip, blow: Blow) -> None:
    if blow.at_rigging:
        _strike_rigging(state, umpire, ship, blow)
    else:
        _strike_hull(state, umpire, ship, blow, blow.points)
        if blow.by and blow.rerolls:
            _count_rerolls(state, umpire, ship, blow)


def _strike_rigging(state: SailState, umpire: Umpire, ship: SailingShip, blow: Blow) -> None:
    """Apply rigging damage (sail/4.1). Half the damage of the whole turn, rounded up, goes to the hull. Every full 5
    points check the masts."""
    before, ship.rigging = ship.rigging, ship.rigging + blow.points
    hull = rigging_to_hull(before, blow.points, state.house)
    _strike_hull(state, umpire, ship, replace(blow, raking=blow.raking and rigging_rakes(state.house)), hull)
    for _ in range(ship.rigging // RIGGING - before // RIGGING):
        if ship.in_play:
            mast_check(umpire, ship, blow.cause)


def burning_row(loss: HullLoss, house: House) -> int:
    """Return the row by whose number a ship checks for fire immediately after a loss; 0 for no check (sail/4.3)."""
    lost = loss.ended if house["catastrophe"] == "end" and not loss.zero else loss.whole
    rows = [row for row in lost if (house["last_row_fire"] if row == ROWS else not loss.zero)]
    return max(rows, default=0)


def rigging_rakes(house: House) -> bool:
    """Return whether the hull's half of a rake at the rigging rakes too (sail/4.2)."""
    return house["rigging_rake"] == "below"


def rigging_to_hull(before: int, points: int, house: House) -> int:
    """Return the points that the hull takes when rigging damage of this turn grows from `before` by `points`
    (sail/4.1)."""
    if house["rigging_half"] == "volley":
        return (points + 1) // 2
    return (before + points + 1) // 2 - (before + 1) // 2


def _strike_hull(state: SailState, umpire: Umpire, ship: SailingShip, blow: Blow, points: int) -> None:
    if points <= 0 or not ship.in_play:
        return
    crew = ship.crew
    loss = cross_off(ship, raked_points(ship, points, state.house) if blow.raking else points, blow.raking)
    ended = [f"{len(loss.ended)} rows end" if len(loss.ended) > 1 else "a row ends"] if loss.ended else []
    killed = [f"{crew - ship.crew} crew lost"] if ship.crew < crew else []
    umpire.tell(
        Event(
            "damage",
            blow.rule,
            f"{{{ship.id}}} is {'raked' if blow.raking else 'hit'}",
            blow.by,
            ship.id,
            reason=" and ".join(ended),
            result=", ".join([f"{loss.boxes} on the hull", *killed]),
            figure=True,
            tone="bad",
            at=ship.at,
            harm=(("hull", loss.boxes),) if loss.boxes else (),
        )
    )
    if crew and not ship.crew:
        ship.marines = 0  # they die with the last of the crew
    if ship.zero:
        ship.halt()
        if row := burning_row(loss, state.house):
            fire_check(state, umpire, ship, row, blow.cause)
        reach_zero(state, umpire, ship, loss.over)
        return
    if loss.ended:
        row_end_check(umpire, ship, 7 - ship.worst_row, len(loss.ended) - 1, blow.cause)
    if row := burning_row(loss, state.house):
        fire_check(state, umpire, ship, row, blow.cause)


def _count_rerolls(state: SailState, umpire: Umpire, ship: SailingShip, blow: Blow) -> None:
    """Check for catastrophe after more than six re-rolls of one ship's hull fire in a turn (sail/4.3)."""
    before = ship.rerolls.get(blow.by, 0)
    ship.rerolls[blow.by] = before + blow.rerolls
    if before <= REROLLS < before + blow.rerolls and ship.in_play and not ship.zero:
        fire_check(state, umpire, ship, ship.current_row, f"{blow.cause}/rerolls")


# -- blasts ------------------------------------------------------------------------------------------------------------


def blast_dice(distance: float, house: House) -> int:
    """Return the dice that an explosion at that distance in MU rolls against a ship (sail/6). On the limit of two bands
    the nearer counts."""
    reached = [dice for limit, dice in BLAST if within(distance, limit)]
    return sum(reached) if house["blast_bands"] == "both" else max(reached, default=0)


def burst(state: SailState, umpire: Umpire) -> None:
    """Resolve the explosion of every ship in `BURSTING`, and of those that explode because of it, one after the
    other."""
    while waiting := BURSTING.of(state):
        BURSTING.set(state, waiting[1:])
        bomb = state.ships[waiting[0]]
        for ship in list(state.ships.values()):
            dice = blast_dice(span(bomb.at, ship.at), state.house)
            if ship.in_play and ship.id != bomb.id and dice:
                _apply_blast(state, umpire, bomb, ship, dice)


def _apply_blast(state: SailState, umpire: Umpire, bomb: SailingShip, ship: SailingShip, dice: int) -> None:
    """Resolve the effect of an explosion on one ship: damage, and a fire check for every 1 rolled (sail/6)."""
    thrown = throw(umpire, dice, f"blast/{bomb.id}>{ship.id}", BLAST_WORTH)
    umpire.tell(
        Event(
            "hazard",
            "sail/6",
            f"{{{ship.id}}} is caught by the explosion of {{{bomb.id}}}",
            bomb.id,
            ship.id,
            dice=thrown.dice,
            result=f"{thrown.points} damage",
            figure=True,
            tone="bad",
            at=ship.at,
            line=(bomb.at, ship.at),
        )
    )
    _strike(state, umpire, ship, Blow(thrown.points, f"blast/{bomb.id}", rule="sail/6"))
    ones = sum(die.face == 1 for die in thrown.dice)
    for _ in range(min(1, ones) if state.house["blast_checks"] == "once" else ones):
        if ship.in_play and not ship.zero and current_row_check(umpire, ship, "fire", "sail/6"):
            set_alight(state, umpire, ship, "blast")


RULE = "sail/7"
AGAIN = 10  # points scored since zero that cause another roll
FOUNDERED = "foundered"
RESULTS = ("adrift", "founders", "burns")


def loss_result(total: int) -> str:
    """Return the table's result: adrift, founders or burns."""
    return RESULTS[0] if total <= 3 else RESULTS[1] if total <= 5 else RESULTS[2]


def roll_loss(state: SailState, umpire: Umpire, ship: SailingShip) -> None:
    """Roll once on the loss table: a die, and one for every earlier roll. The result replaces an earlier one."""
    bonus = ship.losses
    results = (RESULTS.index(loss_result(face + bonus)) for face in range(1, 7))
    face = umpire.die(f"loss/{ship.id}", worth=counting(results, ordered=False))
    ship.losses += 1
    result = loss_result(face + bonus)
    words = {"adrift": "lies a wreck, adrift", "founders": "founders", "burns": "is adrift and on fire"}[result]
    umpire.tell(
        Event(
            "hazard",
            RULE,
            f"{{{ship.id}}} {words}",
            whom=ship.id,
            dice=(Die(face),),
            reason=f"+{bonus} for earlier rolls" if bonus else "",
            tone="bad",
            at=ship.at,
        )
    )
    ship.adrift, ship.anchored = True, False
    if result == "founders":
        remove(umpire, ship, FOUNDERED, RULE)
    elif result == "burns":
        set_alight(state, umpire, ship, LOSS)
        ship.fire_cause = LOSS
    elif ship.fire_cause == LOSS:
        put_out(ship)


def reach_zero(state: SailState, umpire: Umpire, ship: SailingShip, over: int) -> None:
    """Roll on the loss table when the last box is lost or more points are scored (sail/7). Roll again for every full 10
    points beyond."""
    first = not ship.losses
    rolls = int(first)
    ship.overkill += 0 if first and not state.house["overkill"] else over
    rolls += ship.overkill // AGAIN
    ship.overkill %= AGAIN
    for _ in range(rolls):
        if ship.in_play:
            roll_loss(state, umpire, ship)
