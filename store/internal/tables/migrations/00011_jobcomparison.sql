-- What a job compared, where the runs that it stored do not show it. NULL: they do.

ALTER TABLE jobs ADD COLUMN comparison BLOB;
