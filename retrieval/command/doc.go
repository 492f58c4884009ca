// Package command asks a program: whatever can be started and speaks JSON is a retriever.
//
// In mode lines, the default, the program is started once and reads a request a line; in mode once it is started for each
// query, without a shell in between. docs/programs.md has the protocol, with a minimal program.
//
// A program that dies, or writes what is not a response, is started again, and what it had not answered is asked once more,
// each query alone. After three starts in a row without a single answer errors wrap [retrieval.ErrUnavailable].
//
// When the context of a query ends, its caller learns so at once. The answer is waited for, for no longer than the grace,
// and dropped: it can never be taken for the answer of another query.
package command
