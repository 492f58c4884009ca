// Package system is what a server answers for: one experiment file, read once
// when the server starts, with the configuration that it evaluates, its store, and
// the test sets that may be asked for by name. It computes nothing itself; what it
// is asked goes the way of the commands, through experiment/run. It knows no HTTP.
package system
