-- Who may ask a server on this store. Of a secret only the hash is kept.

CREATE TABLE tokens (
    name       TEXT NOT NULL PRIMARY KEY,
    scope      TEXT NOT NULL,
    sha256     TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
);
