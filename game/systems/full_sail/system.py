"""Full Sail as one literal: the phases of its turn and the orders they accept (sail/1)."""

from __future__ import annotations

from game.core.system import ArchiveEntry, Phase, RuleSystem
from game.rules.turn.plan_rows import with_plans
from game.rules.turn.side_orders import Lock, lock
from game.rules.turn_order import passes
from game.systems.full_sail import turn
from game.systems.full_sail.boarding.grappling import REACH
from game.systems.full_sail.damage.suffer import BLAST
from game.systems.full_sail.display import overlays, sheet, tokens
from game.systems.full_sail.files import SailFiles
from game.systems.full_sail.house_rules import HOUSE
from game.systems.full_sail.orders import boarding_order, breakaway_order, fire_order, grapple_order, repair_order
from game.systems.full_sail.orders.boarding_order import BoardShip
from game.systems.full_sail.orders.breakaway_order import BreakAway
from game.systems.full_sail.orders.fire_order import FireBroadsides
from game.systems.full_sail.orders.grapple_order import AnswerGrapples
from game.systems.full_sail.orders.mean_fire import mean_table
from game.systems.full_sail.orders.repair_order import SetCrewToWork
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.outcome import judge, objective, stakes, worth
from game.systems.full_sail.paper import sail_paper, sail_reference
from game.systems.full_sail.sea.board import SeaBoard
from game.systems.full_sail.withdrawal import SailAway

ACTIONS = {
    "Ships fire": "fire", "Grapple": "answer", "Board": "board", "Break away": "leave", "Damage control": "repair",
}  # fmt: skip

FULL_SAIL = RuleSystem(
    key="full-sail",
    title="Full Sail",
    speed_word="speed",
    about="Wind, broadsides and boarding.",
    phases=with_plans((
        Phase(1, "Write orders", accepts=(SailOrder, Lock, SailAway), secret=True, who=turn.unwritten,
              begin=turn.open_turn, idle=lock, rule="sail/1"),
        Phase(2, "Initiative", begin=turn.roll_for_initiative, rule="sail/1"),
        Phase(3, "Move ships", begin=turn.move, rule="sail/3"),
        Phase(4, "Ships fire", accepts=(FireBroadsides,), who=fire_order.next_to_fire, end=turn.fire_ends,
              idle=passes(FireBroadsides), rule="sail/4"),
        Phase(5, "Grapple", accepts=(AnswerGrapples,), who=grapple_order.who_answers, end=grapple_order.throw_all,
              idle=passes(AnswerGrapples), rule="sail/5.1"),
        Phase(6, "Board", accepts=(BoardShip,), who=boarding_order.who_boards, end=boarding_order.mark_fought,
              idle=passes(BoardShip), rule="sail/5.2"),
        Phase(7, "Break away", accepts=(BreakAway,), who=breakaway_order.who_leaves, end=breakaway_order.part_all,
              idle=passes(BreakAway), rule="sail/5.3"),
        Phase(8, "Fires", begin=turn.burn, rule="sail/6"),
        Phase(8, "Damage control", accepts=(SetCrewToWork,), who=repair_order.who_works, end=turn.close_turn,
              idle=passes(SetCrewToWork), rule="sail/6/repairs"),
    ), ("Plan fire", ACTIONS), moves="Write orders"),
    printed={8: "Fires and damage control"},
    files=SailFiles(),
    board=lambda table, house: SeaBoard.under(table.width, table.height, house),
    house=HOUSE,
    archive=(
        ArchiveEntry(
            "slip", "P1S1", "Side-slip", "a turn one way and back", "sail/3.1", ("side_slip",), "side_slip"
        ),
    ),
    emblem="sail",
    outcome=judge,
    sheet=sheet,
    paper=sail_paper,
    reference=sail_reference,
    shots=fire_order.shots,
    volley=fire_order.volley,
    means=mean_table,
    tokens=tokens,
    overlays=overlays,
    objective=objective,
    worths=worth,
    stakes_of=stakes,
    shared_dice=("aground", "burning", "catastrophe", "collision", "foul",
                 "loss"),  # a ship that explodes harms those near it
    reach=BLAST[-1][0] + REACH,  # a ship that throws grapples lies beside the other then
    roll_offs=("grapple",),
)  # fmt: skip
