-- A fingerprint of what was answered, by which scores of an older answer are
-- told from those of a newer one. Older recordings have none.

ALTER TABLE recordings ADD COLUMN content TEXT NOT NULL DEFAULT '';
