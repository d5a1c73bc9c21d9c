"""Write every golden text again. `make golden` runs it, and what differs is then read as a diff."""

from __future__ import annotations

from game.battle.designs import ROOT
from tests.support.battles import SCENARIOS
from tests.tools.golden import answers, complaints, schema, tables
from tests.tools.golden.battles import golden_of, text_of
from tests.tools.golden.text import FOLDER, write

NETS = {"tables": tables, "schema": schema, "complaints": complaints, "answers": answers}


def battles() -> None:
    """Write the golden battles again, and drop those whose scenario is gone."""
    for old in FOLDER.rglob("*.txt"):
        if old.parent.name not in NETS:
            old.unlink()
    for scenario in SCENARIOS:
        path = golden_of(scenario)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(scenario), encoding="utf-8")
        print(path.relative_to(ROOT))


def main() -> None:
    """Write all of them."""
    for net, maker in NETS.items():
        write(net, ((name, maker.text_of(name)) for name in maker.MAKERS))
    battles()


if __name__ == "__main__":
    main()
