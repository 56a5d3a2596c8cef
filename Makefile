# Targets for people and CI; `make` alone lists them.

SWIFT ?= swift
# The number of parallel compilations.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# A filter for test names; empty for all.
FILTER ?=
PREFIX ?= /usr/local
DESTDIR ?=
# The directory of the repository that `make demo` creates; a new temporary one if empty.
DEMO_DIR ?=
# The releases of Debian for `make test-packages`; both if empty.
RELEASES ?=
# Arguments of `make bench`.
ARGS ?=
# The seed of random choices in `make torture`; a new one each time if empty.
SEED ?=
# For `make fuzz`: the total time in seconds, and a target (all if empty).
TIME ?= 300
TARGET ?=

# More flags of `swift build`.
SWIFT_FLAGS ?=
BUILD := $(SWIFT) build -j $(JOBS) $(SWIFT_FLAGS)
# The directory of pkg-config files for libraries that are linked statically into a release; if
# empty, all libraries stay shared.
STATIC ?= .ci/static
# The Swift runtime is linked statically, symbols are stripped, and the program's own directory is
# not searched for libraries. Such a program exports all its symbols by default, which is useless here
# because it has no plug-ins.
SHARED := -c release --static-swift-stdlib --disable-local-rpath -Xlinker -s -Xlinker --no-export-dynamic \
    -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs
# Most libraries are linked statically too: the program can be copied anywhere, and starts quickly.
RELEASE := $(SHARED) $(if $(STATIC),--pkg-config-path $(abspath $(STATIC)) -Xswiftc -L$(abspath $(STATIC))/lib)
# Tests create thousands of repositories.
SCRATCH := TMPDIR=$$(.ci/scratch)
# Without a maximum width, all tests start at once. Each step of a test that waits, for example for a
# socket, would then run only after all tests that have not started yet. That takes minutes, which
# exceeds the time limits of servers under test.
TEST := $(SCRATCH) $(SWIFT) test -j $(JOBS) --parallel --experimental-maximum-parallelization-width 8 \
    $(if $(FILTER),--filter '$(FILTER)')
READER := $(BUILD) $(RELEASE) --scratch-path .build/reader --product dragoman-swift-strings
DOCUMENTED := EventStore Git Translation
# Files that tests record: golden files, and pages generated from the programs.
GOLDEN := '*Golden/*' docs/guide/cli.md docs/server/api.md

.DEFAULT_GOAL := help
.PHONY: help deps build-deps build test torture lint format cldr golden golden-unchanged fuzz bench docs \
    screenshots check install package test-packages release-check demo demo-in-context demo-server clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-18s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install missing Debian packages (needs root or sudo), and check for Swift.
	@.ci/deps

# The packages for the build, without those for tests.
build-deps:
	@.ci/deps build

build: build-deps ## Build everything for debugging.
	$(BUILD)

# The tests in browsers run one after another. In the process of the others, each of them would wait
# until all others have begun, and most would then run alone for minutes.
test: deps ## Build and run the tests; FILTER=NAME runs only matching ones.
ifeq ($(FILTER),)
	$(BUILD) --build-tests
	.ci/tests --beside BrowserTests env $(TEST) --ignore-lock --skip-build
else
	.ci/tests env $(TEST)
endif

# Tests that wait for stalled connections run in a second process, so that they do not delay the
# others. While a process plans, it locks the package manager's database.
torture: deps ## Run the torture tests for an hour: kills, full disks, broken connections, races; SEED= replays a run.
	JOBS=$(JOBS) SWIFT=$(SWIFT) .ci/extending --build
	$(BUILD) --build-tests
	@export DRAGOMAN_TORTURE=1 SEED=$(SEED) $(SCRATCH); run="$(SWIFT) test --ignore-lock --skip-build --filter"; \
	(sleep 60; $$run 'BrokenLineTests|ServerRaceTests') & lines=$$!; \
	$$run 'TortureTests|MergeLawTests' || failed=1; \
	wait $$lines && [ -z "$$failed" ]

lint: deps ## Check format, declared imports, layers and file sizes, and that the example extensions apply.
	git ls-files -z '*.swift' | xargs -0 -r $(SWIFT) format lint --strict --parallel
	.ci/layers
	.ci/extending
	.ci/release-check --untagged
	$(BUILD) --explicit-target-dependency-import-check error

format: ## Format the Swift files in place.
	git ls-files -z '*.swift' | xargs -0 -r $(SWIFT) format --in-place --parallel

cldr: build-deps ## Regenerate the tables of Sources/Domain/Texts/CLDR from this machine's ICU, and show the changes.
	$(BUILD) --product generate-cldr
	"$$($(BUILD) --show-bin-path)/generate-cldr" Sources/Domain/Texts/CLDR
	git diff --stat -- Sources/Domain/Texts/CLDR

golden: deps ## Record the golden files again and show the changes. The recording run fails its tests.
	$(BUILD) --build-tests
	@echo "Recording: tests that record are meant to fail in this run."
	-RECORD_GOLDEN=1 $(TEST)
	git diff --stat -- $(GOLDEN)
	@git ls-files --others --exclude-standard -- $(GOLDEN) | sed 's/^/new: /'

golden-unchanged: ## Fail if golden files differ from those in Git.
	@git diff --exit-code --stat -- $(GOLDEN) || { \
	    echo "Golden files differ from those in Git: look at the diff, then git add them." >&2; exit 1; }
	@new=$$(git ls-files --others --exclude-standard -- $(GOLDEN)); [ -z "$$new" ] || { \
	    echo "Golden files that Git does not know: $$new" >&2; exit 1; }

fuzz: build-deps ## Run all readers or TARGET= under libFuzzer, for TIME= seconds in total. Failing inputs are saved in .build/failures.
	$(BUILD) -c release --scratch-path .build/libfuzzer --product fuzz \
	    -Xswiftc -sanitize=fuzzer -Xswiftc -DLIBFUZZER -Xswiftc -use-ld=lld
	.ci/fuzz .build/libfuzzer/release/fuzz $(TIME) $(TARGET)

# Measures the programs that `make install` installs. `bench-open` uses the system's libraries, like
# any C program.
bench: deps ## Measure performance and check the thresholds; ARGS= is passed to the bench, such as --list.
	$(BUILD) $(SHARED) --product bench-open
	for product in dragoman dragoman-server bench; do $(BUILD) $(RELEASE) --product $$product || exit; done
	"$$($(BUILD) $(RELEASE) --show-bin-path)/bench" $(ARGS)

docs: deps ## Build the documentation; broken links and a stale drawing of the modules fail.
	.ci/links
	.ci/drawing --check
	@set -e; for target in $(DOCUMENTED); do \
	    echo "$(SWIFT) package generate-documentation --target $$target"; \
	    $(SWIFT) package generate-documentation --target $$target --warnings-as-errors; \
	done

screenshots: deps ## Create the pictures of docs/server/pages.md.
	for product in dragoman dragoman-server; do $(BUILD) --product $$product || exit; done
	DRAGOMAN="$$($(BUILD) --show-bin-path)/dragoman" PYTHON="$(abspath .build/venv/bin/python)" docs/demo/screenshots.sh

check: lint test golden-unchanged docs ## Run everything that CI runs.

# The reader of Swift sources shares almost no code with the rest, and its parser compiles for
# minutes on one core. It has its own build directory, so that both builds run in parallel.
install: build-deps ## Build for release; install program, completions and man pages: PREFIX=, DESTDIR=.
	@set -e; $(READER) --quiet & reader=$$!; trap 'kill $$reader 2>/dev/null || true' EXIT; \
	for product in dragoman dragoman-server; do $(BUILD) $(RELEASE) --product $$product; done; \
	wait $$reader; \
	.ci/install "$$($(BUILD) $(RELEASE) --show-bin-path)" "$$($(READER) --show-bin-path)" "$(DESTDIR)$(PREFIX)"

# The Swift packages have the recorded versions, and no path of this machine is in the programs, so that
# two builds of a commit give the same bytes.
PACKAGED := .build/packages
package: ## Build the packages of a release in .build/packages: .deb, .tar.gz, SBOM, checksums.
	@.ci/deps package
	cp .ci/packages/versions.json Package.resolved
	rm -rf $(PACKAGED)/tree
	$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR=$(abspath $(PACKAGED))/tree \
	    SWIFT_FLAGS="--force-resolved-versions -Xcc -ffile-prefix-map=$(CURDIR)=."
	.ci/package $(PACKAGED)/tree $(PACKAGED)

test-packages: ## Test the packages of .build/packages in empty Debian systems (needs root); RELEASES= selects some.
	@.ci/deps test-packages
	.ci/test-packages $(PACKAGED) $(RELEASES)

release-check: ## Fail if the tag of this commit, the changelog and the program disagree about the version.
	.ci/release-check

demo: build-deps ## Demonstrate the main workflow on real input; DEMO_DIR= sets the directory.
	@set -e; dragoman=$$($(BUILD) $(RELEASE) --show-bin-path)/dragoman; \
	if [ ! -x "$$dragoman" ]; then \
	    $(BUILD) --product dragoman; \
	    dragoman=$$($(BUILD) --show-bin-path)/dragoman; \
	fi; \
	DRAGOMAN="$$dragoman" DEMO_DIR="$(DEMO_DIR)" docs/demo/demo.sh

# Sets `programs` to the directory of the built programs; builds them for debugging if there are none.
FIND_PROGRAMS = set -e; programs=$$($(BUILD) $(RELEASE) --show-bin-path); \
    if [ ! -x "$$programs/dragoman" ] || [ ! -x "$$programs/dragoman-server" ]; then \
        for product in dragoman dragoman-server; do $(BUILD) --product $$product; done; \
        programs=$$($(BUILD) --show-bin-path); \
    fi

demo-in-context: ## Serve an app with the in-context editor until Ctrl-C; DEMO_DIR= sets the directory.
	@.ci/deps demo-in-context
	@$(FIND_PROGRAMS); DRAGOMAN="$$programs/dragoman" DEMO_DIR="$(DEMO_DIR)" docs/demo/demo-in-context.sh

demo-server: ## Demonstrate an app, its testers and a reviewer with one server; DEMO_DIR= sets the directory.
	@.ci/deps demo-server
	@$(FIND_PROGRAMS); DRAGOMAN="$$programs/dragoman" DEMO_DIR="$(DEMO_DIR)" docs/demo/demo-server.sh

clean: ## Remove the build output.
	$(SWIFT) package clean
	rm -rf .build/reader .build/libfuzzer
