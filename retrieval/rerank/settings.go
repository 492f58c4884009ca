package rerank

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/secrets"
)

// DefaultTopN is how many hits are reranked unless top_n says otherwise.
const DefaultTopN = 50

// Where texts come from.
const (
	TextHits   = "hits"
	TextCorpus = "corpus"
)

// Settings say which model reranks how many hits. Method is needed; what else depends on it.
type Settings struct {
	// Method is cohere, cohere_v2, jina, lexical, tei or vllm.
	Method string `yaml:"method" json:"method"`

	// TopN ≥ 1 is how many hits are reranked, the first ones; nil means [DefaultTopN].
	// A pointer, so that a written 0 is a fault and not the default.
	TopN *int `yaml:"top_n,omitempty" json:"top_n,omitempty"`

	// Text says where the texts of the hits come from: "hits", the retrieval itself, or "corpus". Empty means corpus
	// when there is one, and else hits.
	Text string `yaml:"text,omitempty" json:"text,omitempty"`

	// Corpus is the path of a file or folder with the texts by document id, in a format of [corpus.Read].
	Corpus string `yaml:"corpus,omitempty" json:"corpus,omitempty"`

	// Language of queries and texts; only for lexical, see [Lexical]. Empty means [DefaultLanguage].
	Language string `yaml:"language,omitempty" json:"language,omitempty"`

	// URL is the whole address that a service is called at, such as http://localhost:8080/rerank; ${NAME} is
	// expanded. Needed for tei and vllm; the others have the address of the vendor as default.
	URL string `yaml:"url,omitempty" json:"url,omitempty"`

	// Model is the name of the model. Cohere and Jina need it, vllm takes it, tei serves only one.
	Model string `yaml:"model,omitempty" json:"model,omitempty"`

	// APIKey is sent as "Authorization: Bearer". It has to come from the environment: ${NAME}.
	APIKey string `yaml:"api_key,omitempty" json:"api_key,omitempty"`

	// Headers are sent as they are, ${NAME} expanded.
	Headers map[string]string `yaml:"headers,omitempty" json:"headers,omitempty"`

	// BatchSize ≥ 1 is how many texts go into one call; nil means what the service takes, see each method.
	BatchSize *int `yaml:"batch_size,omitempty" json:"batch_size,omitempty"`

	// Truncate lets tei and vllm cut texts that are too long for the model, where they would refuse them. Cohere and
	// Jina cut by themselves.
	Truncate bool `yaml:"truncate,omitempty" json:"truncate,omitempty"`

	httpclient.Policy `yaml:",inline"`
}

// Rebased returns the settings with their path put through resolve.
func (s Settings) Rebased(resolve func(path string) string) Settings {
	if s.Corpus != "" {
		s.Corpus = resolve(s.Corpus)
	}
	return s
}

func (s Settings) topN() int {
	if s.TopN == nil {
		return DefaultTopN
	}
	return *s.TopN
}

func topNFault(n int) error { return fmt.Errorf("top_n is %d: want at least 1", n) }

// commonFaults returns those that do not depend on the method.
func (s Settings) commonFaults() []error {
	var faults prose.Faults
	if s.topN() < 1 {
		faults = append(faults, topNFault(s.topN()))
	}
	faults.If(s.Text != "" && s.Text != TextHits && s.Text != TextCorpus, "text %q: want hits or corpus", s.Text)
	faults.If(s.Text == TextCorpus && s.Corpus == "", "text is corpus, but no corpus is named: want corpus: PATH")
	faults.If(s.Text == TextHits && s.Corpus != "", "text is hits, but a corpus is named: want one of the two")
	return faults
}

// A field is a setting that not every method has.
type field struct {
	name string
	set  bool
}

// unused reports settings that belong to another method, which are more likely a mistake than a wish.
func (s Settings) unused(fields ...field) []error {
	var faults prose.Faults
	for _, f := range fields {
		faults.If(f.set, "%s is set, but method %s has no use for it", f.name, s.Method)
	}
	return faults
}

// Warnings names secrets that valid settings seem to hold in plain text, in parameters of the address: they would be
// stored and shared with the experiment. No value is quoted.
func (s Settings) Warnings() []string {
	return ordered.Each(secrets.LiteralParams(s.URL), func(name string) string {
		return fmt.Sprintf("url: the parameter %s seems to be a secret in plain text, which is stored and shared with the experiment: write ${NAME} and set that environment variable", name)
	})
}

// headerFaults looks at what is sent next to the question. It quotes no value: they may be secrets.
func (s Settings) headerFaults() []error {
	var faults prose.Faults
	err := secrets.CheckReferences(s.APIKey)
	faults.In("api_key", err)
	faults.If(err == nil && s.APIKey != "" && !secrets.HasReference(s.APIKey), "api_key is in plain text: write ${NAME} and set that environment variable")
	for name := range s.Headers {
		faults.If(s.APIKey != "" && strings.EqualFold(name, "Authorization"), "api_key and header Authorization: want one of the two")
	}
	return append(faults, httpclient.CheckHeaders(s.Headers))
}
