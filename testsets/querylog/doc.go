// Package querylog reads what people asked a search engine and draws queries for a test set from it: it counts what is
// asked in equal words, masks what looks like personal data, and samples in proportion to traffic.
//
// It knows nothing of judgments, and keeps no client's id: clients are counted,
// so that a query which one person alone asked can be left out.
//
// Patterns find addresses, numbers and the like, and no names. Against those
// stand the least number of clients and the person who reads what was drawn.
//
// The usual path: [Read] a log, [Log.Counted] its queries, [Draw] some of them.
package querylog
