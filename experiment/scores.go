package experiment

// A Status says why a query of a system has no ranking. The zero value means
// that it has one and is scored.
type Status string

// The states of a query in one system's results.
const (
	Scored  Status = ""
	Missing Status = "missing" // not in the run: an empty ranking, scores 0
	Failed  Status = "failed"  // the retriever gave an error: left out of the pair
)
