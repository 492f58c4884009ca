// Package shards scores shards of a run apart from each other and keeps what each came to in a file, a part. Parts add
// up to the table that scoring the whole run gives, to the last bit, for any number of shards and in any order.
package shards

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

const (
	// Ending is what names of parts end in.
	Ending = ".rdx"
	format = "rankduel/part/v1"
	// revision is raised when scoring gives other rows for the same inputs.
	revision = 1
	// key is where a Parquet file has the description of a part, seal where it has its hash.
	key, seal = "rankduel", "rankduel_sha256"
)

// A Header is what the parts of a run have in common.
type Header struct {
	Format          string            `json:"format"`
	Revision        int               `json:"scoring_revision"`
	Run             string            `json:"run"`
	Profile         string            `json:"profile"`
	ProfileRevision int               `json:"profile_revision"`
	Measures        []string          `json:"measures"`
	Judgments       string            `json:"judgments_sha256"`
	By              string            `json:"shard_by"`
	Of              int               `json:"of"`               // number of shards
	Bytes           int64             `json:"bytes"`            // of all files of the run
	SHA256          string            `json:"sha256,omitempty"` // of the run, where every shard reads all of it
	Provenance      result.Provenance `json:"provenance"`       // the request, and which files were read
}

// A Shard says which shard a part holds, what it was read from and what was noticed.
type Shard struct {
	Shard   int          `json:"shard"` // from 0
	Sources []Source     `json:"sources"`
	Seen    scoring.Seen `json:"seen"`
}

// A Source is a file, or a range of one.
type Source struct {
	Name   string `json:"name"`
	From   int64  `json:"from"`
	To     int64  `json:"to"`
	SHA256 string `json:"sha256"` // of the range
}

// A Part is a file with the rows of some shards of one run, sorted by query id.
type Part struct {
	Header
	Shards []Shard `json:"shards"`
	Rows   int     `json:"rows"`
	Hash   string  `json:"rows_sha256"`

	path, seal string // of a part that was read
	rows       scoring.ShareRows
}

// open reads what a part says of itself.
func open(path string) (*Part, error) {
	p := &Part{path: path}
	p.rows = p.stored
	return p, p.withFile(func(file *parquet.File) error {
		text, _ := file.Lookup(key)
		if p.seal, _ = file.Lookup(seal); p.seal != fmt.Sprintf("%x", sha256.Sum256([]byte(text))) {
			return errors.New("its description is damaged, or `rankduel eval --shard` did not write it")
		}
		err := json.Unmarshal([]byte(text), p)
		if err == nil && (p.Format != format || p.Revision != revision || len(p.Shards) == 0) {
			err = fmt.Errorf("it is of format %s and scoring revision %d, and this version reads %s and %d", p.Format, p.Revision, format, revision)
		}
		return err
	})
}

// Write writes the part.
func (p *Part) Write(w io.Writer) error {
	schema, at := schemaOf(p.Measures)
	out := parquet.NewWriter(w, schema, parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(1<<16), parquet.CreatedBy("rankduel", "", ""))
	p.Rows = 0
	c := newCells()
	for row, err := range p.rows {
		if err == nil {
			c.of(row)
			_, err = out.WriteRows([]parquet.Row{c.values(at)})
		}
		if err != nil {
			return err
		}
		p.Rows++
	}
	p.Hash = fmt.Sprintf("%x", c.sum.Sum(nil))
	description, err := json.Marshal(p)
	if err != nil {
		return err
	}
	out.SetKeyValueMetadata(key, string(description))
	out.SetKeyValueMetadata(seal, fmt.Sprintf("%x", sha256.Sum256(description)))
	return out.Close()
}
