-- What is remembered of held-out queries whatever becomes of the ledger: which
-- there were, which looks were taken, which configurations were tried when.

CREATE TABLE sealed (
    kind      TEXT NOT NULL,
    fact_key  TEXT NOT NULL,
    sealed_at TEXT NOT NULL,
    fact_json TEXT NOT NULL,
    PRIMARY KEY (kind, fact_key)
);
