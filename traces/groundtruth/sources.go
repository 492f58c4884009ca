package groundtruth

import (
	"cmp"
	"context"
	_ "embed" // sources.yaml
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/jq"
	"github.com/rankduel/rankduel/traces"
)

//go:embed sources.yaml
var sourcesText []byte

// A source is a file that may name files; sources.yaml says what it may say.
type source struct {
	File, Misplaced, Known string
	Stated                 bool
	Topics                 []string
	Ways                   []way
}

// A way is one in which a source names files.
type way struct {
	Name, Sure, Code string
	Find             string
	Files            program
}

// A program is compiled jq.
type program struct{ *jq.Expression }

// UnmarshalYAML compiles a text.
func (p *program) UnmarshalYAML(n *yaml.Node) (err error) {
	p.Expression, err = jq.Compile("sources.yaml", n.Value, "$code")
	return err
}

// known is sources.yaml.
var known = sync.OnceValue(func() (all struct {
	Sources []source
	Symbols program
},
) {
	if err := yaml.Unmarshal(sourcesText, &all); err != nil {
		panic(err) // it is part of the program
	}
	return all
})

// finders find files in a text of any kind.
var finders = map[string]func(*task, string) []string{
	"patch":    (*task).patched,
	"mentions": func(_ *task, text string) []string { return mentioned(text) },
	"defects":  (*task).defects,
}

// try takes the files of a source, if it names any. One that has none and should is a fault.
func (t *task) try(s source) {
	text := t.text(s.File)
	if text == "" {
		if s.Misplaced != "" && t.text(s.Misplaced) != "" {
			t.fault(s.Misplaced, errors.New("it is not read: its place is "+s.File))
		}
		return
	}
	var root any
	if strings.HasSuffix(s.File, ".json") && !t.decode(s.File, text, &root) {
		return
	}
	members, _ := root.(map[string]any)
	for _, w := range s.Ways {
		confidence := t.by(w.Sure, cmp.Or(w.Code, w.Sure))
		if confidence == "" {
			continue
		}
		stated, _ := members["confidence"].(string)
		if s.Stated && slices.Contains([]string{High, Medium, Low}, stated) && (!t.convention.Code || w.Name == "ground_truth_json_files") {
			confidence = stated
		}
		if t.found(t.files(s.File, w, text, root), w.Name, confidence); len(t.truth.Files) > 0 {
			return
		}
	}
	t.settled = slices.ContainsFunc(s.Topics, func(topic string) bool { _, there := members[topic]; return there })
	if !t.settled {
		t.truth.foreign(s.File, s.Known, text)
	}
}

// files returns those that a source names in one way; that some entries of a list are something else is a fault.
func (t *task) files(name string, w way, text string, root any) []string {
	if w.Find != "" {
		return finders[w.Find](t, text)
	}
	list, err := w.Files.List(context.Background(), math.MaxInt, root, t.convention.Code)
	if err != nil {
		return nil // it is of another kind, which has none
	}
	var texts []string
	for _, v := range list {
		if text, is := v.(string); is {
			texts = append(texts, text)
		}
	}
	if other := len(list) - len(texts); other > 0 && len(texts) > 0 {
		t.fault(name, fmt.Errorf("%d of %d entries of a list of files are not texts, and are left out", other, len(list)))
	}
	return texts
}

// A defect is one that a reviewer should find.
type defect struct {
	File      string `json:"file"`
	Type      string `json:"defect_type"`
	LineStart *int   `json:"line_start"`
	LineEnd   *int   `json:"line_end"`
}

// defectTypes are those that make a defect a chunk: one without is a file only.
var defectTypes = []string{
	"null-deref", "resource-leak", "race-condition", "injection", "logic-error", "buffer-overflow", "use-after-free", "other",
}

// chunks returns the ranges of lines of defects. Without a first line it is 1, without a last one the first.
func chunks(defects []defect) []traces.Chunk {
	var out []traces.Chunk
	for _, d := range defects {
		if !slices.Contains(defectTypes, d.Type) || d.File == "" {
			continue
		}
		c := traces.Chunk{File: d.File, LineStart: 1, Annotation: d.Type}
		if d.LineStart != nil {
			c.LineStart = max(1, *d.LineStart)
		}
		if c.LineEnd = c.LineStart; d.LineEnd != nil {
			c.LineEnd = max(c.LineStart, *d.LineEnd)
		}
		out = append(out, c)
	}
	return out
}
