// Package gates has what a gate's verbs, a comparison of kebab's runs and a server that
// watches share: rules from flags and files, sides, and what a state does to the exit
// code.
package gates
