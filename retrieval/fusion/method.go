package fusion

import "github.com/rankduel/rankduel/retrieval"

// A Scorer gives each document of a pool its fused score. It is all that one way of fusing has to say;
// what order, ties, cut and hits are follows from the scores and is the same for all.
// Implementations are safe for concurrent use, each call on a pool of its own.
type Scorer interface {
	// Name is the word used in configurations, such as "rrf".
	Name() string

	// Scores returns one score per document of p, in the pool's order, higher is better. The result is
	// dst when its capacity suffices; dst may be nil, and what it holds does not matter. A pool without
	// documents has no scores and no error. Scores are finite: what could overflow is an error.
	Scores(p *Pool, dst []float64) ([]float64, error)
}

// A formula is the Scores of a way of fusing that settings alone fix, resolved and without faults. Weights that lack
// a component of the pool are an error.
type formula func(p *Pool, s Settings, dst []float64) ([]float64, error)

func by(f formula) func(Settings) Scorer { return func(s Settings) Scorer { return fixed{s, f} } }

// fixed is a formula with its settings.
type fixed struct {
	settings Settings
	formula  formula
}

func (f fixed) Name() string { return f.settings.Method }

func (f fixed) Scores(p *Pool, dst []float64) ([]float64, error) {
	return f.formula(p, f.settings, dst)
}

// A Method is a way of fusing that is ready for use: a [Scorer] and what follows from it.
type Method struct {
	Scorer
}

// Fuse returns at most k fused hits, best first; a k below 1 asks for nothing and gets an empty list.
// The order of the lists does not matter; they are neither kept nor changed. A hit's text, document and
// spans are each taken from the first component, by name, that has them. The error is [ErrNoLists] when
// lists is empty; two lists of one component and a document twice in a list are errors too. To fuse one
// query in many ways call [NewPool] once, then Scores and [Pool.Hits] or [Pool.Ranks] for each.
func (m Method) Fuse(lists []List, k int) ([]retrieval.Hit, error) {
	p, err := NewPool(lists)
	if err != nil {
		return nil, err
	}
	scores, err := m.Scores(p, nil)
	if err != nil {
		return nil, err
	}
	if s, ok := m.Scorer.(single); ok {
		return s.hits(p, k), nil
	}
	return p.Hits(scores, k), nil
}
