// Package schemas holds the JSON Schemas of the files that people write, so that editors complete and check them, and of the
// documents that programs read. They are compiled into the binary, because rankduel demo writes them out.
//
// It is data only: packages testsets and experiment check the files, say more than a schema can, and hold the schemas to
// themselves by tests. Those of documents are made from the types of experiment/result and of rooms of testsets, but for
// that of retrieval events, and every document that a test sees is held to them.
package schemas

import (
	"embed"
	"io/fs"
)

//go:embed *.schema.json
var files embed.FS

// Files returns the schemas as a flat, read-only folder. That of rankduel/NAME/v1 is NAME.schema.json; others are
// experiment.schema.json and testset.schema.json, of files that people write, and retrieval_events.schema.json, of
// documents of retrieval events, version 1.0.
func Files() fs.FS { return files }
