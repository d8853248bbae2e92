# "make help" lists what there is. Everything works in a fresh clone: modules
# are downloaded by Go, and the SARIF validator of test-full by npm.

GO           ?= go
TESTFLAGS    ?=
FUZZTIME     ?= 20s
GOLANGCI     ?= v2.15.0
GOSEC        ?= v2.30.0

ROOT := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
BIN  := $(ROOT)bin

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: build
build: ## build bin/mcpvet
	$(GO) build -o $(BIN)/mcpvet ./cmd/mcpvet

.PHONY: test
test: test-root test-submodules ## quick tests

.PHONY: test-root
test-root:
	$(GO) test $(TESTFLAGS) ./...

# The runtime companion and its adapters are modules of their own, so that
# mcpvet's dependencies don't reach the servers that use them.
GUARD := guard guard/gosdk guard/mcpgo
RACE  := $(shell command -v gcc >/dev/null && echo -race)

# The examples are programs without tests, so that they compile is what there
# is to check. sdkcheck needs the real SDKs, which is why it is a module.
.PHONY: test-submodules
test-submodules:
	cd examples && $(GO) build ./...
	cd internal/sdkcheck && $(GO) test $(TESTFLAGS) ./...
	@set -e; for dir in $(GUARD); do (cd $$dir && $(GO) test $(TESTFLAGS) ./...); done

.PHONY: test-full
test-full: ## every test, slow ones and fuzzing too
	MCPVET_FULL=1 $(GO) test -timeout 40m $(TESTFLAGS) ./...
	cd internal/sdkcheck && MCPVET_FULL=1 $(GO) test -timeout 25m $(TESTFLAGS) ./...
	@set -e; for dir in $(GUARD); do (cd $$dir && $(GO) test $(RACE) $(TESTFLAGS) ./...); done
	$(MAKE) fuzz

# The go command fuzzes one target at a time.
.PHONY: fuzz
fuzz: ## fuzz every target for FUZZTIME each (default 20s)
	@set -e; found=0; \
	for file in $$(grep -rl --include='*_test.go' '^func Fuzz' . | grep -v /testdata/ | sort); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' $$file); do \
			found=1; \
			(cd $$(dirname $$file) && $(GO) test $(TESTFLAGS) -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) .); \
		done; \
	done; \
	if [ $$found = 0 ]; then echo "no fuzz target found" >&2; exit 1; fi

.PHONY: lint
lint: ## vet, formatting and golangci-lint
	$(GO) vet ./...
	cd examples && $(GO) vet ./...
	cd internal/sdkcheck && $(GO) vet ./...
	@set -e; for dir in $(GUARD); do (cd $$dir && $(GO) vet ./...); done
	@bad=$$(find . -name '*.go' -not -path '*/testdata/*' -not -path './bin/*' -print0 | xargs -0 gofmt -l); \
	if [ -n "$$bad" ]; then echo "not formatted, run gofmt -w:" >&2; echo "$$bad" >&2; exit 1; fi
	@if command -v golangci-lint >/dev/null && golangci-lint version 2>/dev/null | grep -q '\b$(GOLANGCI:v%=%)\b'; then \
		golangci-lint run; \
	else \
		$(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI) run; \
	fi

.PHONY: generate
generate: ## write the rules' pages, the README's table, the list of analyzers
	$(GO) run ./internal/gen

.PHONY: check-generated
check-generated: ## fail if something generated is out of date
	$(GO) run ./internal/gen -check

.PHONY: new-rule
new-rule: ## scaffold a rule: make new-rule SLUG=foo ID=MCP023
	$(GO) run ./internal/newrule -slug '$(SLUG)' -id '$(ID)'

.PHONY: bench
bench: build ## CPU seconds and memory on real servers, beside gosec: make bench [DIRS="checkout ..."]
	GOBIN=$(BIN) $(GO) install github.com/securego/gosec/v2/cmd/gosec@$(GOSEC)
	$(GO) run ./internal/bench -mcpvet $(BIN)/mcpvet -gosec $(BIN)/gosec $(DIRS)
