# Most targets make the environment in .venv first. They need Python 3.11+, make and the package registries.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BUF    := node_modules/.bin/buf
# --use-pep517 is the default of newer pips; older ones warn about packages without pyproject.toml.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517
# Tests often wait for processes and for time, so two of them keep a processor busy. More are not faster.
TEST_JOBS := $(or $(JOBS),$(shell n=$$(nproc 2>/dev/null || echo 2); echo $$((n < 12 ? 2 * n : 24))))
JOBS   ?= 2
SECONDS ?= 60
KILLS  ?= 300
# The kills of `make chaos` with a PostgreSQL server; 0 for none.
SERVER ?= 0
WAYS   ?= 100000
TOURNAMENTS ?= 1000
# `make sigma` measures the kinds whose names contain this text; all when it is empty.
CELLS  ?=
GENERATE := PYTHON="$(CURDIR)/$(BIN)/python"
# Arguments for pytest in `make test`, `make builds` and `make statistics`, such as names of tests; empty for all tests.
TESTS  ?=

# With this variable each of the hundreds of processes that tests start would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test builds statistics check lint types walls counts buf fast fuzz chaos cluster floods rogues walk models pages scale sigma machines proto format compiled wheels clean

help: ## show these targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: $(VENV)/.run ## set up and play the quickstart tournament
	$(BIN)/stych run tournaments/examples/quickstart.toml --jobs $(JOBS)

test: $(VENV)/.dev ## set up and run the tests of what is written in Python
	$(BIN)/pytest -n $(TEST_JOBS) --dist worksteal $(TESTS)

builds: $(VENV)/.dev ## build and test the rest: the SDKs of other languages, the compiled rules, the wheels
	$(BIN)/pytest -n $(TEST_JOBS) --dist worksteal -m builds $(TESTS)

statistics: $(VENV)/.dev ## run tests by long series of games: strength of bots, sampled worlds, intervals
	$(BIN)/pytest -n $(TEST_JOBS) --dist worksteal -m statistics $(TESTS)

check: lint types walls counts buf fast ## set up and run the linters and the fast tests

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

walls: $(VENV)/.dev
	$(BIN)/lint-imports

counts: $(VENV)/.dev
	$(BIN)/python -m devtools.counts

# buf ships inside an npm package; a machine without npm skips it, CI may not.
buf:
	@if command -v npm >/dev/null; then \
	  { [ -x $(BUF) ] || npm install --silent --no-save --no-package-lock @bufbuild/buf@1; } \
	  && cd proto && ../$(BUF) lint && ../$(BUF) format --diff --exit-code && echo "buf: the protocol is clean"; \
	elif [ -n "$$CI" ]; then echo "buf lint needs npm, which is required in CI" >&2; exit 1; \
	else echo "buf lint skipped: npm is not installed"; fi

fast: $(VENV)/.dev
	$(BIN)/pytest -n $(TEST_JOBS) --dist worksteal -m "not slow" -q --hypothesis-profile quick

fuzz: $(VENV)/.dev ## send random input to every reader and session, for SECONDS=60
	$(BIN)/python -m tests.fuzz $(SECONDS)

chaos: $(VENV)/.dev ## kill -9 at KILLS=300 moments of tournaments; full disks, locked databases, stopped processes
	$(BIN)/python -m tests.chaos $(KILLS) $(if $(filter-out 0,$(SERVER)),$$(($(KILLS) / 3)) $(SERVER))
	$(BIN)/pytest -q -n $(JOBS) tests/chaos --ignore tests/chaos/test_kills.py

floods: $(VENV)/.dev ## send each kind of flood to a lobby for SECONDS=60, while an honest bot plays
	$(BIN)/python -m tests.floods $(SECONDS)

cluster: $(VENV)/.dev ## kill parts of a cluster KILLS=300 times, with SQLite and PostgreSQL; broken networks; its costs and gains
	$(BIN)/pytest -q -n $(JOBS) -m long tests/cluster
	$(BIN)/python -m tests.cluster $(KILLS)

rogues: $(VENV)/.dev ## play all broken and hostile bots of bots/rogues among honest ones, on each isolation level
	$(BIN)/python -m tests.rogues $(JOBS)

models: $(VENV)/.dev ## read WAYS=100000 possible replies of models; compare their prompts across redealt worlds, all variants
	$(BIN)/python -m tests.models $(WAYS)

pages: $(VENV)/.dev ## compare PAIRS=10000 answers to seats of each game with those of redealt worlds; measure 200 open pages, the delay of a block, steps of replays
	$(BIN)/python -m tests.web $(PAIRS)

sigma: $(VENV)/.dev ## measure whether sigma is right, with TOURNAMENTS=1000 of each kind; continues where it was stopped
	$(BIN)/python -m tests.tournaments.sigma $(TOURNAMENTS) $(if $(CELLS),"$(CELLS)")

scale: $(VENV)/.dev ## measure what tournaments cost, predict runs, and simulate a ladder of many bots
	$(BIN)/python -m devtools.scale

walk: $(VENV)/.dev ## make, check, play and submit a new bot in every language, and print what each step takes
	$(BIN)/python -m devtools.walk $(LANGUAGES)

# Needs no .venv here: each machine makes its own.
machines: ## run the quickstart and some tests on machines of many kinds, AT_ONCE=2 at a time; all tests with FULL=1
	$(PYTHON) -m tests.machines $(if $(FULL),--full) $(if $(AT_ONCE),--at-once $(AT_ONCE)) $(MACHINES)

proto: $(VENV)/.dev ## generate the protocol's code in the languages that have it committed
	$(BIN)/python -m tests.wire.generate
	@if command -v go >/dev/null; then $(GENERATE) bots/go/generate.sh && echo "go: generated"; \
	else echo "the Go code was left unchanged: go is not installed"; fi
	@if command -v cargo >/dev/null; then $(GENERATE) bots/rust/generate.sh && echo "rust: generated"; \
	else echo "the Rust code was left unchanged: cargo is not installed"; fi
	@if command -v npm >/dev/null; then cd bots/typescript \
	  && { [ -x node_modules/.bin/protoc-gen-es ] || npm ci --silent --ignore-scripts; } \
	  && $(GENERATE) npm run --silent generate && echo "typescript: generated"; \
	else echo "the TypeScript code was left unchanged: npm is not installed"; fi

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff check --fix --silent . ; $(BIN)/ruff format .

# Not an editable install: an edited file would still run in its compiled form.
compiled: ## make .compiled/bin/stych, with compiled rules; PEERS=1 also installs the libraries that the bench compares
	$(PYTHON) -m venv .compiled
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 .compiled/bin/pip install --quiet --disable-pip-version-check '.$(if $(PEERS),[bench])'
	@echo "The rules are compiled in $(CURDIR)/.compiled/bin/stych"

wheels: $(VENV)/.dev ## build dist/: a compiled wheel for each Python that is found, and a pure one
	$(BIN)/python -m devtools.wheels

clean: ## remove what was built (the data of tournaments stays)
	rm -rf $(VENV) .compiled node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find bots -type d \( -name .stych -o -name build -o -name target -o -name node_modules \) -prune -exec rm -rf {} +

# Debian has what makes environments in a package of its own; where pip is there, that will do.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, and $(PYTHON) is " + sys.version.split()[0] + "; name another one: make PYTHON=python3.12")'
	@if $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
	  $(PYTHON) -m venv $(VENV); \
	elif $(PYTHON) -c 'import pip, venv' 2>/dev/null; then \
	  $(PYTHON) -m venv --without-pip $(VENV) \
	  && $(PYTHON) -m pip --python $(VENV)/bin/python install --quiet --disable-pip-version-check pip; \
	else \
	  echo "$(PYTHON) can make no environment: install what it lacks (on Debian and Ubuntu: apt install python3-venv)" >&2; false; \
	fi || { rm -rf $(VENV); exit 1; }

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) --editable '.[dev]'
	@touch $@ $(VENV)/.run
