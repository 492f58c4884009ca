package score_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/score"
)

// random makes a document of up to 30 events over few files, so that repeats, hits
// and near misses are common.
func random(rng *rand.Rand) *traces.Document {
	file := func() string { return fmt.Sprintf("%c/f%d.go", 'p'+rune(rng.IntN(3)), rng.IntN(12)) }
	d := &traces.Document{SchemaVersion: "1.0", Coverage: traces.Coverage{HasGroundTruth: true, HasTranscript: true, HasChunkGroundTruth: true}}
	for range 1 + rng.IntN(6) {
		d.GroundTruth.Files = append(d.GroundTruth.Files, file())
	}
	for range rng.IntN(4) {
		d.GroundTruth.ExpectedEditFiles = append(d.GroundTruth.ExpectedEditFiles, file())
		d.GroundTruth.Chunks = append(d.GroundTruth.Chunks, traces.Chunk{File: file(), LineStart: 1, LineEnd: 2})
	}
	categories := []string{traces.FileRead, traces.FileWrite, traces.CodeSearch, traces.FileSearch, "symbol_navigation"}
	for step := range rng.IntN(30) {
		e := traces.Event{StepIndex: step, ToolCategory: categories[rng.IntN(len(categories))], IsMCP: rng.IntN(40) == 0}
		for range rng.IntN(3) {
			e.TargetFiles = append(e.TargetFiles, file())
		}
		d.Events = append(d.Events, e)
	}
	return d
}

// once lists the files of events, each once; of one category unless it is "".
func once(d *traces.Document, category string) (files []string) {
	for _, e := range d.Events {
		for _, f := range e.TargetFiles {
			if (category == "" || e.ToolCategory == category) && !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files
}

func both(a, b []string) (n int) {
	for _, f := range a {
		if slices.Contains(b, f) {
			n++
		}
	}
	return n
}

// Every stage is what its definition counts, file by file, in documents made at
// random: the formulas are those of the specification (Precision@K over K without
// rescaling, MRR, MAP over all relevant files, nDCG of binary relevance).
func TestStagesByEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 14))
	for i := range 2000 {
		d := random(rng)
		m, err := score.Task(d, score.Options{})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(d.GroundTruth.Files)
		needed := slices.Compact(d.GroundTruth.Files)
		found, written := once(d, ""), once(d, traces.FileWrite)
		same := func(what string, got *float64, want float64) {
			t.Helper()
			if got == nil || math.Abs(*got-want) > 0.5001e-4 {
				t.Errorf("document %d: %s = %v, want %.4f", i, what, got, want)
			}
		}
		f := m.FileLevel
		var precisions, first, gain float64
		hits := 0
		for rank, file := range found {
			if !slices.Contains(needed, file) {
				continue
			}
			hits++
			precisions += float64(hits) / float64(rank+1)
			first = max(first, 1/float64(rank+1))
			if rank < 10 {
				gain += 1 / math.Log2(float64(rank+2))
			}
		}
		ideal := 0.0
		for rank := range min(10, len(needed)) {
			ideal += 1 / math.Log2(float64(rank+2))
		}
		same("MRR", &f.MRR, first)
		same("MAP", &f.MAP, precisions/float64(len(needed)))
		same("nDCG@10", f.NDCG.At(10), gain/ideal)
		same("file recall", &f.FileRecall, float64(hits)/float64(len(needed)))
		same("context efficiency", &f.ContextEfficiency, float64(hits)/float64(max(1, len(found))))
		for _, k := range traces.Cutoffs() {
			top := both(found[:min(k, len(found))], needed)
			same(fmt.Sprint("precision@", k), f.Precision.At(k), float64(top)/float64(k))
			same(fmt.Sprint("recall@", k), f.Recall.At(k), float64(top)/float64(len(needed)))
			same(fmt.Sprint("F1@", k), f.F1.At(k), 2*float64(top)/float64(k+len(needed))) // the harmonic mean of t/k and t/n
		}
		covered := 0
		for _, c := range d.GroundTruth.Chunks {
			covered += both([]string{c.File}, found)
		}
		if len(d.GroundTruth.Chunks) > 0 {
			same("chunk recall", m.ChunkLevel.Recall, float64(covered)/float64(len(d.GroundTruth.Chunks)))
		}
		same("read overlap", m.Utilization.ReadOverlap, float64(both(once(d, traces.FileRead), needed))/float64(len(needed)))
		if len(written) > 0 {
			same("write overlap", m.Utilization.WriteOverlap, float64(both(written, needed))/float64(len(needed)))
			same("read before write", m.Utilization.ReadBeforeWrite, float64(readFirst(d, written))/float64(len(written)))
		} else if m.Utilization.WriteOverlap != nil || m.Utilization.ReadBeforeWrite != nil {
			t.Errorf("document %d: writing probes of nothing written", i)
		}
		read, p := once(d, traces.FileRead), m.Utilization
		slices.Sort(d.GroundTruth.ExpectedEditFiles)
		edits := slices.Compact(d.GroundTruth.ExpectedEditFiles)
		counts := []int{p.FilesRead, p.ReadRelevant, p.FilesWritten, p.WrittenRelevant, p.WrittenExpected, f.Retrieved, f.GroundTruth, f.Overlap, m.ChunkLevel.Hit}
		if want := []int{len(read), both(read, needed), len(written), both(written, needed), both(written, edits), len(found), len(needed), hits, covered}; !slices.Equal(counts, want) {
			t.Errorf("document %d: counts %v, want %v", i, counts, want)
		}
		if p.EditsAvailable != (len(edits) > 0) || (p.EditsReason == nil) != p.EditsAvailable || (p.EditOverlap != nil) != (p.EditsAvailable && len(written) > 0) {
			t.Errorf("document %d: %d files to edit, %d written: %+v", i, len(edits), len(written), p)
		} else if p.EditOverlap != nil {
			same("edit overlap", p.EditOverlap, float64(both(written, edits))/float64(len(edits)))
		}
		evidence := "local"
		if slices.ContainsFunc(d.Events, func(e traces.Event) bool { return e.IsMCP }) {
			evidence = "mcp"
		}
		if got := m.Taxonomy.Slices.Evidence; got != evidence {
			t.Errorf("document %d: evidence %s, want %s", i, got, evidence)
		}
		labels := map[string]int{
			traces.Irrelevant: len(found) - hits, traces.Missed: len(needed) - hits, traces.WrongEvidence: len(written) - both(written, needed),
			traces.Unused: hits - both(written, needed), traces.NearMiss: nearMisses(found, needed),
		}
		for name, want := range labels {
			if m.Taxonomy.Labels[name] != want {
				t.Errorf("document %d: %s = %d, want %d", i, name, m.Taxonomy.Labels[name], want)
			}
		}
		size := map[bool]string{true: "small", false: "medium"}[len(found) <= 5]
		if len(found) > 20 {
			size = "large"
		}
		if m.Taxonomy.Slices.Size != size {
			t.Errorf("document %d: %d files are %s, want %s", i, len(found), m.Taxonomy.Slices.Size, size)
		}
	}
}

// readFirst counts the files with a read in an event before that of their first
// write.
func readFirst(d *traces.Document, written []string) (n int) {
	for _, f := range written {
		touches := func(categories ...string) int {
			return slices.IndexFunc(d.Events, func(e traces.Event) bool {
				return slices.Contains(categories, e.ToolCategory) && slices.Contains(e.TargetFiles, f)
			})
		}
		if seen := touches(traces.FileRead, traces.CodeSearch, traces.FileSearch); seen >= 0 && seen < touches(traces.FileWrite) {
			n++
		}
	}
	return n
}

func nearMisses(found, needed []string) (n int) {
	for _, f := range found {
		if !slices.Contains(needed, f) && slices.ContainsFunc(needed, func(g string) bool { return path.Dir(f) == path.Dir(g) }) {
			n++
		}
	}
	return n
}

// The root of a repository is not a folder that a near miss could share.
func TestNearMissAtRoot(t *testing.T) {
	m, err := score.Task(&traces.Document{
		Coverage: traces.Coverage{HasGroundTruth: true, HasTranscript: true}, GroundTruth: traces.GroundTruth{Files: []string{"x.go"}},
		Events: []traces.Event{{ToolCategory: traces.FileRead, TargetFiles: []string{"y.go"}}},
	}, score.Options{})
	if err != nil || m.Taxonomy.Labels[traces.NearMiss] != 0 || m.Taxonomy.Labels[traces.Irrelevant] != 1 {
		t.Errorf("%v, %v: want one irrelevant file and no near miss", m.Taxonomy.Labels, err)
	}
}

// What cannot be computed is marked, in no mean, and counted by its reason.
func TestNotComputable(t *testing.T) {
	measured := &traces.Document{
		Coverage: traces.Coverage{HasGroundTruth: true, HasTranscript: true}, GroundTruth: traces.GroundTruth{Files: []string{"a/x.go", "a/y.go"}},
		Events: []traces.Event{{ToolCategory: traces.FileRead, TargetFiles: []string{"a/x.go"}}},
	}
	bare := &traces.Document{Coverage: traces.Coverage{HasTranscript: true}, Events: measured.Events}
	lost := &traces.Document{Coverage: traces.Coverage{HasGroundTruth: true}, GroundTruth: measured.GroundTruth}
	var tasks []*traces.TaskMetrics
	for _, c := range []struct {
		d      *traces.Document
		reason string
	}{{measured, ""}, {bare, traces.NoGroundTruth}, {lost, traces.NoTrace}} {
		m, err := score.Task(c.d, score.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m.FileLevel.Reason != c.reason || m.FileLevel.Computable != (c.reason == "") || c.reason != "" && (m.FileLevel.FileScores != nil || m.Utilization.ReadOverlap != nil || len(m.Taxonomy.Labels) > 0) {
			t.Errorf("%+v, want reason %q and no figures with one", m.FileLevel, c.reason)
		}
		tasks = append(tasks, m)
	}
	sum, err := score.Summarize(tasks, score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	recall, _ := sum.FileLevel.Of("file_recall")
	if sum.EventFiles != 3 || sum.Computable != 1 || sum.NoGroundTruth != 1 || sum.NoTrace != 1 || recall.Mean != 0.5 || recall.N != 1 {
		t.Errorf("%+v, file recall %+v: want a mean of 0.5 over one of three", sum, recall)
	}
}

// The first hit is that of the first event that touches the ground truth, or with
// reads alone of the first that reads it; of categories that are as frequent the
// first one is the dominant one.
func TestFirstHitAndDominant(t *testing.T) {
	event := func(step int, category string, seconds float64, file string) traces.Event {
		return traces.Event{StepIndex: step, ToolCategory: category, ElapsedSeconds: &seconds, CumulativeTokens: new(int64(100 * step)), TargetFiles: []string{file}}
	}
	d := &traces.Document{
		Coverage:    traces.Coverage{HasGroundTruth: true, HasTranscript: true},
		GroundTruth: traces.GroundTruth{Files: []string{"a.go"}},
		Events: []traces.Event{
			event(0, "code_search", 1, "x.go"), event(2, "code_search", 2, "a.go"), event(5, "file_read", 4, "y.go"), event(7, "file_read", 8, "a.go"),
		},
	}
	for reads, want := range map[bool]string{false: "2 2 200 code_search", true: "7 8 700 code_search"} {
		m, err := score.Task(d, score.Options{Reads: reads})
		if err != nil {
			t.Fatal(err)
		}
		f := m.FileLevel
		if got := fmt.Sprint(*f.FirstHitStep, *f.TTFRSeconds, *f.TTFRTokens, " ", m.Taxonomy.Slices.Dominant); got != want {
			t.Errorf("reads alone %v: %s, want %s", reads, got, want)
		}
	}
}

// A path that is only the place of the repository is not a file: of x.go, read and then
// written, and y.go, written alone, half were read before, whatever is next to them.
func TestRootIsNoFile(t *testing.T) {
	event := func(step int, category string, files ...string) traces.Event {
		return traces.Event{StepIndex: step, ToolCategory: category, TargetFiles: files}
	}
	d := &traces.Document{
		Coverage:    traces.Coverage{HasGroundTruth: true, HasTranscript: true},
		GroundTruth: traces.GroundTruth{Files: []string{"x.go"}},
		Events:      []traces.Event{event(1, traces.FileRead, "/workspace/", "x.go"), event(2, traces.FileWrite, "/workspace/", "x.go", "y.go")},
	}
	m, err := score.Task(d, score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := m.Utilization; p.FilesWritten != 2 || *p.ReadBeforeWrite != 0.5 {
		t.Errorf("%d written, %v of them read before; want 2 and 0.5", p.FilesWritten, *p.ReadBeforeWrite)
	}
}

// A task writes a/b/x.go, its document has what is left of it without the a/ of a
// diff, b/x.go: the file was found, read and written, and so was its range of lines.
func TestFoldersAAndB(t *testing.T) {
	event := func(step int, category string) traces.Event {
		return traces.Event{StepIndex: step, ToolCategory: category, TargetFiles: []string{traces.Convention{}.Path("/workspace/a/b/x.go")}}
	}
	d := &traces.Document{
		Coverage:    traces.Coverage{HasGroundTruth: true, HasTranscript: true, HasChunkGroundTruth: true},
		GroundTruth: traces.GroundTruth{Files: []string{"a/b/x.go"}, Chunks: []traces.Chunk{{File: "a/b/x.go", LineStart: 1, LineEnd: 2}, {File: "y.go", LineStart: 1, LineEnd: 2}}},
		Events:      []traces.Event{event(0, traces.FileRead), event(1, traces.FileWrite)},
	}
	m, err := score.Task(d, score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, c, p := m.FileLevel, m.ChunkLevel, m.Utilization
	if f.FileRecall != 1 || c.Hit != 1 || *c.Recall != 0.5 || *p.ReadOverlap != 1 || *p.WriteOverlap != 1 || *p.ReadBeforeWrite != 1 {
		t.Errorf("recall %v, %d of 2 ranges, read %v, written %v, read before %v; want 1, 1 and 1 of each", f.FileRecall, c.Hit, *p.ReadOverlap, *p.WriteOverlap, *p.ReadBeforeWrite)
	}
}

// What a search found counts as read before it was written, what the same step or a later
// one touched does not: the rules of the shipped program's compute_utilization_probes.
func TestReadBeforeWrite(t *testing.T) {
	event := func(step int, category string, files ...string) traces.Event {
		return traces.Event{StepIndex: step, ToolCategory: category, TargetFiles: files}
	}
	for _, c := range []struct {
		name   string
		events []traces.Event
		want   float64
	}{
		{"read", []traces.Event{event(1, traces.FileRead, "x.go"), event(2, traces.FileWrite, "x.go")}, 1},
		{"found in code", []traces.Event{event(1, traces.CodeSearch, "x.go"), event(2, traces.FileWrite, "x.go")}, 1},
		{"found by name", []traces.Event{event(1, traces.FileSearch, "a/x.go"), event(2, traces.FileWrite, "/workspace/X.go")}, 1},
		{"followed", []traces.Event{event(1, "symbol_navigation", "x.go"), event(2, traces.FileWrite, "x.go")}, 0},
		{"in one step", []traces.Event{event(1, traces.FileRead, "x.go"), event(1, traces.FileWrite, "x.go")}, 0},
		{"afterwards", []traces.Event{event(1, traces.FileWrite, "x.go"), event(2, traces.FileRead, "x.go"), event(3, traces.FileWrite, "x.go")}, 0},
		{"one of two", []traces.Event{event(1, traces.FileRead, "x.go"), event(2, traces.FileWrite, "x.go", "y.go")}, 0.5},
	} {
		d := &traces.Document{
			Coverage:    traces.Coverage{HasGroundTruth: true, HasTranscript: true},
			GroundTruth: traces.GroundTruth{Files: []string{"x.go"}}, Events: c.events,
		}
		m, err := score.Task(d, score.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := *m.Utilization.ReadBeforeWrite; got != c.want {
			t.Errorf("%s: %v of the files written were read before, want %v", c.name, got, c.want)
		}
	}
}
