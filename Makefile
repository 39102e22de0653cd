# `make play` and `make test` are all the set-up there is; everything else is for those who change things.
PYTHON ?= python3
BIN := .venv/bin
STATIC := src/recif/server/static/index.html
.DEFAULT_GOAL := help

help:            ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

# Two marks each: `runtime` and `build` are what playing needs, `ready` is what changing things needs besides.
# Who knows that everything will be needed (`DEV`) installs it at once, not in two goes.
DEV :=
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
.venv/runtime: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Récif needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv
	@rm -f .venv/whole
	$(PIP) --editable '.$(if $(DEV),[dev])'
	@touch $@ $(if $(DEV),.venv/whole)

.venv/ready: .venv/runtime
	@test -e .venv/whole || { echo "$(PIP) --editable '.[dev]'"; $(PIP) --editable '.[dev]'; }
	@touch $@

# not `npm ci`: it wants the builders of all platforms in the lock file
NPM := npm install --no-save --no-fund --no-audit --loglevel=error
web/node_modules/build: web/package.json web/package-lock.json
	@command -v npm > /dev/null || { echo "Récif's pages are built with npm: install Node.js 20 or newer"; exit 1; }
	cd web && $(NPM) $(if $(DEV)$(wildcard web/node_modules/ready),,--omit=dev)
	@touch $@ $(if $(DEV),web/node_modules/whole)

web/node_modules/ready: web/node_modules/build
	@test -e web/node_modules/whole || { echo "cd web && $(NPM)"; cd web && $(NPM); }
	@touch $@

$(STATIC): web/node_modules/build $(if $(DEV),web/node_modules/ready) $(shell find web/src web/public web/scripts web/index.html web/vite.config.ts -type f 2> /dev/null)
	cd web && npm run --silent build
	@touch $@

install: .venv/ready web/node_modules/ready ## everything that those who change things need
web: $(STATIC)              ## the pages, built into the package

play:                       ## start Récif and open the browser
	@$(MAKE) --no-print-directory -j2 .venv/runtime $(STATIC)
	$(BIN)/recif serve --open

check: lint pages           ## lint, types, rooms, pages

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pages: web/node_modules/ready web
	cd web && npm run --silent check

format: install             ## put in order what a tool can: imports, spaces, quotes
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .
	cd web && npm run --silent format

warm: .venv/ready           ## compile the rules and the search into the cache
	$(BIN)/python -m recif.mind.warmup

quick: .venv/ready          ## the tests of a minute: no browser, no PostgreSQL, no power cuts
	$(BIN)/ruff check .
	$(BIN)/pytest --quick -n 2 --dist worksteal

# What waits for a network, what compiles, what checks and what tests go side by side: no processor is left without work.
# What is said comes in whole pieces, when each is done; one that fails fails them all.
test:                       ## everything, in the browser too
	@$(MAKE) --no-print-directory --output-sync -j4 DEV=yes tests browsers check

tests: install warm web tools
	$(BIN)/pytest -n 3 --dist worksteal --durations=15

browsers: install warm web tools
	cd web && npm run --silent test

tools:                      # one after the other: what installs them runs once at a time
	@sh scripts/chromium
	@sh scripts/strace
	@sh scripts/systemd

chromium:                   ## find a Chromium for the browser tests, or install one
	@sh scripts/chromium

strace:                     ## find what traces writes for the tests of power cuts, or install it
	@sh scripts/strace

systemd:                    ## find what checks the unit for hosts, or install it
	@sh scripts/systemd

shots: install web chromium ## pictures of every page and board into shots/
	cd web && npm run --silent shots

pictures: install web chromium ## the examples of the rules pages, drawn into docs/rules/pictures/
	cd web && npm run --silent pictures

LIGHTHOUSE := dist/lighthouse/node_modules/lighthouse/package.json
$(LIGHTHOUSE): web/package.json
	npm install --prefix dist/lighthouse --no-save --no-fund --no-audit --loglevel=error "lighthouse@$$(node -p 'require("./web/package.json").config.lighthouse')"
	@touch $@

lighthouse: install web chromium $(LIGHTHOUSE) ## what Lighthouse says of the pages on a phone (heavy: it is fetched for this alone)
	cd web && npm run --silent lighthouse

bench: warm                 ## the figures, each against its peer
	$(BIN)/python -m bench.playouts
	$(BIN)/python -m bench.nodes
	$(BIN)/python -m bench.library
	$(BIN)/python -m bench.table
	$(BIN)/python -m bench.thinking
	$(BIN)/python -m bench.notices
	$(BIN)/python -m bench.load moves
	$(BIN)/python -m bench.load games
	$(BIN)/python -m bench.load spectators
	$(BIN)/python -m bench.load disk
	$(BIN)/python -m bench.servers
	$(BIN)/python -m bench.growth
	$(BIN)/python -m bench.vector
	$(BIN)/python -m bench.bridges
	$(BIN)/python -m bench.accuracy
	$(BIN)/python -m bench.page
	$(BIN)/python -m bench.start

storm: warm                 ## kills, power cuts, bad disks, several servers in trouble, floods, a soak of ten minutes
	$(BIN)/python -m tests.storm

wheel: .venv/runtime web    ## a wheel with the pages inside: `pipx run` or `uvx` starts it without Node
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

page: install web           ## Récif without a server, for any static host, into dist/page/ (SERVER=https://…: it leads there)
	cd web && npx --no vite build --mode page --logLevel warn
	$(BIN)/python -m recif.page.compile build/libraries
	$(BIN)/python -m recif.page.written dist/page $(SERVER)
	cd web && node scripts/pack.mjs ../dist/page "$$(../$(BIN)/python -c 'from recif.page.wheels import wheel; print(wheel())')" ../build/libraries
	cd web && node scripts/page.mjs ../dist/page

DEVICE := src/recif/server/static/python
device: page                ## what lets visitors' own devices think for them, into the pages that the server serves
	rm -rf $(DEVICE)
	cp -r dist/page/python $(DEVICE)
	cd web && node scripts/compress.mjs

PLAYED := games lessons puzzles study review together access
pagetest:                   ## the browser tests against the page that `make page` has built
	cd web && RECIF_PAGE=1 node tests/run.mjs $(PLAYED)
	cd web && node tests/run.mjs page device

DRIVER := dist/firefox/node_modules/playwright-core/package.json
$(DRIVER): web/package.json
	npm install --prefix dist/firefox --no-save --no-fund --no-audit --loglevel=error "playwright-core@$$(node -p 'require("./web/package.json").config.firefox')"
	@touch $@

firefox: $(DRIVER)          ## the same in Firefox: found or installed (its driver is fetched for this alone)
	@sh scripts/firefox
	cd web && RECIF_PAGE=1 RECIF_FIREFOX=1 node tests/run.mjs $(PLAYED)

docs: .venv/ready           ## the documentation as a site, links checked, into dist/docs/
	sh scripts/pages
	$(BIN)/zensical build --clean --strict

clean:                      ## remove what was built
	rm -rf .venv dist build web/node_modules src/recif/server/static

.PHONY: help install web play check lint pages format warm quick test tests browsers tools chromium strace systemd shots pictures lighthouse bench storm wheel page device pagetest firefox docs clean
