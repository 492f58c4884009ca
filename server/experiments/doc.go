// Package experiments is the work behind POST /v1/experiments: a comparison of
// configurations that a server's experiment file has, over a test set that the server
// has or was sent, asked for by names alone. What is asked for is checked when it is
// accepted and again when its turn comes, which may be later, in another process; it
// is done by package experiment/run, as the command does it.
package experiments
