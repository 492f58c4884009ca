// Package postgres asks a PostgreSQL database: any SQL that returns ids and scores is a retriever. In the SQL $1 is the text
// of the query and $2 is k, the number of hits that are asked for.
//
// The order of the rows is the ranking, and scores must not rise. A query is one round trip: a transaction that can only
// read, with the context's deadline as its statement timeout, planned each time so that equal scores keep their order.
//
// Connections are kept by pgxpool. When the server cannot be reached or ends the session, the error wraps
// [retrieval.ErrUnavailable]. No error shows a password, and one that is written out in the connection string is refused.
//
// docs/retrieval.md has an example, what is sent, and where passwords may come from.
package postgres
