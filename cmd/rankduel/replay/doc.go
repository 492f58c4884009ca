// Package replay takes a report apart, so that the verb that wrote it can compute it
// again: its flags, its inputs, its store. What is equal is for verify to say.
package replay
