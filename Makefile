# Dead Reckoning: `make play` opens the window, `make quick` runs most tests, `make test` every test. Each sets up .venv by itself.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
SUITE := $(BIN)/python -m pytest -n auto --dist worksteal
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
unexport PYTHONDONTWRITEBYTECODE  # else every worker of every run compiles the whole program and all tests anew

.PHONY: play quick test bench soak golden lint pictures package bundle clean

play: $(VENV)/play.stamp
	@$(BIN)/python main.py

# Style, types, dead code, and every test that is not marked `slow` or `window`.
quick: lint
	@$(SUITE) -m "not slow and not window"

# Battles by a real hand on a real mouse run by themselves, after the rest, each on a screen of its own. pytest's 5 means that there
# is no screen here, and the summary says what was left out.
test: lint
	@$(SUITE) -m "not window"
	@$(SUITE) -m window tests/window; code=$$?; test $$code = 0 -o $$code = 5

# ROWS="sail reactors" measures rows that have one of these words, JSON=file writes down what was found.
bench: $(VENV)/test.stamp
	@$(BIN)/python -m tests.tools.bench $(ROWS) $(if $(JSON),--json $(JSON))

soak: $(VENV)/test.stamp
	@SOAK=1 FRAMES=1000000 $(SUITE) tests/battle/test_random_player.py tests/property/test_random_battles.py tests/property/test_mutated_files.py tests/unit/formats/test_save_journal.py tests/property/test_any_input.py tests/property/test_order_texts.py tests/property/test_order_givers.py tests/property/test_sealed_comparison.py tests/property/test_forecasts.py tests/systems/test_mean_tables.py tests/systems/power_hex/test_battles.py tests/systems/power_hex/test_greyed.py tests/ui/board/test_labels.py tests/far

golden: $(VENV)/test.stamp
	@$(BIN)/python -m tests.tools.golden.write

pictures: $(VENV)/play.stamp
	@$(BIN)/python -m tests.tools.pictures

# The wheel and the sdist, in out/package.
package: $(VENV)/test.stamp
	@$(BIN)/python -m hatchling build -d out/package

# The program with Python and all that it needs, in out/bundle: built, started and measured.
bundle: $(VENV)/test.stamp
	@$(BIN)/python -m tests.tools.bundle

lint: $(VENV)/test.stamp
	@$(BIN)/python -m ruff check . && $(BIN)/python -m ruff format --check --quiet game tests main.py && $(BIN)/python -m mypy && $(BIN)/python -m vulture

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Dead Reckoning needs Python 3.11 or newer; none was found on the path."; exit 1; }
	@echo "Setting up .venv (once)…"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/play.stamp: requirements.txt | $(BIN)/python
	@$(PIP) install --only-binary=:all: -r requirements.txt
	@touch $@

$(VENV)/test.stamp: requirements.txt requirements-dev.txt | $(BIN)/python
	@$(PIP) install --only-binary=:all: -r requirements-dev.txt
	@touch $@ $(VENV)/play.stamp

clean:
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
