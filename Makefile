# Everything that a fresh machine needs is Python 3.11 or newer and make.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: demo test test-long check bench format docs clean help

help:                 ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

demo: $(READY)        ## play a whole game and catch a cheat (the main job)
	$(BIN)/paperchase demo
	$(BIN)/paperchase demo fugitive

test: check           ## all checks and all tests
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report=term tests

test-long: $(READY)   ## the runs that take minutes
	$(BIN)/python -m pytest -m long -o addopts="--import-mode=importlib --strict-markers" tests

check: $(READY)       ## format, lint, types, architecture
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright --pythonpath $(BIN)/python
	PYTHONPATH=shared:server:client $(BIN)/lint-imports

bench: $(READY)       ## the ratios of tests/bench, into build/bench.json
	$(BIN)/python -m tests.bench

format: $(READY)      ## let ruff rewrite
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(READY)        ## write what is generated: the command reference
	$(BIN)/python -m tests.docs.generate

clean:                ## remove what the other targets made
	rm -rf $(VENV) build dist

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[server]' --group dev
	touch $@
