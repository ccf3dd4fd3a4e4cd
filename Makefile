# Everything here makes its own environment in .venv and needs Python 3.11+, make and the package registries.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BUF    := node_modules/.bin/buf
JOBS   ?= 2

.DEFAULT_GOAL := help
.PHONY: help run test check lint types walls buf fast proto format clean

help: ## show these targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

run: $(VENV)/.run ## set up and play the quickstart tournament
	$(BIN)/stych run tournaments/examples/quickstart.toml --jobs $(JOBS)

test: $(VENV)/.dev ## set up and run every test
	$(BIN)/pytest -n $(JOBS)

check: lint types walls buf fast ## set up and run the linters and the fast tests

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

walls: $(VENV)/.dev
	$(BIN)/lint-imports

# buf ships inside an npm package; a machine without npm skips it, CI may not.
buf:
	@if command -v npm >/dev/null; then \
	  { [ -x $(BUF) ] || npm install --silent --no-save --no-package-lock @bufbuild/buf@1; } \
	  && cd proto && ../$(BUF) lint && ../$(BUF) format --diff --exit-code && echo "buf: the protocol is clean"; \
	elif [ -n "$$CI" ]; then echo "buf lint needs npm, which is required in CI" >&2; exit 1; \
	else echo "buf lint skipped: npm is not installed"; fi

fast: $(VENV)/.dev
	$(BIN)/pytest -n $(JOBS) -m "not slow" -q

proto: $(VENV)/.dev ## generate the Python code of the protocol anew
	$(BIN)/python -m tests.wire.generate

format: $(VENV)/.dev ## let the formatters have their way
	$(BIN)/ruff check --fix --silent . ; $(BIN)/ruff format .

clean: ## remove what was built (the data of tournaments stays)
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.run
