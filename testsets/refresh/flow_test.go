package refresh

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
	"github.com/rankduel/rankduel/testsets/querylog"
)

// A scene is the seed's test set of 50 queries, to be refreshed from a log whose
// queries say their stratum.
type scene struct {
	dir, set, folder string
	writes           func(path string, data []byte) error
}

var today = time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)

func newScene(t *testing.T) *scene {
	t.Helper()
	dir := t.TempDir()
	text, err := os.ReadFile("../testdata/test_set_v1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{dir: dir, set: filepath.Join(dir, "test_set_v1.yaml"), folder: filepath.Join(dir, "refresh"), writes: outfile.Write}
	if err := os.WriteFile(s.set, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return s
}

// log has 20 queries a stratum, query i asked i+1 times by i+1 clients.
func (s *scene) log(t *testing.T) *querylog.Log {
	t.Helper()
	var b strings.Builder
	b.WriteString("query,client\n")
	for _, stratum := range []string{"exact", "paraphrase", "complex"} {
		for i := range 20 {
			for c := range i + 1 {
				fmt.Fprintf(&b, "%s thing %d,c%d\n", stratum, i, c)
			}
		}
	}
	b.WriteString("exact_term query 1,c1\nexact_term query 1,c2\n") // is in the set
	l, err := querylog.Read("log.csv", strings.NewReader(b.String()), querylog.Columns{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func (s *scene) request(t *testing.T) Request {
	t.Helper()
	set, err := testsets.Load(s.set)
	if err != nil {
		t.Fatal(err)
	}
	return Request{
		Dir: s.folder, Set: set, SetFile: s.set, Now: today, Seed: 7,
		Log: s.log(t), LogFile: "log.csv", LogSHA256: hashOf([]byte("log")),
		Types: []TypeRule{
			{"exact_term", regexp.MustCompile("(?i)^exact ")}, {"paraphrase", regexp.MustCompile("(?i)^paraphrase ")}, {"complex_clinical", regexp.MustCompile("(?i)^complex ")},
		},
		Labellers: []string{"ada", "ben"}, Guideline: []byte("# What grades mean\n"),
	}
}

// open returns Open with the scene's way of writing.
func (s *scene) open() (*Workflow, error) {
	w, err := Open(s.folder)
	if err == nil {
		w.write = s.writes
	}
	return w, err
}

// pool pools three documents a query, from two systems.
func (s *scene) pool() error {
	w, err := s.open()
	if err != nil {
		return err
	}
	set, err := w.oldSet()
	if err != nil {
		return err
	}
	entrants, err := w.entering(set)
	if err != nil {
		return err
	}
	a, b := Ranking{Config: "bm25", Docs: map[string][]string{}}, Ranking{Config: "dense", Docs: map[string][]string{}}
	for i, e := range entrants {
		a.Docs[e.ID] = []string{fmt.Sprintf("D%d-0", i), fmt.Sprintf("D%d-1", i)}
		b.Docs[e.ID] = []string{fmt.Sprintf("D%d-2", i), fmt.Sprintf("D%d-0", i)}
	}
	_, err = w.Pool(PoolRequest{Rankings: []Ranking{a, b}, Text: func(id string) (Document, bool) { return Document{"Title " + id, "text of " + id}, true }})
	return err
}

// label writes a journal: -0 is 3, -1 is 1, -2 is 0, but for pairs about which
// someone disagrees.
func (s *scene) label(t *testing.T, person string, other func(i int, p label.Pair) (grade int, ok bool)) {
	t.Helper()
	w, err := Open(s.folder)
	if err != nil {
		t.Fatal(err)
	}
	pool, err := label.OpenPool(w.path(poolFile))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for i, p := range pairsOf(pool) {
		grade := map[byte]int{'0': 3, '1': 1, '2': 0}[p.Doc[len(p.Doc)-1]]
		if g, ok := other(i, p); ok {
			grade = g
		}
		line := map[string]any{"query_id": p.Query, "doc_id": p.Doc, "state": "graded", "grade": grade}
		if grade < 0 {
			line["state"], line["grade"] = "cannot_judge", nil
		}
		if err := plainjson.NewEncoder(&b).Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(s.folder, "labels", person+".jsonl")
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func same(int, label.Pair) (int, bool) { return 0, false }

// every lets a person differ in every nth pair.
func every(n int) func(int, label.Pair) (int, bool) {
	return func(i int, _ label.Pair) (int, bool) { return 2, i%n == 0 }
}

// adjudicate takes the lower grade.
func (s *scene) adjudicate(t *testing.T) {
	t.Helper()
	w, err := Open(s.folder)
	if err != nil {
		t.Fatal(err)
	}
	pairs, said, err := w.labels()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	c := csv.NewWriter(&b)
	_ = c.Write([]string{"query_id", "doc_id", "ada", "ben", "third", "grade", "rule", "by", "at", "comment"})
	for _, p := range pairs {
		x, y := said[0][p].Grade, said[1][p].Grade
		grade := ""
		switch {
		case x != nil && y != nil:
			grade = fmt.Sprint(min(*x, *y))
		case x != nil:
			grade = fmt.Sprint(*x)
		case y != nil:
			grade = fmt.Sprint(*y)
		}
		_ = c.Write([]string{p.Query, p.Doc, gradeText(x), gradeText(y), "", grade, "lower", "", "", ""})
	}
	c.Flush()
	if err := os.WriteFile(filepath.Join(s.folder, adjudicatedFile), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// report keeps what stands for a report of the labels as they are.
func (s *scene) report() error {
	w, err := s.open()
	if err != nil {
		return err
	}
	return w.KeepAgreement(Report{JSON: []byte("{}\n"), Markdown: []byte("#\n")})
}

func (s *scene) finish() (*Finished, error) {
	w, err := s.open()
	if err != nil {
		return nil, err
	}
	return w.Finish(FinishRequest{Now: today})
}

// refreshed goes all the way.
func (s *scene) refreshed(t *testing.T) *Finished {
	t.Helper()
	if _, err := Begin(s.request(t)); err != nil {
		t.Fatal(err)
	}
	if err := s.pool(); err != nil {
		t.Fatal(err)
	}
	s.label(t, "ada", same)
	s.label(t, "ben", every(9))
	if err := s.report(); err != nil {
		t.Fatal(err)
	}
	s.adjudicate(t)
	f, err := s.finish()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// files returns all files of a folder by name, with their content.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		out[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Whatever syntax the name of the new version asks for, it can be read again, and
// is the same set.
func TestSyntaxOfTheNewVersion(t *testing.T) {
	s := newScene(t)
	yaml := s.refreshed(t).SHA256
	w, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"next.json", "next.jsonl", "next.ndjson", "next.yml"} {
		path := filepath.Join(s.dir, name)
		f, err := w.Finish(FinishRequest{Now: today, File: path})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		set, err := testsets.Load(path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if set.SHA256() != yaml || f.SHA256 != yaml || set.Provenance.File != "next.provenance.jsonl" {
			t.Errorf("%s has %s, and the report says %s; want %s", name, set.SHA256(), f.SHA256, yaml)
		}
	}
}

// MS-O-02: the set of 50 with 20 replaced has 50, 30 of them as they were; the
// old file keeps its bytes.
func TestRefresh(t *testing.T) {
	s := newScene(t)
	before := files(t, s.dir)["test_set_v1.yaml"]
	f := s.refreshed(t)
	if files(t, s.dir)["test_set_v1.yaml"] != before {
		t.Error("the old version was changed")
	}
	v1, err1 := testsets.Load(s.set)
	v2, err2 := testsets.Load(filepath.Join(s.dir, "test_set_v2.yaml"))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if v2.Version != "v2" || v2.Name != "test_set_v2" || len(v2.Queries) != 50 || v2.Parent == nil || v2.Parent.SHA256 != v1.SHA256() || v2.Parent.Version != "v1" {
		t.Errorf("%s, %d queries, parent %+v", v2.Label(), len(v2.Queries), v2.Parent)
	}
	kept := 0
	for _, q := range v2.Queries {
		i := slices.IndexFunc(v1.Queries, func(old testsets.Query) bool { return old.ID == q.ID })
		if i < 0 {
			continue
		}
		kept++
		old := v1.Queries[i]
		if !slices.Equal(old.Relevant, q.Relevant) || old.Text != q.Text || old.Type != q.Type {
			t.Errorf("%s is not what it was", q.ID)
		}
	}
	if kept != 30 || f.Kept != 30 || len(f.Left) != 20 || len(f.Entered) != 20 {
		t.Errorf("%d kept; the report says %d, %d left, %d entered", kept, f.Kept, len(f.Left), len(f.Entered))
	}
	// Strata keep their sizes: of 20, 15 and 15 of the seed leave and enter 8, 6 and 6.
	for i, want := range []int{8, 6, 6} {
		if c := f.Strata[i]; c.Left != want || c.Entered != want || c.Before != c.After {
			t.Errorf("%+v, want %d", c, want)
		}
	}
}

// Killed at any write of any step and done again, the refresh ends with the same
// files.
func TestKilledAtEveryWrite(t *testing.T) {
	whole := newScene(t)
	whole.refreshed(t)
	want := files(t, whole.dir)
	errKilled := errors.New("killed")
	for kill := range 30 {
		s := newScene(t)
		left, killed := kill, false
		s.writes = func(path string, data []byte) error {
			if left == 0 && !killed {
				killed = true
				return errKilled
			}
			left--
			return outfile.Write(path, data)
		}
		again := func(what string, step func() error) {
			err := step()
			if errors.Is(err, errKilled) {
				err = step()
			}
			if err != nil {
				t.Fatalf("killed at write %d, %s: %v", kill, what, err)
			}
		}
		again("start", func() error { _, err := begin(s.request(t), s.writes); return err })
		again("pool", s.pool)
		s.label(t, "ada", same)
		s.label(t, "ben", every(9))
		again("agreement", s.report)
		s.adjudicate(t)
		again("finish", func() error { _, err := s.finish(); return err })
		got := files(t, s.dir)
		for name, text := range want {
			if got[name] != text {
				t.Errorf("killed at write %d: %s is another", kill, name)
			}
			delete(got, name)
		}
		for name := range got {
			t.Errorf("killed at write %d: %s is left over", kill, name)
		}
		if !killed {
			if kill < 8 {
				t.Errorf("only %d writes", kill)
			}
			return
		}
	}
	t.Error("30 writes, and there are more")
}

// MS-O-03, and KP-O-03: kappa of .55 and of exactly .6 are refused and write
// nothing.
func TestFinishRefusesLowKappa(t *testing.T) {
	s := newScene(t)
	if _, err := Begin(s.request(t)); err != nil {
		t.Fatal(err)
	}
	if err := s.pool(); err != nil {
		t.Fatal(err)
	}
	// Of 60 pairs with grades 3 and 0 in halves, 12 differ, six each way: 48/60 are
	// equal and half would be by chance, so kappa is (.8 − .5)/.5 = .6.
	two := func(flip int) func(int, label.Pair) (int, bool) {
		return func(i int, _ label.Pair) (int, bool) {
			grade := 3 * (i % 2)
			if i < flip {
				grade = 3 - grade
			}
			return grade, true
		}
	}
	s.label(t, "ada", two(0))
	s.label(t, "ben", two(12))
	s.adjudicate(t)
	_, err := s.finish()
	if !errors.Is(err, ErrAgreement) || !strings.Contains(err.Error(), "kappa of ada and ben is 0.6 over 60 pairs, and has to be above 0.6; lower end 0.") {
		t.Errorf("exactly .6: %v", err)
	}
	// 14 of 60: (46/60 − .5)/.5 = 8/15.
	s.label(t, "ben", two(14))
	s.adjudicate(t)
	_, err = s.finish()
	if !errors.Is(err, ErrAgreement) || !strings.Contains(err.Error(), "0.5333") {
		t.Errorf(".53: %v", err)
	}
	for name := range files(t, s.dir) {
		if strings.Contains(name, "v2") || strings.Contains(name, "CHANGELOG") {
			t.Errorf("%s was written", name)
		}
	}
}

// Of 60 pairs of 20 queries 10 differ, five each way, and kappa is (50/60 − .5)/.5 =
// .667: above the threshold, which is enough, unless evidence is required by the
// refresh or by its last step. With 2 of 60 it is .933, and ends above .6 too.
func TestFinishByEvidence(t *testing.T) {
	s := newScene(t)
	r := s.request(t)
	r.Evidence = "require"
	if _, err := Begin(r); err == nil || !strings.Contains(err.Error(), `evidence "require": want required`) {
		t.Errorf("%v", err)
	}
	r.Evidence, r.Replace = kappa.Required, 9
	if _, err := Begin(r); err == nil || !strings.Contains(err.Error(), "replace 9, and evidence is required: labels of fewer than 10 queries never pass by it; replace more") {
		t.Errorf("%v", err)
	}
	r.Replace = 20
	if _, err := Begin(r); err != nil {
		t.Fatal(err)
	}
	if err := s.pool(); err != nil {
		t.Fatal(err)
	}
	differ := func(n int) {
		t.Helper()
		s.label(t, "ada", func(i int, _ label.Pair) (int, bool) { return 3 * (i % 2), true })
		s.label(t, "ben", func(i int, _ label.Pair) (int, bool) {
			if i < n {
				return 3 - 3*(i%2), true
			}
			return 3 * (i % 2), true
		})
		s.adjudicate(t)
	}
	finish := func(evidence string) (*Finished, error) {
		t.Helper()
		w, err := s.open()
		if err != nil {
			t.Fatal(err)
		}
		return w.Finish(FinishRequest{Now: today, Evidence: evidence, DropUnanswered: true, File: filepath.Join(t.TempDir(), "v2.yaml")})
	}
	differ(10)
	refused := func(evidence string) {
		t.Helper()
		_, err := finish(evidence)
		for _, want := range []string{"kappa of ada and ben is 0.6667 over 60 pairs, and evidence is required; lower end 0.", "60 documents of 20 queries: they do not show a kappa above 0.6; replace more queries (start with a larger --replace)", "if the true kappa is 0.6667, "} {
			if !errors.Is(err, ErrAgreement) || !strings.Contains(err.Error(), want) {
				t.Errorf("evidence %q: %v, want %q", evidence, err, want)
			}
		}
	}
	refused("")
	path := filepath.Join(s.folder, planFile)
	plan, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(plan, []byte("evidence: required\n"), nil, 1), 0o644); err != nil {
		t.Fatal(err)
	}
	refused(kappa.Required)
	if f, err := finish(""); err != nil || f.Evidence || f.Agreements[0].Shows != "not_shown" {
		t.Errorf("%+v, %v", f, err)
	}
	s.label(t, "ada", func(int, label.Pair) (int, bool) { return 2, true })
	s.label(t, "ben", func(int, label.Pair) (int, bool) { return 2, true })
	s.adjudicate(t)
	undefined := "the labels do not pass: evidence is required, and of ada and ben kappa is undefined: both gave one grade throughout 60 documents of 20 queries, which counts as 1 and shows nothing; queries whose documents deserve different grades are needed before kappa says anything"
	if _, err := finish(kappa.Required); err == nil || err.Error() != undefined {
		t.Errorf("one grade: %v", err)
	}
	if f, err := finish(""); err != nil || f.Agreements[0].Kappa != nil || !f.Agreements[0].Passes {
		t.Errorf("one grade, by kappa itself: %+v, %v", f, err)
	}
	differ(2)
	f, err := finish(kappa.Required)
	if err != nil || !f.Evidence || f.Agreements[0].Shows != "shown" {
		t.Fatalf("%+v, %v", f, err)
	}
	origin, err := os.ReadFile(f.Provenance)
	if err != nil || !strings.Contains(string(origin), `"evidence_required":true`) {
		t.Errorf("%.300s, %v", origin, err)
	}
}

// What is not complete or not current is refused by name.
func TestFinishRefuses(t *testing.T) {
	edit := func(t *testing.T, path string, old, new string) {
		t.Helper()
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(data), old, new, 1)
		if text == string(data) {
			t.Fatalf("%s has no %q", path, old)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, tt := range map[string]struct {
		do   func(t *testing.T, s *scene)
		want string
	}{
		"the old version changed": {func(t *testing.T, s *scene) { edit(t, s.set, "exact_term query 1\n", "exact_term query one\n") }, "is not what the refresh began with"},
		"a query dropped after the pool": {func(t *testing.T, s *scene) {
			edit(t, filepath.Join(s.folder, enteringFile), ",keep", ",drop")
		}, "19 queries to enter, and 20 to be replaced"},
		"a need written after the pool": {func(t *testing.T, s *scene) {
			edit(t, filepath.Join(s.folder, enteringFile), ",,keep", ",to know,keep")
		}, "the pool is not current: entering.csv, which it read, was changed since"},
		"a text changed": {func(t *testing.T, s *scene) {
			edit(t, filepath.Join(s.folder, enteringFile), "thing", "thong")
		}, "only decision, need and query_type may be changed"},
		"nobody labelled": {func(t *testing.T, s *scene) {
			if err := os.Remove(filepath.Join(s.folder, "labels", "ben.jsonl")); err != nil {
				t.Fatal(err)
			}
		}, "labelling is not finished: ben has 60 of 60 documents left"},
		"labelled again after adjudication": {func(t *testing.T, s *scene) {
			s.label(t, "ben", every(8))
			if err := s.report(); err != nil {
				t.Fatal(err)
			}
		}, "ben said 2, and the row has 3: labels changed since; adjudicate again"},
		"a blank that was none": {func(t *testing.T, s *scene) {
			edit(t, filepath.Join(s.folder, adjudicatedFile), ",2,2,,2,", ",2,?,,2,")
		}, "ben said 2, and the row has no grade: labels changed since"},
		"labelled again after the report": {func(t *testing.T, s *scene) {
			s.label(t, "ben", every(8))
			s.adjudicate(t)
		}, "agreement.json is stale: labels/ben.jsonl, which it read, was changed since; write it again: rankduel testset refresh agreement"},
		"the report edited": {func(t *testing.T, s *scene) {
			edit(t, filepath.Join(s.folder, agreementFile), "{}", "{ }")
		}, "agreement.json is stale: agreement.json, which it wrote, was changed since"},
		"an adjudication missing": {func(t *testing.T, s *scene) {
			edit(t, filepath.Join(s.folder, adjudicatedFile), "v2-001,", "v2-777,")
		}, "is not in the pool"},
		"a pair adjudicated twice": {func(t *testing.T, s *scene) {
			path := filepath.Join(s.folder, adjudicatedFile)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(string(data), "\n")
			if err := os.WriteFile(path, []byte(string(data)+lines[1]), 0o644); err != nil {
				t.Fatal(err)
			}
		}, "is there twice"},
		"the report's page gone": {func(t *testing.T, s *scene) {
			if err := os.Remove(filepath.Join(s.folder, agreementPage)); err != nil {
				t.Fatal(err)
			}
		}, "agreement.json is stale: agreement.md, which it wrote, is gone"},
		"a grade below equal ones": {func(t *testing.T, s *scene) {
			edit(t, filepath.Join(s.folder, adjudicatedFile), ",2,2,,2,", ",2,2,,1,")
		}, "all said 2, and the grade is 1: equal labels stand"},
		"one grade and a blank, undecided": {func(t *testing.T, s *scene) {
			s.label(t, "ben", func(i int, _ label.Pair) (int, bool) { return -1, i == 5 })
			s.adjudicate(t)
			edit(t, filepath.Join(s.folder, adjudicatedFile), ",2,,,2,", ",2,,,,")
			if err := s.report(); err != nil {
				t.Fatal(err)
			}
		}, "pairs without a grade yet: 1 of 60"},
		"a grade off the scale": {func(t *testing.T, s *scene) {
			edit(t, filepath.Join(s.folder, adjudicatedFile), ",2,2,,2,", ",2,2,,7,")
		}, "is not on the scale"},
		"the pool changed": {func(t *testing.T, s *scene) { edit(t, filepath.Join(s.folder, poolFile), "Title", "Titel") }, "pool.jsonl, which it wrote, was changed since"},
		"v2 is there": {func(t *testing.T, s *scene) {
			if err := os.WriteFile(filepath.Join(s.dir, "test_set_v2.yaml"), []byte("version: v2\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}, "exists, and a version is never overwritten"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			if _, err := Begin(s.request(t)); err != nil {
				t.Fatal(err)
			}
			if err := s.pool(); err != nil {
				t.Fatal(err)
			}
			both := func(i int, p label.Pair) (int, bool) { return 2, i == 5 }
			s.label(t, "ada", both)
			s.label(t, "ben", both)
			if err := s.report(); err != nil {
				t.Fatal(err)
			}
			s.adjudicate(t)
			tt.do(t, s)
			_, err := s.finish()
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// A report of agreement is of the labels that it read: status says when it is
// stale and what to do, and without one finish warns.
func TestStaleReport(t *testing.T) {
	s := newScene(t)
	s.refreshed(t)
	at := func() StepStatus {
		t.Helper()
		w, err := s.open()
		if err != nil {
			t.Fatal(err)
		}
		status, err := w.Status()
		if err != nil {
			t.Fatal(err)
		}
		return status.Steps[3]
	}
	if got := at(); got.Step != stepAgreement || got.State != Done {
		t.Errorf("%+v", got)
	}
	s.label(t, "ben", every(8))
	if got := at(); got.State != Stale || !strings.HasPrefix(got.Text, "agreement.json is stale: labels/ben.jsonl, which it read, was changed since; now kappa 0.") {
		t.Errorf("%+v", got)
	}
	if err := errors.Join(s.report(), os.WriteFile(filepath.Join(s.folder, agreementFile), []byte("{}"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if got := at(); got.State != Stale {
		t.Errorf("edited: %+v", got)
	}
	if err := os.Remove(filepath.Join(s.folder, agreementFile)); err != nil {
		t.Fatal(err)
	}
	if got := at(); got.State != Waiting {
		t.Errorf("removed: %+v", got)
	}
	s.adjudicate(t)
	if err := os.Remove(filepath.Join(s.dir, "test_set_v2.yaml")); err != nil {
		t.Fatal(err)
	}
	f, err := s.finish()
	if err != nil || len(f.Warnings) == 0 || !strings.HasPrefix(f.Warnings[0], "no report of agreement was kept") {
		t.Errorf("%+v, %v", f, err)
	}
}

// A query whose documents all got 0 is not a query that a measure can score.
func TestUnanswered(t *testing.T) {
	s := newScene(t)
	if _, err := Begin(s.request(t)); err != nil {
		t.Fatal(err)
	}
	if err := s.pool(); err != nil {
		t.Fatal(err)
	}
	none := func(_ int, p label.Pair) (int, bool) { return 0, p.Query == "v2-003" }
	s.label(t, "ada", none)
	s.label(t, "ben", none)
	s.adjudicate(t)
	if _, err := s.finish(); err == nil || !strings.Contains(err.Error(), "no document above grade 0 for v2-003") {
		t.Errorf("error %v", err)
	}
	w, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	f, err := w.Finish(FinishRequest{Now: today, DropUnanswered: true})
	if err != nil || f.After != 49 || len(f.Entered) != 19 {
		t.Errorf("%+v, %v", f, err)
	}
}

// The provenance has a line for the pool, for each query and for each label.
func TestProvenance(t *testing.T) {
	s := newScene(t)
	f := s.refreshed(t)
	data, err := os.ReadFile(f.Provenance)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	if want := 1 + 50 + 60; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	for _, line := range lines {
		if !json.Valid(line) {
			t.Errorf("%s", line)
		}
	}
	known, err := readProvenance(f.File)
	if err != nil || known.Pool == nil || known.Pool.Depth != DefaultDepth || known.Queries["v2-001"].Since != "2026-11-22" || known.Queries["v2-001"].Version != "v2" || known.Queries["q001"].Version == "v2" {
		t.Errorf("%+v, %v", known.Pool, err)
	}
}

// Two refreshes of the same request are the same, and another seed is another.
func TestBeginIsDeterministic(t *testing.T) {
	a, b, c := newScene(t), newScene(t), newScene(t)
	for _, s := range []*scene{a, b} {
		if _, err := Begin(s.request(t)); err != nil {
			t.Fatal(err)
		}
	}
	other := c.request(t)
	other.Seed = 8
	if _, err := Begin(other); err != nil {
		t.Fatal(err)
	}
	x, y, z := files(t, a.folder), files(t, b.folder), files(t, c.folder)
	for name := range x {
		if x[name] != y[name] {
			t.Errorf("%s differs", name)
		}
	}
	if x[enteringFile] == z[enteringFile] || x[leavingFile] == z[leavingFile] {
		t.Error("the seed changes nothing")
	}
	if _, err := Begin(a.request(t)); !errors.Is(err, ErrBegun) {
		t.Errorf("again: %v", err)
	}
}
