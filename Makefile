SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

PYTHON ?= python3
BIN := .venv/bin
PIP_QUIET := -q --disable-pip-version-check --no-input
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo -n)

# Generated files: each command exits non-zero if what is committed is not what it would write.
GENERATED_CHECKS := \
  "$(BIN)/python -m dizhu.tools.gen_types --check"

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | expand -t 10

# --- environments -------------------------------------------------------------------------------

.PHONY: setup
setup: .venv/.stamp ## make the Python environment (.venv) with dizhu in it

.venv/.stamp: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "dizhu needs Python 3.11 or newer: make PYTHON=python3.12 ..." >&2; exit 1; }
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install $(PIP_QUIET) -r requirements.lock
	$(BIN)/python -m pip install $(PIP_QUIET) --no-deps --no-build-isolation -e .
	@touch $@

# The optional accelerator: built where a C++ compiler is there and its sources have changed.
KERNEL_SOURCES := $(wildcard kernel/src/*.cpp kernel/src/*.h kernel/dizhu_kernel/*.py*) \
  kernel/CMakeLists.txt kernel/pyproject.toml kernel/install.sh requirements-kernel.lock

.PHONY: accelerator
accelerator: .venv/.kernel

.venv/.kernel: $(KERNEL_SOURCES) | .venv/.stamp
	@kernel/install.sh $(BIN)/python $@

.PHONY: kernel
kernel: setup ## build and install the optional accelerator; fails where it cannot
	@kernel/install.sh $(BIN)/python .venv/.kernel --must

.PHONY: peers
peers: .venv-peers/.stamp ## make a second environment with the other engines, for comparisons

.venv-peers/.stamp: requirements-peers.lock
	@[ -x .venv-peers/bin/python ] || $(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install $(PIP_QUIET) --no-deps -r requirements-peers.lock
	@touch $@

client/node_modules/.package-lock.json: client/package.json client/package-lock.json
	@command -v npm >/dev/null || { echo "the client needs Node.js 20.19 or newer" >&2; exit 1; }
	cd client && npm ci
	@touch $@

.PHONY: node-modules
node-modules: client/node_modules/.package-lock.json

.PHONY: client
client: setup node-modules ## build the browser client if its sources changed
	@$(BIN)/python hatch_build.py

# A browser and Chinese glyphs for it, where this machine lets us install them.
.PHONY: browser
browser:
	@if command -v chromium >/dev/null && fc-list 2>/dev/null | grep -qi 'noto.*cjk'; then exit 0; fi; \
	if ! command -v apt-get >/dev/null || ! $(SUDO) true 2>/dev/null; then \
	  echo "no apt-get here: the browser tests use the Chromium they find"; exit 0; fi; \
	export DEBIAN_FRONTEND=noninteractive; \
	$(SUDO) apt-get update -qq; \
	$(SUDO) apt-get install -y -qq --no-install-recommends chromium fontconfig fonts-noto-cjk >/dev/null

# --- daily work ---------------------------------------------------------------------------------

.PHONY: run
run: setup accelerator client ## start the server (DIZHU_PORT, DIZHU_DATA_DIR are honoured)
	@exec $(BIN)/dizhu serve

.PHONY: check
check: setup node-modules ## style, types, layers, generated files: everything but the tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd client && npm run check
	@for command in $(GENERATED_CHECKS); do echo "$$command"; $$command; done

.PHONY: fmt
fmt: setup ## put the Python sources into shape
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

.PHONY: test
test: ## everything: checks, the client's tests, all of pytest
	@$(MAKE) -j 4 accelerator client browser peers
	@$(MAKE) check
	cd client && npm test
	$(BIN)/pytest -n 2 --dist loadgroup -m "not e2e"
	@# A browser test that fails is tried once more, alone: a busy machine is no fault of the game.
	$(BIN)/pytest -n 3 --dist loadgroup -m e2e || $(BIN)/pytest -m e2e --last-failed

.PHONY: screens
screens: setup client browser ## look at every screen in every size and both languages
	DIZHU_ALL_SCREENS=1 $(BIN)/pytest -n 2 -m e2e -k "fit"

.PHONY: cases
cases: setup ## run the cases of the rule book
	@$(BIN)/dizhu cases tests/cases/*.jsonl

.PHONY: types
types: setup ## write the client's message types from the server's
	$(BIN)/python -m dizhu.tools.gen_types

.PHONY: fonts
fonts: setup node-modules ## cut the fonts to the characters that the client shows
	@$(BIN)/python client/scripts/subset_fonts.py

.PHONY: bench
bench: setup kernel peers ## measure beside the other engines, write docs/benchmarks.md
	@$(BIN)/python -m benchmarks.report

HANDS ?= 5000
RULESETS := qq-classic qq-laizi qq-menzhua jj-happy jj-match

.PHONY: soak
soak: setup ## bots play HANDS=5000 hands of every ruleset, every invariant checked
	@for ruleset in $(RULESETS); do \
	  $(BIN)/dizhu simulate --ruleset $$ruleset --hands $(HANDS) --jobs 2; \
	done

SOAK ?=
LOAD ?=

.PHONY: soak-hands
soak-hands: setup ## 100,000 hands over all rooms, with drops and escapes (SOAK="--hands 1000")
	@$(BIN)/python -m tests.soak.hands $(SOAK)

.PHONY: soak-cups
soak-cups: setup ## 100 whole competitions of 96 to 384, with drop-outs and kills (SOAK="--events 5")
	@$(BIN)/python -m tests.soak.cups $(SOAK)
	@$(BIN)/python -m tests.soak.cup_kill

.PHONY: soak-kill
soak-kill: setup ## kill -9 two hundred times under 200 tables, verified after each (SOAK="--kills 5")
	@$(BIN)/python -m tests.soak.crashes $(SOAK)

.PHONY: soak-protocol
soak-protocol: setup ## a state machine drives the WebSocket for 10,000 steps (SOAK="--steps 500")
	@$(BIN)/python -m tests.soak.protocol $(SOAK)

.PHONY: fuzz
fuzz: setup ## 100,000 malformed, reordered and replayed frames at a live table
	@$(BIN)/python -m benchmarks.fuzz_frames --frames 100000

.PHONY: load
load: setup ## 200 tables on one server: messages a second, p50 and p99 (LOAD="--tables 1000")
	@$(BIN)/python -m benchmarks.server_load $(LOAD)

.PHONY: wheel
wheel: setup client ## build the sdist and the wheel into dist/
	$(BIN)/python -m build --no-isolation

.PHONY: clean
clean: ## remove everything that was built or installed here
	rm -rf .venv .venv-peers client/node_modules src/dizhu/client_dist dist build kernel/build \
	  .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis test-results
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
