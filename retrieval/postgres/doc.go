// Package postgres asks a PostgreSQL database: any SQL that returns ids and scores is a retriever.
//
//	dsn: postgres://search@db.example.org/wiki
//	sql: |
//	  SELECT id, ts_rank_cd(words, query) AS score, body AS text
//	  FROM pages, websearch_to_tsquery('english', $1) AS query
//	  WHERE words @@ query
//	  ORDER BY score DESC, id
//	  LIMIT $2
//
// In the SQL $1 is the text of the query and $2 is k, the number of hits that are asked for. Both are sent as parameters
// and never become part of the SQL. The order of the rows is the ranking, so that ORDER BY is for the SQL to say; end it
// with the id, or rows with the same score come in an order that PostgreSQL does not promise to repeat. Scores must not
// rise: of a distance, as in ORDER BY embedding <-> …, the score is its negative. An id that comes twice, as with a join
// that finds several chunks of a page, is passed on: an experiment keeps the first and warns, and DISTINCT ON or GROUP BY
// gives k different ones. Rows after the k-th are not used.
//
// # What is sent
//
// One query is one round trip: BEGIN READ ONLY, the statement timeout if the context has a deadline, the SQL, ROLLBACK.
// PostgreSQL itself refuses whatever would change the database. The SQL is planned again for every query: a
// statement prepared once may change its plan after a few calls, and with it the order of equal scores and the latency.
//
// A query is sent as UTF-8. PostgreSQL has no text with a NUL byte, and refuses what is not UTF-8: each NUL byte and
// each run of invalid bytes is sent as U+FFFD, the replacement character. No other retriever could find what is lost
// by that in a PostgreSQL database, because it cannot be in there.
//
// # Connections and secrets
//
// The connection string is libpq's, as a URL or as keyword=value pairs, with ${NAME} for the environment variable NAME.
// A password may come from such a variable, from PGPASSWORD or from ~/.pgpass; one that is written out is refused,
// because experiment files are shared and stored. No error shows it.
//
// Connections are opened as they are needed and kept by pgxpool, at most max_connections at once, until they have been idle
// for half an hour; the parameters pool_… of the connection string are understood. A connection that was lost while it was
// kept, because the server was restarted, is replaced with all the others, and the query asked once more; everything else
// fails with its cause. When the server cannot be reached or ends the session, the error wraps [retrieval.ErrUnavailable].
package postgres
