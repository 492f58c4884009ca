# rankduel: `make help` lists the targets.
.DEFAULT_GOAL := help

# SQLite is C; light optimisation keeps the first build short. Every target
# but `build` uses the same value, because another value compiles it again.
TEST_CGO := CGO_ENABLED=1 CGO_CFLAGS="-O1 -g0"
# What is compiled knows no folder, so that a copy of the tree, of which tests
# make some, compiles only what differs.
export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS)) -trimpath
TOOLS    := go tool -modfile=tools/go.mod
FUZZTIME ?= 20s

.PHONY: help build dist site python demo test soak short race unraced lint fmt vet check fuzz bench bench-peers golden cover calibrate install mutate rooms words licenses budget web web-check browser same-numbers

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# Symbols and debugging information are a third of the binary; panics name
# functions and lines without them. `go build` keeps them for a debugger.
STRIP := -ldflags "-s -w"

build: ## build bin/rankduel, optimised and stripped
	CGO_ENABLED=1 go build $(STRIP) -o bin/rankduel ./cmd/rankduel

install: ## install rankduel into GOBIN
	CGO_ENABLED=1 go install $(STRIP) ./cmd/rankduel

TARGETS ?= linux-amd64

dist: ## dist/: archive, wheel, npm, deb, rpm, apk, SHA256SUMS (TARGETS="linux-amd64 linux-arm64 windows-amd64"; needs musl-tools, see packaging/dist.sh)
	packaging/dist.sh --packages $(TARGETS)

site: ## site/dist: the pages of docs/ with a search, by VitePress (npm), and the page that reads files in the browser
	cd site && npm ci --no-audit --no-fund --silent && npm run --silent build

PYTHON ?= /usr/bin/python3

python: bin/rankduel ## tests of the Python package: needs python3-pytest, python3-pandas, mypy and black of Debian
	cd python && black -q --check . && mypy && RANKDUEL_BIN=$(CURDIR)/bin/rankduel $(PYTHON) -m pytest -q
	cd python && RANKDUEL_TEST_WITHOUT_PANDAS=1 RANKDUEL_BIN=$(CURDIR)/bin/rankduel $(PYTHON) -m pytest -q

demo: bin/rankduel ## build and run the example A/B: the main job, end to end
	bin/rankduel demo

TESTFLAGS ?=
PACKAGES  ?= ./...

test: bin/rankduel ## all tests
	RANKDUEL_BIN=$(CURDIR)/bin/rankduel $(TEST_CGO) go test $(TESTFLAGS) $(PACKAGES)
	cd tools && $(TEST_CGO) go test $(TESTFLAGS) -short -count=1 ./... # they read what lies outside their module, which no cache knows
	cd tools/studies && $(TEST_CGO) go test $(TESTFLAGS) -short ./...

soak: build ## what takes long: arm64 in an emulator, the container's program, gigabytes, the race detector everywhere, thousands of samples
	RANKDUEL_SOAK=1 $(TEST_CGO) go test -timeout 40m ./cmd/rankduel/keep ./cmd/rankduel/program ./cmd/rankduel/score ./integration ./reports/html ./retrieval/embedded ./stats ./traces/read
	$(TEST_CGO) go test -timeout 40m -race -short ./...
	cd tools && go test -count=1 ./...
	cd tools/studies && $(TEST_CGO) go test ./...
	cd beam && RANKDUEL_BIN=$(CURDIR)/bin/rankduel go test ./...

short: ## tests without calibration and integration
	$(TEST_CGO) go test -short ./...

# Folders that start goroutines or guard what several use, in the code or in the
# tests of it; the verbs start whole processes, which only `soak` does under the
# race detector.
CONCURRENT = $$(git grep -lE '\bgo func|\bgo [a-z.]+\(|errgroup\.|sync\.(RW)?Mutex|sync\.WaitGroup|atomic\.' -- '*.go' ':!cmd' ':!docs' ':!integration' ':!tools' | xargs -n 1 dirname | sort -u | sed 's,^,./,')

# RANKDUEL_RACE leaves out what takes long under the detector and is of numbers
# alone; `soak`, which does not set it, runs that too.
race: ## tests of what runs concurrently, under the race detector
	RANKDUEL_RACE=1 $(TEST_CGO) go test $(TESTFLAGS) -race -short $(CONCURRENT)

# Packages of which `race` leaves tests out.
LONG = $$(git grep -lF -e testing.Short -e RANKDUEL_RACE -- '*_test.go' | xargs -n 1 dirname | sort -u | sed 's,^,./,')

unraced: ## packages that `race` leaves out or runs in part, for `make test PACKAGES=`
	@go list ./... | grep -vxF "$$(go list $$(printf '%s\n' $(CONCURRENT) | grep -vxF "$(LONG)"))"

fmt: ## format the code
	$(TOOLS) gofumpt -w $$(git ls-files '*.go')

vet: ## go vet
	$(TEST_CGO) go vet ./...

lint: bin/golangci-lint ## formatting, vet and linters, no change
	@unformatted=$$($(TOOLS) gofumpt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "not formatted (make fmt):"; echo "$$unformatted"; exit 1; fi
	$(LINT) run ./...
	cd tools && $(LINT) run ./... # .golangci.yml is found above it
	cd tools/studies && $(LINT) run ./...

# Only the linters that are enabled are compiled. They run with more memory, for less of the processors.
LINT := GOGC=200 $(TEST_CGO) $(CURDIR)/bin/golangci-lint

bin/golangci-lint: .golangci.yml tools/go.mod $(wildcard tools/linter/*.go)
	cd tools && $(TEST_CGO) go run ./linter -o ../$@

rooms: ## no more than eight files of a package reach each other in circles
	@cd tools && $(TEST_CGO) go run ./rooms -C .. ./...

words: ## words of the house dialect, held to an allowance that may only fall
	@cd tools && go run ./words -C ..

bin/rankduel: FORCE
	$(TEST_CGO) go build $(STRIP) -o $@ ./cmd/rankduel

FORCE:

licenses: ## notices of what is compiled in, for `rankduel licenses`
	@mkdir -p bin
	cd tools && go run ./licenses -C .. > ../bin/THIRD_PARTY.txt
	mv bin/THIRD_PARTY.txt cmd/rankduel/program/THIRD_PARTY.txt
	gzip -9nkf cmd/rankduel/program/THIRD_PARTY.txt

budget: bin/rankduel ## start, size, dependencies, packages and lines within tools/budget/limits.go
	@cd tools && go run ./budget -C ..

check: lint rooms words budget race ## format, vet, lint, rooms, words, budget and race tests; needs no network

fuzz: ## every fuzz target for FUZZTIME each
	@for p in $$(go list ./...); do \
	  for f in $$($(TEST_CGO) go test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    echo "$$p $$f"; $(TEST_CGO) go test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $$p || exit 1; \
	  done; done

bench: ## Go benchmarks, ready for benchstat
	$(TEST_CGO) go test -run '^$$' -bench . -benchmem ./...

SHAPES ?= small,dl,msdev,wide,large
BENCHDIR ?= /tmp/rankduel-bench

bench-peers: build ## whole processes beside wc, cat, trec_eval; resampling beside SciPy (where installed)
	@mkdir -p $(BENCHDIR); for s in $$(echo $(SHAPES) | tr , ' '); do \
	  test -f $(BENCHDIR)/$$s.A.run || go -C tools/studies run ./rungen/cmd -shape $$s -systems 1 -dir $(BENCHDIR) || exit 1; done
	go build -C tools/studies -o $(CURDIR)/bin/procbench ./procbench && bin/procbench -dir $(BENCHDIR) -shapes $(SHAPES)

REPLICATES ?= 4000
ONLY       ?=

calibrate: ## how often the rule is wrong, and what it finds (REPLICATES=400: short; ONLY=power: a part)
	go -C tools/studies run ./calibrate -replicates $(REPLICATES) -only '$(ONLY)'

golden: ## rewrite the golden files and the outputs in pages (review the diff)
	$(TEST_CGO) go test ./reports ./reports/html ./reports/sets -update
	$(TEST_CGO) go test ./cmd/rankduel/agents ./cmd/rankduel/gate ./cmd/rankduel/keep ./cmd/rankduel/labels \
	  ./cmd/rankduel/program ./cmd/rankduel/score ./cmd/rankduel/service ./cmd/rankduel/sets ./cmd/rankduel/trial -run TestScript -update
	$(TEST_CGO) go test ./docs -run TestCommands -update
	$(TEST_CGO) go test ./experiment/result ./experiment/plan -run Schema -update

cover: ## coverage by package
	$(TEST_CGO) go test -short -cover ./...

web: ## build the scripts of the HTML report, of the page of a server and of that of labellers (npm)
	cd reports/html/web && npm ci --no-audit --no-fund --silent && npm run --silent build

web-check: web ## the committed script is the one that its sources make
	git diff --exit-code -- reports/html/web/dist server/page/web/dist testsets/label/page/web/dist

BROWSER ?=

browser: bin/rankduel ## pages in Chromium: no request, keyboard, axe, narrow, print, budgets (BROWSER=-short: no budgets)
	cd tools/browser && RANKDUEL_BIN=$(CURDIR)/bin/rankduel $(TEST_CGO) go test $(BROWSER) ./...

PKG       ?= ./stats
PKG_TESTS ?=
SAMPLE    ?= 150
SEED      ?= 1
MATCH     ?=

mutate: ## small faults in PKG that its tests miss (SAMPLE, SEED, MATCH, PKG_TESTS)
	@cd tools && $(TEST_CGO) go run ./mutate -C .. -sample $(SAMPLE) -seed $(SEED) -tests '$(PKG_TESTS)' -match '$(MATCH)' $(PKG)

OLD ?=

same-numbers: build ## what this build says and another one said, figures within 1e-9 (OLD=PROGRAM)
	cd tools && $(TEST_CGO) go run ./samenumbers '$(abspath $(OLD))' ../bin/rankduel ..
