package convert

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// looksTREC reports topics and qrels, each in a file of its own.
func looksTREC(in *input) bool {
	files := in.legible()
	return len(files) > 0 && !slices.ContainsFunc(files, func(f *file) bool {
		return topicForm(f) == "" && (!looksQrels(f) || quepidForm(f) == quepidTREC)
	})
}

// profileQrels is that of collections: they keep the numbers that are published.
const profileQrels = "qrels"

func readTREC(ctx context.Context, in *input, d *draft) error {
	d.profile = profileQrels
	topics, qrels := 0, 0
	var late []*file // queries first, in their order
	for _, f := range in.files {
		if looksQrels(f) {
			late = append(late, f)
			continue
		}
		form := topicForm(f)
		if form == topicsDOC && in.isCollection(f) {
			if err := d.collection(ctx, f.path); err != nil {
				return err
			}
			continue
		}
		if form == "" {
			if in.folder != "" {
				d.count(Dropped, "other_files", 1, "file", "of the folder besides topics and qrels")
				continue
			}
			return fmt.Errorf("%s: neither topics (<top>, <topics>, <DOC>, id:text, id and text with a tab) nor qrels (qid iter docid grade)", f.path)
		}
		topics++
		if err := d.topics(ctx, f, form); err != nil {
			return err
		}
	}
	if in.folder != "" && topics > 1 && len(d.faults) > 0 {
		return severalCollections(in.folder, topics, "topics")
	}
	if topics == 0 && d.opts.TopicField != "" {
		return fmt.Errorf("--topic-field %s is about topics, and %s has none", d.opts.TopicField, in.label())
	}
	for _, f := range late {
		qrels++
		if err := d.qrels(ctx, f); err != nil {
			return err
		}
	}
	if in.folder != "" && qrels > 1 && d.judgedInTwoFiles() {
		return severalCollections(in.folder, qrels, "qrels")
	}
	if in.any(func(f *file) bool { return strings.HasPrefix(f.base(), "cran") }) {
		d.directions()
	}
	return nil
}

// writeTREC writes topics with a tab between id and text, the one form of topics that keeps blanks, and qrels.
func writeTREC(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	var topics, qrels bytes.Buffer
	for _, q := range set.Queries {
		if strings.ContainsAny(q.ID, "\t\n\r") {
			return nil, fmt.Errorf("query id %q holds a tab or a line end, which topics cannot", q.ID)
		}
		topics.WriteString(q.ID + "\t" + q.Text + "\n")
	}
	if err := trec.WriteQrels(&qrels, judgmentsOf(set)); err != nil {
		return nil, err
	}
	return []File{{"topics.tsv", topics.Bytes()}, {"qrels.txt", qrels.Bytes()}}, nil
}

func judgmentsOf(set *testsets.TestSet) iter.Seq[trec.Judgment] {
	return func(yield func(trec.Judgment) bool) {
		for _, q := range set.Queries {
			for _, j := range q.Relevant {
				if !yield(trec.Judgment{Query: q.ID, Doc: j.Doc, Grade: j.Grade}) {
					return
				}
			}
		}
	}
}

// qrels reads judgments in TREC's form, real-valued grades too: they are labels here like any other.
func (d *draft) qrels(ctx context.Context, f *file) error {
	text, err := d.text(ctx, f)
	if err != nil {
		return err
	}
	return trec.ScanQrels(ctx, trec.Bytes(f.path, []byte(text)), trec.QrelsOptions{RealGains: true}, func(l trec.QrelsLine) {
		if len(l.Iteration) == 1 && strings.Contains("SABC", l.Iteration) { // NTCIR-2 has a file for either reading of B
			d.count(Dropped, "letters", 1, "letter", "in the second column: the grade is the last one")
		}
		at := place{file: f.path, line: l.Line}
		d.byID(l.Query, at).judge(mark{doc: l.Doc, label: strconv.FormatFloat(l.Gain, 'f', -1, 64), at: at})
	})
}

// threeWords reports a topic whose text has three words, as "q1<tab>windows server
// 2019" has: its one tab is behind the id, and no iteration follows.
func threeWords(line, second string) bool {
	id, rest, _ := strings.Cut(line, "\t")
	_, err := strconv.ParseFloat(second, 64)
	return err != nil && second != "Q0" && !strings.Contains(id, " ") && rest != "" && !strings.Contains(rest, "\t")
}

// looksQrels reports lines of four fields whose last is a number.
func looksQrels(f *file) bool {
	n := 0
	for line := range strings.Lines(f.head()) {
		if !strings.HasSuffix(line, "\n") && n > 0 {
			break // it may be cut
		}
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 4 || threeWords(line, fields[1]) {
			return false
		}
		if _, err := strconv.ParseFloat(fields[3], 64); err != nil {
			return false
		}
		if n++; n == 20 {
			break
		}
	}
	return n > 0
}
