-- The job that a job is a part of, '' of one that was asked for.

ALTER TABLE jobs ADD COLUMN parent TEXT NOT NULL DEFAULT '';
CREATE INDEX jobs_by_parent ON jobs (parent);
