// Package postgres keeps runs and recordings in a PostgreSQL database, which several people and servers
// share. It is the only package of the stores that links PostgreSQL; use it through package store, which
// chooses the database by its name.
//
// A DB is safe for concurrent use, by several processes too. The tables are those of package store/sqlite,
// in the first schema of the connection's search_path. Every write is one transaction, and every reading
// sees one state of the store. When a server that was there is gone, an operation waits for it for at most
// a minute; one that was about to be committed is not done again, since it is not known whether it was.
//
// No error and no name that is shown holds a password, a user or a parameter of the address but search_path.
package postgres
