# The commands of Stromnetz. `make` alone lists them.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BENCH := .venv-bench
DOCS := .venv-docs
RELEASE := .venv-release
LOCKER := .venv-lock
BIN := $(VENV)/bin

# Makes the locks (`make lock`), and installs what is in them where it can be had (tools/environment.py).
UV := uv==0.13.7
CORES := $(shell nproc 2>/dev/null || echo 2)
# Checks and tests run side by side, each printing its output when it is done. One job more than there are cores: some
# of them wait for a server, a browser or a download.
ifneq ($(filter test test-rest test-all check,$(MAKECMDGOALS)),)
MAKEFLAGS += --jobs=$(shell echo $$(($(CORES) + 1))) --output-sync=target
endif
# Without its caches Python would compile everything again for every worker of the tests and every program they start.
unexport PYTHONDONTWRITEBYTECODE
PIP_FLAGS := --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help compiled compiled-quickly differential wheel play terminal serve env web test test-python quick mutants check \
	lint types arrows check-rules check-web generate web-sizes screenshots docs licences release-check bench bench-web load figures chaos fuzz soak robots \
	format lock pin-images clean site

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

compiled: env ## compile the rules, which then run some three times as fast (needs a C compiler)
	@$(BIN)/python -m tools.compiled --level 2

wheel: web ## make a wheel in dist/, compiled where there is a C compiler (STROMNETZ_COMPILE=0: of the source as it is)
	@$(BIN)/python -m pip wheel $(PIP_FLAGS) --no-deps --no-build-isolation --wheel-dir dist .

play: web ## play in the browser: prints the address and opens it (ARGS: see stromnetz serve --help)
	@$(BIN)/stromnetz serve --browser $(ARGS)

terminal: env ## play a game in the terminal
	@$(BIN)/stromnetz play $(ARGS)

serve: web ## serve tables over the network (ARGS: see stromnetz serve --help)
	@$(BIN)/stromnetz serve $(ARGS)

# --- tests: three tiers (CONTRIBUTING.md) ---

PYTEST := $(BIN)/pytest -q --no-header -n $(CORES) --dist loadgroup --durations=8 --durations-min=3
NODE_TESTS := $(BIN)/python hatch_build.py node

test: check web-sizes test-python test-components test-flows ## tier 1, under five minutes: checks, Python tests, component tests, browser flows

# The longest go first, so that no core is left idle at the end.
test-all: test-services test-compiled test-browser test-openapi docs test test-rest ## tier 2, under twelve minutes: tier 1, both builds, PostgreSQL, Redis, processes, API fuzzing, all component and browser tests, the documentation

test-rest: test-services test-compiled test-browser test-openapi docs test-components-rest ## tier 2 without tier 1

test-python: web ## the Python tests of tier 1, on the pure Python build (ARGS='-k auction' selects some)
	STROMNETZ_PURE=1 $(PYTEST) $(ARGS)

test-components: web ## the unit tests of the web app, and the component tests of tier 1 in a DOM without a browser
	$(NODE_TESTS) --test --test-reporter=dot tests/unit/*.test.mjs
	$(NODE_TESTS) tests/components/run.mjs

test-components-rest: web ## the component tests of tier 2: further editions, languages, screens and cases
	STROMNETZ_TIER=2 $(NODE_TESTS) tests/components/run.mjs

test-flows: web ## eight flows in Chromium, where it is installed
	$(PYTEST) -n 0 -m browser -k flows tests/web/test_browser.py

# What plays many games runs on the compiled build. The rest waits for other programs most of the time, and needs not wait
# for the compiler first.
GAMES := $(addprefix tests/,bots builds data learn play properties)

test-services: web ## PostgreSQL, Redis, other processes
	STROMNETZ_TIER=2 STROMNETZ_PURE=1 $(PYTEST) $(addprefix --ignore=,$(GAMES)) \
		-m "(slow or postgres or redis or subprocess) and not nightly" tests

# In one process: every worker would take half a minute to draw up the cases of every operation.
test-openapi: web ## requests of every shape to every operation of the HTTP API
	STROMNETZ_TIER=2 STROMNETZ_PURE=1 $(PYTEST) -n 0 -p schemathesis -m slow tests/server/test_openapi.py

test-compiled: compiled-quickly ## more random games, and the rules, play and golden tests again, on the compiled build
	STROMNETZ_TIER=2 $(PYTEST) -m "(slow or subprocess) and not nightly" $(GAMES)
	STROMNETZ_TIER=2 $(PYTEST) tests/rules tests/play tests/golden tests/properties

test-browser: web ## every browser test but the flows
	$(PYTEST) -m browser -k "not flows" tests/web/test_browser.py

nightly: web ## tier 3, hours: every sweep, long fuzzing, mutants, soak, chaos, wheels, strength (ARGS='--only soak,fuzz-sqlite')
	@$(BIN)/python -m tools.nightly $(ARGS)

.PHONY: test-all test-rest test-components test-components-rest test-flows test-services test-openapi test-compiled test-browser nightly

# What is compiled with less care runs nearly as fast, and is there in half the time: -Og leaves out the passes that take
# the compiler longest.
compiled-quickly: env
	@$(BIN)/python -m tools.compiled --level g || { [ $$? -eq 3 ] && [ -z "$$CI" ]; }

DIFFERENT ?= 2000

differential: compiled ## play DIFFERENT=2000 games on both builds, with hostile moves in between, and compare all that happens
	@$(BIN)/python -m tests.builds.differential --games $(DIFFERENT) $(ARGS)

quick: lint types ## the daily loop, about 20 s: lint, types, and the tests that the last changes affect
	STROMNETZ_PURE=1 $(BIN)/pytest -q --no-header --testmon $(ARGS)

COUNT ?= 40
SEED ?= 1

mutants: env ## change the code in COUNT=40 places, drawn by SEED=1, and see whether a test notices each
	$(BIN)/python -m tools.mutants --count $(COUNT) --seed $(SEED) $(ARGS)

check: lint types arrows check-rules check-web ## style, types, arrows, rule ids, the browser's code

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m tools.check_links
	$(BIN)/python -m tools.generate --check

types: env
	$(BIN)/mypy

arrows: env ## check who imports what, and names of editions
	$(BIN)/python -m tools.check_arrows

check-rules: env ## check that every rule has a test and exists in every language, and that every refusal has words
	$(BIN)/python -m tools.check_rules

web: env ## build the browser board if something has changed
	@$(BIN)/python hatch_build.py

check-web: web ## check the browser's code: types, style, that nothing on a map overlaps
	$(BIN)/python hatch_build.py npm run --silent check

site: web ## build the static site, which runs without a server, in build/static-site (ARGS=FOLDER: elsewhere)
	@$(BIN)/python -m tools.site $(ARGS)

generate: env ## write what is generated: code for the fields of positions, types of the browser, schema.sql, api_limits.txt, docs/data-files.md
	$(BIN)/python -m tools.generate

web-sizes: web ## check that scripts, styles, fonts and maps stay within their budgets
	$(BIN)/python -m tools.web_sizes

screenshots: web ## take pictures of the main screens, wide and phone, light and dark, into shots/, and the README's moving one (ARGS='--all --sheets': of all screens in ten windows)
	@$(BIN)/python hatch_build.py node tests/browser/screenshots.mjs ../shots $(ARGS)
	@$(if $(ARGS),:,$(BIN)/python hatch_build.py node tests/browser/moving.mjs ../docs/images/round.webp)

docs: web $(DOCS)/.installed ## build the documentation as a site, and the part of it that the server shows at /help
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/python -m mkdocs build --strict --quiet
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/python -m mkdocs build --strict --quiet --config-file mkdocs-app.yml
	@$(DOCS)/bin/python -m tools.check_site
	@echo "Open build/site/index.html, or /help on a server."

licences: web $(DOCS)/.installed ## write the page of the licences of all that goes along (docs/licences.md)
	$(BIN)/python -m tools.licences

release-check: docs $(RELEASE)/.installed ## build what would be published, install it in empty environments and play with it
	@$(RELEASE)/bin/python -m tools.release_check dist

golden: env ## replay the golden games and write down what comes out and what is said about it
	$(BIN)/python -m tools.golden render $(ARGS)
	$(BIN)/python -m tools.golden words

golden-new: env ## play the golden games of the catalogue that have no file yet
	$(BIN)/python -m tools.golden add $(ARGS)

bench: compiled $(BENCH)/.installed ## measure the speed of both builds beside another engine's
	$(BENCH)/bin/python tests/bench/run.py $(ARGS)

bench-web: web ## measure what the map costs the browser while it moves
	@$(BIN)/python hatch_build.py node tests/browser/bench.mjs

load: env ## measure a server with 200 live games and 1,000 sockets
	@$(BIN)/python -m tests.load.run $(ARGS)

# What needs a quiet machine for half an hour: several processes, the bus, backups under load, many games over the cores.
figures: env ## print the figures of docs/operations.md that need a quiet machine, one after another (ARGS=--quick: only whether all works)
	$(BIN)/python -m tests.load.figures $(ARGS)

KILLS ?= 100
DB ?= sqlite

FUZZ ?= 10000

fuzz: env ## send FUZZ=10000 requests of every shape to every operation (DB=sqlite or postgresql): no 5xx
	@$(BIN)/python -m tests.load.fuzz --count $(FUZZ) --database $(DB) $(ARGS)

chaos: env ## let a server (DB=sqlite), or servers, a worker, PostgreSQL and the network (DB=postgresql), fail KILLS=100 times during play
	@$(BIN)/python -m tests.load.chaos --kills $(KILLS) --database $(DB) $(ARGS)

GAMES ?= 10000

soak: env ## play GAMES=10000 random games of every kind and check every move
	$(BIN)/stromnetz soak --games $(GAMES) --jobs $$(nproc 2>/dev/null || echo 2) --check $(ARGS)

ROBOT_GAMES ?= 300

robots: env ## count in ROBOT_GAMES=300 games that robots do what their tiles say; ARGS='--games 2000': a tournament of them
	STROMNETZ_ROBOT_GAMES=$(ROBOT_GAMES) $(BIN)/pytest -q tests/properties/test_robots_play.py
	$(BIN)/python -m stromnetz.lab.measured.robots --jobs $$(nproc 2>/dev/null || echo 2) $(ARGS)

format: env ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# An environment is created again when its lock changes. A change of pyproject.toml only installs the
# package again, which needs no network.
env: $(VENV)/.installed

$(VENV)/.locked: locks/dev.txt
$(BENCH)/.locked: locks/bench.txt
$(DOCS)/.locked: locks/docs.txt
$(RELEASE)/.locked: locks/release.txt

%/.locked:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Stromnetz needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>/dev/null || echo 'not there')." >&2; \
		echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Making the environment $* ..."
	@$(PYTHON) -m tools.environment $* $<
	@touch $@

%/.installed: %/.locked pyproject.toml
	@STROMNETZ_BOARD=0 $*/bin/python -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation -e .
	@touch $@

.PRECIOUS: %/.locked %/.installed

COMPILE := $(LOCKER)/bin/uv pip compile --quiet --no-config --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-header --no-emit-index-url --no-emit-find-links

pin-images: env ## pin the images in deploy/ by the digests of the registry (needs the network)
	@$(BIN)/python -m tools.pin_images

lock: ## update the locked versions (needs the network)
	@$(PYTHON) -m venv --clear $(LOCKER)
	@$(LOCKER)/bin/python -m pip install $(PIP_FLAGS) $(UV)
	echo $(UV) | $(COMPILE) --no-annotate - -o locks/uv.txt > /dev/null
	$(COMPILE) pyproject.toml --all-extras --group dev -o locks/dev.txt > /dev/null
	$(COMPILE) pyproject.toml --extra host --extra metrics --extra postgres --extra redis --extra tracing -o locks/server.txt > /dev/null
	$(COMPILE) pyproject.toml --group bench -o locks/bench.txt > /dev/null
	$(COMPILE) pyproject.toml --group docs -o locks/docs.txt > /dev/null
	$(COMPILE) pyproject.toml --group release -o locks/release.txt > /dev/null
	@! grep -nE '://|file:|^-|@ ' locks/*.txt || { echo "An address got into a lock." >&2; exit 1; }
	@rm -rf $(LOCKER)

clean: ## remove the environments and everything built
	rm -rf .testmondata* $(VENV) $(BENCH) $(DOCS) $(RELEASE) $(LOCKER) build dist shots web/node_modules web/maps/node_modules src/stromnetz/server/static src/stromnetz/server/help src/stromnetz/_compiled* .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests tools -type d -name __pycache__ -prune -exec rm -rf {} +
