package label

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/rankduel/rankduel/internal/textfaults"
)

// A State is what a person did with a pair.
type State string

// The states.
const (
	Graded       State = "graded"
	CannotJudge  State = "cannot_judge" // no grade is right: no text, another language, a field of others
	Later        State = "later"        // asked again when everything else is done
	Undone       State = "undone"       // what was said before does not count
	maxCommented       = 10_000
)

// A Line is one entry of a journal. The last one of a pair counts.
type Line struct {
	At      time.Time `json:"at"`
	Query   string    `json:"query_id"`
	Doc     string    `json:"doc_id"`
	State   State     `json:"state"`
	Grade   *int      `json:"grade"` // nil unless graded
	Comment string    `json:"comment"`
	MS      int64     `json:"ms"`    // from when it was shown
	Mode    string    `json:"mode"`  // terminal, lines, sheet, page or server
	Order   string    `json:"order"` // shuffled, prioritised or sampled, or that of a sheet
	// Repeat marks the second answer about a pair that was asked twice. It says
	// how a person agrees with themselves and is otherwise no label.
	Repeat bool `json:"repeat,omitempty"`
	// Number is which line of its file it is, from 1.
	Number int `json:"-"`
}

func (l Line) pair() Pair { return Pair{l.Query, l.Doc} }

func parseLine(data []byte) (Line, error) {
	var l Line
	if _, err := textfaults.CheckJSON(data, 1); err != nil {
		return l, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return l, fmt.Errorf("is no line of a journal: %w", err)
	}
	switch {
	case l.Query == "" || l.Doc == "":
		return l, errors.New("has no query_id or no doc_id")
	case l.State == "":
		return l, fmt.Errorf("query %q, document %q: has no state, so this is no journal of testset label; labels from elsewhere are taken in with --export and --import, and compared with testset agreement", l.Query, l.Doc)
	case l.State != Graded && l.State != CannotJudge && l.State != Later && l.State != Undone:
		return l, fmt.Errorf("state %q: want %s, %s, %s or %s", l.State, Graded, CannotJudge, Later, Undone)
	case (l.State == Graded) != (l.Grade != nil):
		return l, fmt.Errorf("query %q, document %q: is %s and its grade is %s", l.Query, l.Doc, l.State, graded(l.Grade))
	}
	return l, nil
}

func graded(g *int) string {
	if g == nil {
		return "missing"
	}
	return fmt.Sprint(*g)
}
