"""Keep a fleet after a battle: the ships that came through it, repaired by a share, and a line of its history."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.account.account import account_of
from game.battle.battle import Battle, View
from game.battle.designs import OWN, SHIP, fleet_names, laid_up
from game.core.orders import Id
from game.core.state import AnyState
from game.core.system import RuleSystem
from game.core.values import Entry, Value
from game.fleets.fleet import Fleet, FleetShip

WHOLE = 100  # per cent
STRUCK = "struck"
RETURNS = ("", "left", "away", "aboard")  # why a ship is out of play that its side has still


@dataclass(frozen=True)
class Survivor:
    """A ship after a battle. `left` are the fields of a battle file that the battle has changed, `whole` the same of an
    undamaged ship, and `kills` the ships that it put out of play; `lost` says how it was lost. `quality` is that of its
    crew, empty for the usual one: no repair changes it."""

    name: str
    design: str
    fleet: str
    left: Entry
    whole: Entry
    kills: tuple[str, ...]
    lost: str = ""
    quality: str = ""

    def repaired(self, share: int) -> Entry:
        """Return what is left after so many per cent of each loss have been made good, rounded down."""
        mended = {name: _mended(value, self.whole.get(name), share) for name, value in self.left.items()}
        return {name: value for name, value in mended.items() if value != self.whole.get(name)}


def survivors(battle: Battle, side: Id) -> list[Survivor]:
    """Return the ships that a side began a battle with, as the battle has left them. Ships that fled are not lost."""
    view, now, found = battle.view(None), battle.state, []
    lines = {ship.id: ship for ship in account_of(view).ships if ship.side == side}
    names = {key: ship.name for key, ship in now.ships.items()}
    for key, ship in battle.at(0).ships.items():
        if ship.side == side:
            line, fresh = lines.get(key), laid_up(battle.system, ship.design)
            whole, left = _fields(battle.system, fresh, SHIP), _fields(battle.system, now, key)
            changed = {name: value for name, value in left.items() if value != whole.get(name)}
            quality = str(changed.pop("quality", ""))
            kills = tuple(names.get(one, "") for one in line.put_out) if line else ()
            lost = _lost(view, key, side)
            found.append(Survivor(ship.name, ship.design.key, ship.design.fleet, changed, whole, kills, lost, quality))
    return found


def _lost(view: View, key: Id, side: Id) -> str:
    """Return how a side has lost a ship; empty if it has it still, or will have it back."""
    ship, ended = view.state.ships[key], view.state.outcome
    if ship.side != side:
        return "captured"
    reason = str(getattr(ship, "removed_reason", "") or "")
    if not ship.in_play and reason not in RETURNS:
        return view.sheet(key).idle or reason
    won = ended is not None and ended.winner == side
    return STRUCK if not won and view.sheet(key).idle == STRUCK else ""


def has_fought(battle: Battle, side: Id, fleet: Fleet) -> bool:
    """Return whether a saved fleet is the one that a side fought with. It has the side's name, and either all of its
    ships or this battle in its history."""
    ships = survivors(battle, side)
    line = _history_line(battle, side, [one.name for one in ships if one.lost])
    if fleet.name != battle.at(0).sides[side].name:
        return False
    kept = bool(fleet.history) and fleet.history[-1].startswith(line)
    return kept or {one.name for one in ships} <= {ship.name for ship in fleet.ships}


def kept_fleet(battle: Battle, side: Id, share: int, before: Fleet | None = None) -> Fleet:
    """Return the fleet of a side after a battle: the ships that it has left, repaired by a share, with what they have
    done. `before` is the saved fleet that fought, whose history goes on."""
    ships = survivors(battle, side)
    own = side if side in fleet_names(battle.system) else OWN
    of = next((one.fleet for one in ships if one.fleet != OWN), own)
    fleet = before or Fleet(battle.at(0).sides[side].name, of)
    line = _history_line(battle, side, [one.name for one in ships if one.lost])
    again = bool(fleet.history) and fleet.history[-1].startswith(line)  # this battle was kept already
    earlier = {ship.name: ship for ship in fleet.ships}
    left = []
    for one in ships:
        known = earlier.get(one.name) or FleetShip(one.design, one.name)
        had = known.kills[: len(known.kills) - len(one.kills)] if again and one.kills else known.kills
        crew = known.quality or one.quality
        if not one.lost:
            left.append(FleetShip(one.design, one.name, None, one.repaired(share), (*had, *one.kills), crew))
    history = fleet.history[:-1] if again else fleet.history
    return replace(fleet, ships=tuple(left), history=(*history, f"{line} {share} % of the damage repaired."))


def _history_line(battle: Battle, side: Id, lost: list[str]) -> str:
    """Return a battle in one line: its title, how it ended, and what was lost."""
    ended, turns, word = battle.state.outcome, battle.state.turn, battle.system.turn_word
    if ended is None:
        result = "broken off"
    else:
        result = "drawn" if not ended.winner else "won" if ended.winner == side else "lost"
    losses = f"Lost: {', '.join(lost)}." if lost else "No ship lost."
    length = f"{turns} {word}{'s' * (turns != 1)}"
    return f"{battle.title}: {result} after {length}. {losses}"


def _fields(system: RuleSystem, state: AnyState, key: Id) -> Entry:
    """Return the fields of a ship's entry that outlast a battle."""
    ships = {
        one: {"side": ship.side, "design": ship.design.key, "name": ship.name} for one, ship in state.ships.items()
    }
    entry = system.files.start_of(state, {"ships": ships})[0]["ships"][key]
    return {name: entry[name] for name in system.files.kept if name in entry}


def _mended(now: Value, whole: Value, share: int) -> Value:
    """Return a value on its way from what it is now to what it is on an undamaged ship."""
    if isinstance(now, dict):
        known = whole if isinstance(whole, dict) else {}
        found = {key: _mended(value, known.get(key, 0), share) for key, value in now.items()}
        return {key: value for key, value in found.items() if value or key in known}
    if isinstance(now, list):
        told = whole if isinstance(whole, list) else []
        if len(now) == len(told) and all(isinstance(one, int) for one in (*now, *told)):
            return [_mended(one, other, share) for one, other in zip(now, told)]
        more = [one for one in now if one not in told]
        return [one for one in now if one in told] + more[len(more) * share // WHOLE :]
    if isinstance(now, bool) or not (isinstance(now, int) and isinstance(whole, int)):
        return whole if share >= WHOLE else now
    gap = abs(whole - now) * share // WHOLE
    return now + gap if whole > now else now - gap
