package convert

import (
	"context"

	"github.com/rankduel/rankduel/testsets"
)

// A Format is one way of keeping judged queries, as formats.yaml says. Formats that only come in have no write.
type Format struct {
	Name, Title string
	Holds       Holds
	Takes       []string
	Whole       bool
	General     int
	Begins      struct {
		Mark string
		Has  []string
	}
	code `yaml:"-"`
}

// A code is what formats.yaml cannot say of a format.
type code struct {
	looks func(in *input) bool // whether the sources look like it; without a guess about words
	read  func(ctx context.Context, in *input, d *draft) error
	write func(set *testsets.TestSet, o ExportOptions) ([]File, error)
	text  func(string) string // a text as it is read back; nil: as it is
}

// Writes reports whether a set can be exported to the format.
func (f Format) Writes() bool { return f.write != nil }

// Distinct reports whether the format has keys or columns of its own, so that a file which
// looks like it is meant to be one.
func (f Format) Distinct() bool { return f.General == 0 }

// IsTestSet reports whether sources are test sets already, of which nothing is left to decide.
func (f Format) IsTestSet() bool { return f.Whole }

// Holds says what of a test set a format has a place for. Texts and judgments of
// documents above grade 0 fit into each, unless it says so.
type Holds struct {
	IDs          bool // ids of queries; without them texts tell queries apart
	NoTexts      bool // ids alone
	NoDocuments  bool // no judgments at all
	Golden       bool // it is a list of expected answers; other formats are judgments
	Grades       bool // different grades above 0
	Zero         bool // judged and not relevant
	Negative     bool // in the pool and not judged
	Unjudged     bool // queries without judgments
	Refusals     bool // expected_refusal
	Chunks       bool // judgments of chunks
	Expectations bool // must_contain, forbidden
	Strata       bool
	Split        bool
	Groups       bool
	Labels       bool // lang, difficulty, family, source, tags
	Sources      bool // of these, source and tags
	Head         bool // name, version, description, parent
}

// A File is one that an export writes. Path is relative to the folder, and empty for formats of one file.
type File struct {
	Path string
	Data []byte
}

// A Kind says what a note tells of.
type Kind string

// The kinds of notes.
const (
	Dropped Kind = "dropped" // it is not in the result
	Changed Kind = "changed" // it is there in another form
	Told    Kind = "note"    // nothing is lost
)

// A Note tells what a conversion did that was not asked for by name.
type Note struct {
	Kind  Kind
	Code  string // for programs
	Count int    // things that it is about
	Text  string
}
