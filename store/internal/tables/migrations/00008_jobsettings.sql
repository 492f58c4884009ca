-- How the runs of a job are compared, where that is not the default.

ALTER TABLE jobs ADD COLUMN settings TEXT NOT NULL DEFAULT '';
