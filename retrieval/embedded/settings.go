package embedded

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/retrieval/internal/terms"
)

// The models.
const (
	BM25 = "bm25"
	LSA  = "lsa"
)

// Defaults of [Settings]. K1 and B are Anserini's, tuned on newswire; Lucene's own are 1.2 and 0.75.
const (
	DefaultK1         = 0.9
	DefaultB          = 0.4
	DefaultStemming   = "porter"
	DefaultDimensions = 200
)

const maxDimensions = 2000

// Settings say what is indexed and how. Everything but Corpus has a default.
type Settings struct {
	// Corpus is the path of a file or folder that [corpus.Read] reads.
	Corpus string `yaml:"corpus" json:"corpus"`

	// Model is "bm25", the default, or "lsa".
	Model string `yaml:"model,omitempty" json:"model,omitempty"`

	// K1 ≥ 0 is how slowly repetition of a term saturates; 0 makes presence all that counts. Only for bm25;
	// nil means [DefaultK1]. A pointer, so that 0 can be written.
	K1 *float64 `yaml:"k1,omitempty" json:"k1,omitempty"`

	// B in [0, 1] is how much long documents are held back. Only for bm25; nil means [DefaultB].
	B *float64 `yaml:"b,omitempty" json:"b,omitempty"`

	// StopWords are not indexed and not searched; the default is Lucene's English list of 33 words.
	StopWords WordList `yaml:"stop_words,omitempty" json:"stop_words,omitzero"`

	// Stemming is "none", "porter" (the default), "english" (Snowball, also known as Porter2), or another
	// Snowball stemmer: french, hungarian, norwegian, russian, spanish, swedish.
	Stemming string `yaml:"stemming,omitempty" json:"stemming,omitempty"`

	// Fields are the document fields that are searched, with weights > 0; nil means {title: 1, text: 1}.
	// A title of weight 2 counts as if it were written twice.
	Fields map[string]float64 `yaml:"fields,omitempty" json:"fields,omitempty"`

	// Dimensions of the latent space, at most 2000. Only for lsa; 0 means [DefaultDimensions]. More than there are
	// documents or terms change nothing.
	Dimensions int `yaml:"dimensions,omitempty" json:"dimensions,omitempty"`

	// Seed of the random sketch of lsa. With another seed scores differ slightly.
	Seed uint64 `yaml:"seed,omitempty" json:"seed,omitempty"`
}

// Resolved returns the settings with their defaults written out: two settings that mean the same resolve to
// the same value.
func (s Settings) Resolved() Settings {
	s.Model = cmp.Or(s.Model, BM25)
	if s.Model == BM25 && s.K1 == nil {
		s.K1 = new(DefaultK1)
	}
	if s.Model == BM25 && s.B == nil {
		s.B = new(DefaultB)
	}
	s.StopWords = s.StopWords.resolved()
	s.Stemming = cmp.Or(s.Stemming, DefaultStemming)
	if s.Fields == nil {
		s.Fields = map[string]float64{corpus.FieldTitle: 1, corpus.FieldText: 1}
	}
	if s.Model == LSA && s.Dimensions == 0 {
		s.Dimensions = DefaultDimensions
	}
	return s
}

// Validate reports every fault of the settings at once, joined. It does not touch the disk: whether corpus and
// stop words exist is found out by [Open].
func (s Settings) Validate() error {
	var faults prose.Faults
	faults.If(s.Corpus == "", "corpus is missing: want the path of a file or folder")
	switch s.Resolved().Model {
	case BM25:
		faults.If(s.Dimensions != 0, "dimensions are set, but model bm25 has no use for them")
		faults.If(s.Seed != 0, "seed is set, but model bm25 has no use for it")
	case LSA:
		faults.If(s.K1 != nil, "k1 is set, but model lsa has no use for it")
		faults.If(s.B != nil, "b is set, but model lsa has no use for it")
	default:
		faults = append(faults, fmt.Errorf("model %q: want bm25 or lsa", s.Model))
	}
	if k1 := s.K1; k1 != nil {
		faults.If(!(*k1 >= 0 && *k1 <= math.MaxFloat32), "k1 is %v: want a finite number of at least 0", *k1)
	}
	if b := s.B; b != nil {
		faults.If(!(*b >= 0 && *b <= 1), "b is %v: want a number from 0 to 1", *b)
	}
	_, err := terms.New(s.Resolved().Stemming, nil)
	faults = append(faults, err)
	faults.If(s.Dimensions < 0 || s.Dimensions > maxDimensions, "dimensions are %d: want 1 to %d", s.Dimensions, maxDimensions)
	faults.If(s.Fields != nil && len(s.Fields) == 0, "fields are empty: nothing would be indexed")
	for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
		w := s.Fields[name]
		faults.If(!(w > 0 && w <= math.MaxFloat32), "weight of field %q is %v: want a finite number above 0", name, w)
	}
	return faults.Join()
}

// checkFields reports weighted fields that no document has, which is more likely a typing error than a wish.
// The fields that every format may fill are exempt: a corpus without titles is nothing unusual.
func (s Settings) checkFields(documents []corpus.Document) error {
	have := make(map[string]bool)
	for _, d := range documents {
		for _, f := range d.Fields {
			have[f.Name] = true
		}
	}
	var faults prose.Faults
	for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
		faults.If(!have[name] && name != corpus.FieldTitle && name != corpus.FieldText, "fields: no document has a field %q; there are %s",
			name, strings.Join(slices.Sorted(maps.Keys(have)), ", "))
	}
	return faults.Join()
}
