"""The results of a boarding: units lost, and a ship taken and manned, or scuttled (sail/5.2, 7)."""

from __future__ import annotations

from game.core.events import Event
from game.core.umpire import Umpire
from game.systems.full_sail.boarding.melee import (
    BOTH_DEAD,
    CAPTURED,
    REPELLED,
    UNDECIDED,
    BoardingParty,
    MeleeResult,
    fight,
    marines_fall,
)
from game.systems.full_sail.damage.fire import remove
from game.systems.full_sail.ships.grapples import alter, between, cast_off
from game.systems.full_sail.ships.ship import ROWS, SailingShip, SailState

RULE = "sail/5.2"
SCUTTLED = "scuttled"
SAID = {
    CAPTURED: "takes the ship",
    BOTH_DEAD: "both bands are dead",
    REPELLED: "the boarders are dead",
    UNDECIDED: "nothing is decided",
}


def defenceless(state: SailState, target: SailingShip) -> bool:
    """Return whether a ship is taken without a fight, because it has struck or is a wreck (sail/7, 8). By option a
    wreck rolls a die instead."""
    return target.struck or (target.zero and state.house["wreck_defence"] == "nobody")


def assault(
    state: SailState, umpire: Umpire, attacker: SailingShip, target: SailingShip, sent: BoardingParty, prize: int
) -> str:
    """Board a ship. If it is taken, `prize` units man it, and with none it is scuttled. Return the result
    (sail/5.2)."""
    if defenceless(state, target):
        umpire.tell(
            Event(
                "note",
                RULE,
                f"{{{attacker.id}}} takes {{{target.id}}} without a fight",
                attacker.id,
                target.id,
                at=target.at,
            )
        )
        take(state, umpire, attacker, target, prize)
        return CAPTURED
    found = fight(umpire, attacker, target, sent, marines_fall(state.house))
    attacker.lose_crew(sent.crew - found.attackers.crew)
    alone = not attacker.crew and state.house["marines_left"] == "die"
    attacker.marines += found.attackers.marines - sent.marines
    if target.crew:
        target.lose_crew(target.crew - found.defenders.crew)
        target.marines = found.defenders.marines
    words, tone = f"{{{attacker.id}}} against {{{target.id}}}", "good" if found.outcome == CAPTURED else "plain"
    umpire.tell(Event("note", RULE, words, attacker.id, target.id, result=SAID[found.outcome], tone=tone, at=target.at))
    for ship, die in ((attacker, alone), (target, not target.crew)):
        if die and ship.marines:
            ship.marines = 0
            umpire.tell(
                Event("note", RULE, f"The marines of {{{ship.id}}}, left alone, die", ship.id, tone="bad", at=ship.at)
            )
    _remember(state, attacker, target, found)
    if found.outcome == CAPTURED:
        take(state, umpire, attacker, target, prize)
    return found.outcome


def _remember(state: SailState, attacker: SailingShip, target: SailingShip, found: MeleeResult) -> None:
    """Record the winner of the fight (sail/5.3). It is the side that takes the ship, or holds it against boarders who
    all die; else the one that has killed more or, by option, nobody."""
    grapple = between(state, attacker.id, target.id)
    if grapple is None:
        return
    ahead = found.killed - found.lost if state.house["recent_winner"] == "kills" else 0
    ahead = {CAPTURED: 1, REPELLED: -1}.get(found.outcome, ahead)
    alter(state, grapple, grapple.of_fight(attacker.side if ahead > 0 else target.side if ahead < 0 else ""))


def take(state: SailState, umpire: Umpire, attacker: SailingShip, target: SailingShip, prize: int) -> None:
    """Man a captured ship with some units, or scuttle it with none. A wreck gets some boxes back."""
    units = min(prize, attacker.crew)
    if not units:
        remove(umpire, target, SCUTTLED, RULE)
        cast_off(state)
        return
    attacker.lose_crew(units)
    target.away, target.prize_crew, target.marines = frozenset(target.design.crew_boxes), 0, 0
    if target.zero:
        last = target.design.hull_rows[ROWS - 1]
        target.crossed = (*target.crossed[: ROWS - 1], last - (last + (state.house["prize_boxes"] == "up")) // 2)
        target.fresh = tuple(map(min, target.fresh, target.crossed))
        target.overkill = 0
    target.board_crew(units)
    before = target.side
    target.side, target.struck, target.summoned = attacker.side, False, 0
    words = f"{{{target.id}}} is manned by {units} of the crew of {{{attacker.id}}}"
    umpire.tell(
        Event(
            "note",
            RULE,
            words,
            attacker.id,
            target.id,
            result="captured",
            tone="good",
            at=target.at,
            changes=(before, target.side),
        )
    )
