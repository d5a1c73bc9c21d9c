"""Read and check battle files without setting them up."""

from __future__ import annotations

from pathlib import Path

from game.formats.battle_references import Designs, Systems, battle_in, battle_model
from game.formats.battle_schema import BattleFile
from game.formats.validation import Document, document, document_of


def read_battle(path: Path | str, systems: Systems | None = None, designs: Designs | None = None) -> BattleFile:
    """Read and cross-check a battle file. Raises BadFile with all its problems."""
    return _checked(document(path), systems, designs)


def parse_battle(text: str, name: str, systems: Systems | None = None, designs: Designs | None = None) -> BattleFile:
    """Read and cross-check the text of a battle file; `name` is its name in problems."""
    return _checked(document_of(text, name), systems, designs)


def _checked(doc: Document, systems: Systems | None, designs: Designs | None) -> BattleFile:
    return battle_in(doc, battle_model(doc, systems), systems, designs)
