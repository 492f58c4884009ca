-- One row a query: all its hits are one blob (package hitblob). recorded_at
-- is the database's own clock; only pruning looks at it.

CREATE TABLE recordings (
    component_key TEXT NOT NULL,
    test_set_key  TEXT NOT NULL,
    query_id      OPAQUE NOT NULL,
    hits          BLOB NOT NULL,
    latency_ms    DOUBLE PRECISION NOT NULL,
    error         OPAQUE NOT NULL,
    recorded_at   TEXT NOT NULL,
    PRIMARY KEY (component_key, test_set_key, query_id)
);
