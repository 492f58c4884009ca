-- The two tables as kebab has them.

CREATE TABLE IF NOT EXISTS eval_runs (
    run_id               TEXT PRIMARY KEY,
    suite                TEXT NOT NULL,
    config_snapshot_json TEXT NOT NULL,
    aggregate_json       TEXT NOT NULL,
    commit_hash          TEXT,
    created_at           TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS eval_query_results (
    run_id      TEXT NOT NULL REFERENCES eval_runs(run_id) ON DELETE CASCADE,
    query_id    OPAQUE NOT NULL,
    result_json TEXT NOT NULL,
    PRIMARY KEY (run_id, query_id)
);
