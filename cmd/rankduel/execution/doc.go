// Package execution runs an experiment for verbs that need its result on the way to something else, such as a gate.
package execution
