"""The action of each attacked ship: level, heavy missiles, fighters, casualties and salvos, all simultaneous
(point-defence-and-fighters/1 to 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.core.events import Die, Event, Score, score_of
from game.core.names import with_capital
from game.core.orders import Id
from game.core.state import PieceData
from game.core.umpire import Umpire
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.combat.scores import points_of
from game.rules.counters.counter import update_counter
from game.rules.counters.groups import craft_words, next_endurance_used, type_of
from game.rules.counters.kinds import Flight, StrikingOrdnance
from game.rules.defence.bands import BANDS, RULE, band, fighter_band
from game.rules.defence.casualties import casualty_chances, roll_casualties
from game.rules.defence.level import roll_level
from game.rules.defence.level_attacks import RolledAttack, fighter_attack
from game.rules.defence_level.assist import ASSISTS, clusters
from game.rules.defence_level.level_card import RECORDS, LevelRecord, ladder_entry
from game.rules.defence_level.spread_losses import lose_craft
from game.rules.fighters.group_odds import why_not_attack
from game.rules.odds.die_columns import RolledDie, as_events, total
from game.rules.ordnance.markers import burn, divided_hits, markers, set_off, spend
from game.rules.point_defence.attackers import Attacker, attackers, conditions_at, screens_on, struck
from game.rules.point_defence.level import COMMITTED, FIGHTERS, LEVELS, pool_of, rules_of, step_of
from game.rules.point_defence.ordnance_kinds import kind_of, salvos_among
from game.rules.ships.ship import Hit, Ship
from game.rules.ships.thrust_state import ThrustState

Blow = tuple[Attacker, RolledAttack, Score]
# mark of a ship whose area-defence control worked at the start of the turn, if a house rule asks for that
CONTROLLED = "area defence as the turn began"
BURSTS = PieceData[int]("burst", 0)  # for each bolt, the one die for all ships in its blast


def roll_levels(state: ThrustState, umpire: Umpire) -> None:
    """Roll, for each attacked ship, all dice committed to its pool, once for all its attackers."""
    for ship in _attacked_ships(state):
        pool = pool_of(state, ship)
        rolled = roll_level(umpire, pool, f"level/{ship.id}")
        LEVELS.set(state, ship.id, rolled.raw)
        RECORDS.set(state, ship.id, LevelRecord(rolled))
        parts = ", ".join(f"{sum(die.points for die in dice)} of {part.source}" for part, dice in rolled.parts)
        sources = [part.source for part, dice in rolled.parts for _ in dice]
        umpire.tell(
            Event(
                "check",
                f"{RULE}/2",
                f"{{{ship.id}}} rolls its point defence",
                ship.id,
                dice=as_events(rolled.dice, sources),
                reason=parts,
                result=f"level {rolled.raw}, band {BANDS[band(rolled.raw)].title}",
                tone="good" if rolled.raw else "plain",
                at=ship.at,
            )
        )


def _attacked_ships(state: ThrustState) -> list[Ship]:
    return [ship for ship in state.ships.values() if ship.in_play and attackers(state, ship)]


def resolve(state: ThrustState, umpire: Umpire) -> None:
    """Resolve the action of every attacked ship; its damage and its attackers' losses take effect at the end."""
    for bolt in (one for one in markers(state) if kind_of(one).area):
        burn(state, umpire, bolt)
    _bursts(state, umpire)
    for ship in _attacked_ships(state):
        _action(state, umpire, ship)
    for one in markers(state):
        if one.target or kind_of(one).area:
            spend(state, one)
    _clear(state, (COMMITTED, ASSISTS, BURSTS))


def _bursts(state: ThrustState, umpire: Umpire) -> None:
    """Roll one die for all ships in the blast of a bolt, if a house rule says so (point-defence-and-fighters/4)."""
    for bolt in markers(state) if state.house["level_bolts"] == "one" else ():
        if not kind_of(bolt).area or not struck(state, bolt):
            continue
        BURSTS.set(state, bolt.id, face := umpire.die(f"attack/{bolt.id}"))
        umpire.tell(
            Event(
                "check",
                f"{RULE}/4",
                f"{{{bolt.id}}} bursts",
                bolt.id,
                dice=(Die(face),),
                result="one die for all in its blast",
                at=bolt.at,
            )
        )


def forget(state: ThrustState) -> None:
    """Clear all that was committed, rolled or chosen, for a new turn."""
    _clear(state, (COMMITTED, ASSISTS, LEVELS, RECORDS))


def mark_controls(state: ThrustState) -> None:
    """Mark the ships with working area defence at the start of the turn, if a house rule needs it
    (point-defence-and-fighters/12, A15). It is a mark on the ship, so it stays as secret as the ship's systems."""
    for ship in state.ships.values():
        told = state.house["adfc_told"] == "turn" and bool(ship.working("adfc"))
        ship.status_flags = ship.status_flags - {CONTROLLED} | ({CONTROLLED} if told else set())


def _controlled(state: ThrustState, ship: Ship) -> bool:
    """Return whether a ship has area defence of its own, and so the better column for casualties. It counts as its
    action begins or, by house rule, at the start of the turn."""
    return CONTROLLED in ship.status_flags if state.house["adfc_told"] == "turn" else bool(ship.working("adfc"))


def _clear(state: ThrustState, of: Sequence[PieceData[Any]]) -> None:
    for data in of:
        for key in tuple(data.all(state)):
            data.clear(state, key)


def _action(state: ThrustState, umpire: Umpire, ship: Ship) -> None:
    raw, screens, rules = LEVELS.of(state, ship.id), screens_on(ship), rules_of(state.house)
    assists, there = ASSISTS.all(state), attackers(state, ship)
    salvos = salvos_among(there, rules)
    markers = [one for one in there if isinstance(one, StrikingOrdnance)]
    blows: list[Blow] = [_blow(state, umpire, one, ship, raw, salvos) for one in markers if step_of(one) < FIGHTERS]
    for group, _ in clusters(state, ship, assists):
        if isinstance(group, Flight):
            helpers = [state.counters[key] for key, partner in assists.items() if partner == group.id]
            helping = [other.count for other in helpers if isinstance(other, Flight)]
            attack = fighter_attack(type_of(group), min((group.count, *helping)), raw, screens, len(helping), rules)
            rolled = attack.roll(umpire, f"attack/{group.id}")
            blows.append((group, rolled, score_of(rolled.points, attack.points)))
    _casualties(state, umpire, ship, raw)
    blows += [_blow(state, umpire, one, ship, raw, salvos) for one in markers if step_of(one) > FIGHTERS]
    for one, blow, score in blows:
        _tell(umpire, ship, one, blow, score, () if BURSTS.of(state, one.id) else blow.dice)
    _remember(state, ship, blows, assists)
    _inflict(state, umpire, ship, blows)
    for one, blow, _ in blows:
        if isinstance(one, StrikingOrdnance) and blow.scored:
            set_off(state, umpire, one, ship)
    spent = [one for one in there if isinstance(one, Flight) and not spared(state, ship, one, raw)]
    for one in there:
        if isinstance(one, Flight):
            _spend(state, one, one in spent)


def _remember(state: ThrustState, ship: Ship, blows: Sequence[Blow], assists: Mapping[Id, Id]) -> None:
    """Record who attacked the ship, and in which band, for its sheet until the next turn."""
    record, helpers = RECORDS.of(state, ship.id), list(assists.values())
    if record is not None:
        salvos, raw = salvos_among([one for one, _, _ in blows], rules_of(state.house)), LEVELS.of(state, ship.id)
        did = [(one, f"{blow.points} damage" if blow.points else "no damage") for one, blow, _ in blows]
        made = (ladder_entry(state, one, ship, raw, helpers.count(one.id), salvos, words) for one, words in did)
        RECORDS.set(state, ship.id, replace(record, entries=tuple(made)))


def _blow(state: ThrustState, umpire: Umpire, one: StrikingOrdnance, ship: Ship, raw: int, salvos: int) -> Blow:
    kind, there = kind_of(one), conditions_at(state, one, ship)
    attack = kind.at_level(one, there, raw, salvos, rules_of(state.house))
    rolled = attack.roll(umpire, f"attack/{one.id}", BURSTS.of(state, one.id))
    # these are the points before ships that screen it take their shares
    return one, rolled, points_of(rolled.points, kind.likely(attack, replace(there, covers=())))


def _inflict(state: ThrustState, umpire: Umpire, ship: Ship, blows: Sequence[Blow]) -> None:
    """Inflict all damage of an action together. A ship that screens another takes its share
    (manoeuvres/eclipsing/share)."""
    suffered: dict[Id, list[Hit]] = {}
    shares: dict[Id, list[tuple[Id, int]]] = {}
    for one, blow, _ in blows:
        parts = (
            divided_hits(state, umpire, one, ship, blow.hits)
            if isinstance(one, StrikingOrdnance)
            else [(ship, blow.hits)]
        )
        for sufferer, part in parts:
            suffered.setdefault(sufferer.id, []).extend(part)
            shares.setdefault(sufferer.id, []).append((one.id, len(part)))
    for key, hits in suffered.items():
        if hits:
            cause = f"action/{ship.id}"
            inflict(state, umpire, Harm(blows[0][0].id, key, tuple(hits), cause, shares=tuple(shares[key])))


def _tell(
    umpire: Umpire, ship: Ship, one: Attacker, blow: RolledAttack, score: Score, dice_to_hit: tuple[RolledDie, ...]
) -> None:
    """Log one attack. `dice_to_hit` is empty if one die for several ships has been logged before."""
    dice = (
        *as_events(dice_to_hit),
        *(Die(face, of="damage") for hit in blow.damage for die in hit for face in die.faces),
    )
    said = f"{blow.points} damage" if blow.points else "no damage"
    section = kind_of(one).section if isinstance(one, StrikingOrdnance) else "5"
    weapon = with_capital(one.title) if isinstance(one, StrikingOrdnance) else craft_words(one)
    umpire.tell(
        Event(
            "fire",
            f"{RULE}/{section}",
            f"{{{one.id}}} attacks {{{ship.id}}}",
            one.id,
            ship.id,
            dice,
            f"band {BANDS[blow.index].title}",
            said,
            "good" if blow.points else "plain",
            line=(one.at, ship.at),
            weapon=weapon,
            score=score,
        )
    )


def _casualties(state: ThrustState, umpire: Umpire, ship: Ship, raw: int) -> None:
    """Roll the casualties of groups that attacked or assisted, type by type. The owner divides them among the
    groups."""
    there = [one for one in attackers(state, ship) if isinstance(one, Flight) and not why_not_attack(state, one)]
    groups = [one for one in there if not spared(state, ship, one, raw)]
    better = _controlled(state, ship) or pool_of(state, ship).scatterguns > 0
    if (known := RECORDS.of(state, ship.id)) and not state.house["screening_casualties"]:
        raw = sum(total(dice) for part, dice in known.rolled.parts if not part.screening)
    rolled = roll_casualties(
        umpire, [(type_of(one), one.count) for one in groups], raw, better, f"casualties/{ship.id}"
    )
    if record := RECORDS.of(state, ship.id):
        RECORDS.set(state, ship.id, replace(record, casualties=rolled))
    for one in rolled:
        theirs = [group for group in groups if type_of(group) == one.kind]
        likely = casualty_chances(one.kind, len(theirs), sum(group.count for group in theirs), raw, better)
        lose_craft(state, theirs, one.lost)
        umpire.tell(
            Event(
                "check",
                f"{RULE}/7",
                f"Casualties of {one.kind.title.lower()} fighters at {{{ship.id}}}",
                ship.id,
                dice=as_events(one.dice),
                result=f"{one.lost} lost" if one.lost else "none lost",
                tone="good" if one.lost else "plain",
                at=ship.at,
                weapon="Point defence",
                score=score_of(one.lost, likely, "craft"),
            )
        )


def spared(state: ThrustState, ship: Ship, one: Flight, raw: int) -> bool:
    """Return whether a group loses neither endurance nor craft because the level stops its attack completely. The
    attack of the group that it assists counts too. In the usual interpretation the group loses them
    (point-defence-and-fighters/12, A18)."""
    if state.house["barred_attack"]:
        return False
    helped = state.counters.get(ASSISTS.of(state, one.id))
    leader = helped if isinstance(helped, Flight) else one
    helpers = list(ASSISTS.all(state).values()).count(leader.id)
    index = fighter_band(type_of(leader), raw, screens_on(ship), helpers, rules_of(state.house))
    return not any(BANDS[index].fighter)


def _spend(state: ThrustState, one: Flight, tires: bool) -> None:
    """End the attack of a group; it uses endurance if it `tires`."""
    if tires and not why_not_attack(state, one):
        fired = one.fired or (type_of(one).fires_once and not ASSISTS.of(state, one.id))
        one = update_counter(state, one, endurance_used=next_endurance_used(one), fired=fired)
    update_counter(state, one, target="")
