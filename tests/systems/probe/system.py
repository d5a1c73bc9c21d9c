"""A small game under sail, for tests: everybody steers in secret, moves with the wind, then fires a broadside in
turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from game.board.geometry import ahead, clock, span
from game.core.display import Destination, Icon, Meter, OnBoard, Overlay, Pose, Sheet, Stat, Track
from game.core.events import Event
from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable, name_after
from game.core.state import Outcome
from game.core.system import Phase, RuleSystem
from game.core.umpire import Umpire
from game.core.values import frozen, number
from game.rules.turn.side_orders import Lock
from game.rules.turn_order import mark_acted, next_side, writing
from tests.systems.probe.files import SAILS, SailFiles
from tests.systems.probe.parts import Chase, Lookout, Pennant, Tide, Watch
from tests.systems.probe.ship import SailState

RULE = "table/yours"
SPEEDS = {"furled": 0, "fighting": 4, "full": 7}  # MU a turn with the wind
RANGE, HITS = 12, 5


@frozen
class Helm(Order):
    """Turn by up to two points, under sails of one of three kinds."""

    input_mode: ClassVar[str] = "plot"
    turn: int = 0
    sails: str = "fighting"

    def __str__(self) -> str:
        return f"helm {self.turn:+d} {self.sails}"

    @classmethod
    def parse(cls, by: Id, text: str) -> Helm:
        """Read `helm +1 full`."""
        words = text.split()
        if (
            len(words) != 3
            or words[0] != "helm"
            or words[1] not in ("-2", "-1", "+0", "+1", "+2")
            or words[2] not in SAILS
        ):
            raise Unreadable(f"“{text}” is no helm order, such as helm +1 full", RULE)
        return cls(by, int(words[1]), words[2])

    def domain(self, state: SailState) -> dict[str, Iterable[object]]:
        """Five turns, three kinds of sails."""
        return {"turn": range(-2, 3), "sails": SAILS}

    def fields(self, state: SailState) -> tuple[Field, ...]:
        """Return a stepper, and a row of buttons."""
        return Field("turn", "Helm", "stepper", RULE), Field("sails", "Sails", "row", RULE)

    def check(self, state: SailState) -> None:
        """A ship at anchor does not turn, one with half its masts gone carries no full sails."""
        ship = state.ships[self.by]
        if ship.anchored and self.turn:
            raise Illegal("a ship at anchor does not turn", RULE)
        if self.sails == "full" and 2 * ship.masts < sum(ship.design.masts):
            raise Illegal("half the masts are gone: no full sails", RULE)

    def carry_out(self, state: SailState, umpire: Umpire) -> None:
        """Seal it."""
        state.sealed[self.by] = self

    def pose(self, state: SailState) -> Pose:
        """Ahead on the new course, slower against the wind."""
        ship = state.ships[self.by]
        course = clock(ship.course + self.turn)
        against = abs((course - number(state.house, "wind") + 6) % 12 - 6) > 4
        far = 0 if ship.anchored else SPEEDS[self.sails] // (3 if against else 1)
        at = ahead(ship.at, course, far)
        return Pose(at, course, course, far, path=(ship.at, at))

    def destinations(self, state: SailState) -> tuple[Destination, ...]:
        """Return each legal turn under each kind of sails."""
        found = []
        for turn in range(-2, 3):
            for sails in SAILS:
                order = Helm(self.by, turn, sails)
                try:
                    order.check(state)
                except Illegal:
                    continue
                pose = order.pose(state)
                found.append(
                    Destination(
                        order,
                        pose.path,
                        pose.at,
                        pose.course,
                        pose.facing,
                        pose.velocity,
                        turn,
                        mark="lee" if turn > 1 else "",
                    )
                )
        return tuple(found)

    def meter(self, state: SailState) -> Meter:
        """Crew at the sails."""
        return Meter(state.ships[self.by].crew, ((abs(self.turn), "helm", "solid"),), unit="hands")


@frozen
class Broadside(Order):
    """All guns of one side at an enemy within 12 MU, or none."""

    input_mode: ClassVar[str] = "word"
    verb: ClassVar[str] = "Fire"
    target: Id = ""

    def __str__(self) -> str:
        return f"fire {self.target}" if self.target else "hold"

    @classmethod
    def parse(cls, by: Id, text: str) -> Broadside:
        """Read `fire grampus` or `hold`."""
        if text.strip() == "hold":
            return cls(by)
        if target := name_after(text, "fire"):
            return cls(by, target)
        raise Unreadable(f"“{text}” is neither hold nor fire and a ship", RULE)

    def domain(self, state: SailState) -> dict[str, Iterable[object]]:
        """Nobody, or one of the enemies."""
        return {"target": ("", *(ship.id for ship in state.enemies(state.owner(self.by))))}

    def fields(self, state: SailState) -> tuple[Field, ...]:
        """Return a list of targets."""
        return (Field("target", "Target", "pick", RULE),)

    def check(self, state: SailState) -> None:
        """An enemy in play, in range."""
        if not self.target:
            return
        ship, other = state.ships[self.by], state.ships.get(self.target)
        if other is None or not other.in_play or other.side == ship.side:
            raise Illegal(f"there is no enemy “{self.target}”", RULE)
        if span(ship.at, other.at) > RANGE:
            raise Illegal(f"{other.name} is more than {RANGE} MU away", RULE)

    def overlays(self, state: SailState) -> tuple[Overlay, ...]:
        """Return the chase beside the board."""
        return (Chase(self.by, self.target),) if self.target else ()

    def carry_out(self, state: SailState, umpire: Umpire) -> None:
        """A die a gun, hits on 5 and 6; each third hit costs a box of mast besides."""
        mark_acted(state, self.by)
        if not self.target:
            return
        ship, other = state.ships[self.by], state.ships[self.target]
        faces = umpire.roll(ship.design.guns, f"fire/{self.by}>{self.target}")
        hits = min(other.hull, sum(face >= HITS for face in faces))
        other.hull -= hits
        other.masts = max(0, other.masts - hits // 3)
        text = f"{{{self.by}}} fires a broadside at {{{self.target}}}"
        umpire.tell(Event("fire", RULE, text, self.by, self.target, result=f"{hits} hits", line=(ship.at, other.at)))


def steered(state: SailState) -> tuple[Prompt, ...]:
    """Return both sides write in secret until both have locked."""
    return writing(state, {side: tuple(ship.id for ship in state.fleet(side)) for side in state.sides})


def sail(state: SailState, umpire: Umpire) -> None:
    """All ships move together; one without an order goes on as it is rigged."""
    for ship in [one for one in state.ships.values() if one.in_play]:
        order = state.sealed.get(ship.id, Helm(ship.id, 0, ship.sails))
        assert isinstance(order, Helm)
        pose = order.pose(state)
        text = f"{{{ship.id}}} sails {pose.velocity} MU"
        umpire.tell(Event("move", RULE, text, ship.id, path=pose.path, facings=(pose.facing,), at=pose.at))
        ship.at, ship.course, ship.facing = pose.at, pose.course, pose.facing
        ship.velocity, ship.sails = pose.velocity, order.sails
    state.sealed.clear()
    state.ready.clear()


def tokens(state: SailState) -> tuple[OnBoard, ...]:
    """Return the tide, whoever is chosen."""
    return (Tide(state.turn),)


def gunners(state: SailState) -> tuple[Prompt, ...]:
    """Side by side in turn, every ship that has an enemy in range."""
    return next_side(
        state,
        lambda state, side: tuple(
            ship.id
            for ship in state.fleet(side)
            if ship.id not in state.acted and any(span(ship.at, other.at) <= RANGE for other in state.enemies(side))
        ),
    )


def outcome(state: SailState, turn_over: bool) -> Outcome | None:
    """The last side afloat wins; after the last turn it is a draw."""
    afloat = [side for side in state.sides if state.fleet(side)]
    if len(afloat) < 2:
        return Outcome(afloat[0] if afloat else "", "the last afloat", RULE)
    last = state.victory["turns"]
    return Outcome("", f"{last} turns are over", RULE) if turn_over and last and state.turn >= last else None


def sheet(state: SailState, key: Id, draft: Order | None = None) -> Sheet:
    """Hull, masts and crew."""
    ship = state.ships[key]
    design = ship.design
    stats = (Stat("Speed", str(ship.velocity)), Stat("Crew", str(ship.crew)), Stat("Sails", ship.sails))
    tracks = (
        Track("Hull", (design.hull,), ship.hull, rule=RULE, field="hull"),
        Track("Masts", design.masts, ship.masts, rule=RULE, field="masts"),
    )
    guns = Icon("GUNS", "broadside", f"{design.guns} guns", hint="hits on 5 and 6", rule=RULE)
    state_of = "" if ship.in_play else "sunk"
    return Sheet(
        ship.name,
        design.ship_class,
        f"{design.points} points",
        ship.side,
        design.glyph,
        stats,
        tracks,
        (guns,),
        ship.hull / design.hull,
        state_of,
        look=Pennant(ship.anchored),
        parts=(Watch("Watch below", ship.crew, RULE),),
    )


def overlays(state: SailState, key: Id, pose: Pose | None = None, systems: tuple[str, ...] = ()) -> tuple[Overlay, ...]:
    """Return how far a ship sees."""
    return (Lookout(state.ships[key].at, RANGE),)


SAIL = RuleSystem(
    key="probe-sail",
    title="Probe Sail",
    about="Wind and broadsides.",
    phases=(
        Phase(
            1,
            "Steer",
            accepts=(Helm, Lock),
            who=steered,
            end=sail,
            idle=lambda state, prompt: Lock(prompt.side),
            secret=True,
            rule=RULE,
        ),
        Phase(
            2,
            "Broadsides",
            accepts=(Broadside,),
            who=gunners,
            idle=lambda state, prompt: Broadside(prompt.waiting[0]),
            rule=RULE,
        ),
    ),
    files=SailFiles(),
    board=lambda table, house: None,
    outcome=outcome,
    sheet=sheet,
    tokens=tokens,
    overlays=overlays,
)
