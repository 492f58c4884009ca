// Command rankduel decides which of two retrieval configurations is better,
// and says how sure it is. What it does is in the packages below: program makes
// the verbs, a package each family has what they do.
package main

import (
	"os"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

func main() { os.Exit(program.Execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
