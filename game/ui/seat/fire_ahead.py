"""The expected fire between ships at their planned places, and the total of their guns; no part of the rules."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from game.battle.battle import View
from game.board.boards import board_of
from game.board.geometry import span
from game.core.display import Destination, Icon, Pose, Prospects, Shot, between
from game.core.forecast import Fate
from game.core.names import join_words
from game.core.orders import Id, Order
from game.ui.seat.foresight import Foresight
from game.ui.seat.seat_orders import SeatOrders

AIMS = 6  # number of the nearest enemies for which obstacles are checked


@dataclass(frozen=True, slots=True)
class Exchange:
    """The expected fire of one ship on another at their planned places: all guns that bear, and mean boxes lost.
    `words` list the guns, if they are to be shown."""

    firer: Id
    target: Id
    volley: Order
    mean: float
    words: str = ""
    figure: str = ""  # the mean as shown


def weighed_in(seconds: float, pairs: Iterator[tuple[Id, Id]], weigh: Callable[[Id, Id], object]) -> bool:
    """Weigh pair after pair for `seconds`, but at least one. Return False while there may be more."""
    end = time.perf_counter() + seconds
    for firer, target in pairs:
        weigh(firer, target)
        if time.perf_counter() > end:
            return False
    return True


def heaviest(found: Iterable[Exchange | None], target: Id) -> tuple[Exchange, ...]:
    """Return exchanges with the target first, then the heaviest."""
    return tuple(sorted(filter(None, found), key=lambda one: (target not in (one.firer, one.target), -one.mean)))


def _guns_in_words(name: str, n: int) -> str:
    """Return a number of guns in words, as in `a torpedo` or `2 torpedoes`. A plural name, such as flak mortars, has no
    article."""
    if n == 1:
        return name if " " in name and name.endswith("s") else f"a {name}"
    return f"{n} {name}{'es' if name.endswith('o') else 's'}"


def lowered(label: str) -> str:
    """Return a name in lower case, except for words such as K-gun and MKP that begin with a spelled letter."""
    return " ".join(word if re.match(r"[A-Z](-|[A-Z])", word) else word.lower() for word in label.split(" "))


def tally(shots: list[Shot]) -> str:
    """Return the guns of some shots in words, as in `4 dice and a torpedo`."""
    dice, others = 0, dict[str, int]()
    for shot in shots:
        number, _, unit = shot.dice.partition(" ")
        if number.isdigit() and unit in ("die", "dice"):
            dice += int(number)
        else:
            # another of the same kind
            name = re.sub(r" ([a-z]\d?|\d)$", "", lowered(shot.label)).replace("pulse torpedo", "torpedo")
            others[name] = others.get(name, 0) + 1
    parts = [f"{dice} {'die' if dice == 1 else 'dice'}"] if dice else []
    parts += [_guns_in_words(name, n) for name, n in others.items()]
    return join_words(parts)


def able(view: View, *keys: Id) -> bool:
    return all((piece := view.state.piece(key)) is not None and piece.in_play for key in keys)


class FireAhead:
    """The expected fire of one side's pieces from their planned places, and at them."""

    def __init__(self, seat: SeatOrders, foresight: Foresight) -> None:
        self.seat = seat
        self.foresight = foresight

    def planned_poses(self, *keys: Id) -> dict[Id, Pose]:
        """Return the ghosts of these ships, or their predicted poses."""
        poses = {**self.foresight.foreseen, **self.seat.poses}
        return {key: poses[key] for key in keys if key in poses}

    def view_and_poses(self, firer: Id, target: Id) -> tuple[View, dict[Id, Pose]]:
        """Return the view and poses for the fire of one piece at another. For ships they are as forecast. Counters
        attack before ships fire, from their planned places."""
        flown = firer in self.seat.view.state.counters or target in self.seat.view.state.counters
        return (self.seat.view, self.planned_poses(firer, target)) if flown else (self.foresight.ahead, {})

    def _follows(self, firer: Id, target: Id) -> tuple[object, ...]:
        """Return everything that the expected fire of one piece at another depends on, besides the view."""
        view, poses = self.view_and_poses(firer, target)
        return (firer, target, *poses.items(), *(self.foresight.in_hand.items() if view is not self.seat.view else ()))

    def shots(self, firer: Id, target: Id) -> tuple[Shot, ...]:
        """Return every gun of one ship against another, from their present or planned places."""
        return self.seat.known("shots", *self._follows(firer, target), ask=lambda: self._shots(firer, target))

    def _shots(self, firer: Id, target: Id) -> tuple[Shot, ...]:
        view, poses = self.view_and_poses(firer, target)
        return view.shots(firer, target, poses) if able(view, firer, target) else ()

    def guns(self, key: Id) -> tuple[Icon, ...]:
        """Return the systems of a ship that fire at ships."""
        state = self.seat.view.state
        other = self.seat.target or next((ship.id for ship in state.enemies(state.owner(key))), "")
        if not other:
            return ()
        named = {shot.mount for shot in self.shots(key, other)}
        return tuple(one for one in self.seat.sheet(key).icons if one.key in named)

    def bearing(self, target: Id) -> list[str]:
        """Return the keys of the chosen ship's guns that bear on a target; empty without a target."""
        return [shot.mount for shot in self.shots(self.seat.chosen, target) if shot.bears] if target else []

    def pairs(self) -> list[tuple[Id, Id]]:
        """Return pairs of firer and target with the chosen ship in each."""
        if self.seat.flies:
            return [(self.seat.chosen, key) for key in self.seat.view.state.ships if self.seat.afloat(key)]
        others = self.seat.enemies() if self.seat.afloat(self.seat.chosen) else ()
        return [pair for other in others for pair in ((self.seat.chosen, other.id), (other.id, self.seat.chosen))]

    def exchange(self, firer: Id, target: Id) -> Exchange | None:
        """Return the expected fire of one ship on another, cached while both stay in place."""
        return self.seat.known("exchange", *self._follows(firer, target), ask=lambda: self._weigh(firer, target))

    def _weigh(self, firer: Id, target: Id) -> Exchange | None:
        view, poses = self.view_and_poses(firer, target)
        volley = view.volley(firer, target, poses) if able(view, firer, target) else None
        chances = view.odds(volley, poses) if volley else ()
        if not volley or not chances:
            return None
        least = sum(one.mean for one in chances)
        most = sum(one.mean if one.most is None else one.most for one in chances)
        return Exchange(firer, target, volley, least, figure=between(least, most))

    @property
    def weighed(self) -> tuple[Exchange, ...]:
        """The expected fire of the chosen ship from its ghost, and at it. The target comes first, then the heaviest."""
        found = self.seat.once(
            "exchanges", ask=lambda: heaviest((self.exchange(*pair) for pair in self.pairs()), self.seat.target)
        )
        return found if self.seat.chosen else ()

    def exchanges(self, most: int = 4) -> tuple[Exchange, ...]:
        """Return the first of these exchanges, with words."""
        return tuple(replace(one, words=self._words_of(one)) for one in self.weighed[:most])

    def _words_of(self, one: Exchange) -> str:
        fired = {shot.mount for shot in getattr(one.volley, "shots", ())}
        every = self.shots(one.firer, one.target)
        return tally([shot for shot in every if shot.mount in fired or one.firer not in self.seat.view.state.ships])

    def worth(self, target: Id) -> float:
        """Return the mean boxes that the chosen piece's bearing guns would cost a target."""
        found = self.exchange(self.seat.chosen, target) if self.seat.afloat(target) else None
        return found.mean if found else 0.0

    @property
    def aim(self) -> Id:
        """The target of the odds from the ghost: the chosen target, or else the ship that it would harm most. For a
        counter it is the ship that its order names, then the one under the pointer."""
        if self.seat.flies:
            wanted = (getattr(self.seat.order, "target", ""), self.seat.over, self.seat.target)
            struck = [one.target for one in self.weighed]
            return next((key for key in wanted if key in struck), struck[0] if struck else "")
        firer, target = self.seat.chosen, self.seat.target
        if target or not firer or not self.seat.mine(firer) or not self.seat.afloat(firer):
            return target if firer else ""
        return next((one.target for one in self.weighed if one.firer == firer), "")

    def prospects(self, key: Id) -> Prospects | None:
        """Return the likely effect of the order in hand on a ship, whatever that ship does."""
        order = self.seat.order
        if order is None or not self.seat.afloat(key) or (self.seat.mine(key) and self.seat.view.side is not None):
            return None
        poses = self.planned_poses(self.seat.chosen, key)
        ends = self.ends_of(key) if order.foresees and key in self.foresight.foreseen and not self.seat.flies else ()
        return self.seat.once("prospects", key, ask=lambda: self.seat.view.prospects(order, key, poses, ends))

    def ends_of(self, key: Id) -> tuple[Destination, ...]:
        """Return every legal destination of a ship whose order is not in hand."""
        return self.seat.known("threat", key, ask=lambda: self.seat.view.destinations(self.seat.view.draft(key)))

    def barred_shot(self, firer: Id) -> Shot | None:
        """Return a gun of a ship that would bear on one of the nearest enemies if there were no obstacle; None if any
        gun bears."""
        there = self.planned_poses(firer).get(firer) or self.seat.view.state.known_piece(firer)
        near = sorted(self.seat.enemies(), key=lambda one: span(one.at, there.at))[:AIMS]
        every = [shot for one in near for shot in self.shots(firer, one.id)]
        found = next((shot for shot in every if shot.cause == "sight"), None)
        return None if any(shot.bears for shot in every) else found

    @property
    def lost_first(self) -> tuple[Id, Fate] | None:
        """The chosen piece, or else its nearest enemy, if it is forecast to be lost before ships fire, with its fate.
        None if neither is."""
        if not self.foresight.foretells:
            return None
        here = self._here
        enemies = (one for one in self.seat.enemies() if self.seat.afloat(one.id))
        near = sorted(enemies, key=lambda one: math.dist(one.at, here))
        own = () if self.seat.view.face_down else (self.seat.chosen,)  # kept secret while both sides look at the screen
        lost = (key for key in (*own, *(one.id for one in near)) if not able(self.foresight.ahead, key))
        fates = self.foresight.forecast.fates
        return next(((key, fates[key]) for key in lost if key in fates), None)

    @property
    def guns_unread(self) -> list[Id]:
        """The chosen ship's enemies with unknown guns."""
        return [] if self.seat.flies else [firer for firer, _ in self.pairs() if not self.seat.sheet(firer).guns_read]

    def distance(self, target: Id) -> float:
        """Return the distance from the chosen ship or its ghost to another ship, in units of the board."""
        return board_of(self.seat.view.state.table).distance(self._here, self._standing(target))

    @property
    def moved(self) -> bool:
        """Return whether an order in hand has moved the ghost of the chosen piece. A launch leaves it in place."""
        return self.seat.ghost is not None and not (self.seat.order and self.seat.order.stays)

    def _standing(self, key: Id) -> tuple[float, float]:
        """Return the place from which distances to another piece are measured: its future place if the chosen one has
        one too."""
        pose = self.foresight.foreseen.get(key) if self.moved else None
        return (pose or self.seat.view.state.known_piece(key)).at

    @property
    def _here(self) -> tuple[float, float]:
        """The place of the chosen ship or its ghost."""
        return self.seat.ghost.at if self.seat.ghost else self.seat.view.state.known_piece(self.seat.chosen).at

    def behind(self, target: Id) -> str:
        """Return the name of the body between the chosen ship or its ghost and another ship; empty if there is none."""
        state, bodies = self.seat.view.state, self.seat.view.state.table.bodies
        if not bodies:
            return ""
        at, board = self._here, board_of(state.table)
        there = self._standing(target)
        stop = self.seat.known("behind", at, there, ask=lambda: board.obstacle_between(at, there, bodies))
        return stop.body.name if stop else ""
