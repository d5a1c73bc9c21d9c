"""Scans: a ship examines one enemy, and reveals itself (full-thrust-base/6.19).

In the first edition a scan within 54 MU reveals a bogey and the scanning ship. By option scans need dice: enhanced
sensors have one die, superior ones add two to it; electronic countermeasures subtract a die.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import ClassVar

from game.board.boards import board_of
from game.board.geometry import within
from game.board.protocol import too_far
from game.core.display import Alternative, Risk
from game.core.events import Die, Event
from game.core.orders import Id, Order, Prompt
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.sensors.contact import ALL, BOGEY, MODEL, RULE, SHORT, TYPE, WORDS, detection_mode, known_level
from game.rules.sensors.detection import detect, learn, reveal
from game.rules.ships.one_target import OneTarget, first_side
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState, unread

REACH = 54.0  # MU of a scan
ADDED = {"enhanced": 0, "superior": 2}  # sensors' bonus to the die of a scan
AREA = "area"  # the mode of countermeasures that also protect friends nearby
COVERED = 12.0  # MU within which area countermeasures protect
FACES = range(1, 7)
SCANNED = PhaseData[frozenset[tuple[Id, Id]]]("scanned this turn", frozenset())  # (side, ship it has scanned) pairs


@frozen
class Scan(OneTarget):
    verb: ClassVar[str] = "Scan"
    idle_verb: ClassVar[str] = "scans nobody"
    word: ClassVar[str] = "scan"
    nobody: ClassVar[str] = "no scan"
    rule: ClassVar[str] = RULE
    needs: ClassVar[tuple[str, ...]] = ("sensors=bogeys", "sensors=scan")

    def prompt_text(self, state: ThrustState) -> str:
        """Return an explanation of scans."""
        return "Scan: shows what an enemy is, and who scans it"

    def alternatives(self, state: ThrustState) -> tuple[Alternative, ...]:
        """Return every enemy that can be scanned, with the exact chances of each level of knowledge, as far as
        known."""
        ship = state.ships.get(self.by)
        targets = [state.ships[key] for key in open_targets(state, ship)] if ship and can_scan(state, ship) else []
        return tuple(
            Alternative(Scan(self.by, one.id), one.name, learnt(state, state.ships[self.by], one)) for one in targets
        )

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the facts that the scanning ship reveals about itself."""
        ship, target = state.ships.get(self.by), state.ships.get(self.target)
        if ship is None or target is None or known_level(state, target.side, ship) > BOGEY:
            return ()
        return (Risk("Scan", f"{ship.name} is revealed", 1.0, "bad", RULE),)

    def suggestion(self, state: ThrustState) -> Scan | None:
        """Return a scan of the least known enemy, or of nobody; a dummy can scan nobody."""
        ship = state.ships.get(self.by)
        if ship is None:
            return None
        if ship.dummy:
            return Scan(self.by)
        side = ship.side
        return Scan(
            self.by,
            min(open_targets(state, ship), key=lambda key: known_level(state, side, state.ships[key]), default=""),
        )

    def refusal(self, state: ThrustState, ship: Ship, enemy: Ship) -> str:
        """Return why a ship cannot scan an enemy. A dummy cannot scan at all, which only its own side is told."""
        if not can_scan(state, ship):
            return f"{ship.name} is a dummy, and has nothing to scan with"
        return why_not(state, ship, enemy)

    def do(self, state: ThrustState, umpire: Umpire, ship: Ship, target: Ship) -> None:
        """Reveal both ships, and roll for further knowledge."""
        _scan(state, umpire, ship, target)


# -- who may -----------------------------------------------------------------------------------------------------------


def can_scan(state: ThrustState, ship: Ship) -> bool:
    """Return whether a ship has any sensors, unlike a dummy by our interpretation (full-thrust-base/6.19)."""
    return not ship.dummy or bool(state.house["dummy_scans"])


def why_not(state: ThrustState, ship: Ship, other: Ship) -> str:
    """Return why a ship cannot scan an enemy now, in a sentence; empty if it can."""
    if BOGEY < known_level(state, ship.side, other) < ALL and _sensor_bonus(ship) is None:
        return f"{ship.name} has no sensors that would show more of {other.name}"
    return _out_of_reach(state, ship, other)


def _out_of_reach(state: ThrustState, ship: Ship, other: Ship) -> str:
    """Return why no sensors could scan the enemy, in a sentence; empty if some could."""
    if known_level(state, ship.side, other) >= ALL:
        return f"all is known of {other.name}"
    if (ship.side, other.id) in SCANNED.of(state):
        return f"{other.name} has been scanned this turn"
    board = board_of(state.table)
    apart, most = board.distance(ship.at, other.at), board.to_board_units(REACH)
    return "" if within(apart, most) else f"{other.name} is {too_far(board, apart, most)}"


def open_targets(state: ThrustState, ship: Ship) -> tuple[Id, ...]:
    """Return the enemies that a ship can scan now."""
    return tuple(other.id for other in state.enemies(ship.side) if not why_not(state, ship, other))


def asked(state: ThrustState, ship: Ship) -> bool:
    """Return whether a ship is asked for a scan. A ship not wholly known to all is asked as if it had sensors."""
    could, board = _out_of_reach if unread(state, ship) else why_not, board_of(state.table)
    most = board.to_board_units(REACH)
    near = (other for other in state.enemies(ship.side) if within(board.distance(ship.at, other.at), most))
    return any(not could(state, ship, other) for other in near)  # the others need no words for a reason


def unable(state: ThrustState, key: Id) -> bool:
    """Return whether a ship can scan nobody. Older versions did not ask it then, so their saves hold no order for
    it."""
    return not open_targets(state, state.ships[key])


def begin(state: ThrustState, umpire: Umpire) -> None:
    """Reveal ships near each other after ships have moved, and clear the scans."""
    SCANNED.clear(state)
    detect(state, umpire)


def next_to_scan(state: ThrustState) -> tuple[Prompt, ...]:
    """Return the first side by initiative with ships that can scan an enemy and have not been asked."""
    return first_side(state, asked)


def scans_nobody(state: ThrustState, prompt: Prompt) -> Order:
    """Return the order to scan nobody, for the first ship asked."""
    return Scan(prompt.ids[0])


# -- the scan ----------------------------------------------------------------------------------------------------------


def _sensor_bonus(ship: Ship) -> int | None:
    """Return the best bonus of a ship's sensors; None without sensors."""
    return max((ADDED[mount.mode or "enhanced"] for mount in ship.working("sensors")), default=None)


def covered(state: ThrustState, ship: Ship) -> bool:
    """Return whether countermeasures protect a ship: its own, or a friend's that cover an area."""
    if ship.working("ecm"):
        return True
    board = board_of(state.table)
    return any(
        mount.mode == AREA and within(board.weapon_distance(board.distance(one.at, ship.at)), COVERED)
        for one in state.fleet(ship.side)
        for mount in one.working("ecm")
    )


def level_of(die: int, added: int, against: int = 0) -> int:
    """Return the level of knowledge from a scan, by its die, the sensors' bonus and the die of countermeasures; 0 for
    none."""
    total = die + added - against
    return min(total, ALL) if total >= TYPE else BOGEY


def _scan(state: ThrustState, umpire: Umpire, ship: Ship, target: Ship) -> None:
    SCANNED.set(state, SCANNED.of(state) | {(ship.side, target.id)})
    umpire.tell(
        Event("note", RULE, f"{{{ship.id}}} scans {{{target.id}}}", ship.id, target.id, line=(ship.at, target.at))
    )
    reveal(state, umpire, ship, "it scans")
    reveal(state, umpire, target, "scanned", state.sides if detection_mode(state) == "bogeys" else (ship.side,))
    added = _sensor_bonus(ship)
    if added is None or not target.in_play or known_level(state, ship.side, target) >= ALL:
        return
    die = umpire.die(f"scan/{ship.id}>{target.id}")
    against = umpire.die(f"scan/{ship.id}>{target.id}/ecm") if covered(state, target) else 0
    level = level_of(die, added, against)
    learn(state, target, ship.side, level)
    terms = [f"{added} for superior sensors"] * bool(added) + [f"less {against} for countermeasures"] * bool(against)
    dice = (Die(die, level > BOGEY), *((Die(against, False, by=target.id, of="countermeasures"),) * bool(against)))
    umpire.tell(
        Event(
            "check",
            RULE,
            f"{{{ship.id}}} reads {{{target.id}}}",
            ship.id,
            target.id,
            dice,
            ", ".join(terms),
            WORDS[level] if level else "nothing more",
            "good" if level else "plain",
            side=ship.side,
        )
    )


def learnt(state: ThrustState, ship: Ship, target: Ship) -> tuple[Risk, ...]:
    """Return the exact chances of the level that a scan reveals. Countermeasures count if the scanning side knows of
    them."""
    added, now = _sensor_bonus(ship), known_level(state, ship.side, target)
    if added is None or detection_mode(state) == "bogeys":
        return (Risk("Scan", SHORT[ALL if detection_mode(state) == "bogeys" else MODEL], 1.0, "good", RULE),)
    against, least = FACES if covered(state, target) else (0,), max(now, MODEL)
    seen = Counter(max(least, level_of(die, added, other)) for die, other in product(FACES, against))
    total = 6 * len(against)
    return tuple(
        Risk("Scan", "no more" if level == now else SHORT[level], n / total, "muted" if level == now else "good", RULE)
        for level, n in sorted(seen.items(), reverse=True)
    )
