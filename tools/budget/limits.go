package main

// A limit is a row of the budget: what is measured, how much it may be, and
// what to do where it is more.
type limit struct {
	name    string
	unit    string
	most    float64
	measure func(house) (float64, error)
	remedy  string
}

// limits are the whole budget. A limit may be raised with a reason in the
// commit; lines of Go never above 135,000: what comes is paid for by what goes.
var limits = []limit{
	{
		"package initialisation", "MB", 1.7, house.initialisation,
		"`GODEBUG=inittrace=1 bin/rankduel version` names the packages: compile patterns and build tables at first use (internal/pattern, sync.OnceValue)",
	},
	{
		"stripped program", "MB", 40.5, house.size,
		"`go build -ldflags=-dumpdep ./cmd/rankduel 2>&1 | grep -a ReflectMethod` names what makes the linker keep every method, such as text/template, and should print nothing; `go tool nm -size -sort size` of an unstripped build says what is large",
	},
	{
		"linked packages", "", 622, house.linked,
		"`go list -deps ./cmd/rankduel` lists them: do without the new dependency, or write the small part of it that is used",
	},
	{
		"packages in a browser", "", 238, house.inBrowser,
		"`GOOS=js GOARCH=wasm go list -deps ./site/try` lists what a visitor of the page loads, of at most 4 MB, as `make site` and `make browser` see to: leave it to the program by a file for js that refuses it, as Parquet is",
	},
	{
		"direct dependencies", "", 33, house.dependencies,
		"go.mod lists them: a new one needs a decision record, see CONTRIBUTING",
	},
	{
		"largest package", "files", 60, house.largestPackage,
		"split it by what changes together, and give the new room a rule in .golangci.yml",
	},
	{
		"package metrics", "files", 78, house.metricsPackage,
		"a file a measure is meant to be: move what is not a measure to a room of its own",
	},
	{
		"lines of Go", "", 135_000, house.lines,
		"take away at least as much as you add: `git log --stat` says what grew (tests, what they share, and tools do not count)",
	},
}
