"""`python -m tests.tools.house_rules_page`: writes docs/house-rules.md from the house rules of the games."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from game.core.system import HouseRule
from game.core.values import HouseValue
from game.systems import SYSTEMS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "house-rules.md"
HEAD = """# House rules in battle files

Menu, sandbox and rule book call a house rule by its title. A battle file names it under `house` by its key:
`house: {rerolls: false, manoeuvres: [CO, ET]}`; `manoeuvres: all` switches on all of them. The first value of each row
is the default. A rule that a later game shares unchanged is listed only under the first game. *needs* names the rules
or values of which one must be on, else the rule is not offered. `python -m tests.tools.house_rules_page` writes this
page from the rules of the games.
"""


def row(rule: HouseRule) -> str:
    """Return a line of a table: title, key, values with their words, what it needs, and the page of the
    rule."""
    usual = sorted(rule.values, key=lambda one: one[0] != rule.default)
    values = ", ".join(
        f"`{written(value)}`" + (f" {words}" if words != written(value) else "") for value, words in usual
    )
    needs = " or ".join(f"`{one}`" for one in rule.needs)
    return f"| {rule.title} | `{rule.key}` | {values} | {needs} | {rule.rule} |"


def written(value: HouseValue) -> str:
    """Return a value as a file has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def table(title: str, rules: Iterable[HouseRule]) -> str:
    """Return the house rules of a game as a heading and a table."""
    return (
        "\n".join(
            [f"## {title}", "", "| title | key | values | needs | page |", "|---|---|---|---|---|", *map(row, rules)]
        )
        + "\n"
    )


def page() -> str:
    """Return the whole page."""
    parts, told = [HEAD], set[HouseRule]()
    for system in SYSTEMS.values():
        parts.append(table(system.title, [rule for rule in system.house if rule not in told]))
        told |= {*system.house}
    return "\n".join(parts)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.name)


if __name__ == "__main__":
    main()
