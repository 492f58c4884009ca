// Command rankduel decides which of two retrieval configurations is better, and says how sure it is. What
// it does is in the packages below: program makes the verbs, a package each family has what they do.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

func main() {
	if os.Getenv("GOGC") == "" {
		putOffCollection(400)
	}
	os.Exit(program.Execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// putOffCollection lets the heap grow to percent of 4 MB before garbage is collected for the first time,
// which a short verb does not live to see; from then on it is collected as in every program.
func putOffCollection(percent int) {
	usual := debug.SetGCPercent(percent)
	runtime.AddCleanup(new([64]byte), func(usual int) {
		if now := debug.SetGCPercent(usual); now != percent { // a verb has a percentage of its own
			debug.SetGCPercent(now)
		}
	}, usual)
}
