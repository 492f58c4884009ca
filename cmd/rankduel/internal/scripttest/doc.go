// Package scripttest runs a family's scripts, and the program within its tests. It
// links all families: a script may use verbs of others.
package scripttest
