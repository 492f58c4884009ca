package traces

import "slices"

// A marker marks events that touch the ground truth, one after the other, and
// counts: it fills in what follows from the rest of a document.
type marker struct {
	convention    Convention
	relevant      map[string]bool
	accessed, hit map[string]bool
	summary       Summary
}

// newMarker marks by these files, in the spelling of the convention.
func newMarker(c Convention, files []string) *marker {
	m := &marker{convention: c, relevant: c.FileSet(files), accessed: map[string]bool{}, hit: map[string]bool{}}
	m.summary = Summary{GroundTruthFilesTotal: len(m.relevant), EventsByCategory: map[string]int{}}
	return m
}

// mark marks and counts the next event.
func (m *marker) mark(e *Event) {
	e.MatchedGroundTruthFiles = []string{}
	m.summary.TotalEvents++
	m.summary.EventsByCategory[e.ToolCategory]++
	if e.IsMCP {
		m.summary.MCPEvents++
	}
	for _, path := range e.TargetFiles {
		path = m.convention.Key(path)
		m.accessed[path] = true
		if m.relevant[path] {
			m.hit[path] = true
			e.MatchedGroundTruthFiles = append(e.MatchedGroundTruthFiles, path)
		}
	}
	if e.HitsGroundTruth = len(e.MatchedGroundTruthFiles) > 0; e.HitsGroundTruth && m.summary.FirstGroundTruthHitStep == nil {
		m.summary.FirstGroundTruthHitStep = new(e.StepIndex)
	}
}

func (m *marker) counts() *Summary {
	s := m.summary
	s.LocalEvents = s.TotalEvents - s.MCPEvents
	s.UniqueFilesAccessed, s.GroundTruthFilesHit = len(m.accessed), len(m.hit)
	return &s
}

// Annotate marks the events of a document, and counts them.
func (d *Document) Annotate(c Convention) {
	m := newMarker(c, d.GroundTruth.Files)
	for i := range d.Events {
		m.mark(&d.Events[i])
	}
	d.Summary = m.counts()
}

// FileSet returns files in the one spelling.
func (c Convention) FileSet(files []string) map[string]bool {
	set := make(map[string]bool, len(files))
	for _, f := range files {
		if path := c.Key(f); path != "" {
			set[path] = true
		}
	}
	return set
}

// Missing returns why nothing can be computed of the files that were found, "" where it can.
func (d *Document) Missing(c Convention, retrieved []string) string {
	if relevant := c.FileSet(d.GroundTruth.Files); !d.Coverage.HasGroundTruth || len(relevant) == 0 {
		return NoGroundTruth
	}
	return d.unknown(c, retrieved)
}

// unknown returns why it is not known what was found. Without ground truth any file is taken for what was needed.
func (d *Document) unknown(c Convention, retrieved []string) string {
	relevant := c.FileSet(d.GroundTruth.Files)
	switch {
	case c.Code:
		return ""
	case d.Coverage.TraceSource == nil && !d.Coverage.HasTrajectory && !d.Coverage.HasTranscript && len(d.Events) == 0:
		return NoTrace
	case d.Reading == nil || slices.ContainsFunc(retrieved, func(file string) bool { return len(relevant) == 0 || relevant[file] }):
		return ""
	case d.Reading.Unseen > 0:
		return UnseenSubagents
	case d.Reading.UnreadResults > 0:
		return UnreadResults
	}
	return ""
}

// Retrieved returns the files of all events, each once, the first seen first: the ranking that the agent
// made. Files that were only written or named in a result are among them, as in the shipped program; reads
// leaves those of events that read alone.
func (d *Document) Retrieved(c Convention, reads bool) []string {
	var files []string
	seen := map[string]bool{}
	for _, e := range d.Events {
		if reads && e.ToolCategory != FileRead {
			continue
		}
		for _, f := range e.TargetFiles {
			if path := c.Key(f); path != "" && !seen[path] {
				seen[path] = true
				files = append(files, path)
			}
		}
	}
	return files
}
