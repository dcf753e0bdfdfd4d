# Everything runs in .venv, which is made once and again only when pyproject.toml changes.
#   make PYTHON=/path/to/python3.12 demo     another Python
#   make test TESTS=tests/unit JOBS=4        some tests, another number of processes (0: none beside pytest's own)
PYTHON ?= python3
TESTS ?= tests
JOBS ?= 2
PYTEST_ARGS ?=
PROBLEMS ?=
BEFORE ?=
EXECUTE ?= auto
NAMES ?=
N ?= 100
SEED ?= 1

VENV := .venv
OLDEST := build/oldest
BIN := $(VENV)/bin
# Each dependency is used here: graphs and sparse solvers, compiled laws, files, quaternions, tables, meshes, plots.
# ParaView is none, and may be being installed meanwhile.
OLDEST_TESTS ?= tests/unit/test_compiled_code_again.py tests/unit/test_compiled_facts.py tests/unit/test_graphs.py \
	tests/unit/test_kept_code.py tests/unit/test_kernels.py tests/unit/test_labelled.py \
	tests/unit/test_plot.py tests/unit/test_rotations.py tests/unit/test_sections_files.py tests/unit/test_store.py \
	tests/unit/test_surface_files.py tests/unit/test_threads.py tests/physics/test_kinematics.py tests/physics/test_statics.py
PYTEST = "$(BIN)/python" -m pytest -n "$(JOBS)" --dist worksteal $(PYTEST_ARGS)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test test-fast test-plain oldest package platform-wheel lint types bench docs pictures fuzz fuzz-modes fuzz-motions damage misuse clean

help:  ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile

$(BIN)/python:
	@sh tools/make_venv.sh "$(PYTHON)" "$(VENV)"

# One stamp for each extra: make runs pip only when pyproject.toml is newer.
$(VENV)/.installed-%: pyproject.toml | $(BIN)/python
	"$(BIN)/python" -m pip install --quiet --editable ".[$*]"
	@touch "$@"

# The oldest versions are there for Python 3.11 and 3.12.
$(OLDEST)/.installed: pyproject.toml tools/oldest.py
	@sh tools/make_venv.sh "$(PYTHON)" "$(OLDEST)"
	"$(OLDEST)/bin/python" tools/oldest.py test >"$(OLDEST)/constraints.txt"
	"$(OLDEST)/bin/python" -m pip install --quiet --editable ".[test]" --constraint "$(OLDEST)/constraints.txt"
	@touch "$@"

demo: $(VENV)/.installed-plot  ## run the pendulum: results, plot and ParaView files in out/pendulum
	"$(BIN)/python" examples/pendulum.py --out out/pendulum
	@echo "Look at out/pendulum: the pictures are .png, ParaView opens the .pvd."

test: $(VENV)/.installed-test  ## all tests, compiled
	$(PYTEST) $(TESTS)

test-fast: $(VENV)/.installed-test  ## before a commit: the contract in plain Python, all that is not marked slow
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/contract
	$(PYTEST) -m "not slow" --ignore=tests/contract $(TESTS)

test-plain: $(VENV)/.installed-test  ## the contract tests in plain Python, without the compiler
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/contract

oldest: $(OLDEST)/.installed  ## tests with the oldest versions that pyproject.toml allows, in build/oldest
	"$(OLDEST)/bin/python" tools/oldest.py --installed test
	"$(OLDEST)/bin/python" -m pytest -n "$(JOBS)" --dist worksteal $(PYTEST_ARGS) $(OLDEST_TESTS)

package: $(VENV)/.installed-test  ## build sdist and wheel, install the wheel elsewhere with PYTHON, use it there
	"$(BIN)/python" tools/package.py "$(PYTHON)"

platform-wheel: $(VENV)/.installed-test  ## a wheel with machine code for this Python and machine, in dist
	"$(BIN)/python" -m tools.platform_wheel dist

lint: $(VENV)/.installed-test  ## ruff
	"$(BIN)/ruff" check .

types: $(VENV)/.installed-test  ## mypy on the packages as an installation has them
	"$(BIN)/python" tools/typing_tree.py
	"$(BIN)/mypy"

bench: $(VENV)/.installed-bench  ## timings beside Exudyn, MuJoCo, Pinocchio; PROBLEMS=pendulum,fourbar-10 chooses, BEFORE=python of an earlier mbfe
	"$(BIN)/python" -m benchmarks $(PROBLEMS) $(if $(BEFORE),--before "$(BEFORE)")
ifeq ($(strip $(PROBLEMS)),)
	"$(BIN)/python" -m benchmarks.accuracy --page docs/benchmarks.md
	"$(BIN)/python" -m benchmarks.lane_change --page docs/benchmarks.md $(if $(BEFORE),--before "$(BEFORE)")
endif

fuzz: $(VENV)/.installed-test  ## random mechanisms, valid and spoiled ones; N=500 SEED=1
	"$(BIN)/python" tools/fuzz.py --n "$(N)" --seed "$(SEED)"

fuzz-motions: $(VENV)/.installed-test  ## random motions beside independent computations; N=200 SEED=1
	"$(BIN)/python" -m tools.fuzz_motions --n "$(N)" --seed "$(SEED)"

fuzz-modes: $(VENV)/.installed-test  ## eigenvalues of random mechanisms against 32 digits; N=1000 SEED=1
	"$(BIN)/python" -m tools.fuzz_modes --n "$(N)" --seed "$(SEED)"

damage: $(VENV)/.installed-test  ## damaged input files of all formats; N=200 SEED=1
	"$(BIN)/python" -m tools.damaged_files --n "$(N)" --seed "$(SEED)"

misuse: $(VENV)/.installed-test  ## odd values for every argument of every public class and function
	"$(BIN)/python" -m tools.misuse --list

docs: $(VENV)/.installed-docs  ## the documentation in docs/_build/html, its examples run, looked at in a browser; EXECUTE=off runs none
	NUMBA_DISABLE_JIT=1 "$(BIN)/python" -m sphinx -W --keep-going -b html -D nb_execution_mode=$(EXECUTE) docs docs/_build/html
	MBFE_PAGES=docs/_build/html "$(BIN)/python" -m pytest $(PYTEST_ARGS) tests/pages

pictures: $(VENV)/.installed-test  ## the pictures of the documentation again, plots and parts; NAMES="pendulum Revolute PID" chooses
	"$(BIN)/python" -m tools.pictures $(NAMES)
	$(if $(NAMES),,"$(BIN)/python" -m tools.gallery_pictures)

clean:  ## remove all that make has made, .venv too
	rm -rf -- "$(VENV)" build dist out docs/_build docs/_extra *.egg-info .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf -- {} +
