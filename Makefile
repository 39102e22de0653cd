# `make play` and `make test` are all the set-up there is; everything else is for those who change things.
PYTHON ?= python3
BIN := .venv/bin
STATIC := src/recif/server/static/index.html
.DEFAULT_GOAL := help

help:            ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Récif needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

web/node_modules/ready: web/package.json web/package-lock.json
	@command -v npm > /dev/null || { echo "Récif's pages are built with npm: install Node.js 20 or newer"; exit 1; }
	cd web && npm install --no-save --no-fund --no-audit # not `npm ci`: it wants the builders of all platforms in the lock file
	@touch $@

$(STATIC): web/node_modules/ready $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2> /dev/null)
	cd web && npm run --silent build
	@touch $@

install: .venv/ready        ## the virtual environment
web: $(STATIC)              ## the pages, built into the package

play: install web           ## start Récif and open the browser
	$(BIN)/recif serve --open

check: install web          ## lint, types, rooms, pages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd web && npm run --silent check

warm: install               ## compile the rules and the search into the cache
	$(BIN)/python -m recif.mind.warmup

test: check warm chromium   ## everything, in the browser too
	$(BIN)/pytest -n 2
	$(BIN)/python -m doctest README.md src/recif/games/core/position.py
	cd web && npm run --silent test

chromium:                   ## find a Chromium for the browser tests, or install one
	@sh scripts/chromium

shots: install web chromium ## pictures of every page and board into shots/
	cd web && npm run --silent shots

pictures: install web chromium ## the examples of the rules pages, drawn into docs/rules/pictures/
	cd web && npm run --silent pictures

bench: warm                 ## the figures, each against its peer
	$(BIN)/python -m bench.playouts
	$(BIN)/python -m bench.nodes
	$(BIN)/python -m bench.table
	$(BIN)/python -m bench.growth
	$(BIN)/python -m bench.vector
	$(BIN)/python -m bench.bridges

storm: warm                 ## kills, power cuts, full, slow and failing disks, floods, a soak of ten minutes
	$(BIN)/python -m tests.storm

wheel: install web          ## a wheel with the pages inside
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

clean:                      ## remove what was built
	rm -rf .venv dist build web/node_modules src/recif/server/static

.PHONY: help install web play check warm test chromium shots pictures bench storm wheel clean
