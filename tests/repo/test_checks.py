"""The checks that run elsewhere: what the workflow and the hooks call is here, and covers what is promised."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
FLOWS = ROOT / ".github" / "workflows"
JOBS, RELEASE = (
    dict[str, Any](yaml.safe_load((FLOWS / name).read_text(encoding="utf-8"))["jobs"])
    for name in ("ci.yml", "release.yml")
)
HOOKS: list[Any] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def runs(job: str, jobs: dict[str, Any] = JOBS) -> list[str]:
    """Return the command lines of a job."""
    return [line.strip() for step in jobs[job]["steps"] for line in step.get("run", "").splitlines()]


def test_tests_run_on_every_python_and_system() -> None:
    matrix = JOBS["test"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    assert wanted == f">={matrix['python'][0]}"


def test_the_jobs_run_what_make_runs() -> None:
    tests = next(line for line in runs("test") if "pytest" in line)
    suite, choice = tests.split(" -m ", 1)[1].split(" -m ")
    assert f"SUITE := $(BIN)/python -m {suite}\n" in MAKEFILE and choice == '"not window"'
    parts = [f"\t@$(SUITE) -m {part}" for part in (choice, "window tests/window")]
    assert "\ntest: lint\n{}\n{};".format(*parts) in MAKEFILE, "make test runs all"
    assert {
        "python -m ruff check .",
        "python -m ruff format --check game tests main.py",
        "python -m mypy",
        "python -m vulture",
    } <= set(runs("lint"))
    assert (
        "-m ruff check . && $(BIN)/python -m ruff format --check --quiet game tests main.py && $(BIN)/python -m mypy"
        in MAKEFILE
    )


def test_the_window_has_a_job_of_its_own() -> None:
    assert runs("window") == [".ci/run"] and JOBS["window"]["runs-on"].startswith("ubuntu")
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_test_of_the_window_is_where_make_looks_for_it() -> None:
    tests = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    assert {path.parent.name for path, text in tests.items() if re.search(r"pytest\.mark\.window", text)} == {"window"}


def test_what_players_install_is_built_on_every_system_as_make_builds_it() -> None:
    systems = RELEASE["bundle"]["strategy"]["matrix"]["os"]
    assert {name.split("-")[0] for name in systems} == {"ubuntu", "macos", "windows"}
    for job, words in (("bundle", "tests.tools.bundle"), ("package", "hatchling build -d out/package")):
        assert f"python -m {words}" in runs(job, RELEASE)
        assert f"\n\t@$(BIN)/python -m {words}\n" in MAKEFILE.partition(f"\n{job}: ")[2].partition("\n\n")[0] + "\n"


def test_every_file_that_a_job_names_is_there() -> None:
    lines = [line for jobs in (JOBS, RELEASE) for job in jobs for line in runs(job, jobs)]
    named = [name for line in lines for name in re.findall(r"-r (\S+)|\$GITHUB_WORKSPACE/([\w./]+)|^(\.\S+)$", line)]
    found = [part for parts in named for part in parts if part]
    assert len(found) > 3 and [name for name in found if not (ROOT / name).exists()] == []


def test_hooks_before_a_commit_check_style_and_types() -> None:
    hooks = {hook["id"]: hook["entry"] for repo in HOOKS for hook in repo["hooks"]}
    assert hooks["ruff"].startswith(".venv/bin/ruff check") and hooks["mypy"] == ".venv/bin/mypy"
    assert hooks["ruff-format"].startswith(".venv/bin/ruff format")
