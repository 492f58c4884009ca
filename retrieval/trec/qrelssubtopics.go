package trec

import (
	"cmp"
	"slices"
	"strings"
)

// A SubtopicGrade is the grade of a document for one subtopic of a query.
type SubtopicGrade struct {
	Subtopic int // its place in Qrels.Subtopics
	Grade    int // 0 not relevant to it, 1 or more relevant; negative: unjudged
}

// Subtopics returns the subtopics of query i that a judgment names, relevant or not, by length of the id
// and then by its bytes, which puts numbers into their order. They are nil unless the qrels were read with
// QrelsOptions.Subtopics, as the diversity qrels of the TREC Web track are, whose lines are
//
//	topic subtopic docid judgment
//
// A document may then be judged for any number of subtopics. Its own judgment is the highest of them.
func (q *Qrels) Subtopics(i int) []string {
	if q.subtopics == nil {
		return nil
	}
	return q.subtopics[i]
}

// BySubtopic returns what the document of judgment n of query i was judged for, by
// ascending subtopic; nil like Subtopics.
func (q *Qrels) BySubtopic(i, n int) []SubtopicGrade {
	if q.bySubtopic == nil {
		return nil
	}
	return q.bySubtopic[int(q.starts[i])+n]
}

// A subtopicTable numbers the subtopics of a file, whatever their query.
type subtopicTable struct {
	names   []string
	numbers map[string]int32
	places  []int // scratch: places among the subtopics of a query, by number
}

func (t *subtopicTable) number(name string) int32 {
	n, ok := t.numbers[name]
	if !ok {
		n = int32(len(t.names))
		t.numbers[name] = n
		t.names = append(t.names, name)
	}
	return n
}

// of lists the subtopics of the entries of a query, and sets places.
func (t *subtopicTable) of(entries []entry) []string {
	var numbers []int32
	for i := range entries {
		numbers = append(numbers, entries[i].subtopic)
	}
	slices.SortFunc(numbers, func(a, b int32) int {
		x, y := t.names[a], t.names[b]
		return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y))
	})
	numbers = slices.Compact(numbers)
	if len(t.places) < len(t.names) {
		t.places = make([]int, len(t.names))
	}
	names := make([]string, len(numbers))
	for place, n := range numbers {
		names[place], t.places[n] = t.names[n], place
	}
	return names
}

// fold makes one judgment of a document's judgments for several subtopics: the first in the file, with
// the highest grade and gain. A subtopic judged twice is dropped or an error.
func (b *qrelsBuilder) fold(entries []entry) {
	b.subtopics = append(b.subtopics, b.numbers.of(entries))
	bySubtopic := make([][]SubtopicGrade, len(entries)) // by entry
	room := make([]SubtopicGrade, 0, len(entries))
	for k := 0; k < len(b.byHash); {
		end := k + 1
		for end < len(b.byHash) && sameDoc(entries, b.byHash[k], b.byHash[end]) {
			end++
		}
		run := b.byHash[k:end]
		first, from := run[0], len(room) // entries of a document are in file order
		slices.SortStableFunc(run, func(i, j int32) int {
			return cmp.Compare(b.numbers.places[entries[i].subtopic], b.numbers.places[entries[j].subtopic])
		})
		best := entries[first]
		lead := int32(-1) // the first of a subtopic
		for _, i := range run {
			if lead >= 0 && entries[lead].subtopic == entries[i].subtopic {
				b.twice(entries, lead, i)
				continue
			}
			lead = i
			if i != first {
				b.gone[entries[i].row] = true
			}
			room = append(room, SubtopicGrade{b.numbers.places[entries[i].subtopic], int(entries[i].grade)})
			best.grade, best.gain = max(best.grade, entries[i].grade), max(best.gain, entries[i].gain)
		}
		b.rows[best.row].grade = best.grade
		if b.gains != nil {
			b.gains[best.row] = best.gain
		}
		bySubtopic[first] = room[from:len(room):len(room)]
		if len(room)-from > 1 {
			b.Shared++
		}
		k = end
	}
	for i := range entries {
		if !b.gone[entries[i].row] {
			b.bySubtopic = append(b.bySubtopic, bySubtopic[i])
		}
	}
}
