# `make play` and `make test` are all the set-up there is; everything else is for those who change things.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help

help:            ## this list
	@grep -E '^[a-z-]+: .*##|^[a-z-]+:  *##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Récif needs Python 3.11 or newer; set PYTHON=…")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

install: .venv/ready   ## the virtual environment

play: install    ## start Récif and play
	$(BIN)/recif play

check: install   ## lint, types, rooms
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

warm: install    ## compile the rules into the cache
	$(BIN)/python -m recif.games.warmup

test: check warm ## everything
	$(BIN)/pytest -n 2
	$(BIN)/python -m doctest README.md src/recif/games/position.py

bench: install   ## the figures, each against its peer
	$(BIN)/python -m bench.playouts

clean:           ## remove what was built
	rm -rf .venv dist build web/node_modules src/recif/table/static

.PHONY: help install play check warm test bench clean
