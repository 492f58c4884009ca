package kebab

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/internal/tables"
)

// A Corpus is what a store knows of documents and chunks, as they are now. Rows of older runs may name others.
type Corpus struct {
	Documents map[string]bool              // by id
	Chunks    map[string]result.KebabChunk // by id
	Paths     []string                     // of the documents that have chunks
}

// Corpus reads the tables of documents and chunks; nil when the store has none.
func (d *DB) Corpus(ctx context.Context) (*Corpus, error) {
	var c *Corpus
	err := d.steadily(ctx, func(conn *sql.Conn) error {
		have, err := tables.Names(ctx, conn, "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('documents', 'chunks')")
		if err != nil || !have["documents"] || !have["chunks"] {
			return err
		}
		c = &Corpus{Documents: map[string]bool{}, Chunks: map[string]result.KebabChunk{}, Paths: []string{}}
		if c.Documents, err = tables.Names(ctx, conn, "SELECT doc_id FROM documents"); err != nil {
			return err
		}
		paths, err := tables.Names(ctx, conn, "SELECT workspace_path FROM documents WHERE doc_id IN (SELECT doc_id FROM chunks)")
		if err != nil {
			return err
		}
		c.Paths = slices.AppendSeq(c.Paths, maps.Keys(paths))
		return c.readChunks(ctx, conn)
	})
	if err != nil {
		return nil, d.wrap(fmt.Errorf("its documents and chunks: %w", err))
	}
	return c, nil
}

func (c *Corpus) readChunks(ctx context.Context, conn *sql.Conn) error {
	return tables.EachRow(ctx, conn, func(row tables.Scanner) error {
		var id string
		var chunk result.KebabChunk
		var spans, version sql.NullString
		if err := row.Scan(&id, &chunk.Document, &spans, &version); err != nil {
			return err
		}
		chunk.Version = version.String
		var list []struct {
			Kind       string `json:"kind"`
			Start, End int
		}
		if json.Unmarshal([]byte(spans.String), &list) == nil { // else no one knows its lines
			for _, s := range list {
				if s.Kind == "line" && s.Start >= 1 && s.End >= s.Start {
					chunk.Lines = append(chunk.Lines, [2]int{s.Start, s.End})
				}
			}
		}
		c.Chunks[id] = chunk
		return nil
	}, "SELECT chunk_id, doc_id, source_spans_json, chunker_version FROM chunks")
}
