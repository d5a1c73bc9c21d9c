"""The order to board a partner: with how many units, and how many man the ship if it is taken (sail/5.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from game.board.geometry import span
from game.core.display import Alternative, Odds, Overlay, Pose, Risk, percent
from game.core.orders import Field, Id, Illegal, Order, OrderFields, Prompt, Unreadable
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn_order import mark_acted, sides_in_order
from game.systems.full_sail.boarding.capture import assault, defenceless
from game.systems.full_sail.boarding.decks_shown import two_decks
from game.systems.full_sail.boarding.grappling import REACH
from game.systems.full_sail.boarding.melee import RULE, BoardingParty, defenders, kills, marines_fall, odds
from game.systems.full_sail.boarding.to_come import still_to_come
from game.systems.full_sail.gunnery.broadside import NAMED, enemy_partners
from game.systems.full_sail.sea.board import out_of_reach
from game.systems.full_sail.ships.grapples import GRAPPLES, alter
from game.systems.full_sail.ships.ship import SailingShip, SailState

_BOARD = re.compile(r"board\s+([\w.-]+)(?:\s+crew\s+(\d+))?(\s+without\s+marines)?(?:\s+prize\s+(\d+))?\s*\Z", re.I)
FALLEN = ("both die", "repelled")  # results of a fight that no boarder survives
FOUGHT = PhaseData[frozenset[tuple[Id, Id]]]("fought_pairs", frozenset())  # (boarder, target) pairs of this turn


@frozen
class BoardShip(Order):
    """Send `crew` units (0 means all) to a target, with or without the marines; nobody without a target. If the ship is
    taken, `prize` units man it; with none it is scuttled."""

    input_mode: ClassVar[str] = "choose"
    verb: ClassVar[str] = "Board"
    idle_verb: ClassVar[str] = "stays aboard"
    target: Id = ""
    crew: int = 0
    marines: bool = True
    prize: int = 1

    def __str__(self) -> str:
        if not self.target:
            return "stay"
        crew = f"crew {self.crew}" if self.crew else ""
        marines, prize = "" if self.marines else "without marines", "" if self.prize == 1 else f"prize {self.prize}"
        return " ".join(word for word in ("board", self.target, crew, marines, prize) if word)

    @classmethod
    def parse(cls, by: Id, text: str) -> BoardShip:
        """Parse `stay`, or an order such as `board lutin crew 3 without marines prize 2`."""
        if text.strip().lower() == "stay":
            return cls(by)
        found = _BOARD.match(text.strip())
        if found is None:
            raise Unreadable(f"“{text}” is neither stay nor board, such as board lutin crew 3 prize 1", RULE)
        return cls(by, found[1], int(found[2] or 0), not found[3], 1 if found[4] is None else int(found[4]))

    def domain(self, state: SailState) -> dict[str, Iterable[object]]:
        ship = state.ships[self.by]
        return {
            "target": ("", *prey(state, ship)), "crew": range(ship.crew + 1), "marines": (True, False),
            "prize": range(ship.crew + 1),
        }  # fmt: skip

    def fields(self, state: SailState) -> tuple[Field, ...]:
        return (
            Field("target", "Board", "pick", RULE, "Whose deck is fought for: a ship that grapples hold alongside"),
            Field("crew", "Crew", "stepper", RULE, "Units of crew that cross to fight; each kills on 5 or 6"),
            Field("marines", "Marines", "switch", RULE, "Soldiers aboard: each kills on 3 or more"),
            Field("prize", "Prize crew", "stepper", RULE,
                  "Units of crew that sail it once it is taken; with none it is scuttled: sunk on purpose"),
        )  # fmt: skip

    def with_value(self, name: str, value: object) -> BoardShip:
        """Return the order with another value. Without a target nobody is sent."""
        fields: OrderFields = {name: value}
        changed = replace(self, **fields)
        return changed if changed.target else BoardShip(self.by)

    def label_for(self, name: str, value: object) -> str:
        """Return words for nobody and all."""
        if name == "marines":
            return "with" if value else "without"
        words = {("target", ""): "nobody", ("crew", 0): "all", ("prize", 0): "scuttle"}
        return words.get((name, value), str(value))

    def boarding_party(self, ship: SailingShip) -> BoardingParty:
        return BoardingParty(self.crew or ship.crew, ship.marines if self.marines else 0)

    @property
    def object_of_verb(self) -> Id:
        return self.target or self.by

    def overlays(self, state: SailState) -> tuple[Overlay, ...]:
        """Return both decks, with the boarders. Without a target they are those of the first ship that could be
        boarded."""
        ship, other = state.ships[self.by], self._in_mind(state)
        if other is None:
            return ()
        return (
            two_decks(state, ship, other, self.boarding_party(ship)) if self.target else two_decks(state, ship, other),
        )

    def zoom_pieces(self, state: SailState) -> tuple[Id, ...]:
        other = self._in_mind(state)
        return (self.by, other.id) if other else ()

    def _in_mind(self, state: SailState) -> SailingShip | None:
        """Return the target, or else the first ship that could be boarded, or None."""
        return state.ships.get(self.target or next(iter(prey(state, state.ships[self.by])), ""))

    def alternatives(self, state: SailState) -> tuple[Alternative, ...]:
        """Return every number of crew, with and without the marines, against the whole crew of the other ship."""
        ship, target = state.ships[self.by], self._in_mind(state)
        if target is None or defenceless(state, target):
            return ()
        found = []
        for crew in range(ship.crew, 0, -1):
            for marines in (True, False) if ship.marines else (self.marines,):
                order = replace(self, target=target.id, crew=0 if crew == ship.crew else crew, marines=marines)
                words = f"{crew} crew" + (", marines" if marines and ship.marines else "")
                found.append(Alternative(order, words, order.outcomes(state, ship, target)))
        return tuple(found)

    def risks(self, state: SailState) -> tuple[Risk, ...]:
        """Return certain results and other risks. The chances of the fight are in the table of `alternatives`."""
        target = state.ships.get(self.target)
        free = target is not None and defenceless(state, target)
        ship = state.ships[self.by]
        fight = (
            (Risk("Boarding", "taken without a fight", 1.0, "good", RULE),)
            if free
            else self._fallen(state, ship, target)
        )
        return (*fight, *still_to_come(state, ship))

    def _fallen(self, state: SailState, ship: SailingShip, target: SailingShip | None) -> tuple[Risk, ...]:
        """Return the chance that no boarder survives, which leaves the ship without crew if all its crew board."""
        if target is None:
            return ()
        lost = sum(one.chance for one in self.outcomes(state, ship, target) if one.words in FALLEN)
        who, words = (
            (ship.name, "left without crew")
            if self.boarding_party(ship).crew >= ship.crew
            else ("Boarders", "all fall")
        )
        return (Risk(who, words, lost, "bad", RULE),)

    def outcomes(self, state: SailState, ship: SailingShip, target: SailingShip) -> tuple[Risk, ...]:
        """Return the exact chances of three rounds."""
        found = odds(self.boarding_party(ship), BoardingParty(target.crew, target.marines), marines_fall(state.house))
        parts = (
            ("captured", found.captured, "good", "the defenders are dead, and boarders are left: the ship is yours"),
            (FALLEN[0], found.both, "note", "nobody is left on either side"),
            (FALLEN[1], found.repelled, "bad", "the boarders are dead, and defenders are left"),
            ("undecided", found.undecided, "muted", "both have people left after three rounds; the boarders go back"),
        )
        return tuple(Risk("Boarding", words, chance, tone, RULE, means=means) for words, chance, tone, means in parts)

    def odds(self, state: SailState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the kills of each side in one round: of the target's crew, then of the boarders."""
        ship, target = state.ships[self.by], state.ships.get(self.target)
        if target is None or defenceless(state, target):
            return ()
        sent, held, fall = self.boarding_party(ship), defenders(target), marines_fall(state.house)
        return (_in_a_round(target.id, sent, held, fall), _in_a_round(ship.id, held, sent, fall))

    def check(self, state: SailState) -> None:
        """Refuse a target that is no partner, and units that are not aboard."""
        ship = state.ships.get(self.by)
        if ship is None:
            raise Illegal("a ship boards, not a side", RULE)
        if not self.target:
            return
        if self.target not in prey(state, ship):
            raise Illegal(_no_prey(state, ship, self.target), RULE)
        if self.crew > ship.crew or self.prize > ship.crew:
            raise Illegal(f"{ship.name} has {ship.crew} crew", RULE)

    def carry_out(self, state: SailState, umpire: Umpire) -> None:
        """Fight three rounds, and apply the result."""
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        if self.target:
            NAMED.set(state, ship.id, self.target)
            FOUGHT.set(state, FOUGHT.of(state) | {(ship.id, self.target)})
            assault(state, umpire, ship, state.ships[self.target], self.boarding_party(ship), self.prize)


def _in_a_round(key: Id, foes: BoardingParty, band: BoardingParty, marines_first: bool) -> Odds:
    """Return the number of units of a party that its foes kill in one round. Surplus kills count as all."""
    thrown, most = kills(foes), band.units if marines_first else band.crew
    held = (*thrown[:most], sum(thrown[most:])) if len(thrown) > most else thrown
    mean = sum(n * chance for n, chance in enumerate(held))
    words = "units" if most > band.crew else "units of crew"
    readings = (("mean in a round", f"{mean:.1f}", ""), ("all in a round", percent(sum(thrown[most:])), "note"))
    return Odds(key, held, mean, words, "crew", ((most, "all"),), readings, ("one round of three",))


def _no_prey(state: SailState, ship: SailingShip, key: Id) -> str:
    """Return why a ship may not board another now, in a sentence."""
    other = state.ships.get(key)
    if other is None or not other.in_play or other.side == ship.side:
        return f"there is no enemy “{key}” to board"
    if not ship.commanded or ship.struck:
        return f"{ship.name} has nobody who boards"
    if key in enemy_partners(state, ship):
        named = NAMED.of(state, ship.id)
        if named in ("", key):
            return f"{ship.name} and {other.name} have fought this turn"
        return f"{ship.name} fights {state.ships[named].name} this turn"
    if far := out_of_reach(state.table, span(ship.at, other.at), REACH):
        return f"{other.name} is {far}, and only a ship that is grappled is boarded"
    return f"{other.name} is not grappled with {ship.name}, and only a ship that is grappled is boarded"


def prey(state: SailState, ship: SailingShip) -> tuple[Id, ...]:
    """Return the partners that a ship may board now. They exclude any that it has fought this turn or, by option,
    boarded. If it has named a partner, only that one is left."""
    if not ship.commanded or ship.struck:
        return ()
    named, fought = NAMED.of(state, ship.id), FOUGHT.of(state)
    met = {target for boarder, target in fought if boarder == ship.id}
    if state.house["counter_boarding"] == "pair":
        met |= {boarder for boarder, target in fought if target == ship.id}
    return tuple(key for key in enemy_partners(state, ship) if named in ("", key) and key not in met)


def who_boards(state: SailState) -> tuple[Prompt, ...]:
    """Return the first side by initiative with a ship beside an enemy that has not been asked."""
    for side in sides_in_order(state):
        ids = tuple(ship.id for ship in state.fleet(side) if ship.id not in state.acted and prey(state, ship))
        if ids:
            return (Prompt(side, ids, ids),)
    return ()


def mark_fought(state: SailState, umpire: Umpire) -> None:
    """Mark every grappled pair as having been through a boarding phase."""
    FOUGHT.clear(state)
    for grapple in GRAPPLES.of(state):
        if not grapple.fought:
            alter(state, grapple, grapple.of_fight(grapple.winner))
