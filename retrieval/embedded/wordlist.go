package embedded

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/unpack"
	"gopkg.in/yaml.v3"
)

// A WordList says which words are stop words. In YAML and JSON it is a word or a list: "english", "none",
// the path of a file with one word a line (# starts a comment), or the words themselves.
type WordList struct {
	Name  string   // "english", "none" or a path; empty means "english" when there are no Words
	Words []string // the words themselves; then Name is empty
}

// luceneEnglish is EnglishAnalyzer.ENGLISH_STOP_WORDS_SET of Apache Lucene, 33 words.
const luceneEnglish = "a an and are as at be but by for if in into is it no not of on or such " +
	"that the their then there these they this to was will with"

// Rebased returns the list with its path, if it names one, put through resolve.
func (w WordList) Rebased(resolve func(path string) string) WordList {
	if w.isPath() {
		w.Name = resolve(w.Name)
	}
	return w
}

// isPath tells a path from the names that the program knows.
func (w WordList) isPath() bool { return w.Name != "" && w.Name != "english" && w.Name != "none" }

func (w WordList) resolved() WordList {
	if w.Name == "" && w.Words == nil {
		w.Name = "english"
	}
	return w
}

// load returns the words in lower case, sorted, each once.
func (w WordList) load() ([]string, error) {
	w = w.resolved()
	words := slices.Clone(w.Words)
	switch w.Name {
	case "", "none":
	case "english":
		words = strings.Fields(luceneEnglish)
	default:
		f, err := unpack.Open(w.Name)
		if err != nil {
			return nil, fmt.Errorf("stop_words: %w; want english, none, a file or a list of words", err)
		}
		defer func() { _ = f.Close() }() // it was only read
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			word, _, _ := strings.Cut(lines.Text(), "#")
			words = append(words, strings.Fields(word)...)
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("stop_words %s: %w", w.Name, err)
		}
	}
	for i, word := range words {
		words[i] = strings.ToLower(strings.TrimSpace(word))
	}
	slices.Sort(words)
	return slices.Compact(words), nil
}

// UnmarshalYAML reads a scalar or a list.
func (w *WordList) UnmarshalYAML(n *yaml.Node) error {
	*w = WordList{}
	if n.Kind == yaml.SequenceNode {
		w.Words = []string{}
		return n.Decode(&w.Words)
	}
	return n.Decode(&w.Name)
}

// MarshalYAML writes what UnmarshalYAML reads.
func (w WordList) MarshalYAML() (any, error) { return w.value(), nil }

// UnmarshalJSON reads a string or an array.
func (w *WordList) UnmarshalJSON(b []byte) error {
	*w = WordList{}
	if len(b) > 0 && b[0] == '[' {
		return json.Unmarshal(b, &w.Words)
	}
	return json.Unmarshal(b, &w.Name)
}

// MarshalJSON writes what UnmarshalJSON reads.
func (w WordList) MarshalJSON() ([]byte, error) { return json.Marshal(w.value()) }

// IsZero lets omitempty and omitzero drop a list that says nothing.
func (w WordList) IsZero() bool { return w.Name == "" && w.Words == nil }

func (w WordList) value() any {
	if w.Words != nil {
		return w.Words
	}
	return w.Name
}
