package holdout_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/result"
)

// Everything that could change what is shown, or says that something else was
// scored, makes another question; what says nothing about held-out queries does
// not.
func TestQuestion(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	ask := func(change func(*holdout.Question)) string {
		t.Helper()
		one, two := 0.5, 0.25
		asked := func(part string) holdout.PartScores {
			return holdout.PartScores{
				TestSet: result.TestSetInfo{SHA256: "abc", Part: part}, Profile: "default",
				A: result.System{Name: "a", SHA256: "a1"}, B: result.System{Name: "b", RunID: "run_1", Recorded: &result.Recorded{From: at, To: at}},
				Rows: []result.QueryDifference{{QueryID: "q", A: map[string]*float64{"RR": &one}, B: map[string]*float64{"RR": &two}}},
			}
		}
		q := holdout.Question{
			Release: result.ReleaseScores, Alpha: 0.05, Gains: holdout.Gains{Measure: "RR", Evaluation: []float64{0.1}, HeldOut: []float64{-0.25}, Tried: 3},
			Evaluation: asked("evaluation"), HeldOut: asked("heldout"),
		}
		change(&q)
		digest, err := q.Digest()
		if err != nil || len(digest) != 64 {
			t.Fatal(digest, err)
		}
		return digest
	}
	same := ask(func(*holdout.Question) {})
	for name, change := range map[string]func(*holdout.Question){
		"tried":                     func(q *holdout.Question) { q.Gains.Tried = 4 },
		"the zone of the recording": func(q *holdout.Question) { q.HeldOut.B.Recorded.From = at.In(time.FixedZone("x", 3600)) },
		"what stores do not keep":   func(q *holdout.Question) { q.HeldOut.B.Recorded.From = at.Truncate(time.Second) },
	} {
		if ask(change) != same {
			t.Errorf("%s makes another question", name)
		}
	}
	other := 0.75
	for name, change := range map[string]func(*holdout.Question){
		"release":             func(q *holdout.Question) { q.Release = result.ReleaseLadder },
		"alpha":               func(q *holdout.Question) { q.Alpha = 0.01 },
		"measure":             func(q *holdout.Question) { q.Gains.Measure = "AP" },
		"profile":             func(q *holdout.Question) { q.HeldOut.Profile = "trec" },
		"test set":            func(q *holdout.Question) { q.HeldOut.TestSet.SHA256 = "abd" },
		"run file":            func(q *holdout.Question) { q.HeldOut.A.SHA256 = "a2" },
		"configuration":       func(q *holdout.Question) { q.HeldOut.B.RunID = "run_2" },
		"recorded again":      func(q *holdout.Question) { q.HeldOut.B.Recorded.To = at.Add(time.Second) },
		"name":                func(q *holdout.Question) { q.Evaluation.B.Name = "c" },
		"a held-out score":    func(q *holdout.Question) { q.HeldOut.Rows[0].A["RR"] = &other },
		"an evaluation score": func(q *holdout.Question) { q.Evaluation.Rows[0].B["RR"] = nil },
		"another query":       func(q *holdout.Question) { q.HeldOut.Rows[0].QueryID = "r" },
		"units":               func(q *holdout.Question) { q.Gains.HeldOut = []float64{-0.125} },
	} {
		if ask(change) == same {
			t.Errorf("%s does not make another question", name)
		}
	}
}

// A digest is in the chain like everything else, and is found at its version
// alone. Looks of other verbs have none and are never the same.
func TestSeen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.jsonl")
	take := func(sha, scored string) {
		t.Helper()
		l, err := holdout.ReadLedger(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Append(path, result.Look{TestSet: result.LookedAt{SHA256: sha}, Scored: scored}); err != nil {
			t.Fatal(err)
		}
	}
	take("old", "d1")
	take("new", "")
	take("new", "d1")
	l, err := holdout.ReadLedger(path)
	if err != nil {
		t.Fatal(err)
	}
	if look, j, ok := l.Seen("new", "d1"); !ok || look.Number != 3 || j != 2 {
		t.Errorf("look %d, the %d. of its version, %v; want 3, the 2.", look.Number, j, ok)
	}
	for _, digest := range []string{"", "d2"} {
		if _, _, ok := l.Seen("new", digest); ok {
			t.Errorf("%q was seen", digest)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(data, []byte(`"scored":"d1"`), []byte(`"scored":"d2"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	var tampered *holdout.TamperedError
	if _, err := holdout.ReadLedger(path); !errors.As(err, &tampered) || tampered.Line != 1 {
		t.Errorf("an edited digest: %v", err)
	}
}
