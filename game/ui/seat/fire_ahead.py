"""The effect of ships' fire on each other from their planned places, and the total of their guns; no part of the
rules."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from game.battle.battle import View
from game.board.boards import board_of
from game.board.geometry import span
from game.core.display import Destination, Icon, Pose, Shot, between
from game.core.forecast import Fate
from game.core.orders import Id, Order
from game.core.special_display import Prospects
from game.ui.seat.foresight import Foresight
from game.ui.seat.seat_orders import SeatOrders

AIMS = 6  # enemies, the nearest, for which it is looked at what is in the way


@dataclass(frozen=True, slots=True)
class Exchange:
    """The effect of one ship's fire on another if both stood as planned: all guns that bear, and the mean of boxes
    lost.

    `words` are what the guns throw together, where it is to be read.
    """

    firer: Id
    target: Id
    volley: Order
    mean: float
    words: str = ""
    figure: str = ""  # the mean as it is read


def weighed_in(seconds: float, pairs: Iterator[tuple[Id, Id]], weigh: Callable[[Id, Id], object]) -> bool:
    """Weigh pair after pair for so long, one at least; False while there may be more of them."""
    end = time.perf_counter() + seconds
    for firer, target in pairs:
        weigh(firer, target)
        if time.perf_counter() > end:
            return False
    return True


def heaviest(found: Iterable[Exchange | None], target: Id) -> tuple[Exchange, ...]:
    """Return those that have to do with the target first, then what does most."""
    return tuple(sorted(filter(None, found), key=lambda one: (target not in (one.firer, one.target), -one.mean)))


def _counted(name: str, n: int) -> str:
    """That many of a gun: `a torpedo`, `2 torpedoes`; one that is several by its name has no article: `flak
    mortars`."""
    if n == 1:
        return name if " " in name and name.endswith("s") else f"a {name}"
    return f"{n} {name}{'es' if name.endswith('o') else 's'}"


def lowered(label: str) -> str:
    """Return a name in small letters but for words such as K-gun and MKP, which begin with a letter that is said by
    itself."""
    return " ".join(word if re.match(r"[A-Z](-|[A-Z])", word) else word.lower() for word in label.split(" "))


def tally(shots: list[Shot]) -> str:
    """Return the total of some guns: `4 dice and a torpedo`."""
    dice, others = 0, dict[str, int]()
    for shot in shots:
        number, _, unit = shot.dice.partition(" ")
        if number.isdigit() and unit in ("die", "dice"):
            dice += int(number)
        else:
            # the second is one more of a kind
            name = re.sub(r" ([a-z]\d?|\d)$", "", lowered(shot.label)).removeprefix("pulse ")
            others[name] = others.get(name, 0) + 1
    parts = [f"{dice} {'die' if dice == 1 else 'dice'}"] if dice else []
    parts += [_counted(name, n) for name, n in others.items()]
    return " and ".join(parts) if len(parts) < 3 else ", ".join(parts[:-1]) + f" and {parts[-1]}"


def able(view: View, *keys: Id) -> bool:
    """Are all these pieces in play?"""
    return all((piece := view.state.piece(key)) is not None and piece.in_play for key in keys)


class FireAhead:
    """The effects of fire from the planned places of one seat's pieces, and of fire at them."""

    def __init__(self, seat: SeatOrders, foresight: Foresight) -> None:
        self.seat = seat
        self.foresight = foresight

    def planned(self, *keys: Id) -> dict[Id, Pose]:
        """Ghosts of those ships that have one, or where they are foreseen."""
        poses = {**self.foresight.foreseen, **self.seat.poses}
        return {key: poses[key] for key in keys if key in poses}

    def reckoned(self, firer: Id, target: Id) -> tuple[View, dict[Id, Pose]]:
        """Return the view in which fire of one piece at another is computed, and where they are in it: as foretold for
        ships; counters strike before ships fire, from where they are planned to be."""
        flown = firer in self.seat.view.state.counters or target in self.seat.view.state.counters
        return (self.seat.view, self.planned(firer, target)) if flown else (self.foresight.ahead, {})

    def _follows(self, firer: Id, target: Id) -> tuple[object, ...]:
        """Return what an answer about fire of one piece at another follows from, besides the view."""
        view, poses = self.reckoned(firer, target)
        return (firer, target, *poses.items(), *(self.foresight.in_hand.items() if view is not self.seat.view else ()))

    def shots(self, firer: Id, target: Id) -> tuple[Shot, ...]:
        """Return every gun of one ship against another, from where they are or would be."""
        return self.seat.known("shots", *self._follows(firer, target), ask=lambda: self._shots(firer, target))

    def _shots(self, firer: Id, target: Id) -> tuple[Shot, ...]:
        view, poses = self.reckoned(firer, target)
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
        """Return guns of the chosen ship that bear on a target, by their keys; none where there is no target."""
        return [shot.mount for shot in self.shots(self.seat.chosen, target) if shot.bears] if target else []

    def pairs(self) -> list[tuple[Id, Id]]:
        """List firers with their targets, the chosen ship being one of each two."""
        if self.seat.flies:
            return [(self.seat.chosen, key) for key in self.seat.view.state.ships if self.seat.afloat(key)]
        others = self.seat.enemies() if self.seat.afloat(self.seat.chosen) else ()
        return [pair for other in others for pair in ((self.seat.chosen, other.id), (other.id, self.seat.chosen))]

    def exchange(self, firer: Id, target: Id) -> Exchange | None:
        """Return the effect of one ship's fire on another; cached while both stand the same."""
        return self.seat.known("exchange", *self._follows(firer, target), ask=lambda: self._weigh(firer, target))

    def _weigh(self, firer: Id, target: Id) -> Exchange | None:
        view, poses = self.reckoned(firer, target)
        volley = view.volley(firer, target, poses) if able(view, firer, target) else None
        chances = view.odds(volley, poses) if volley else ()
        if not volley or not chances:
            return None
        least = sum(one.mean for one in chances)
        most = sum(one.mean if one.most is None else one.most for one in chances)
        return Exchange(firer, target, volley, least, figure=between(least, most))

    @property
    def weighed(self) -> tuple[Exchange, ...]:
        """The effects of the chosen ship's fire from its ghost and of fire at it: the target first, then the
        heaviest."""
        found = self.seat.once(
            "exchanges", ask=lambda: heaviest((self.exchange(*pair) for pair in self.pairs()), self.seat.target)
        )
        return found if self.seat.chosen else ()

    def exchanges(self, most: int = 4) -> tuple[Exchange, ...]:
        """Return the first of these, with words."""
        return tuple(replace(one, words=self._words_of(one)) for one in self.weighed[:most])

    def _words_of(self, one: Exchange) -> str:
        fired = {shot.mount for shot in getattr(one.volley, "shots", ())}
        every = self.shots(one.firer, one.target)
        return tally([shot for shot in every if shot.mount in fired or one.firer not in self.seat.view.state.ships])

    def worth(self, target: Id) -> float:
        """Return the mean of boxes that all that bears from the chosen piece would cost a target."""
        found = self.exchange(self.seat.chosen, target) if self.seat.afloat(target) else None
        return found.mean if found else 0.0

    @property
    def aim(self) -> Id:
        """The target of the odds from the ghost: the target, or without one whoever it would hurt most.

        Of a counter it is the ship that its order names, then one that is pointed at.
        """
        if self.seat.flies:
            wanted = (getattr(self.seat.order, "target", ""), self.seat.over, self.seat.target)
            struck = [one.target for one in self.weighed]
            return next((key for key in wanted if key in struck), struck[0] if struck else "")
        firer, target = self.seat.chosen, self.seat.target
        if target or not firer or not self.seat.mine(firer) or not self.seat.afloat(firer):
            return target if firer else ""
        return next((one.target for one in self.weighed if one.firer == firer), "")

    def prospects(self, key: Id) -> Prospects | None:
        """Return the order in hand's likely effect on a ship, whatever that one does."""
        order = self.seat.order
        if order is None or not self.seat.afloat(key) or (self.seat.mine(key) and self.seat.view.side is not None):
            return None
        poses = self.planned(self.seat.chosen, key)
        ends = self.ends_of(key) if order.foresees and key in self.foresight.foreseen and not self.seat.flies else ()
        return self.seat.once("prospects", key, ask=lambda: self.seat.view.prospects(order, key, poses, ends))

    def ends_of(self, key: Id) -> tuple[Destination, ...]:
        """Return every legal end of a ship's move that is in no hand."""
        return self.seat.known("threat", key, ask=lambda: self.seat.view.destinations(self.seat.view.draft(key)))

    def barred(self, firer: Id) -> Shot | None:
        """Return the gun of a ship that would bear on one of the nearest enemies but for what is in the way; None where
        any bears."""
        there = self.planned(firer).get(firer) or self.seat.view.state.known_piece(firer)
        near = sorted(self.seat.enemies(), key=lambda one: span(one.at, there.at))[:AIMS]
        every = [shot for one in near for shot in self.shots(firer, one.id)]
        found = next((shot for shot in every if shot.cause == "sight"), None)
        return None if any(shot.bears for shot in every) else found

    @property
    def lost_first(self) -> tuple[Id, Fate] | None:
        """The chosen piece, or else the nearest of its enemies, that is lost before ships fire, as is foretold, with
        its fate; None where all are left."""
        if not self.foresight.foretells:
            return None
        here = self._here
        enemies = (one for one in self.seat.enemies() if self.seat.afloat(one.id))
        near = sorted(enemies, key=lambda one: math.dist(one.at, here))
        own = () if self.seat.view.face_down else (self.seat.chosen,)  # what is locked is not told where all look on
        lost = (key for key in (*own, *(one.id for one in near)) if not able(self.foresight.ahead, key))
        fates = self.foresight.forecast.fates
        return next(((key, fates[key]) for key in lost if key in fates), None)

    @property
    def guns_unread(self) -> list[Id]:
        """Enemies of the chosen ship of whom it is not known what guns they have."""
        return [] if self.seat.flies else [firer for firer, _ in self.pairs() if not self.seat.sheet(firer).guns_read]

    def distance(self, target: Id) -> float:
        """Return units of the board from the chosen ship or its ghost to another ship."""
        return board_of(self.seat.view.state.table).distance(self._here, self._standing(target))

    @property
    def moved(self) -> bool:
        """Has an order in hand moved the ghost of the chosen piece, and not left it, as that of who launches does?"""
        return self.seat.ghost is not None and not (self.seat.order and self.seat.order.stays)

    def _standing(self, key: Id) -> tuple[float, float]:
        """Return where another piece is measured to: where it will be, as long as the chosen one is where it will be
        too."""
        pose = self.foresight.foreseen.get(key) if self.moved else None
        return (pose or self.seat.view.state.known_piece(key)).at

    @property
    def _here(self) -> tuple[float, float]:
        """Where the chosen ship or its ghost is."""
        return self.seat.ghost.at if self.seat.ghost else self.seat.view.state.known_piece(self.seat.chosen).at

    def behind(self, target: Id) -> str:
        """Return the name of the body that stands between the chosen ship or its ghost and another; empty where none
        does."""
        state, bodies = self.seat.view.state, self.seat.view.state.table.bodies
        if not bodies:
            return ""
        at, board = self._here, board_of(state.table)
        there = self._standing(target)
        stop = self.seat.known("behind", at, there, ask=lambda: board.blocked(at, there, bodies))
        return stop.body.name if stop else ""
