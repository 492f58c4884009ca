// Package result holds what the rooms of an experiment, its stores and its reports exchange: the data of
// the JSON documents, findings, stored runs and recordings, and the interfaces that a store satisfies.
//
// It computes nothing and opens nothing, so that anyone who draws a table or keeps a row links no engine.
package result
