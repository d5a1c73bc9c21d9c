"""One seat's side of the table: what it sees, what it has chosen, and the orders it has in hand; no part of the rules.

Nothing here draws. Everything that is asked of the rules goes through the seat's view, and every answer is kept until
the view or the order in hand changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from game.battle.battle import View
from game.board.boards import board_of
from game.board.geometry import span
from game.core.display import Destination, Icon, Meter, Overlay, Pose, Risk, Sheet, Shot, between
from game.core.forecast import Fate, Forecast
from game.core.orders import Choice, Id, Illegal, Order, Prompt, Unreadable, keys_named
from game.core.special_display import Prospects
from game.core.state import Outcome, Piece
from game.ui.board.model.memo import Answers
from game.ui.board.plotting.hand import Hand, OrderInHand
from game.ui.session.exchanges import Exchange, heaviest, tally

DAMAGED = ("lost", "killed", "damaged")
AIMS = 6  # enemies, the nearest, for which it is looked at what is in the way


class SeatModel(OrderInHand):
    """What lies before one seat."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.pace = 0  # the step of a way that keys are at
        # for orders in danger, as far as they were looked for
        self.ways_out: dict[Order, tuple[Order, str] | None] = {}
        self._told: Mapping[Id, Fate] = {}  # fates as they were asked for last
        self._up_to_date = False  # they are of the orders in hand, also while a ship hangs on the pointer
        self._glimpse: Mapping[Id, Fate] = {}  # the fate of that ship alone, which is known first
        self.over: Id = ""  # the piece that is pointed at
        self.picking = ""  # the field of the form that waits for a click on a ship
        self.unfolded = False  # what cannot be ordered now stands on the form too
        self.open_side = ""  # the side of a ship whose row of faces is read
        self.frozen = False  # only looked at: something is played back, or the past is shown
        # answers that follow from the view and their key alone, and hold for as long as the view
        self.known = Answers()
        self.look(view)

    # -- what is known -------------------------------------------------------------------------------------------------

    def look(self, view: View) -> None:
        """Take a new view; what is no longer there is let go."""
        other, self.view = view.side != self.view.side, view
        self._told = {}
        self.ways_out.clear()
        self.known.clear()
        self.picking = ""
        self.put(self.hand.seen(view, other))

    def put(self, hand: Hand) -> None:
        """Take another value in hand, of which nothing is foretold yet."""
        super().put(hand)
        self._up_to_date, self._glimpse = False, {}

    @property
    def prompt(self) -> Prompt | None:
        """What this seat is asked now, if anything."""
        return None if self.frozen else self.known("prompt", ask=self.view.mine)

    @property
    def input_mode(self) -> str:
        """How orders of this phase are given: plot, fire, choose, assign or word; empty when nobody gives any."""
        return self.known("input mode", self.chosen, ask=self._input_mode)

    def _input_mode(self) -> str:
        """That of the order which is wanted of the chosen one, or else of the first that is asked."""
        if not self.view.phase.accepts or self.view.state.outcome:
            return ""
        asked = self.view.mine()
        ids = asked.ids if asked else ()
        kind = self.view.system.kind(
            self.view.state, self.view.phase, self.chosen if self.chosen in ids else next(iter(ids), "")
        )
        return str(getattr(kind, "input_mode", "word"))

    @property
    def locked(self) -> bool:
        """Has this seat locked its secret orders?"""
        return self.sealed_up(self.view.side or "")

    def sealed_up(self, side: Id) -> bool:
        """Has a side locked the orders of this phase?"""
        return self.view.phase.secret and side in self.view.state.ready

    def mine(self, key: Id) -> bool:
        """Is the ship of this seat (of anybody, with open books)?"""
        return self.view.side in (None, self.view.state.owner(key))

    @property
    def flies(self) -> bool:
        """Is a counter in hand: what is no ship, and strikes by itself?"""
        return self.chosen in self.view.state.counters

    def afloat(self, key: Id) -> bool:
        """Is it a ship in play, that has guns and can be shot at?"""
        ship = self.view.state.ships.get(key)
        return ship is not None and ship.in_play

    def askable(self, key: Id) -> bool:
        """May this seat order that ship now?"""
        return bool(self.prompt and key in self.prompt.ids and not self.locked)

    @property
    def waiting(self) -> tuple[Id, ...]:
        """Ships of this seat that still lack an order, in the order of the list."""
        return self.prompt.waiting if self.prompt and not self.locked else ()

    def idles(self, key: Id) -> bool:
        """Is doing nothing all that a ship could be ordered now?"""
        return self.known("idles", key, ask=lambda: self._idles(key))

    def _idles(self, key: Id) -> bool:
        if self.view.idles_only(key):
            return True
        # asked only lest the others learn what it carries?
        order = self.view.draft(key) if key in self.waiting else None
        return bool(order and order.stays and not order.fields(self.view.state))

    @property
    def first(self) -> Id:
        """The piece that comes to hand by itself: the first that waits and can do anything, or else the first that is
        asked."""
        asked = self.waiting or (self.prompt.ids if self.prompt else ())
        return next((key for key in asked if not self.idles(key)), next(iter(asked), ""))

    @property
    def side(self) -> Id:
        """The side that looks: the seat's, or with open books the chosen ship's or the first."""
        state = self.view.state
        return self.view.side or (state.owner(self.chosen) if self.chosen else "") or next(iter(state.sides), "")

    def enemies(self) -> list[Piece]:
        """Ships in play against the side that looks."""
        return self.view.state.enemies(self.side)

    def targets(self) -> list[Piece]:
        """Pieces in play that the chosen one may aim at: every ship against it, and counters that a gun could be tried
        at."""
        return [*self.enemies(), *(one for key, one in self.view.state.counters.items() if self.aimable(key))]

    def aimable(self, key: Id) -> bool:
        """May a piece become the target: a ship in play against this side, or a counter that a gun could be tried
        at?"""
        piece = self.view.state.known_piece(key)
        hostile = piece.in_play and piece.side != self.side
        return hostile and (key in self.view.state.ships or bool(self.chosen and self.shots(self.chosen, key)))

    # -- choosing ------------------------------------------------------------------------------------------------------

    def choose(self, key: Id) -> None:
        """Take a ship in hand, or lay it down."""
        if key != self.chosen:
            self.picking, self.pace = "", 0
            self.put(replace(self.hand, chosen=key, gun="", typed="", wrong=None))

    def fold(self) -> None:
        """Show on the form what cannot be ordered now, or leave it out again."""
        self.unfolded = not self.unfolded

    def open_faces(self, side: str) -> None:
        """Read what each face of the die strikes on a side of a ship."""
        self.open_side = side

    def pick(self, name: str) -> None:
        """The next ship that is clicked goes into that field; a second press thinks better of it."""
        self.picking = "" if self.picking == name else name

    def next_waiting(self, by: int = 1) -> Id:
        """The next ship without an order after the chosen one, round and round; empty if every ship has one.

        Ships that can do nothing are left out as long as there are others.
        """
        waiting = {key for key in self.waiting if not self.idles(key)} or set(self.waiting)
        ring = [
            key for key in (*self.view.state.ships, *self.view.state.counters) if key in waiting or key == self.chosen
        ]
        after = next_of(ring, self.chosen, by) if ring else ""
        return after if after in waiting else ""

    # -- the order in hand ---------------------------------------------------------------------------------------------

    @property
    def order(self) -> Order | None:
        """The chosen ship's order: in hand, or sealed already, or a fresh one; None if it may not be given any."""
        return self.order_of(self.chosen)

    def order_of(self, key: Id) -> Order | None:
        """The order of a ship as it would be given now."""
        if key in self.drafts:
            return self.drafts[key]
        return self.known("draft", key, ask=lambda: self.view.draft(key)) if self.askable(key) else None

    def fault(self, order: Order | None = None) -> Illegal | None:
        """Why the order would be refused, or None."""
        order = order or self.order
        return self.once("fault", order, ask=lambda: self.view.why_not(order)) if order else None

    def read(self, text: str) -> Order | None:
        """The order a text stands for; None, with the reason in `wrong`, if it cannot be read or given."""
        try:
            order = self.view.read(self.chosen, text)
        except Unreadable as reason:
            wrong: Illegal | None = reason.with_traceback(None)
        else:
            wrong = self.view.why_not(order)
        self.put(replace(self.hand, typed=text if wrong else "", wrong=wrong))
        return None if wrong else order

    def value_words(self, order: Order, name: str, value: object) -> str:
        """A value of a field of an order, as its button says it."""
        return self._said(order, self.view.named(order.value_words(self.view.state, name, value)))

    def briefly(self, order: Order) -> str:
        """An order in a row of the list or on the board."""
        return self._said(order, self.view.briefly(order))

    def spoken(self, order: Order) -> str:
        """The same on a button that has room for words."""
        return self._said(order, self.view.named(order.spoken(self.view.state)))

    def _said(self, order: Order, words: str) -> str:
        """Words about an order with names in place of keys of systems too: `PDSa>karst` as “PDS a at Karst”. A plot
        keeps its notation, of which a letter with a figure may be the key of a system, but for the names of pieces."""
        if getattr(order, "input_mode", "") == "plot":
            return keys_named(words, self.view.state.names)
        names = self.known("words for keys", order.by, ask=lambda: self._words_for_keys(order.by))
        return keys_named(words, names).replace(">", " at ")

    def _words_for_keys(self, key: Id) -> dict[str, str]:
        """Names of the systems of a piece, and of all pieces."""
        state = self.view.state
        return {**{one.key: one.label for one in self.sheet(key).icons if state.piece(key)}, **state.names}

    def choices(self, name: str) -> list[Choice]:
        """Every value of a field of the order in hand, with the reason where it is forbidden."""
        order = self.order
        return self.once("choices", name, ask=lambda: self.view.choices(order, name)) if order else []

    def meter(self) -> Meter | None:
        """The meter of the order in hand."""
        order = self.order
        return self.once("meter", ask=lambda: self.view.meter(order)) if order else None

    def risks(self) -> tuple[Risk, ...]:
        """What the order in hand may lead to."""
        order = self.order
        return self.once("risks", ask=lambda: self.view.risks(order)) if order and self.fault() is None else ()

    # -- places --------------------------------------------------------------------------------------------------------

    def pose_of(self, key: Id) -> Pose | None:
        """Where a ship's sealed or held plot would put it."""
        order = self.drafts.get(key) or self.view.plots.get(key)
        if self.input_mode != "plot" or order is None or not self.view.state.known_piece(key).in_play:
            return None
        return self.known("pose", order, ask=lambda: self.view.pose(order))

    @property
    def pulled(self) -> Pose | None:
        """Where that would put it."""
        end = self.end
        return self.known("pose", end.order, ask=lambda: self.view.pose(end.order)) if end else None

    @property
    def ghost(self) -> Pose | None:
        """Where the chosen ship would be."""
        return self.once("ghost", ask=lambda: self.pose_of(self.chosen)) if self.chosen else None

    @property
    def poses(self) -> Mapping[Id, Pose]:
        """Every ghost this seat knows of."""
        state = self.view.state
        known = {key: order for key, order in {**self.view.plots, **self.drafts}.items() if state.piece(key)}
        return self.once("poses", ask=lambda: {key: pose for key in known if (pose := self.pose_of(key)) is not None})

    def left_alone(self, key: Id) -> Pose:
        """Where a ship would be that is given no order."""
        return self.known("left alone", key, ask=lambda: self.view.pose(self.view.draft(key)))

    # -- what becomes of the orders ------------------------------------------------------------------------------------

    @property
    def foretells(self) -> bool:
        """Are orders written or given by which pieces move, so that the end of the turn is foretold?"""
        return self.input_mode == "plot" and not self.view.phase.moved and self.prompt is not None

    @property
    def forecast(self) -> Forecast:
        """The end of the turn by the orders in hand and those that were sealed, while all others hold on."""
        return self.view.forecast(self._in_hand)

    @property
    def _in_hand(self) -> dict[Id, Order]:
        """Orders that are in hand and may be given."""
        return self.once(
            "in hand", ask=lambda: {key: one for key, one in self.drafts.items() if self.fault(one) is None}
        )

    @property
    def ahead(self) -> View:
        """What the seat sees when ships may fire, as the forecast tells; what it sees now where nothing is foretold."""
        if not self.foretells:
            return self.view
        return self.known("ahead", *self._in_hand.items(), ask=lambda: self.view.ahead(self.forecast))

    @property
    def fates(self) -> Mapping[Id, Fate]:
        """The fates of this seat's pieces."""
        return self.once("fates", ask=self._own_fates)

    def lost_early(self, key: Id) -> bool:
        """Is a piece of this seat out of play before ships fire, as far as its fate is known?"""
        fate = self.known_fates.get(key)
        return fate is not None and fate.pose is None

    def foretell(self) -> None:
        """Ask for them, also while a ship hangs on the pointer."""
        self._told, self._up_to_date = self.fates, True

    def glimpsing(self) -> Iterator[None]:
        """Work out step by step what becomes of the ship on the pointer, and note it; its dice alone are followed,
        fewer ways."""
        key, orders = self.lifted, self._in_hand
        if self.foretells and key in orders:
            found = yield from self.view.foretelling(orders, key)
            self._glimpse = found.fates if orders is self._in_hand else {}

    def foretelling(self) -> Iterator[None]:
        """Work out the forecast step by step, and where others hold on, which it is compared with."""
        if self.foretells:
            yield from self.view.foretelling({})
            yield from self.view.foretelling(self._in_hand)

    def seek_way_out(self, order: Order) -> Iterator[None]:
        """Look step by step for a way out of the danger of an order, and note it."""
        view = self.view
        way = yield from view.safer(order)
        if view is self.view:
            self.ways_out[order] = way

    def _own_fates(self) -> Mapping[Id, Fate]:
        if not self.foretells:
            return {}
        hidden = self.view.state.ships if self.view.face_down else ()  # a mark would tell what they were ordered
        return {key: fate for key, fate in self.forecast.fates.items() if self.mine(key) and key not in hidden}

    @property
    def known_fates(self) -> Mapping[Id, Fate]:
        """The same, without asking anything anew while a ship hangs on the pointer: of that one what has been glimpsed,
        of others as before."""
        if not self.lifted:
            self.foretell()
        if self._up_to_date:
            return self.fates
        others = {key: fate for key, fate in self._told.items() if key != self.lifted}
        return self.once("other fates", bool(self._glimpse), ask=lambda: {**others, **self._glimpse})

    @property
    def foretold_end(self) -> Outcome | None:
        """How the battle ends with this turn, unless somebody fires; None while that is not asked for a ship on the
        pointer."""
        told = self.foretells and not self.view.face_down and (self._up_to_date or not self.lifted)
        return self.forecast.outcome if told else None

    @property
    def holding_on(self) -> Mapping[Id, Pose]:
        """Where ships would be that are given no more orders, where they move."""
        return self.known("holding on", ask=self.view.holding_on) if self.foretells else {}

    @property
    def foreseen(self) -> Mapping[Id, Pose]:
        """Where ships of others would be that hold on, while the chosen one has a ghost."""
        if not self.foretells or self.ghost is None:
            return {}
        others = self.holding_on
        return self.once("foreseen", ask=lambda: {key: pose for key, pose in others.items() if key not in self.poses})

    def ends_of(self, key: Id) -> tuple[Destination, ...]:
        """Every legal end of a ship's move that is in no hand."""
        return self.known("threat", key, ask=lambda: self.view.destinations(self.view.draft(key)))

    def prospects(self, key: Id) -> Prospects | None:
        """What the order in hand would come to against a ship, whatever that one does."""
        order = self.order
        if order is None or not self.afloat(key) or (self.mine(key) and self.view.side is not None):
            return None
        poses = self.planned(self.chosen, key)
        ends = self.ends_of(key) if order.foresees and key in self.foreseen and not self.flies else ()
        return self.once("prospects", key, ask=lambda: self.view.prospects(order, key, poses, ends))

    def destinations(self) -> tuple[Destination, ...]:
        """Every legal end of the chosen ship's move."""
        order = self.order
        return self.once("destinations", ask=lambda: self.view.destinations(order)) if order else ()

    def order_overlays(self) -> tuple[Overlay, ...]:
        """What belongs to the order in hand on the board."""
        order = self.order
        return self.once("overlays", ask=lambda: self.view.order_overlays(order)) if order else ()

    def distance(self, target: Id) -> float:
        """Units of the board from the chosen ship or its ghost to another ship."""
        return board_of(self.view.state.table).distance(self._here, self._standing(target))

    @property
    def moved(self) -> bool:
        """Has an order in hand moved the ghost of the chosen piece, and not left it, as that of who launches does?"""
        return self.ghost is not None and not (self.order and self.order.stays)

    def _standing(self, key: Id) -> tuple[float, float]:
        """Where another piece is measured to: where it will be, as long as the chosen one is where it will be too."""
        pose = self.foreseen.get(key) if self.moved else None
        return (pose or self.view.state.known_piece(key)).at

    @property
    def _here(self) -> tuple[float, float]:
        """Where the chosen ship or its ghost is."""
        return self.ghost.at if self.ghost else self.view.state.known_piece(self.chosen).at

    def behind(self, target: Id) -> str:
        """The name of the body that stands between the chosen ship or its ghost and another; empty where none does."""
        state, bodies = self.view.state, self.view.state.table.bodies
        if not bodies:
            return ""
        at, board = self._here, board_of(state.table)
        there = self._standing(target)
        stop = self.known("behind", at, there, ask=lambda: board.blocked(at, there, bodies))
        return stop.body.name if stop else ""

    # -- guns and chances ----------------------------------------------------------------------------------------------

    def sheet(self, key: Id) -> Sheet:
        """A ship's sheet, with what the order in hand would make of it."""
        order = self.order_of(key) if self.mine(key) else None
        return self.known("sheet", key, order, ask=lambda: self.view.sheet(key, order))

    def planned(self, *keys: Id) -> dict[Id, Pose]:
        """Ghosts of those ships that have one, or where they are foreseen."""
        poses = {**self.foreseen, **self.poses}
        return {key: poses[key] for key in keys if key in poses}

    def reckoned(self, firer: Id, target: Id) -> tuple[View, dict[Id, Pose]]:
        """The view in which fire of one piece at another is reckoned, and where they are in it: as foretold for ships;
        counters strike before ships fire, from where they are planned to be."""
        flown = firer in self.view.state.counters or target in self.view.state.counters
        return (self.view, self.planned(firer, target)) if flown else (self.ahead, {})

    def _follows(self, firer: Id, target: Id) -> tuple[object, ...]:
        """What an answer about fire of one piece at another follows from, besides the view."""
        view, poses = self.reckoned(firer, target)
        return (firer, target, *poses.items(), *(self._in_hand.items() if view is not self.view else ()))

    def shots(self, firer: Id, target: Id) -> tuple[Shot, ...]:
        """Every gun of one ship against another, from where they are or would be."""
        return self.known("shots", *self._follows(firer, target), ask=lambda: self._shots(firer, target))

    def _shots(self, firer: Id, target: Id) -> tuple[Shot, ...]:
        view, poses = self.reckoned(firer, target)
        return view.shots(firer, target, poses) if able(view, firer, target) else ()

    def guns(self, key: Id) -> tuple[Icon, ...]:
        """The systems of a ship that fire at ships."""
        other = self.target or next((ship.id for ship in self.view.state.enemies(self.view.state.owner(key))), "")
        if not other:
            return ()
        named = {shot.mount for shot in self.shots(key, other)}
        return tuple(one for one in self.sheet(key).icons if one.key in named)

    @property
    def aim(self) -> Id:
        """Whom the odds from the ghost are for: the target, or without one whoever it would hurt most.

        Of a counter it is the ship that its order names, then one that is pointed at.
        """
        if self.flies:
            wanted = (getattr(self.order, "target", ""), self.over, self.target)
            able = [one.target for one in self.weighed]
            return next((key for key in wanted if key in able), able[0] if able else "")
        if self.target or not self.chosen or not self.mine(self.chosen) or not self.afloat(self.chosen):
            return self.target if self.chosen else ""
        return next((one.target for one in self.weighed if one.firer == self.chosen), "")

    def exchanges(self, most: int = 4) -> tuple[Exchange, ...]:
        """What the chosen ship would do from its ghost and what would be done to it: the target first, then the
        heaviest."""
        return tuple(replace(one, words=self._words_of(one)) for one in self.weighed[:most])

    @property
    def weighed(self) -> tuple[Exchange, ...]:
        """The same without words, and all of them."""
        found = self.once(
            "exchanges", ask=lambda: heaviest((self.exchange(*pair) for pair in self.pairs()), self.target)
        )
        return found if self.chosen else ()

    def barred(self, firer: Id) -> Shot | None:
        """The gun of a ship that would bear on one of the nearest enemies but for what is in the way; None where any
        bears."""
        there = self.planned(firer).get(firer) or self.view.state.known_piece(firer)
        near = sorted(self.enemies(), key=lambda one: span(one.at, there.at))[:AIMS]
        every = [shot for one in near for shot in self.shots(firer, one.id)]
        found = next((shot for shot in every if shot.cause == "sight"), None)
        return None if any(shot.bears for shot in every) else found

    @property
    def lost_first(self) -> tuple[Id, float] | None:
        """The chosen piece, or else the nearest of its enemies, that is lost before ships fire, as is foretold, with
        the chance of that; None where all are left."""
        if not self.foretells:
            return None
        here = self._here
        near = sorted((one for one in self.enemies() if self.afloat(one.id)), key=lambda one: math.dist(one.at, here))
        own = () if self.view.face_down else (self.chosen,)  # what is locked is not told where all look on
        lost = (key for key in (*own, *(one.id for one in near)) if not able(self.ahead, key))
        fates = self.forecast.fates
        return next(((key, fates[key].lost) for key in lost if key in fates), None)

    @property
    def guns_unread(self) -> list[Id]:
        """Enemies of the chosen ship of whom it is not known what guns they have."""
        return [] if self.flies else [firer for firer, _ in self.pairs() if not self.sheet(firer).guns_read]

    def worth(self, target: Id) -> float:
        """The mean of boxes that all that bears from the chosen piece would cost a target."""
        found = self.exchange(self.chosen, target) if self.afloat(target) else None
        return found.mean if found else 0.0

    def pairs(self) -> list[tuple[Id, Id]]:
        """List firers with their targets, the chosen ship being one of each two."""
        if self.flies:
            return [(self.chosen, key) for key in self.view.state.ships if self.afloat(key)]
        others = self.enemies() if self.afloat(self.chosen) else ()
        return [pair for other in others for pair in ((self.chosen, other.id), (other.id, self.chosen))]

    def exchange(self, firer: Id, target: Id) -> Exchange | None:
        """What one ship would do to another; the same for as long as both stand the same."""
        return self.known("exchange", *self._follows(firer, target), ask=lambda: self._weigh(firer, target))

    def _weigh(self, firer: Id, target: Id) -> Exchange | None:
        view, poses = self.reckoned(firer, target)
        volley = view.volley(firer, target, poses) if able(view, firer, target) else None
        chances = view.odds(volley, poses) if volley else ()
        if not volley or not chances:
            return None
        least, most = (
            sum(one.mean for one in chances),
            sum(one.mean if one.most is None else one.most for one in chances),
        )
        return Exchange(firer, target, volley, least, figure=between(least, most))

    def _words_of(self, one: Exchange) -> str:
        fired = {shot.mount for shot in getattr(one.volley, "shots", ())}
        every = self.shots(one.firer, one.target)
        return tally([shot for shot in every if shot.mount in fired or one.firer not in self.view.state.ships])


def able(view: View, *keys: Id) -> bool:
    """Are all these pieces in play?"""
    return all((piece := view.state.piece(key)) is not None and piece.in_play for key in keys)


def next_of(ring: Sequence[str], now: str, by: int) -> str:
    """The next of some keys, or with -1 the one before, round and round; from none of them the first, or the last."""
    at = ring.index(now) if now in ring else -1 if by > 0 else 0
    return ring[(at + by) % len(ring)]


def rule_of(view: View, order: Order) -> str:
    """The rule of what is asked: of the first field of the order or, where it has none to fill in, of the phase."""
    return next((one.rule for one in order.fields(view.state)), view.phase.rule)
