package traces

// Annotate marks the events that touch the ground truth, and counts: it fills in
// what follows from the rest of the document.
func (d *Document) Annotate(c Convention) {
	relevant := c.FileSet(d.GroundTruth.Files)
	s := &Summary{TotalEvents: len(d.Events), GroundTruthFilesTotal: len(relevant), EventsByCategory: map[string]int{}}
	accessed, hit := map[string]bool{}, map[string]bool{}
	for i := range d.Events {
		e := &d.Events[i]
		e.MatchedGroundTruthFiles = []string{}
		s.EventsByCategory[e.ToolCategory]++
		if e.IsMCP {
			s.MCPEvents++
		}
		for _, path := range e.TargetFiles {
			path = c.Path(path)
			accessed[path] = true
			if relevant[path] {
				hit[path] = true
				e.MatchedGroundTruthFiles = append(e.MatchedGroundTruthFiles, path)
			}
		}
		if e.HitsGroundTruth = len(e.MatchedGroundTruthFiles) > 0; e.HitsGroundTruth && s.FirstGroundTruthHitStep == nil {
			s.FirstGroundTruthHitStep = new(e.StepIndex)
		}
	}
	s.LocalEvents = s.TotalEvents - s.MCPEvents
	s.UniqueFilesAccessed, s.GroundTruthFilesHit = len(accessed), len(hit)
	d.Summary = s
}

// FileSet are files in the one spelling.
func (c Convention) FileSet(files []string) map[string]bool {
	set := make(map[string]bool, len(files))
	for _, f := range files {
		if path := c.Path(f); path != "" {
			set[path] = true
		}
	}
	return set
}

// Retrieved are the files of all events, each once, the first seen first: the
// ranking that the agent made. Files that were only written or named in a
// result are among them, as in the shipped program; reads leaves those of
// events that read alone.
func (d *Document) Retrieved(c Convention, reads bool) []string {
	var files []string
	seen := map[string]bool{}
	for _, e := range d.Events {
		if reads && e.ToolCategory != FileRead {
			continue
		}
		for _, f := range e.TargetFiles {
			if path := c.Path(f); path != "" && !seen[path] {
				seen[path] = true
				files = append(files, path)
			}
		}
	}
	return files
}
