"""Power and initiative as one literal: the phases of its round and the orders they accept (power/2)."""

from __future__ import annotations

from game.core.system import Phase, RuleSystem
from game.rules.turn.side_orders import Lock, lock
from game.rules.turn_order import passes
from game.systems.power_hex import turn
from game.systems.power_hex.combat.queue import guard_prompts, queued_shots
from game.systems.power_hex.display import overlays, sheet, tokens
from game.systems.power_hex.files import PowerFiles, map_of
from game.systems.power_hex.house_rules import HOUSE
from game.systems.power_hex.orders import fire_order, launch_order, move_order, power_order, snap_order
from game.systems.power_hex.orders.fire_order import DeclareFire
from game.systems.power_hex.orders.intercept_order import InterceptShot
from game.systems.power_hex.orders.launch_order import LaunchBallistics
from game.systems.power_hex.orders.mean_fire import mean_table
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.orders.power_order import DivertPower
from game.systems.power_hex.orders.snap_order import SnapManoeuvre
from game.systems.power_hex.outcome import judge, objective, stakes, worth
from game.systems.power_hex.paper import power_paper, power_reference
from game.systems.power_hex.withdrawal import LeaveMap

POWER_HEX = RuleSystem(
    key="power-hex",
    title="Power and Initiative",
    speed_word="speed",
    turn_word="round",
    damage_word="points of damage before armour",
    sent_word="flights and ballistic weapons",
    printed={2: "Power", 3: "Movement", 4: "Firing", 5: "Fighters"},
    about="Reactors, late turns, hit locations.",
    phases=(
        Phase(1, "Initiative", begin=turn.open_round, rule="power/2.1"),
        Phase(2, "Power", accepts=(DivertPower, LeaveMap), who=power_order.who_diverts,
              begin=turn.charge, idle=passes(DivertPower), rule="power/3"),
        Phase(2, "Ballistics", accepts=(LaunchBallistics, LeaveMap), who=launch_order.who_launches,
              idle=passes(LaunchBallistics), rule="power/5"),
        Phase(3, "Early snaps", accepts=(SnapManoeuvre,), who=snap_order.who_snaps, idle=passes(SnapManoeuvre),
              rule="power/4.7"),
        Phase(3, "Write moves", present=move_order.written, accepts=(PowerMove, Lock, LeaveMap), secret=True,
              who=move_order.who_writes, begin=move_order.begin_writing, idle=lock, rule="power/4.9"),
        Phase(3, "Move", accepts=(PowerMove, LeaveMap), who=move_order.who_moves, begin=move_order.together,
              idle=passes(PowerMove), rule="power/4"),
        Phase(3, "Late snaps", accepts=(SnapManoeuvre,), who=snap_order.who_snaps, end=turn.rolls_complete,
              idle=passes(SnapManoeuvre), rule="power/4.7"),
        Phase(4, "Ballistics strike", accepts=(InterceptShot,), who=guard_prompts, begin=turn.ballistics,
              idle=passes(InterceptShot), rule="power/5"),
        Phase(4, "Declare fire", accepts=(DeclareFire,), who=fire_order.who_declares, begin=turn.ships_declare,
              idle=passes(DeclareFire), rule="power/8"),
        Phase(4, "Fire", accepts=(InterceptShot,), who=guard_prompts, begin=turn.resolve, idle=passes(InterceptShot),
              rule="power/8"),
        Phase(5, "Dogfights", accepts=(DeclareFire,), who=fire_order.which_flights, begin=turn.dogfights,
              idle=passes(DeclareFire), rule="power/12"),
        Phase(5, "Dogfights resolved", begin=turn.resolve, end=turn.drop_out, rule="power/12"),
        Phase(5, "Fighters attack", accepts=(DeclareFire,), who=fire_order.which_flights, begin=turn.attacks_on_ships,
              idle=passes(DeclareFire), rule="power/12"),
        Phase(5, "Attacks resolved", accepts=(InterceptShot,), who=guard_prompts, begin=turn.resolve,
              idle=passes(InterceptShot), rule="power/12"),
        Phase(6, "End of round", begin=turn.end_of_round, rule="power/11"),
    ),
    files=PowerFiles(),
    board=map_of,
    house=HOUSE,
    emblem="power",
    outcome=judge,
    queue=queued_shots,
    sheet=sheet,
    paper=power_paper,
    reference=power_reference,
    shots=fire_order.shots,
    volley=fire_order.volley,
    means=mean_table,
    overlays=overlays,
    tokens=tokens,
    objective=objective,
    worths=worth,
    stakes_of=stakes,
)  # fmt: skip
