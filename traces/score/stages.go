package score

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/traces"
)

// files returns the first stage: every measure of the profile, under its name there.
func (t *task) files() traces.FileLevel {
	if t.missing != "" {
		return traces.FileLevel{Reason: t.missing}
	}
	j := judged(t.retrieved, t.relevant)
	scores := &traces.FileScores{Retrieved: len(t.retrieved), GroundTruth: len(t.relevant), Overlap: len(j.Hits)}
	for _, m := range t.profile.Measures {
		value, _ := m.Score(j) // of an empty ranking 0
		if place := placeOf(scores, t.profile.Key(m)); place != nil {
			*place = t.profile.Round(value)
		}
	}
	t.first(scores)
	return traces.FileLevel{Computable: true, FileScores: scores}
}

// placeOf returns the figure that a profile's key, such as ndcg.10, names.
func placeOf(s *traces.FileScores, key string) *float64 {
	name, k, _ := strings.Cut(key, ".")
	cutoff, err := strconv.Atoi(k)
	if at := map[string]*traces.AtK{"precision": &s.Precision, "recall": &s.Recall, "f1": &s.F1, "ndcg": &s.NDCG}[name]; at != nil && err == nil {
		return at.At(cutoff)
	}
	return map[string]*float64{"mrr": &s.MRR, "map_score": &s.MAP, "file_recall": &s.FileRecall, "context_efficiency": &s.ContextEfficiency}[name]
}

func (t *task) first(scores *traces.FileScores) {
	for i := range t.annotated.Events {
		e := &t.annotated.Events[i]
		if e.HitsGroundTruth && (!t.options.Reads || e.ToolCategory == traces.FileRead) {
			scores.FirstHitStep, scores.TTFRSeconds, scores.TTFRTokens = new(e.StepIndex), e.ElapsedSeconds, e.CumulativeTokens
			return
		}
	}
}

// chunks returns the second stage.
func (t *task) chunks() traces.ChunkLevel {
	list := t.annotated.GroundTruth.Chunks
	if !t.annotated.Coverage.HasChunkGroundTruth || len(list) == 0 {
		return traces.ChunkLevel{Resolution: "file_level_only", Validity: "unsupported"}
	}
	found := ordered.Set(t.retrieved)
	level := traces.ChunkLevel{Resolution: "chunk_level", Validity: "file_match_only", Total: len(list)}
	for _, chunk := range list {
		if found[t.options.Convention.Key(chunk.File)] {
			level.Hit++
		}
	}
	if t.missing != "" && t.missing != traces.NoGroundTruth {
		return level
	}
	level.Recall = new(t.profile.Round(float64(level.Hit) / float64(level.Total)))
	return level
}

// probes returns the third stage. Where nothing was written, what was written rightly
// is not computable; the shipped program says 0.
func (t *task) probes() traces.UtilizationProbes {
	if t.missing != "" { // without a trace there are probes, and nothing to hold them to
		return traces.UtilizationProbes{Available: t.missing != traces.NoGroundTruth, Reason: &t.missing, EditsReason: &t.missing}
	}
	c := t.options.Convention
	edits := c.FileSet(t.annotated.GroundTruth.ExpectedEditFiles)
	p := traces.UtilizationProbes{
		Available: true, EditsAvailable: len(edits) > 0,
		FilesRead: len(t.read), ReadRelevant: common(t.read, t.relevant),
		FilesWritten: len(t.written), WrittenRelevant: common(t.written, t.relevant), WrittenExpected: common(t.written, edits),
		ReadOverlap: t.share(t.read, t.relevant), ReadBeforeWrite: t.readFirst(),
	}
	if !p.EditsAvailable {
		p.EditsReason = new("no_expected_edit_files")
	}
	if len(t.written) > 0 || c.Code {
		p.WriteOverlap = t.share(t.written, t.relevant)
		p.ReferencedFiles = p.WriteOverlap
		if p.EditsAvailable {
			p.EditOverlap = t.share(t.written, edits)
		}
	}
	return p
}

// readFirst returns the share of the files written that an earlier step had read or
// found by a search, as the shipped program counts.
func (t *task) readFirst() *float64 {
	if len(t.written) == 0 {
		return nil
	}
	seen := t.firstSteps(traces.FileRead, traces.CodeSearch, traces.FileSearch)
	before := 0
	for f, step := range t.firstSteps(traces.FileWrite) {
		if at, ok := seen[f]; ok && at < step {
			before++
		}
	}
	return new(t.profile.Round(float64(before) / float64(len(t.written))))
}

// firstSteps returns the steps in which calls of some categories first touched files.
func (t *task) firstSteps(categories ...string) map[string]int {
	first := map[string]int{}
	for _, e := range t.annotated.Events {
		if !slices.Contains(categories, e.ToolCategory) {
			continue
		}
		for _, f := range e.TargetFiles {
			f = t.options.Convention.Key(f)
			if _, ok := first[f]; !ok && f != "" { // "" is the root of the repository, which is not a file
				first[f] = e.StepIndex
			}
		}
	}
	return first
}

// taxonomy returns the fourth stage.
func (t *task) taxonomy() traces.ErrorTaxonomy {
	if t.missing != "" {
		return traces.ErrorTaxonomy{Reason: t.missing, Labels: map[string]int{}}
	}
	found, written := common(t.retrieved, t.relevant), map[string]bool{}
	for _, f := range t.written {
		written[f] = true
	}
	labels := map[string]int{
		traces.Irrelevant:    len(t.retrieved) - found,
		traces.Missed:        len(t.relevant) - found,
		traces.WrongEvidence: len(t.written) - common(t.written, t.relevant),
		traces.Unused:        0,
		traces.NearMiss:      t.nearMisses(),
	}
	for _, f := range t.retrieved {
		if t.relevant[f] && !written[f] {
			labels[traces.Unused]++
		}
	}
	return traces.ErrorTaxonomy{Computable: true, Labels: labels, Slices: t.slices()}
}

// nearMisses counts the irrelevant files found in the folder of a relevant one;
// the root of a repository is no such folder.
func (t *task) nearMisses() int {
	folders := map[string]bool{}
	for f := range t.relevant {
		folders[folder(f)] = true
	}
	n := 0
	for _, f := range t.retrieved {
		if dir := folder(f); !t.relevant[f] && dir != "" && folders[dir] {
			n++
		}
	}
	return n
}

func folder(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return ""
}

// slices say what kind of task it was.
func (t *task) slices() traces.Slices {
	s := traces.Slices{Size: "small", Count: new(len(t.retrieved)), Dominant: "none", Evidence: "local"}
	switch {
	case len(t.retrieved) > 20:
		s.Size = "large"
	case len(t.retrieved) > 5:
		s.Size = "medium"
	}
	counts := t.annotated.Summary.EventsByCategory
	for _, e := range t.annotated.Events { // of several that are as frequent the first
		if counts[e.ToolCategory] > counts[s.Dominant] {
			s.Dominant = e.ToolCategory
		}
		if e.IsMCP {
			s.Evidence = "mcp"
		}
	}
	return s
}
