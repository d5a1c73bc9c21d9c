"""Easier HexThrust as one literal: the thirteen steps of its turn and the orders they accept (hex/3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from game.core.game_files import Unsupported
from game.core.system import Phase, RuleSystem
from game.core.values import HouseValue
from game.rules.combat.damage_allocation import allocate
from game.rules.combat.fire import Fire
from game.rules.combat.mean_fire import mean_table
from game.rules.counters import odds, phases
from game.rules.counters.fighter_attack import Strike
from game.rules.counters.orders import Fly
from game.rules.counters.shoot import Shoot
from game.rules.display.paper import starship_paper, starship_reference
from game.rules.hex.terrain import hex_terrain
from game.rules.outcome import stakes, victory
from game.rules.scenario.battle_file import ThrustBattleFile
from game.rules.scenario.setup import build_initial_state
from game.rules.scenario.thrust_files import ThrustFiles
from game.rules.scenario.validation import lost_track, off_rows, strangers
from game.rules.ships import damage_control
from game.rules.ships.damage_control import Repair
from game.rules.ships.design import Design
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn.firing import hold_fire, next_to_fire
from game.rules.turn.plan_rows import with_plans
from game.rules.turn.side_orders import Lock, Withdraw, lock, sides_writing
from game.rules.turn_order import passes
from game.systems.easyhex import turn_sequence
from game.systems.easyhex.attacks import STRIKES
from game.systems.easyhex.display import piece_overlays, sheet_of
from game.systems.easyhex.house_rules import GIVEN, HOUSE, board
from game.systems.easyhex.missile_orders import ATTACKS, Hit, LaunchOrdnance, Steer
from game.systems.easyhex.missiles import choosing, clocks, degrade, plasma_flies, they_hit
from game.systems.easyhex.movement import drifting
from game.systems.easyhex.movement.marker import Marker
from game.systems.easyhex.movement.moving import move_ships
from game.systems.easyhex.tokens import tokens
from game.systems.easyhex.turn_sequence import flights_in_turn, missiles_in_turn


class MarkerFiles(ThrustFiles):
    """The files of the game, in which everything lies along rows."""

    folder = "hexes"
    on_hexes = True
    rolls = False
    terrain = hex_terrain(ThrustFiles.terrain)

    def set_up(
        self, data: ThrustBattleFile, designs: Mapping[str, Design], house: dict[str, HouseValue]
    ) -> ThrustState:
        return build_initial_state(data, designs, house, board)

    def not_in_game(self, data: ThrustBattleFile, designs: Mapping[str, Design]) -> Iterator[Unsupported]:
        """Yield everything that does not lie along rows (hex/1), and ships that are to return, which this game
        lacks."""
        yield from off_rows(data, designs)
        yield from strangers(data, designs, STRIKES)
        yield from lost_track(data, lambda entry: False, "Nobody comes back in this game: give it fate: left.")


LAUNCHES = {"Launch fighters": "launch", "Move fighters": "fly"}
ACTIONS = {
    "Move fighters again": "fly", "Shoot at fighters": "defend", "Fighters attack": "attack",
    "Shoot at missiles": "defend", "Ships fire": "fire", "Launch": "launch", "Missiles move": "fly",
    "Missiles hit": "attack", "Damage": "repair",
}  # fmt: skip

EASYHEX = RuleSystem(
    key="easyhex",
    title="Easier HexThrust",
    speed_word="speed",
    about="Markers face down, one move, all fire at once.",
    damage_word="points of damage before armour",
    sent_word="fighters and missiles",
    phases=with_plans((
        Phase(1, "Plot", accepts=(Marker, Lock, Withdraw), secret=True, who=sides_writing,
              begin=turn_sequence.open_turn, idle=lock, rule="hex/3.2"),
        Phase(2, "Launch fighters", present=phases.fighters, accepts=(LaunchOrdnance,), covered=True,
              who=flights_in_turn(phases.who_launches), begin=turn_sequence.fighters_launch,
              idle=passes(LaunchOrdnance), rule="hex/3.1"),
        Phase(2, "Move fighters", present=phases.fighters, accepts=(Fly,), covered=True,
              who=flights_in_turn(phases.who_flies), begin=turn_sequence.first_move, idle=passes(Fly), rule="hex/3.1"),
        Phase(3, "Move ships", begin=move_ships, rule="hex/3.2"),
        Phase(4, "Move fighters again", present=phases.fighters, accepts=(Fly,), who=flights_in_turn(phases.who_flies),
              begin=turn_sequence.second_move, idle=passes(Fly), rule="hex/3.1"),
        Phase(5, "Shoot at fighters", present=phases.fighters, accepts=(Shoot,), who=flights_in_turn(phases.who_shoots),
              begin=phases.fighters_are_prey, end=phases.shot_at, idle=passes(Shoot), rule="hex/3.3"),
        Phase(6, "Fighters attack", present=phases.fighters, accepts=(Strike,), who=flights_in_turn(phases.who_attacks),
              idle=passes(Strike), rule="hex/3.3"),
        Phase(7, "Shoot at missiles", present=turn_sequence.missiles, accepts=(Shoot,),
              who=missiles_in_turn(phases.who_shoots),
              begin=turn_sequence.ordnance_is_prey, end=phases.shot_at, idle=passes(Shoot), rule="hex/3.3"),
        Phase(7, "Ships fire", accepts=(Fire,), who=next_to_fire, idle=hold_fire, rule="hex/3.1"),
        Phase(8, "Plasma degrades", present=turn_sequence.plasma, begin=degrade, rule="hex/3.5"),
        Phase(9, "Launch", present=turn_sequence.missiles, accepts=(LaunchOrdnance,),
              who=missiles_in_turn(phases.who_launches),
              begin=turn_sequence.launch_begins, idle=passes(LaunchOrdnance), rule="hex/3.4"),
        Phase(10, "Missiles move", present=turn_sequence.missiles, accepts=(Steer,),
              who=missiles_in_turn(turn_sequence.who_steers), begin=plasma_flies, idle=passes(Steer), rule="hex/3.4"),
        Phase(11, "Missiles hit", present=turn_sequence.missiles, accepts=(Hit,), who=missiles_in_turn(choosing),
              end=they_hit, idle=turn_sequence.hits_nearest, rule="hex/3.4"),
        Phase(12, "Clocks", present=turn_sequence.missiles, begin=clocks, rule="hex/3.4"),
        Phase(13, "Damage", accepts=(Repair,), who=damage_control.next_to_repair, begin=allocate,
              end=turn_sequence.close_turn, idle=damage_control.no_more_repairs, rule="hex/3.1"),
        Phase(13, "Asteroids drift", present=drifting.moving, begin=drifting.drift, rule="hex/2.7/asteroids"),
    ), ("Plan launches", LAUNCHES), ("Plan fire", ACTIONS), moves="Plot"),
    files=MarkerFiles(),
    board=board,
    house=HOUSE,
    fixed_options=GIVEN,
    emblem="hex",
    outcome=victory.verdict,
    sheet=sheet_of,
    paper=partial(starship_paper, lines=("marker", "speed")),
    reference=starship_reference,
    shots=partial(odds.shots, STRIKES),
    volley=partial(odds.volley, ATTACKS),
    means=mean_table,
    overlays=piece_overlays,
    tokens=tokens,
    objective=victory.objective,
    worths=stakes.worth,
    stakes_of=stakes.stakes,
)  # fmt: skip
