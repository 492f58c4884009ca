// Package sqlite keeps runs and recordings in one SQLite file. It is the only package that links SQLite;
// use it through package store, which chooses the database by its name.
//
// A DB is safe for concurrent use, by several processes too. The file is in WAL mode: readers never wait for a writer, writers
// wait for each other, and a write that finds the file busy is tried again until its context ends or a minute has passed;
// OnWait says so after two seconds. Every write is one transaction. What was committed outlives the program; after a power
// failure the last commits may be missing (synchronous=NORMAL), but the file is never half written.
//
// A store that kebab made is refused, see package store/kebab. docs/adr/0007-store-schema.md tells the rest.
package sqlite
