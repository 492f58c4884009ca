package convert

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/testsets"
)

// looksKebab reports golden lists, which [testsets.Parse] reads.
func looksKebab(f *file) bool {
	return looksYAML(f) && !strings.Contains(f.head(), "query_id:") && hasKey(f, "id") && !hasForeignKeys(f, "query")
}

// looksOwn reports test sets of this program, to be written in another form.
func looksOwn(f *file) bool {
	h := f.head()
	return looksYAML(f) && strings.Contains(h, "query_id:") && !hasForeignKeys(f, "query_text") ||
		begins("", `"query_id"`, `"relevant_docs"`, `"query_text"`)(f) || begins("", `"query_id"`, `"passages"`, `"query_text"`)(f) || begins("", `"query_id"`, `"query_type"`)(f)
}

// hasForeignKeys reports keys of YAML for questions and documents that are another
// program's: the question is not where it is here.
func hasForeignKeys(f *file, question string) bool {
	return anyKey(f, func(key string) bool {
		return key != question && (slices.Contains(questionKeys(), key) || namesForeignDocuments(key))
	})
}

func readSet(ctx context.Context, f *file, d *draft) error {
	text, err := d.text(ctx, f)
	if err != nil {
		return err
	}
	set, err := testsets.Parse(f.path, []byte(text))
	if err != nil {
		return err
	}
	for _, s := range set.Skipped {
		d.count(Dropped, "keys", 1, "key", "that nobody reads: "+s.Text)
		var key string
		if _, err := fmt.Sscanf(s.Text, "key %q", &key); err == nil && (namesForeignDocuments(key) || gradeName().MatchString(key)) {
			d.fault(place{file: f.path, line: s.Line}, "%s, and looks like ids or grades; take it out, or read the file with --from rag", s.Text)
		}
	}
	set.Skipped = nil
	d.ready = set
	return nil
}

// writeGolden writes the set as a golden list, which says nothing of itself.
func writeGolden(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	list := &testsets.TestSet{Name: set.Name, Format: testsets.Golden, Scale: testsets.BinaryScale()}
	d := newDraft(&Options{})
	for _, q := range set.Queries {
		if set.Format != testsets.Golden {
			q.ExpectedDocs = nil
			d.golden(&q)
		}
		list.Queries = append(list.Queries, q)
	}
	data, err := list.Marshal()
	return []File{{"", data}}, err
}
