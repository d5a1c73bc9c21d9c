"""The verb `fleet`: a random fleet by points; and `battle --fleets`: two saved fleets placed for a battle."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from game.battle.designs import OWN, designs_of, fleet_names
from game.cli.exit_codes import verb
from game.cli.parser import TASTES
from game.cli.streams import refuse
from game.core.names import HUMAN, sentence
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.core.values import Data
from game.fleets.fleet import SavedFleet, fleets_folder, read_fleet, save_fleet
from game.fleets.muster import EDGES, Muster, tables
from game.fleets.placing import Placing
from game.fleets.random_fleet import Taste
from game.formats.atomic_file import CannotSave, files_in, is_there, write_whole
from game.formats.user_folders import stem_of
from game.formats.validation import BadFile, did_you_mean, known_words
from game.formats.yaml_source import refusal
from game.formats.yaml_writer import block
from game.players import player
from game.systems import SYSTEMS

# -- a random fleet ----------------------------------------------------------------------------------------------------


@verb
def fleet(asked: Namespace) -> int:
    """Buy a random fleet, print it with its sum, and write its file if one is named."""
    try:
        muster = _bought(asked)
        spare(asked.out, asked.force)
        print("\n".join(fleet_lines(muster, asked.seed)))
        if asked.out is not None:
            save_fleet(muster.fleet(0), muster.system, asked.out)
            print(asked.out)
    except Illegal as why:
        return refuse(sentence(str(why)))
    except LookupError as why:
        return refuse(str(why))
    return 0


def spare(path: Path | None, force: bool) -> None:
    """Raise CannotSave where a file would be overwritten, unless forced to."""
    if path is not None and not force and os.path.isfile(path):
        raise CannotSave(f"{path} is there already. Name another file, or add --force to replace it.")


def _bought(asked: Namespace) -> Muster:
    """Return a muster whose first fleet is the one that is asked for. Raises LookupError and Illegal."""
    system, folder = _fleet_called(asked.folder, asked.game)
    muster = Muster(system)
    muster.buy_from(0, folder)
    if asked.name is not None:
        muster.rename_fleet(0, asked.name)
    if asked.points is not None:
        muster.set_limit(asked.points)
    muster.deal(0, asked.seed, Taste(TASTES[asked.taste], not asked.no_carriers, asked.own))
    return muster


def _fleet_called(name: str | None, game: str | None) -> tuple[RuleSystem, str]:
    """Return the game and the folder of designs of a fleet by its folder or its name. Raises LookupError."""
    if game is not None and game not in SYSTEMS:
        raise LookupError(f"There is no game '{game}'. {known_words(game, SYSTEMS)}")
    games = [SYSTEMS[game]] if game else [*SYSTEMS.values()]
    if name is None:
        return games[0], Muster(games[0]).fleet(0).of
    for system in games:
        names = fleet_names(system)
        for folder in dict.fromkeys((*(one.fleet for one in designs_of(system).values()), OWN)):
            if name.casefold() in (folder.casefold(), names.get(folder, folder).casefold()):
                return system, folder
    known = [folder for system in games for folder in fleet_names(system)]
    lacks = f"{games[0].title} has no fleet '{name}'" if game else f"There is no fleet '{name}' in any game"
    raise LookupError(f"{lacks}. {known_words(name, dict.fromkeys(known))}")


def fleet_lines(muster: Muster, seed: int) -> list[str]:
    """Return a fleet as lines: its sum, then each design with its number, price and ships."""
    bought, limit = muster.fleet(0), muster.state.limit
    head = f"{bought.name}, {muster.system.title}, seed {seed}: {muster.points(0):,} of {limit:,} points"
    lines, wide = [head], max(len(muster.designs[key].name) for key in bought.designs)
    for key in bought.designs:
        count, design = bought.count(key), muster.designs[key]
        ships = ", ".join(ship.name for ship in bought.ships if ship.design == key)
        sum_ = sum(muster.price(key, ship.quality) for ship in bought.ships if ship.design == key)
        lines.append(f"  {count:3} {design.name:{wide}}  {sum_:6,}  {design.ship_class}: {ships}")
    return lines


# -- two fleets for a battle -------------------------------------------------------------------------------------------


@verb
def place(asked: Namespace) -> int:
    """Place two fleets by rule, and write their battle into a file."""
    try:
        saved = [fleet_called(name) for name in asked.fleets]
        for one in saved:
            for change in one.changes():
                print(change, file=sys.stderr)
        muster = _muster_of(asked, saved)
        data = Placing(muster).data()
        if any(asked.out.resolve() == one.path.resolve() for one in saved):
            raise CannotSave(f"{asked.out} is one of the fleets. Name another file.")
        spare(asked.out, asked.force)
        seed: Data = {} if asked.seed is None else {"seed": asked.seed}
        write_whole(asked.out, block({"version": 1, **seed, **data}).encode())
    except Illegal as why:
        return refuse(sentence(str(why)))
    except LookupError as why:
        return refuse(str(why))
    points = [f"{name} {muster.points(seat):,} points" for seat, name in enumerate(muster.side_names)]
    print(f"{asked.out}: {', '.join(points)}")
    return 0


def fleet_called(name: str) -> SavedFleet:
    """Return a fleet by the path of its file, or by its name among the player's own. Raises BadFile."""
    path = Path(name)
    if is_there(path):
        return read_fleet(path, SYSTEMS)
    own = files_in(fleets_folder())
    named = _by_name(own)
    found = named.get(name.casefold()) or [one for one in own if one.stem == stem_of(name)]
    if not found:
        raise refusal(path, "there is no such file, and no saved fleet of this name", did_you_mean(name, named))
    if len(found) > 1:
        files = " and ".join(one.name for one in found)
        raise refusal(path, f"{len(found)} saved fleets have this name, {files}", "Give the path of one.")
    return read_fleet(found[0], SYSTEMS)


def _by_name(paths: list[Path]) -> Mapping[str, list[Path]]:
    """Return files of fleets by the names of the fleets, those that can be read."""
    found = dict[str, list[Path]]()
    for path in paths:
        with suppress(BadFile):
            found.setdefault(read_fleet(path, SYSTEMS).fleet.name.casefold(), []).append(path)
    return found


def _muster_of(asked: Namespace, saved: list[SavedFleet]) -> Muster:
    """Return two fleets of one game within the limit, their table and their players. Raises LookupError and BadFile."""
    first, second = saved
    if first.system is not second.system:
        why = f"this is a fleet of {second.system.title}, and {first.path} is one of {first.system.title}"
        raise BadFile((second.document.problem(("system",), why),))
    for one in saved:
        points, ships = one.fleet.points(one.price), one.fleet.ships
        if not ships:
            raise BadFile((one.document.problem(("ships",), "this fleet has no ships", key=True),))
        if asked.points is not None and points > asked.points:
            over = f"{points:,} points, {points - asked.points:,} over the limit of {asked.points:,}"
            raise BadFile((one.document.problem(("ships",), over, key=True),))
    muster = Muster(first.system)
    for seat, (one, name) in enumerate(zip(saved, _players(asked.players))):
        muster.take(seat, one.fleet)
        muster.set_roster(seat, "player", player=name)
    if asked.points is None:
        muster.set_terms("free")
    else:
        muster.set_limit(asked.points)
    if asked.table is not None:
        muster.set_table(*_table_called(first.system, asked.table))
    muster.set_fields("by rule", order="by rule", edges=EDGES[asked.edges == "top-bottom"])
    return muster


def _players(names: list[str] | None) -> list[str]:
    """Return who plays both seats. Raises LookupError."""
    names = names or [HUMAN]
    for name in names:
        if name != HUMAN:
            player(name)
    if len(names) > 2:
        raise LookupError(f"{len(names)} players are named for 2 fleets.")
    return names * 2 if len(names) == 1 else names


def _table_called(system: RuleSystem, name: str) -> tuple[str, Data]:
    """Return a table by the title of the scenario that it comes from. Raises LookupError."""
    known = tables(system)
    found = next((title for title in known if title.casefold() == name.casefold()), None)
    if found is None:
        raise LookupError(f"{system.title} has no table '{name}'. {known_words(name, known)}".rstrip())
    return found, known[found]
