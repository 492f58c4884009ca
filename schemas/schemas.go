// Package schemas holds the JSON Schemas of the files that people write, test
// sets and experiments, so that editors complete and check them. They are
// compiled into the binary, because rankduel demo writes them out.
//
// It is data only, and not what checks the files: packages testsets and
// experiment do, say more than a schema can, and hold the schemas to
// themselves by tests.
package schemas

import (
	"embed"
	"io/fs"
)

//go:embed experiment.schema.json testset.schema.json
var files embed.FS

// Files returns the schemas as a flat, read-only folder:
//
//	experiment.schema.json  of experiment files
//	testset.schema.json     of test sets
func Files() fs.FS { return files }
