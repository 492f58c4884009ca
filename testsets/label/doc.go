// Package label is how people grade documents for queries: the pool that is to be labelled, the order in which each
// person sees it, the journal that each person's answers are kept in, and what becomes of two people's grades.
//
// A person sees the need, the query, the scale, title and text of a document. No one sees which system
// found it, at which rank, or what someone else said, and a pool that would tell is refused.
//
// A [Session] is one person at work: it gives the next document and takes an answer. Terminal, page and lines are rooms
// and callers of their own, and all write the same [Journal]. Nothing here draws, and no grades are compared.
package label
