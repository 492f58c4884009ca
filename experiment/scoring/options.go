package scoring

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Options tune the scoring of a run file. The zero value is the default.
type Options struct {
	Name      string         // of the run; empty: the file's tag or name
	Format    runfile.Format // empty: what the content shows
	Run       trec.RunOptions
	Only      func(id []byte) bool // which queries of the run count; nil: all
	KeepRanks bool                 // remember where relevant documents stood, for moved queries
	// KeepUnjudged remembers the judged ranking of each query and which documents
	// no one has judged, as deep as a measure looks: what bounds of differences need.
	KeepUnjudged bool
	KeepStrange  bool // remember the ids of all queries that no one judged
	KeepHits     int  // hits of each query that are remembered, for a page; 0: none
	Hash         bool // take the SHA-256 of the file, which costs another pass over it

	Runs int // of the system on the query, one of which is scored: their table is their Average; 0: 1

	Depth      int  // hits of each query that count, after they were put into order; 0: all
	JudgedOnly bool // take the unjudged documents out, after the cut at Depth
	Common     bool // leave out judged queries that the run lacks, in place of scoring them 0
	RelString  int  // keep the judgments of this number of hits as text; see metrics.RelString

	Ties   bool // range of each measure over the orders of tied scores; see metrics.Ties
	Bounds bool // range of each measure over the judgments of unjudged hits; see metrics.Bounds
}

// narrow takes out of a ranking what the options do not want to count.
func (o Options) narrow(j *metrics.Judged) {
	if o.Depth > 0 && j.Retrieved > o.Depth {
		j.Retrieved = o.Depth
		for len(j.Hits) > 0 && j.Hits[len(j.Hits)-1].Rank > o.Depth {
			j.Hits = j.Hits[:len(j.Hits)-1]
		}
		if j.Gains != nil {
			j.Gains = j.Gains[:len(j.Hits)]
		}
		for len(j.Pooled) > 0 && j.Pooled[len(j.Pooled)-1] > o.Depth {
			j.Pooled = j.Pooled[:len(j.Pooled)-1]
		}
		if s := j.Subtopics; s != nil {
			for len(s.Hits) > 0 && s.Hits[len(s.Hits)-1].Rank > o.Depth {
				s.Hits = s.Hits[:len(s.Hits)-1]
			}
		}
		if t := j.Text; t != nil {
			j.Text = &metrics.Text{Relevant: t.Relevant, Hits: t.Hits[:min(o.Depth, len(t.Hits))]}
		}
	}
	if o.JudgedOnly {
		condenseSubtopics(j)
		for i := range j.Hits {
			j.Hits[i].Rank = i + 1
		}
		j.Retrieved, j.Pooled, j.Text = len(j.Hits), j.Pooled[:0], nil
	}
}

// condenseSubtopics gives judgments by subtopic the rank that their document has among the judged ones.
func condenseSubtopics(j *metrics.Judged) {
	if j.Subtopics == nil {
		return
	}
	at := 0
	for i := range j.Subtopics.Hits {
		h := &j.Subtopics.Hits[i]
		for j.Hits[at].Rank < h.Rank {
			at++
		}
		h.Rank = at + 1
	}
}

// findings says what was not looked at, which no measure's name tells.
func (o Options) findings() []result.Finding {
	var list []result.Finding
	if o.Depth > 0 {
		list = append(list, result.Noted(result.FindingDepth, fmt.Sprintf("only the first %d hits of each query count", o.Depth)))
	}
	if o.JudgedOnly {
		list = append(list, result.Noted(result.FindingJudgedOnly, "unjudged documents were taken out of the rankings"))
	}
	return list
}
