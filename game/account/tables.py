"""An account as tables of words, for the screen, for pages and for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.account.account import CAPTURED, DESTROYED, Account, ShipAccount, SideAccount, main_luck
from game.account.luck import UNITS, Luck
from game.core.display import percent
from game.core.events import ScoreUnit
from game.core.orders import Id
from game.core.values import frozen
from game.formats.csv_writer import csv_text

ROLLED: dict[ScoreUnit, str] = {"points": "Rolled", "hits": "Hits"}  # headings of the units that an account may have
COUNTED: dict[ScoreUnit, str] = {
    "points": "points of damage", "hits": "shots that hit", "craft": "craft, missiles and shots that were stopped",
    "pulses": "pulses of volleys that hit", "warheads": "special warheads that took effect",
    "grapples": "grapples that held", "crew": "crew killed in boarding", "captures": "ships taken by boarders",
}  # fmt: skip
SHORT: dict[ScoreUnit, str] = {
    "points": "points", "hits": "hits", "craft": "shot down", "pulses": "pulses", "warheads": "effects",
    "grapples": "held", "crew": "killed", "captures": "taken",
}  # fmt: skip
NONE = "–"


@frozen
class AccountRow:
    """A row of a table. `side` gives its colour, `total` marks the sum over all ships of that side; `luck` is the luck
    of its dice."""

    cells: tuple[str, ...]
    side: Id = ""
    total: bool = False
    luck: Luck | None = None


@frozen
class AccountTable:
    """A table: its title, headings and rows. The first `named` columns are words, the others figures but for the last
    `words`."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[AccountRow, ...]
    named: int = 1
    words: int = 0


def tables(account: Account) -> tuple[AccountTable, AccountTable, AccountTable]:
    """Return the tables by ship, by turn and by weapon."""
    return ship_table(account), turn_table(account), weapon_table(account)


def ship_table(account: Account) -> AccountTable:
    """Return a row for each side and for each of its ships, with how it ended."""
    craft = any(luck.unit == "craft" for side in account.sides for luck in side.luck)
    rows: list[AccountRow] = []
    for side in account.sides:
        luck = main_luck(side.luck, account.unit)
        lost = f"{side.lost} of {side.ships} lost" if side.lost else f"{side.ships} in the battle"
        figures = (side.dealt, side.taken, side.luck, side.systems)
        rows.append(AccountRow((side.name, *_figures(account, *figures, craft), lost), side.id, True, luck))
        for ship in (ship for ship in account.ships if ship.side == side.id):
            figures = (ship.dealt, ship.taken, ship.luck, len(ship.systems))
            luck = main_luck(ship.luck, account.unit)
            rows.append(
                AccountRow(
                    (ship.name, *_figures(account, *figures, craft), fate(account, ship)), ship.side, False, luck
                )
            )
    if account.accidents:
        blank = ("",) * (7 + craft)
        rows.append(AccountRow(("Terrain and accidents", str(account.accidents), *blank)))
    dice = ("Shots", ROLLED[account.unit], "Expected", "Luck", *(["Shot down"] * craft))
    return AccountTable("By ship", ("Ship", "Dealt", "Taken", *dice, "Systems", ""), tuple(rows), 1, 1)


def _figures(
    account: Account, dealt: int, taken: int, luck: tuple[Luck, ...], systems: int, craft: bool
) -> tuple[str, ...]:
    down = main_luck(luck, "craft")
    shot = (f"{down.rolled} of {down.expected:.1f}" if down else NONE,) if craft else ()
    return str(dealt), str(taken), *_dice(main_luck(luck, account.unit)), *shot, str(systems) if systems else NONE


def _dice(luck: Luck | None) -> tuple[str, str, str, str]:
    """Return cells for the shots, their total, their mean total, and the chance of it."""
    if luck is None:
        return NONE, NONE, NONE, NONE
    return str(luck.shots), str(luck.rolled), f"{luck.expected:.1f}", luck_words(luck)


def luck_words(luck: Luck) -> str:
    """Return the chance of such luck, for a cell: `lucky 12 %`."""
    if luck.certain:
        return NONE
    return f"{'lucky' if luck.lucky else 'unlucky'} {percent(luck.chance)}"


def fate(account: Account, ship: ShipAccount) -> str:
    """Describe a ship's end, and the ships it put out of play: `destroyed by Vesper; put Lancet out of play`."""
    by = " by" if ship.fate in (DESTROYED, CAPTURED) else ", last hit by"
    end = f"{ship.end}{by} {account.name_of(ship.by)}" if ship.by else ship.end
    others = f"put {' and '.join(map(account.name_of, ship.put_out))} out of play" if ship.put_out else ""
    return "; ".join(part for part in (end, others) if part)


def turn_table(account: Account) -> AccountTable:
    """Return a row for each turn: the boxes each side dealt and lost, and its dice."""
    rows, names = [], [side.name for side in account.sides]
    accidents = any(turn.accidents for turn in account.turns)
    for turn in account.turns:
        cells = [str(turn.turn)]
        for _, side in turn.sides:
            luck = main_luck(side.luck, account.unit)
            rolled = f"{luck.rolled} of {luck.expected:.1f}" if luck else NONE
            cells += [str(side.dealt), rolled, str(side.lost) if side.lost else NONE]
        rows.append(AccountRow((*cells, *([str(turn.accidents) if turn.accidents else NONE] * accidents))))
    headings = [words for name in names for words in (f"{name}: dealt", "Rolled of expected", "Ships lost")]
    word = account.turn_word
    return AccountTable(f"By {word}", (word.capitalize(), *headings, *(["Accidents"] * accidents)), tuple(rows))


def weapon_table(account: Account) -> AccountTable:
    """Return a row for each weapon of a side and unit."""
    names = {side.id: side.name for side in account.sides}
    rows = tuple(
        AccountRow(
            (
                one.weapon,
                names[one.side],
                str(one.luck.shots),
                str(one.luck.scored),
                str(one.luck.rolled),
                f"{one.luck.expected:.1f}",
                SHORT[one.luck.unit],
                luck_words(one.luck),
            ),
            one.side,
            False,
            one.luck,
        )
        for one in account.weapons
    )
    headings = ("Weapon", "Side", "Shots", "That scored", "Sum", "Expected", "Counted in", "Luck")
    return AccountTable("By weapon", headings, rows, 2)


def explanations(account: Account) -> tuple[str, ...]:
    """Return explanations of the figures."""
    sent = f" What {account.sent_word} do is their ship's." if account.sent_word else ""
    return (
        f"Dealt and taken are boxes crossed off, systems those that stopped.{sent}",
        f"{ROLLED[account.unit]} and expected count {_unit_words(account, account.unit)}, of every shot whose "
        "dice were thrown.",
        *_rarer(account),
        "Luck is exact: how often the same shots come to as much or more (lucky), or to as little or less (unlucky).",
    )


def _unit_words(account: Account, unit: ScoreUnit) -> str:
    return account.damage_word if unit == "points" and account.damage_word else COUNTED[unit]


def _rarer(account: Account) -> Iterable[str]:
    """Name the units of the table by weapon that stand in no other table."""
    found = {one.luck.unit for one in account.weapons} - {account.unit}
    if told := [_unit_words(account, unit) for unit in UNITS if unit in found]:
        yield f"The table by weapon also counts {', '.join(told[:-1])}{' and ' if told[1:] else ''}{told[-1]}."


def summary(account: Account) -> str:
    """Return the account in a sentence."""
    told = " and ".join(f"{side.name} dealt {side.dealt}" for side in account.sides)
    turns = f" {account.turn_word}{'s' * (account.turn != 1)}"
    return (
        f"{'After' if account.over else f'So far, in {account.turn_word}'} "
        f"{account.turn}{turns * account.over}: {told}."
    )


def as_text(account: Account) -> str:
    """Return the whole account for the terminal."""
    lines = [account.title, summary(account)]
    for shown in tables(account):
        rows = [shown.headings, *(row.cells for row in shown.rows)]
        widths = [max(len(row[place]) for row in rows) for place in range(len(shown.headings))]
        last = len(shown.headings) - shown.words
        lines += ["", shown.title]
        for row in rows:
            cells = (
                cell.rjust(wide) if shown.named <= place < last else cell.ljust(wide)
                for place, (cell, wide) in enumerate(zip(row, widths))
            )
            lines.append("  ".join(cells).rstrip())
    return "\n".join([*lines, "", *explanations(account)]) + "\n"


# -- CSV ---------------------------------------------------------------------------------------------------------------

COLUMNS = (
    "part",
    "turn",
    "side",
    "name",
    "unit",
    "dealt",
    "taken",
    "lost",
    "shots",
    "scored",
    "rolled",
    "expected",
    "chance_as_much",
    "chance_as_little",
    "systems",
    "broken",
    "end",
    "by",
)


def as_csv(account: Account) -> str:
    """Return every figure with all its digits: a line for each side, ship, turn and weapon, and for each unit of its
    dice."""
    return csv_text(COLUMNS, _lines(account))


def _lines(account: Account) -> Iterable[Mapping[str, object]]:
    names = {side.id: side.name for side in account.sides}
    for side in account.sides:
        yield from _with_luck(_of_side(side), side.luck)
    for ship in account.ships:
        yield from _with_luck(
            {
                "part": "ship",
                "side": names[ship.side],
                "name": ship.name,
                "dealt": ship.dealt,
                "taken": ship.taken,
                "lost": int(bool(ship.end)),
                "systems": len(ship.systems),
                "broken": "; ".join(ship.systems),
                "end": ship.end,
                "by": account.name_of(ship.by),
            },
            ship.luck,
        )
    for turn in account.turns:
        for key, one in turn.sides:
            told = {"part": "turn", "turn": turn.turn, "side": names[key]}
            yield from _with_luck({**told, "dealt": one.dealt, "taken": one.taken, "lost": one.lost}, one.luck)
        if turn.accidents:
            yield {"part": "accidents", "turn": turn.turn, "dealt": turn.accidents}
    for weapon in account.weapons:
        yield from _with_luck({"part": "weapon", "side": names[weapon.side], "name": weapon.weapon}, (weapon.luck,))


def _of_side(side: SideAccount) -> Mapping[str, object]:
    told = {
        "part": "side",
        "side": side.name,
        "name": side.name,
        "dealt": side.dealt,
        "taken": side.taken,
        "lost": side.lost,
    }
    return {**told, "systems": side.systems}


def _with_luck(told: Mapping[str, object], luck: Sequence[Luck]) -> Iterable[Mapping[str, object]]:
    """Yield a line for each unit; boxes and ends stand only on the first, so that a column can be added up."""
    if not luck:
        yield told
    for number, one in enumerate(luck):
        kept = told if not number else {key: told[key] for key in ("part", "turn", "side", "name") if key in told}
        yield {
            **kept,
            "unit": one.unit,
            "shots": one.shots,
            "scored": one.scored,
            "rolled": one.rolled,
            "expected": one.expected,
            "chance_as_much": one.at_least,
            "chance_as_little": one.at_most,
        }
