"""Hexcess Thrust: the sequence of play on hexes (hex/2.2). Ships move one after the other, and nothing is written."""

from __future__ import annotations

from functools import partial

from game.core.display import Overlay, Pose, Token, UncontrolledPath
from game.core.orders import Id, Order, Prompt
from game.core.system import Phase, RuleSystem, any_piece
from game.core.umpire import Umpire
from game.rules.combat.fire import Fire
from game.rules.combat.mean_fire import mean_table
from game.rules.combat.targeting import ready_again
from game.rules.counters import odds
from game.rules.counters.fighter_attack import Strike
from game.rules.counters.orders import Fly, Launch
from game.rules.counters.phases import (
    fighters,
    fighters_are_prey,
    forget,
    in_turn,
    shot_at,
    who_attacks,
    who_flies,
    who_launches,
    who_shoots,
)
from game.rules.counters.shoot import Shoot
from game.rules.display.overlays import overlays
from game.rules.display.paper import starship_paper, starship_reference
from game.rules.hex import map, terrain
from game.rules.hex.helm import BEGAN, EXCESS, H, plotted
from game.rules.ordnance.fly_missile import FlyMissile
from game.rules.ordnance.launchers import ordnance
from game.rules.ordnance.place_markers import PlaceMarkers, launches_nothing
from game.rules.ordnance.place_markers import order_kind as launched_by
from game.rules.outcome import stakes, victory
from game.rules.point_defence.defend import Defend
from game.rules.ships import damage_control
from game.rules.ships.damage import batched_checks
from game.rules.ships.damage_control import Repair
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn.firing import hold_fire, next_to_fire, settle_losses
from game.rules.turn.initiative import roll_initiative
from game.rules.turn.plan_rows import with_plans
from game.rules.turn.side_orders import Lock, Withdraw, lock
from game.rules.turn_order import passes, writing
from game.systems.hexcess import bases, clouds, turn_sequence
from game.systems.hexcess import fighters as wings
from game.systems.hexcess import ordnance as missiles
from game.systems.hexcess.fighters import by_turns
from game.systems.hexcess.files import HexcessFiles, map_of
from game.systems.hexcess.house_rules import GIVEN, HOUSE, PROFILES
from game.systems.hexcess.movement import control, map_edges, stacking, uncontrolled
from game.systems.hexcess.movement.control import Declare
from game.systems.hexcess.movement.map_edges import OffTable
from game.systems.hexcess.movement.order import HexMove
from game.systems.hexcess.movement.stacking import GiveWay
from game.systems.hexcess.ship_sheet import ship_sheet

# -- the turn ----------------------------------------------------------------------------------------------------------


def open_turn(state: ThrustState, umpire: Umpire) -> None:
    """Start a turn with nothing declared and nobody moved, then roll initiative (hex/2.2)."""
    state.sealed.clear()
    state.ready.clear()
    forget(state)
    for key in BEGAN.all(state):
        BEGAN.clear(state, key)
    for ship in state.ships.values():
        ready_again(ship)
        ship.status_flags -= {EXCESS}
        ship.path = ()
    if umpire.turn > 1 or any(ship.lost for ship in state.ships.values()):
        damage_control.start_of_turn(state, umpire)
    roll_initiative(state, umpire, *(() if plotted(state) else ("to move last and to fire first",)))


def declaring_prompts(state: ThrustState) -> tuple[Prompt, ...]:
    """Return both sides for secret declarations, by option, until each has locked (hex/2.2). A side whose ships could
    not declare is not asked."""
    return writing(state, {side: tuple(ship.id for ship in control.declarable(state, side)) for side in state.sides})


def unwritten(state: ThrustState) -> tuple[Prompt, ...]:
    """Return both sides for secret moves of their ships, by option (hex/7)."""
    return writing(state, {side: turn_sequence.movers(state, side) for side in state.sides}) if plotted(state) else ()


def reveal_orders(state: ThrustState, umpire: Umpire) -> None:
    """Reveal declarations and roll for them. Ships that have turned round off the table return to move (hex/2.9)."""
    control.reveal_declarations(state, umpire)
    map_edges.come_back(state, umpire)


def end_phase(state: ThrustState, umpire: Umpire) -> None:
    """Check for victory before bodies and bases move, because their effects count next turn (hex/2.2)."""
    victory.end_of_turn(state, umpire)
    if victory.judge(state) is None:
        bases.drift(state, umpire)


def recover(state: ThrustState, umpire: Umpire) -> None:
    """Roll for clouds, then for control, then prepare damage control (hex/2.2, full-thrust-base/5.3)."""
    clouds.live(state, umpire)
    control.recover(state, umpire)
    batched_checks(state, umpire)


def edged(state: ThrustState) -> bool:
    """Return whether ships can leave this map."""
    return not map.window(state).floating


# -- questions of the screen -------------------------------------------------------------------------------------------


def order_kind(state: ThrustState, row: Phase, key: Id) -> type[Order]:
    """Return the kind of order that a phase asks a ship or a missile for. A ship that must leave its hex is asked for
    the new one."""
    if PlaceMarkers in row.accepts:
        return launched_by(state, key)
    return GiveWay if GiveWay in row.accepts and stacking.waiting(state) else row.accepts[0]


def piece_overlays(
    state: ThrustState, key: Id, pose: Pose | None = None, mounts: tuple[str, ...] = ()
) -> tuple[Overlay, ...]:
    """Return the overlays of a piece: arcs, bands and hexes out of sight, and the range of counters. Also shown are the
    next places of asteroids and bases, and the planet at the edge of the map."""
    if key in state.counters:
        return (*wings.reach(state, key, pose), *missiles.reach(state, key))
    own = () if mounts else (*bases.forecast(state), *terrain.air(map.window(state)))
    return (*overlays(state, key, pose, mounts), *own)


def lying(state: ThrustState) -> tuple[Token | UncontrolledPath, ...]:
    """Return fighters and missiles, and the paths of ships out of control."""
    return (*wings.tokens(state), *uncontrolled.forced_paths(state))


LAUNCHES = {"Launch first": "launch", "Fighters first": "fly"}
ACTIONS = {
    "Launch": "launch", "Fighters": "fly", "Launch ordnance": "launch", "Missile defence": "defend",
    "Point defence": "defend", "Fighters attack": "attack", "Fire": "fire", "Damage control": "repair",
}  # fmt: skip

HEXCESS = RuleSystem(
    key="hexcess",
    title="Hexcess Thrust",
    about="Ship by ship from hex to hex, no orders.",
    damage_word="points of damage before armour",
    sent_word="fighters and missiles",
    phases=with_plans((
        Phase(1, "Initiative", begin=open_turn, rule=f"{H}/2.2"),
        Phase(2, "Declare Excess Thrust", present=control.aloud, accepts=(Declare, Withdraw), who=control.who_declares,
              end=map_edges.come_back, idle=control.names_no_more, rule=f"{H}/2.4"),
        Phase(2, "Declare in secret", present=control.in_secret, accepts=(Declare, Lock, Withdraw), secret=True,
              who=declaring_prompts, end=reveal_orders, idle=lock, rule=f"{H}/2.4"),
        Phase(3, "Write moves", present=plotted, accepts=(HexMove, Lock, Withdraw), secret=True, who=unwritten,
              idle=lock, rule=f"{H}/7"),
        Phase(3, "Launch first", present=wings.early, accepts=(Launch,), covered=True,
              who=by_turns(wings.early, who_launches),
              begin=wings.launch_begins, idle=passes(Launch), rule=f"{H}/2.2/fighters"),
        Phase(3, "Fighters first", present=wings.early, accepts=(Fly,), covered=True,
              who=by_turns(wings.early, who_flies),
              begin=wings.flight_begins, idle=wings.stays, rule=f"{H}/2.2/fighters"),
        Phase(3, "Move", accepts=(HexMove, GiveWay, Withdraw), who=turn_sequence.next_to_move,
              begin=turn_sequence.together, idle=turn_sequence.nothing_more, rule=f"{H}/2.3"),
        Phase(4, "Launch", moved=True, present=wings.late, accepts=(Launch,), who=by_turns(wings.late, who_launches),
              begin=wings.launch_begins, idle=passes(Launch), rule=f"{H}/2.2/fighters"),
        Phase(4, "Fighters", moved=True, present=wings.late, accepts=(Fly,), who=by_turns(wings.late, who_flies),
              begin=wings.flight_begins, idle=wings.stays, rule=f"{H}/2.2/fighters"),
        Phase(5, "Launch ordnance", moved=True, present=ordnance, accepts=(PlaceMarkers, FlyMissile),
              who=missiles.next_to_launch,
              end=missiles.take_targets, idle=launches_nothing, unsaid=any_piece, rule=f"{H}/2.2/ordnance"),
        Phase(5, "Missile defence", present=ordnance, accepts=(Defend,), who=missiles.next_to_defend,
              end=missiles.strike, idle=passes(Defend), unsaid=any_piece, rule=f"{H}/2.2/ordnance"),
        Phase(5, "Point defence", present=fighters, accepts=(Shoot,), who=in_turn(fighters, who_shoots),
              begin=fighters_are_prey, end=shot_at, idle=passes(Shoot), rule=f"{H}/2.2/fighters"),
        Phase(5, "Fighters attack", present=fighters, accepts=(Strike,), who=in_turn(fighters, who_attacks),
              idle=passes(Strike), rule=f"{H}/2.2/fighters"),
        Phase(5, "Fire", accepts=(Fire,), who=next_to_fire, end=settle_losses, idle=hold_fire, rule=f"{H}/2.6"),
        Phase(6, "Off-table ships", present=edged, accepts=(OffTable,), who=map_edges.off_table,
              idle=map_edges.turn_back, rule=f"{H}/2.9"),
        Phase(7, "End phase", accepts=(GiveWay,), who=stacking.waiting, begin=end_phase,
              idle=turn_sequence.nothing_more, rule=f"{H}/2.7"),
        Phase(7, "Damage control", accepts=(Repair,), who=damage_control.next_to_repair, begin=recover,
              end=damage_control.end_of_turn, idle=damage_control.no_more_repairs, rule="full-thrust-base/5.5"),
    ), ("Plan launches", LAUNCHES), ("Plan fire", ACTIONS), moves="Write moves"),
    printed={7: "End phase and damage control"},
    files=HexcessFiles(),
    board=map_of,
    house=HOUSE,
    fixed_options=GIVEN,
    emblem="hex",
    profiles=PROFILES,
    outcome=victory.verdict,
    kind=order_kind,
    sheet=ship_sheet,
    paper=partial(starship_paper, lines=("move", "velocity")),
    reference=starship_reference,
    shots=partial(odds.shots, wings.STRIKES),
    volley=partial(odds.volley, wings.ATTACKS),
    means=mean_table,
    overlays=piece_overlays,
    launches=missiles.launches,
    tokens=lying,
    objective=victory.objective,
    worths=stakes.worth,
    stakes_of=stakes.stakes,
    shared_dice=("target", "lock", "attack"),  # of ordnance in flight
    roll_offs=("hex",),
    dangers={map_edges.LEAVES: "Map edge"},
)  # fmt: skip
