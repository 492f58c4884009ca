// Command rankduel decides which of two retrieval configurations is better,
// and says how sure it is. This package holds flags, wiring and exit codes;
// what a verb does is a call into the library.
package main

import "os"

func main() { os.Exit(execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
