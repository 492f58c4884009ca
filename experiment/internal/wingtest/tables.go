package wingtest

import (
	"encoding/json"
	"testing"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// ProfileNamed returns the profile of that name.
func ProfileNamed(t testing.TB, name string) metrics.Profile {
	t.Helper()
	p, err := metrics.ProfileByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Measures returns those of a list, under a profile.
func Measures(t testing.TB, profile metrics.Profile, list string) []metrics.Measure {
	t.Helper()
	ms, err := profile.ParseList(list)
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

// JudgmentsFrom reads the text of a qrels file.
func JudgmentsFrom(t testing.TB, qrels string) *judgments.Judgments {
	t.Helper()
	j, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte(qrels)), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Scored scores the text of a run file under the default profile.
func Scored(t testing.TB, name, run string, j *judgments.Judgments, list string) *scoring.Table {
	t.Helper()
	return ScoredAmong(t, name, run, j, list, 1)
}

// ScoredAmong scores one of several runs of a system.
func ScoredAmong(t testing.TB, name, run string, j *judgments.Judgments, list string, runs int) *scoring.Table {
	t.Helper()
	p := ProfileNamed(t, "default")
	s, err := scoring.RunFile(t.Context(), trec.Bytes(name, []byte(run)), j, Measures(t, p, list), p, scoring.Options{KeepRanks: true, Runs: runs})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ScoredUnder scores the text of a run file under a profile.
func ScoredUnder(t testing.TB, profile, run string, j *judgments.Judgments, list string) *scoring.Table {
	t.Helper()
	p := ProfileNamed(t, profile)
	s, err := scoring.RunFile(t.Context(), trec.Bytes("run.jsonl", []byte(run)), j, Measures(t, p, list), p, scoring.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// JudgmentsOf returns all judgments of the text of a test set.
func JudgmentsOf(t testing.TB, text string) *judgments.Judgments {
	t.Helper()
	set, err := testsets.Parse("set.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	j, err := judgments.Of(set, judgments.PartAll)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// SmallScores scores run A or B of the small vectors under the trec profile.
func SmallScores(t testing.TB, run string, list []metrics.Measure, opts scoring.Options) *scoring.Table {
	t.Helper()
	j, err := judgments.Read(t.Context(), trec.File("../testdata/trec/small.qrels"), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	opts.Name = run
	s, err := scoring.RunFile(t.Context(), trec.File("../testdata/trec/small."+run+".run.gz"), j, list, ProfileNamed(t, "trec"), opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ThroughJSON writes the rows of a run as a store does, and reads them back.
func ThroughJSON(t testing.TB, run result.StoredRun) *scoring.Table {
	t.Helper()
	rows := run.Rows
	run.Rows = nil
	for _, row := range rows {
		var back result.Row
		if err := json.Unmarshal(Marshal(t, row), &back); err != nil {
			t.Fatal(err)
		}
		run.Rows = append(run.Rows, back)
	}
	s, err := scoring.Restore(run)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
