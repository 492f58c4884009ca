package label

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

// ErrUnfinished is about labels that are not all there yet: what is left may be what people disagree about.
var ErrUnfinished = errors.New("labelling is not finished")

// Answers returns what a person said: their labels without what they put off.
func (j *Journal) Answers() map[Pair]Line {
	said := j.Labels()
	for pair, line := range said {
		if line.State == Later {
			delete(said, pair)
		}
	}
	return said
}

// Qrels returns what a person said in TREC form, with grade -1, which judges nothing, where
// they could not. It is said in the order of the journal.
func (j *Journal) Qrels() []byte {
	var b bytes.Buffer
	said := j.Answers()
	for _, l := range j.Lines {
		if last, ok := said[l.pair()]; !ok || last.Number != l.Number {
			continue
		}
		grade := -1
		if l.Grade != nil {
			grade = *l.Grade
		}
		fmt.Fprintf(&b, "%s 0 %s %d\n", l.Query, l.Doc, grade)
	}
	return b.Bytes()
}

// within returns a journal without what it says of pairs that a pool does not have,
// with how many pairs these are: one that was made again may have lost some.
func (j *Journal) within(pool *Pool) (rest *Journal, aside int) {
	out := *j
	out.Lines = nil
	lost := map[Pair]bool{}
	for _, l := range j.Lines {
		if pool.has(l.pair()) {
			out.Lines = append(out.Lines, l)
		} else {
			lost[l.pair()] = true
		}
	}
	return &out, len(lost)
}

// ReadAnswers reads what these people said of a pool in a folder of journals. One
// who has no journal said nothing; what they said of other pairs does not count.
func ReadAnswers(pool *Pool, folder string, people []string) ([]*Journal, error) {
	journals := make([]*Journal, len(people))
	var errs []error
	for i, person := range people {
		path := File(folder, person)
		j, err := ReadJournal(path)
		if errors.Is(err, fs.ErrNotExist) {
			j, err = &Journal{Path: path}, nil
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		journals[i], _ = j.within(pool)
	}
	return journals, errors.Join(errs...)
}

// ReadFinished returns ReadAnswers for work that is done: a pair that someone has not
// answered is ErrUnfinished, and a grade off the scale is an error too.
func ReadFinished(pool *Pool, folder string, people []string, scale testsets.Scale) ([]*Journal, error) {
	journals, err := ReadAnswers(pool, folder, people)
	errs := prose.Faults{err}
	for i, j := range journals {
		if j == nil {
			continue
		}
		errs = append(errs, j.check(pool, Offered(scale)))
		left := len(pool.Items) - len(j.Answers())
		errs.If(left > 0, "%w: %s has %d of %s left", ErrUnfinished, people[i], left, prose.Plural(len(pool.Items), "document"))
	}
	return journals, errs.Join()
}
