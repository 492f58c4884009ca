-- What a live system has to say besides its hits. NULL in answer_json: it only
-- searches. The defaults are what older recordings were: asked once.

ALTER TABLE recordings ADD COLUMN answer_json TEXT;
ALTER TABLE recordings ADD COLUMN attempts BIGINT NOT NULL DEFAULT 1;
ALTER TABLE recordings ADD COLUMN repeats BIGINT NOT NULL DEFAULT 0;
ALTER TABLE recordings ADD COLUMN changed BIGINT NOT NULL DEFAULT 0;
