"""Full Thrust: its sequence of play (full-thrust-base/1.4), which other systems amend.

Phases 3, 4, 6, 7 and 8 are for fighters and ordnance. The table keeps the printed numbers, and a battle without
fighters and ordnance skips these phases.
"""

from __future__ import annotations

from dataclasses import replace

from game.board.boards import board_of
from game.core.events import Event
from game.core.orders import Id, Order
from game.core.state import PhaseData
from game.core.system import Phase, RuleSystem, any_piece
from game.core.umpire import Umpire
from game.rules.combat.fire import Fire
from game.rules.combat.mean_fire import mean_table
from game.rules.counters.phases import fighters
from game.rules.defence.bands import RULE as PDL
from game.rules.defence_level import actions, assist, commit, lend, level_card, spread_losses
from game.rules.defence_level.assist import Assist
from game.rules.defence_level.commit import Commit
from game.rules.defence_level.lend import Lend
from game.rules.defence_level.spread_losses import SpreadLosses
from game.rules.display.paper import orders_paper, starship_reference
from game.rules.fighters import assign_attack, group_odds, in_danger
from game.rules.fighters import phases as flights
from game.rules.fighters.assign_attack import AssignAttack
from game.rules.fighters.group_overlays import piece_overlays
from game.rules.fighters.launching import launch_groups
from game.rules.fighters.move_fighters import MoveFighters
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.framework.base import SHORTHAND, zigzag
from game.rules.manoeuvres.framework.movement_order import MovementOrder
from game.rules.manoeuvres.jumps import ftl
from game.rules.movement import post_movement
from game.rules.movement.cinematic import flight, idle
from game.rules.movement.movement_kinds import current_order, fresh, kind
from game.rules.movement.order_reveal import drift_on, emergencies, rewriting, show_again, show_orders
from game.rules.movement.plot import Plot
from game.rules.movement.post_movement import Afterwards
from game.rules.movement.thrust_limits import spins
from game.rules.movement.vector_flight import carry
from game.rules.movement.vector_plot import VectorPlot
from game.rules.ordnance import markers, place_markers
from game.rules.ordnance.fly_missile import FlyMissile
from game.rules.ordnance.launchers import ordnance
from game.rules.ordnance.missile_reach import missile_reach
from game.rules.ordnance.place_markers import PlaceMarkers
from game.rules.outcome import ramming, return_to_table, stakes, table_edges, victory
from game.rules.outcome.return_to_table import Enter
from game.rules.point_defence.defend import Defend
from game.rules.scenario import by_points
from game.rules.scenario.house_rules import HOUSE, PROFILES
from game.rules.scenario.thrust_files import ThrustFiles
from game.rules.sensors import contact, detection, scan
from game.rules.sensors.scan import Scan
from game.rules.ships import damage_control, terrain_hazards
from game.rules.ships.damage import batched_checks
from game.rules.ships.damage_control import Repair
from game.rules.ships.drive import CHECKS
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import ThrustState, by_level
from game.rules.special import boarding, cloaks, minefield, nova, solar_flare, wave
from game.rules.special.boarding import SendBoarders
from game.rules.turn.firing import hold_fire, next_to_fire, nothing_bears, settle_losses
from game.rules.turn.initiative import roll_initiative
from game.rules.turn.plan_rows import with_plans
from game.rules.turn.side_orders import Lock, Withdraw, lock, sides_writing
from game.rules.turn_order import passes

OPENED = PhaseData[bool]("opened", False)  # whether this turn has started before the phase of writing

# -- phase 1 and 2 -----------------------------------------------------------------------------------------------------


def open_turn(state: ThrustState, umpire: Umpire) -> None:
    """Start a turn with nothing sealed, nobody locked and no drive used. Damaged power cores may explode
    (full-thrust-base/5.4)."""
    state.sealed.clear()
    state.ready.clear()
    cloaks.show(state)
    for ship in state.ships.values():
        ship.thrust_used = False
        if ship.in_play and (begun := archive.ongoing(ship, state.house)):
            state.sealed[ship.id] = replace(fresh(ship), uses=begun)  # the player may change it
    if attacked(state):
        flights.open_turn(state)
        actions.forget(state)
    minefield.open_turn(state)
    detection.detect(state, umpire)
    solar_flare.start_of_turn(state, umpire)
    if umpire.turn > 1 or any(ship.lost for ship in state.ships.values()):
        damage_control.start_of_turn(state, umpire)
    if umpire.turn > 1:
        table_edges.start_of_turn(state, umpire)
    if levels(state):
        actions.mark_controls(state)  # marks what still works at the start of the turn


def open_early(state: ThrustState, umpire: Umpire) -> None:
    """Start the turn early for returning ships, before orders are written."""
    open_turn(state, umpire)
    OPENED.set(state, True)


def begin_writing(state: ThrustState, umpire: Umpire) -> None:
    """Start the turn, unless it was started early."""
    if not OPENED.of(state):
        open_turn(state, umpire)
    OPENED.clear(state)


def show(state: ThrustState, umpire: Umpire) -> None:
    """Make orders final and reveal them, except those of cloaked ships."""
    show_orders(state, umpire)
    cloaks.vanish(state, umpire)


# -- phase 5 -----------------------------------------------------------------------------------------------------------


def move_ships(state: ThrustState, umpire: Umpire) -> None:
    """Move asteroids, then drifting hulks, then all ships together; then settle contacts, rams and the edge."""
    terrain_hazards.move_bodies(state, umpire)
    afloat = [ship for ship in state.ships.values() if ship.in_play]
    flying = {
        ship.id: current_order(state, ship).going(state) for ship in afloat
    }  # all of them before any ship has moved
    meant = dict(flying)
    for ship in afloat:
        flying[ship.id] = archive.before(state, umpire, ship, flying[ship.id])
    for ship in sorted(afloat, key=lambda one: (archive.turn(one), one.thrust > 0)):
        if ship.in_play:
            move(state, ship, flying[ship.id], umpire, failed=flying[ship.id] != meant[ship.id])
    archive.on_all_moved(state, umpire)
    in_danger.in_wakes(state, umpire)
    minefield.lay_mines(state, umpire)
    minefield.pass_mines(state, umpire)
    terrain_hazards.collide(state, umpire)
    for ship in afloat:
        plot = state.sealed.get(ship.id)
        if isinstance(plot, MovementOrder) and plot.ram and ship.in_play and state.ships[plot.ram].in_play:
            ramming.ram(state, umpire, ship, state.ships[plot.ram])
    ramming.mark_passes(state, umpire)
    table_edges.after_movement(state, umpire)
    for ship in afloat:
        archive.after(state, umpire, ship, flying[ship.id])
    nova.fire(state, umpire)
    wave.fire(state, umpire)
    ftl.arrivals(state, umpire)
    cloaks.appear(state, umpire)
    in_danger.near_jumps(state, umpire)
    terrain_hazards.wrecks(state, umpire)
    post_movement.open_window(state)


def launching(state: ThrustState) -> bool:
    """Return whether this battle has anything before ships move: markers, or attacks in that step."""
    return ordnance(state) or backfires(state)


def attacked(state: ThrustState) -> bool:
    """Return whether this battle has fighters or missiles, which point defence shoots at."""
    return fighters(state) or ordnance(state)


def levels(state: ThrustState) -> bool:
    """Return whether a ship rolls one level for all its attackers (point-defence-and-fighters)."""
    return by_level(state) and attacked(state)


def each_die(state: ThrustState) -> bool:
    """Return whether each die of point defence picks one attacker (full-thrust-base/6.12)."""
    return not by_level(state) and attacked(state)


def allocate(state: ThrustState, umpire: Umpire) -> None:
    """Move screens with their ships, and let each marker take the closest enemy (full-thrust-base/6.5, 7.5)."""
    flights.move_screens(state, umpire)
    markers.take_targets(state, umpire)


def attack(state: ThrustState, umpire: Umpire) -> None:
    """Attack with the rest of missiles, then of fighters, after point defence (full-thrust-base/6.5, 7.4)."""
    markers.attack(state, umpire)
    flights.attack_ships(state, umpire)


def backfires(state: ThrustState) -> bool:
    """Return whether this battle has anything before ships move: a manoeuvre, or plasma in flight (6.15)."""
    return nova.under_way(state) or any(one.code == "GB" for one in archive.enabled_manoeuvres(state.house))


def before_ships_move(state: ThrustState, umpire: Umpire) -> None:
    """Move plasma of earlier turns, then carry out manoeuvres without a move (manoeuvres/grav-backfire)."""
    nova.fly_on(state, umpire)
    archive.on_launch(state, umpire)
    in_danger.in_backfire(state, umpire)


def move(state: ThrustState, ship: Ship, plot: MovementOrder, umpire: Umpire, failed: bool = False) -> None:
    """Fly one ship's order; `failed` means that a check has cost it some thrust (full-thrust-base/2.2, 3)."""
    written = current_order(state, ship)
    if isinstance(plot, VectorPlot):
        assert isinstance(written, VectorPlot)
        carry(state, umpire, ship, plot, written, failed)
        return
    assert isinstance(plot, Plot)
    board = board_of(state.table)
    made = flight(ship, plot, state.house, board)
    spun = spins(ship, plot, state.house)  # at rest, without thrust (2.3)
    ship.thrust_used, ship.turned = not idle(ship, plot, state.house), bool(plot.legs) and not spun
    ship.at, ship.path, ship.course, ship.facing, ship.velocity = made.path[-1], made.path, *made[2:5]
    ship.inverted, ship.status_flags = made.inverted, zigzag(ship.status_flags, made.port)
    if len(made.path) == 1:
        return  # it has jumped, which is logged already
    cut = written != plot and not (isinstance(written, Plot) and written.follow)
    said = plot.log_words(state, written if cut else None, failed)
    rule = CHECKS if cut and failed else f"{BOOK}/1.3/illegal-orders" if cut else f"{BOOK}/2.2"
    slewed = f", facing {board.format_course(made.facing)}" if made.facing != made.course else ""
    umpire.tell(
        Event(
            "move",
            rule,
            f"{{{ship.id}}} moves {board.format_distance(made.far)}",
            who=ship.id,
            reason=said,
            result=f"course {board.format_course(ship.course)}{slewed}",
            path=made.path,
            facings=made.facings,
            at=ship.at,
        )
    )


# -- phase 9 and 10 ----------------------------------------------------------------------------------------------------


def turn_end(state: ThrustState, umpire: Umpire) -> None:
    """Make batched threshold checks, before damage control."""
    batched_checks(state, umpire)


def close_turn(state: ThrustState, umpire: Umpire) -> None:
    """Count down the timers of core systems, let beaten fleets withdraw, and remove old debris (full-thrust-base/5.4,
    9.2)."""
    terrain_hazards.clear_wrecks(state)
    damage_control.end_of_turn(state, umpire)
    archive.late(state, umpire)
    victory.end_of_turn(state, umpire)


def order_kind(state: ThrustState, row: Phase, key: Id) -> type[Order]:
    """Return the kind of order that a phase asks a ship for; for a ship named as a target, its answer."""
    if PlaceMarkers in row.accepts:
        return place_markers.order_kind(state, key)
    return Afterwards if Afterwards in row.accepts and post_movement.answering(state) else kind(state, row, key)


MOVES = (Plot, VectorPlot)
WRITTEN = (*MOVES, Lock, Withdraw)  # orders written in secret

LAUNCHES = {"Move fighters": "fly", "Launch ordnance": "launch"}
ACTIONS = {
    "Scan": "scan", "Allocate attacks": "attack", "Area defence": "defend", "Commit defence": "defend",
    "Point defence": "defend", "Actions": "attack", "Casualties": "attack", "Ships fire": "fire", "Boarding": "board",
    "Turn end": "repair",
}  # fmt: skip

FULL_THRUST = RuleSystem(
    key="full-thrust",
    title="Full Thrust",
    about="Plot in secret, move together, fire in turn.",
    printed={7: "Point defence"},
    damage_word="points of damage before armour",
    sent_word="fighters and missiles",
    phases=with_plans((
        Phase(1, "Come back", present=return_to_table.expected, accepts=(Enter,), who=return_to_table.due,
              begin=open_early, idle=passes(Enter), unsaid=any_piece, rule=f"{BOOK}/9.6"),
        Phase(1, "Write orders", accepts=WRITTEN, secret=True, who=sides_writing, begin=begin_writing, end=show,
              idle=lock, rule=f"{BOOK}/1.4"),
        Phase(1, "Write again", present=emergencies, accepts=MOVES, who=rewriting, end=show_again, idle=drift_on,
              rule="manoeuvres/emergency-thrust"),
        Phase(2, "Initiative", begin=roll_initiative, rule=f"{BOOK}/1.4/initiative"),
        Phase(3, "Move fighters", present=fighters, accepts=(MoveFighters,), unshown=True, who=flights.next_to_fly,
              begin=launch_groups, idle=passes(MoveFighters), rule=f"{BOOK}/7.3"),
        Phase(4, "Launch ordnance", present=launching, accepts=(PlaceMarkers, FlyMissile), unshown=True,
              who=place_markers.next_to_launch, begin=before_ships_move, idle=place_markers.launches_nothing,
              unsaid=place_markers.has_nothing, rule=f"{BOOK}/6.5"),
        Phase(5, "Move ships", accepts=(Afterwards,), who=post_movement.first_chance, begin=move_ships,
              end=post_movement.close_window, idle=post_movement.nothing_more, rule=f"{BOOK}/2.2"),
        Phase(5, "Scan", present=detection.contacts, accepts=(Scan,), who=scan.next_to_scan, begin=scan.begin,
              idle=scan.scans_nobody, unsaid=scan.unable, rule=f"{BOOK}/6.19"),
        Phase(6, "Allocate attacks", present=attacked, accepts=(AssignAttack,), who=flights.next_to_attack,
              begin=allocate, idle=passes(AssignAttack), moved=True, rule=f"{BOOK}/7.4"),
        Phase(7, "Area defence", present=levels, accepts=(Lend,), who=lend.next_to_lend, begin=flights.begin_defence,
              idle=passes(Lend), unsaid=any_piece, rule=f"{PDL}/9"),
        Phase(7, "Commit defence", present=levels, accepts=(Commit,), who=commit.next_to_commit,
              end=actions.roll_levels, idle=passes(Commit), unsaid=commit.has_nothing, rule=f"{PDL}/2"),
        Phase(7, "Point defence", present=each_die, accepts=(Defend,), who=flights.next_to_defend,
              begin=flights.begin_defence, end=flights.end_defence, idle=passes(Defend),
              unsaid=flights.defenceless, rule=f"{BOOK}/6.12"),
        Phase(8, "Actions", present=levels, accepts=(Assist,), who=assist.next_to_assist, end=actions.resolve,
              idle=passes(Assist), rule=f"{PDL}/5"),
        Phase(8, "Casualties", present=levels, accepts=(SpreadLosses,), who=spread_losses.next_to_spread,
              end=spread_losses.take_off, idle=passes(SpreadLosses), rule=f"{PDL}/7"),
        Phase(8, "Attacks", present=each_die, begin=attack, rule=f"{BOOK}/7.4"),
        Phase(9, "Ships fire", accepts=(Fire, Afterwards), who=next_to_fire, end=settle_losses, idle=hold_fire,
              unsaid=nothing_bears, rule=f"{BOOK}/1.4/firing"),
        Phase(10, "Boarding", present=boarding.played, accepts=(SendBoarders,), who=boarding.next_to_board,
              idle=boarding.boards_nobody, rule=boarding.RULE),
        Phase(10, "Turn end", accepts=(Repair,), who=damage_control.next_to_repair, begin=turn_end, end=close_turn,
              idle=damage_control.no_more_repairs, unsaid=damage_control.nothing_to_mend, rule=f"{BOOK}/5.5"),
    ), ("Plan launches", LAUNCHES), ("Plan fire", ACTIONS), moves="Write orders"),
    files=ThrustFiles(),
    house=HOUSE,
    profiles=PROFILES,
    shorthands=SHORTHAND,
    archive=archive.ARCHIVE,
    outcome=victory.outcome,
    kind=order_kind,
    sheet=level_card.piece_sheet,
    paper=orders_paper,
    reference=starship_reference,
    shots=group_odds.shots,
    volley=assign_attack.volley,
    means=mean_table,
    overlays=piece_overlays,
    hides_later=cloaks.aboard,
    zones=by_points.start_zones,
    launches=missile_reach,
    tokens=level_card.tokens,
    objective=victory.objective,
    worths=stakes.worth,
    stakes_of=stakes.stakes,
    private=contact.private,
    shared_dice=("ftl", "target", "lock", "attack",
                 "morale"),  # of drives torn apart, ordnance under way, and whole fleets
    dangers={table_edges.LEAVES: "Table edge"},
)  # fmt: skip
