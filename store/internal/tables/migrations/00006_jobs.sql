-- What servers have accepted, one row a job. Times are texts of one width, which
-- sort as they do; leased_until is by the database's own clock.

CREATE TABLE jobs (
    job_id       TEXT PRIMARY KEY,
    kind         TEXT NOT NULL,
    service      TEXT NOT NULL,
    request      BLOB NOT NULL,
    state        TEXT NOT NULL,
    asked        BIGINT NOT NULL,
    total        BIGINT NOT NULL,
    created_at   TEXT NOT NULL,
    started_at   TEXT,
    ended_at     TEXT,
    asked_by     TEXT NOT NULL,
    tries        BIGINT NOT NULL,
    cancelling   BIGINT NOT NULL,
    error        OPAQUE NOT NULL,
    runs_json    TEXT NOT NULL,
    worker       TEXT NOT NULL,
    leased_until TEXT
);

CREATE INDEX jobs_by_state ON jobs (service, state, created_at);
CREATE INDEX jobs_by_time ON jobs (created_at, job_id);
