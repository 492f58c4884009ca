package refresh

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/testsets"
)

// The files of a refresh.
const (
	planFile        = "refresh.yaml"
	guidelineFile   = "guideline.md"
	leavingFile     = "leaving.csv"
	enteringFile    = "entering.csv"
	poolFile        = "pool.jsonl"
	keyFile         = "pool.key.jsonl"
	labelsFolder    = "labels"
	adjudicatedFile = "adjudicated.csv"
)

// The steps of a refresh, in order.
const (
	stepStart      = "start"
	stepPool       = "pool"
	stepLabel      = "label"
	stepAgreement  = "agreement"
	stepAdjudicate = "adjudicate"
	stepFinish     = "finish"
)

// ErrNoRefresh says that a folder holds no refresh.
var ErrNoRefresh = errors.New("no refresh here")

// A Workflow is a refresh under way.
type Workflow struct {
	Dir  string
	Plan *Plan

	write func(path string, data []byte) error
}

// Open reads the refresh in a folder.
func Open(dir string) (*Workflow, error) {
	path := filepath.Join(dir, planFile)
	data, err := unpack.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w: it has no %s; rankduel testset refresh start begins one", dir, ErrNoRefresh, planFile)
	}
	if err != nil {
		return nil, err
	}
	p, err := parsePlan(path, data)
	if err != nil {
		return nil, err
	}
	return &Workflow{Dir: dir, Plan: p, write: outfile.Write}, nil
}

func (w *Workflow) path(name string) string { return filepath.Join(w.Dir, filepath.FromSlash(name)) }

func (w *Workflow) setPath() string { return w.path(w.Plan.From.File) }

// oldSet reads the old version and holds it to the hash that it had.
func (w *Workflow) oldSet() (*testsets.TestSet, error) {
	set, err := testsets.Load(w.setPath())
	if err != nil {
		return nil, err
	}
	if got := set.SHA256(); got != w.Plan.From.SHA256 {
		return nil, fmt.Errorf("%s is not what the refresh began with: its content hash is %.12s…, and was %.12s…; restore it, or start again", w.setPath(), got, w.Plan.From.SHA256)
	}
	return set, nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
