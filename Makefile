# Needs make and Python 3.11 or newer; everything else is set up in .venv on first use.
# Another Python: make PYTHON=/path/to/python3.12 test

SHELL := /bin/sh
PYTHON ?= python3.11 python3.12 python3.13 python3.14 python3
BIN := .venv/bin
READY := .venv/.ready
HANDBOOK := example_runs/handbook

.DEFAULT_GOAL := help
.PHONY: help demo test check format golden browser office sites packaging bench bench-statistics clean

help: ## Print the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-18s%s\n", $$1, $$2}' Makefile

demo: $(READY) ## Write the example report to report/
	@$(BIN)/reportgen compare $(HANDBOOK)/baseline $(HANDBOOK)/candidate --labels $(HANDBOOK)/labels \
	  --units $(HANDBOOK)/passages.jsonl --out report/
	@echo "Open $(CURDIR)/report/report.html"

test: $(READY) ## Run the tests but for those of browser, office, sites and packages, which have targets
	@$(BIN)/python -m pytest tests --ignore=tests/browser --ignore=tests/office --ignore=tests/sites --ignore=tests/packaging -rs

check: $(READY) ## Check format, lint, types and layers
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(READY) ## Format the code and fix what can be fixed
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

golden: $(READY) ## Write the golden reports anew; read every change before it is committed
	@REPORTGEN_UPDATE_GOLDEN=1 $(BIN)/python -m pytest tests/golden
	@git status --short tests/golden

browser: $(READY) ## Test the page in Chromium
	@REPORTGEN_REQUIRE_BROWSER=1 $(BIN)/python -m pytest tests/browser

sites: $(READY) ## Build the folder for MkDocs, Sphinx and MDX (needs Node with npm) and test what they show
	@REPORTGEN_REQUIRE_SITES=1 $(BIN)/python -m pytest tests/sites

office: $(READY) ## Open queries.csv and worksheets in LibreOffice
	@REPORTGEN_REQUIRE_OFFICE=1 $(BIN)/python -m pytest tests/office

packaging: $(READY) ## Test the wheel, the sdist and the editable install
	@$(BIN)/python -m pytest tests/packaging

bench: $(READY) ## Measure speed and memory beside their targets
	@$(BIN)/python tests/benchmarks/bench_compare.py
	@$(BIN)/python tests/benchmarks/bench_page.py
	@if [ -f tests/benchmarks/bench_engines.py ]; then $(BIN)/python tests/benchmarks/bench_engines.py; fi

bench-statistics: $(READY) ## Measure the statistics on simulated runs
	@$(BIN)/python tests/benchmarks/bench_statistics.py

clean: ## Delete what the other targets wrote, but for .venv
	rm -rf report build dist tests/sites/node_modules .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +

# A version manager's python3.11 may be a stub that fails: each candidate has to run before it is taken.
$(READY): pyproject.toml
	@found=; for python in $(PYTHON); do \
	  if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "No Python 3.11 or newer with venv and pip was found; install one (Debian: apt-get install python3-venv)" \
	    "or name it: make PYTHON=/path/to/python" >&2; exit 1; \
	fi; \
	echo "Setting up .venv with $$($$found --version) (once, a minute or two)" >&2; \
	$$found -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)
