// Package run takes a plan from its first query to its comparison, in three
// steps with a type each:
//
//	Prepared   the inputs are read and hashed, every system has the id of its
//	           scores; nothing was asked
//	Retrieved  what the components say can be read, any number of times
//	scored     every system has its table, and the store keeps it
//
// Each is complete when it is made and is not changed by the next, so that a
// prepared plan can be run again, or by several at once. What is in the store is
// not done again.
package run
