"""Every verb prints every name on every stream: what its encoding has no letter for comes out in plain ones."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.cli import main
from game.cli.streams import let_streams_print_everything, plain

NAMES = """\
version: 1
title: "Разведка у 土星 — سفينة 🚀"
system: full-thrust
table: {width: 72, height: 48, terrain: [{kind: planet, name: "土星", at: [36, 26], radius: 3}]}
sides:
  azure: {name: "Тихоокеанский флот"}
  amber: {name: "الأسطول الأحمر"}
ships:
  a1: {side: azure, design: lancet, name: "Смелый", at: [20, 20], course: 3, velocity: 6}
  a2: {side: azure, design: cinder, name: "Ägir Łódź Ňuñez Çelik", at: [22, 36], course: 3, velocity: 6}
  b1: {side: amber, design: vesper, name: "🚀 Rocket 🔥", at: [44, 16], course: 9, velocity: 4}
  b2: {side: amber, design: cinder, name: "Ελλάς שלום เรือ", at: [50, 38], course: 9, velocity: 0}
victory: {kind: last-side, turns: 2}
"""
NARROW = ("ascii", "cp1252", "cp437")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "разведка.yaml"
    path.write_text(NAMES, encoding="utf-8")
    return path


def said(monkeypatch: pytest.MonkeyPatch, encoding: str, *words: str) -> str:
    """Return what a verb prints on streams of an encoding that refuse what they cannot print."""
    raw = io.BytesIO()
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(raw, encoding=encoding, errors="strict", write_through=True))
    let_streams_print_everything()
    try:
        assert main.main(words) in (0, 1, 2)
    except SystemExit as left:
        assert left.code in (0, 2)
    sys.stdout.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", NARROW)
def test_no_verb_stumbles_over_a_name(
    encoding: str, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "戦艦.yaml"
    fought = said(monkeypatch, encoding, "battle", str(file), "--seed", "3", "--save", str(save))
    assert '"winner"' in fought and save.exists()
    for words in (
        ("check", str(file)),
        ("check", str(save)),
        ("replay", str(save)),
        ("replay", str(save), "--verify"),
        ("account", str(save)),
        ("cost", "lancet"),
        ("cost", str(file)),
        ("lab", "--list"),
        ("開く",),
        ("check", str(tmp_path / "нет.yaml")),
        ("--help",),
    ):
        assert said(monkeypatch, encoding, *words), words


def test_letters_of_our_own_alphabet_lose_only_their_marks() -> None:
    assert "".join(map(plain, "Ägir Łódź −2 → “6” …")) == 'Agir Lodz -2 -> "6" ...'
    assert plain("土") == plain("🚀") == "?"


def test_a_process_of_its_own_prints_where_python_would_stop(file: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(
        [sys.executable, "main.py", "battle", str(file), "--seed", "3"], cwd=ROOT, env=env, capture_output=True
    )
    assert done.returncode == 0 and b"Traceback" not in done.stderr and b'"winner"' in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to print to")
@pytest.mark.parametrize("verb", ["check", "battle"])
def test_a_full_disk_behind_the_output_is_told_in_a_sentence(verb: str, file: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "main.py", verb, str(file)], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.endswith("The disk is full: what was printed is cut off.\n")
