// Package schemas holds the JSON Schemas of the files that people write, test
// sets and experiments, so that editors complete and check them, and of the
// documents that programs read. They are compiled into the binary, because
// rankduel demo writes them out.
//
// It is data only, and not what checks the files: packages testsets and
// experiment do, say more than a schema can, and hold the schemas to
// themselves by tests. Those of documents are made from the types of
// experiment/result and of rooms of testsets, but for that of retrieval events,
// and every document that a test sees is held to them.
package schemas

import (
	"embed"
	"io/fs"
)

//go:embed *.schema.json
var files embed.FS

// Files returns the schemas as a flat, read-only folder:
//
//	experiment.schema.json  of experiment files
//	testset.schema.json     of test sets
//	evaluation.schema.json  of rankduel/evaluation/v1
//	comparison.schema.json  of rankduel/comparison/v1
//	sweep.schema.json       of rankduel/sweep/v1
//	agreement.schema.json   of rankduel/agreement/v1
//	judge-labels.schema.json  of rankduel/judge-labels/v1
//	judges.schema.json      of rankduel/judges/v1
//	bridge.schema.json      of rankduel/bridge/v1
//	impact.schema.json      of rankduel/impact/v1
//	conversion.schema.json  of rankduel/conversion/v1
//	store-copy.schema.json  of rankduel/store-copy/v1
//
//	label-progress.schema.json    of rankduel/label-progress/v1
//	kebab-comparison.schema.json  of rankduel/kebab-comparison/v1
//
//	testset-diff.schema.json    of rankduel/testset-diff/v1
//	testset-lint.schema.json    of rankduel/testset-lint/v1
//	testset-log.schema.json     of rankduel/testset-log/v1
//	testset-review.schema.json  of rankduel/testset-review/v1
//	testset-split.schema.json   of rankduel/testset-split/v1
//
//	retrieval_events.schema.json  of documents of retrieval events, version 1.0
func Files() fs.FS { return files }
