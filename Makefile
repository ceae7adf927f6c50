# Two commands are enough: `make play` and `make test`. `make help` lists the others.
#
# Nothing is asked of the machine but Python 3.11 or newer, make and git. Everything lives in .venv; each
# download is checked against the hashes in requirements*.lock.

BIN     := .venv/bin
UV      := $(BIN)/uv
INSTALL := $(UV) pip install --quiet --python .venv
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate $(ARGS)
NODE    := $(BIN)/python tools/node.py
PORT    ?=
WITHOUT ?=
ARGS    ?=

# npm writes this one when it is done.
MODULES := web/node_modules/.package-lock.json
CLIENT  := src/ecumene/client/index.html
WEB     := $(shell find web -maxdepth 1 -type f 2>/dev/null) $(shell find web/src web/public -type f 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help play client test check check-format check-lint check-types check-layers check-client format bench soak docs map lock clean
.NOTPARALLEL:

help:              ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1 # /p' Makefile | awk -F'#' '{ printf "%-18s%s\n", $$1, $$2 }'

play: .venv/.ready $(CLIENT)  ## set everything up, serve, open the browser (PORT=8000 to choose one)
	@$(BIN)/ecumene play $(if $(PORT),--port $(PORT)) $(ARGS)

client: $(CLIENT)  ## build the web client if anything in web/ is newer than it

test: .venv/.test $(CLIENT) $(MODULES)  ## every test, browser included (WITHOUT=browser leaves those out)
	$(if $(filter browser,$(WITHOUT)),,@$(BIN)/python tools/browser.py)
	@$(BIN)/python tools/suite.py $(addprefix --without=,$(WITHOUT)) $(if $(ARGS),-- $(ARGS))

check: check-format check-lint check-types check-layers check-client  ## format, lint, types, layers, the client likewise (-k: all of them)
check-format: .venv/.test
	$(BIN)/ruff format --check --quiet --output-format concise
check-lint: .venv/.test
	$(BIN)/ruff check --quiet --output-format concise
check-types: .venv/.test
	$(BIN)/mypy --no-error-summary $(wildcard src tests tools bench hatch_build.py)
check-layers: .venv/.test
	@NO_COLOR=1 $(BIN)/lint-imports --no-cache | sed -n '/^Contracts$$/,$$p'; exit $${PIPESTATUS[0]}
check-client: $(MODULES)
	@$(NODE) npm run --silent check

format: .venv/.test $(MODULES)  ## put the code into shape
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(NODE) npm run --silent format

bench: .venv/.test  ## measure, with a table of results
	$(BIN)/python -m bench $(ARGS)

soak: .venv/.test  ## play random games for an hour, checking every law (ARGS='--minutes 5')
	$(BIN)/python tools/soak.py $(ARGS)

docs: .venv/.test  ## check the documentation: links, anchors, a page for each package, examples
	$(BIN)/python tools/pages.py
	$(BIN)/pytest -q docs

map: .venv/.ready  ## draw the worlds anew from public geography (in an environment of its own)
	PYTHON="$(CURDIR)/$(BIN)/python" bash tools/atlas/build.sh

lock: $(UV)        ## write the locks (ARGS=--upgrade for newer versions)
	$(COMPILE) --group build -o requirements.lock pyproject.toml
	$(COMPILE) --group build --group test --all-extras -c requirements.lock -o requirements-test.lock pyproject.toml
	$(COMPILE) --group node -o requirements-node.lock

clean:             ## remove all that was made here
	rm -rf .venv .cache build dist test-results web/node_modules src/ecumene/client
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# --- how they are made ---------------------------------------------------------------------------

SHELL := bash

$(UV):
	@for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    $$python -m venv .venv && break; fi; done; \
	test -x $(BIN)/pip || { echo 'Ecumene needs Python 3.11 or newer, with its venv module.' >&2; exit 1; }
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > .venv/uv.txt  # its own lines only: pip is slow with the rest
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r .venv/uv.txt

.venv/.ready: requirements.lock pyproject.toml hatch_build.py | $(UV)
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(NODE) --have || $(INSTALL) --require-hashes -r requirements-node.lock
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.test: .venv/.ready requirements-test.lock
	@$(INSTALL) --require-hashes -r requirements-test.lock
	@touch $@

$(CLIENT): $(WEB) | .venv/.ready
	@$(INSTALL) --no-deps --no-build-isolation -e .

$(MODULES): web/package-lock.json | .venv/.ready
	@$(NODE) npm ci --loglevel=error
	@touch $@
