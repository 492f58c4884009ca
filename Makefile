# rankduel: `make help` lists the targets.
.DEFAULT_GOAL := help

# SQLite is C; light optimisation keeps the first build short. Every target
# but `build` uses the same value, because another value compiles it again.
TEST_CGO := CGO_ENABLED=1 CGO_CFLAGS="-O1 -g0"
TOOLS    := go tool -modfile=tools/go.mod
FUZZTIME ?= 20s

.PHONY: help build demo test short race lint fmt vet check fuzz bench bench-peers golden cover calibrate install mutate rooms web web-check browser

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# Symbols and debugging information are a third of the binary; panics name
# functions and lines without them. `go build` keeps them for a debugger.
STRIP := -ldflags "-s -w"

build: ## build bin/rankduel, optimised and stripped
	CGO_ENABLED=1 go build -trimpath $(STRIP) -o bin/rankduel ./cmd/rankduel

install: ## install rankduel into GOBIN
	CGO_ENABLED=1 go install -trimpath $(STRIP) ./cmd/rankduel

demo: ## build and run the example A/B: the main job, end to end
	$(TEST_CGO) go build -o bin/rankduel ./cmd/rankduel
	bin/rankduel demo

test: ## all tests
	$(TEST_CGO) go test ./...
	cd tools && go test -short -count=1 ./... # they read what lies outside their module, which no cache knows

short: ## tests without calibration and integration
	$(TEST_CGO) go test -short ./...

race: ## tests under the race detector, without calibration
	$(TEST_CGO) go test -race -short ./...

fmt: ## format the code
	$(TOOLS) gofumpt -w $$(git ls-files '*.go')

vet: ## go vet
	$(TEST_CGO) go vet ./...

lint: ## formatting, vet and linters, no change
	@unformatted=$$($(TOOLS) gofumpt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "not formatted (make fmt):"; echo "$$unformatted"; exit 1; fi
	$(TEST_CGO) $(TOOLS) golangci-lint run ./...
	cd tools && $(TEST_CGO) go tool golangci-lint run ./... # .golangci.yml is found above it

rooms: ## no more than eight files of a package reach each other in circles
	@cd tools && $(TEST_CGO) go run ./rooms -C .. ./...

check: lint rooms race ## format, vet, lint, rooms and race tests; needs no network

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
	  test -f $(BENCHDIR)/$$s.A.run || go run ./internal/rungen/cmd -shape $$s -systems 1 -dir $(BENCHDIR) || exit 1; done
	go run ./internal/procbench -dir $(BENCHDIR) -shapes $(SHAPES)

REPLICATES ?= 10000

calibrate: ## coverage and error rates of stats beside its peers', and wrong verdicts (REPLICATES=1000: short)
	go run ./stats/calibrate -replicates $(REPLICATES)

golden: ## rewrite the golden files and the outputs in pages (review the diff)
	$(TEST_CGO) go test ./reports/... -update
	$(TEST_CGO) go test ./cmd/... -update
	$(TEST_CGO) go test ./docs -run TestCommands -update
	$(TEST_CGO) go test ./testsets -run TestSchemaFile -update
	$(TEST_CGO) go test ./experiment/result -run TestSchemas -update

cover: ## coverage by package
	$(TEST_CGO) go test -short -cover ./...

web: ## build the scripts of the HTML report, of the page of a server and of that of labellers (npm)
	cd reports/html/web && npm ci --no-audit --no-fund --silent && npm run --silent build

web-check: web ## the committed script is the one that its sources make
	git diff --exit-code -- reports/html/web/dist server/page/web/dist testsets/label/page/web/dist

BROWSER ?=

browser: ## pages in Chromium: no request, keyboard, axe, narrow, print, budgets (BROWSER=-short: no budgets)
	cd tools/browser && $(TEST_CGO) go test $(BROWSER) ./...

PKG       ?= ./stats
PKG_TESTS ?=
SAMPLE    ?= 150
SEED      ?= 1
MATCH     ?=

mutate: ## small faults in PKG that its tests miss (SAMPLE, SEED, MATCH, PKG_TESTS)
	@cd tools && $(TEST_CGO) go run ./mutate -C .. -sample $(SAMPLE) -seed $(SEED) -tests '$(PKG_TESTS)' -match '$(MATCH)' $(PKG)
