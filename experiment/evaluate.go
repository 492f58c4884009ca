package experiment

import (
	"context"
	"fmt"
	"time"

	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

// EvaluateOptions tune Evaluate. The zero value evaluates the evaluation part
// under the default profile, 100 hits deep.
type EvaluateOptions struct {
	Name     string            // of the retriever, for reports; "" means "retriever"
	Profile  string            // "" means default
	Measures []metrics.Measure // nil means the profile's
	Part     string            // "" means evaluation
	TopK     int               // 0 means 100, or the deepest cutoff if that is more
	Retrieve RetrieveSettings
	Clock    func() time.Time // for latencies; nil means time.Now
	Progress func(done, of int)
}

// Evaluate asks the retriever every query of the test set and scores what it
// answers. A query that fails is recorded with its error and left out of the
// means; only ctx ends the evaluation early. When every query failed, the error
// wraps ErrArmFailed. Use retrieval.Func to evaluate a
// plain Go function.
func Evaluate(ctx context.Context, r retrieval.Retriever, set *testsets.TestSet, opts EvaluateOptions) (*Scores, error) {
	profile, err := metrics.ProfileByName(orElse(opts.Profile, "default"))
	if err != nil {
		return nil, err
	}
	measures := opts.Measures
	if measures == nil {
		measures = profile.Measures
	}
	judgments, err := JudgmentsOf(set, orElse(opts.Part, PartEvaluation))
	if err != nil {
		return nil, err
	}
	if err := judgments.Check(profile, measures); err != nil {
		return nil, err
	}
	depth := opts.TopK
	if depth == 0 {
		depth = DefaultTopK
		for _, m := range measures {
			depth = max(depth, m.Cutoff())
		}
	}
	fetcher := fetcher{settings: opts.Retrieve, clock: opts.Clock}
	answers := make([]answer, judgments.Len())
	queries := judgments.Queries()
	done := 0
	err = fetcher.each(ctx, len(queries), func(i int) {
		answers[i] = answered(fetcher.fetch(ctx, r, queries[i], depth))
	}, func(int) {
		done++
		if opts.Progress != nil {
			opts.Progress(done, len(queries))
		}
	})
	if err != nil {
		return nil, err
	}
	s := scoreAnswers(orElse(opts.Name, "retriever"), answers, judgments, measures, profile)
	if s.Count(Failed) == len(answers) {
		return s, fmt.Errorf("%s: %w, the first with: %s", s.Name, ErrArmFailed, answers[0].failure)
	}
	return s, nil
}

func orElse(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// An answer is what one system has to say to one query.
type answer struct {
	hits      []retrieval.Hit
	latencyMS *float64 // nil when not measured, as for run files
	failure   string   // empty when it was answered
	missing   bool     // a run file does not have the query: an empty ranking
}

func answered(r Recording) answer {
	return answer{hits: r.Hits, latencyMS: &r.LatencyMS, failure: r.Error}
}

// scoreAnswers scores one answer a query, in the judgments' order.
func scoreAnswers(name string, answers []answer, j *Judgments, measures []metrics.Measure, profile metrics.Profile) *Scores {
	s := newScores(name, profile.Name, j.Info, texts(measures), j.Len())
	sc := newScorer(j, measures, profile, s)
	dropped, failed := 0, []string(nil)
	for i, a := range answers {
		q := &j.queries[i]
		s.Queries[i] = ScoredQuery{ID: q.id, Stratum: q.stratum, Text: q.text, LatencyMS: a.latencyMS}
		if a.failure != "" {
			s.Queries[i].Status, s.Queries[i].Error = Failed, a.failure
			failed = append(failed, q.id)
			continue
		}
		if a.missing {
			s.Queries[i].Status = Missing
		}
		dropped += sc.scoreHits(i, a.hits)
	}
	s.Health = liveFindings(s, dropped, failed)
	s.Health = append(s.Health, undefinedFinding(j, profile)...)
	s.Health = append(s.Health, levelFinding(j, measures)...)
	s.Health = append(s.Health, noScoreFinding(s)...)
	return s
}

func liveFindings(s *Scores, dropped int, failed []string) []Finding {
	var list []Finding
	if n := len(failed); n > 0 {
		list = append(list, Finding{
			FindingFailed, SeverityWarning,
			fmt.Sprintf("%d of %d queries failed and are left out, until --retry-failed asks again: %s", n, len(s.Queries), few(failed)),
		})
	}
	if n := s.Count(Missing); n > 0 {
		list = append(list, Finding{
			FindingMissing, SeverityWarning,
			fmt.Sprintf("%d of %d judged queries are not in the run and score 0", n, len(s.Queries)),
		})
	}
	if dropped > 0 {
		list = append(list, droppedFinding(dropped))
	}
	return list
}

func droppedFinding(dropped int) Finding {
	return Finding{
		FindingDuplicates, SeverityWarning,
		plural(dropped, "duplicate document") + " dropped, the first of each kept",
	}
}
