package metrics

// A Definition describes one family of measures, such as nDCG at any cutoff
// and with any gain: what to print about it, and how to build one.
type Definition struct {
	Name    string   // canonical: "nDCG"
	Aliases []string // other names with exactly this meaning

	// Forms are names of other tools that fix parameters or spell the cutoff
	// differently: "ndcg_cut" is nDCG(gain=linear), its cutoff follows "_".
	Forms []Form

	// Default lists the cutoffs that the name alone stands for, if any.
	Default string

	Summary   string // one sentence
	Formula   string // plain text, may have several lines
	Range     string // "[0, 1]"
	Unit      string // "share of documents"
	Undefined string // for which queries there is no score
	Source    string // citation with DOI
	Agrees    string // reference tools that give the same number
	Differs   string // reference tools that do not, and how
	Direction Direction
	Aggregate Aggregate // over queries

	Cut    Cut     // what follows the @
	Budget bool    // which may also be tokens, as in R@4000tok
	Params []Param // what may stand in the parentheses

	// New builds the measure from arguments that have been checked against Cut and Params.
	New func(*Args) Measure
}

// A Form is a foreign name with a fixed meaning.
type Form struct {
	Name   string            // "ndcg_cut"
	Params map[string]string // parameters that the name fixes: gain=linear

	// Cutoffs says that cutoffs may follow the name after "_" or ".": ndcg_cut_10, ndcg_cut.5,10.
	Cutoffs bool

	// Read, if any, turns another tail into parameters, one set for each
	// measure that is meant: rbp.p=0.5, Rprec_mult.0.2,0.4.
	Read func(tail string) ([]map[string]string, error)

	// Default is the tail that the name alone stands for, if it stands for
	// several measures: ndcg_cut is ndcg_cut.5,10,15 and so on.
	Default string
}

// A Direction says which of two scores is the better one.
type Direction int

// Directions. A neutral measure describes a ranking without praising it.
const (
	HigherIsBetter Direction = iota
	LowerIsBetter
	Neutral
)

// String describes the direction in words.
func (d Direction) String() string {
	switch d {
	case LowerIsBetter:
		return "lower is better"
	case Neutral:
		return "neither higher nor lower is better"
	}
	return "higher is better"
}

// A Cut says what the @ of a measure stands for.
type Cut int

// Kinds of cut.
const (
	CutNone     Cut = iota // no @
	CutOptional            // @k; without it the whole ranking counts
	CutRequired            // @k must be given
	CutRecall              // @r, a share of the relevant documents in [0, 1]
)

// A Param is a parameter of a measure.
type Param struct {
	Name    string   // as written before the =
	Aliases []string // other names of it: ir_measures' judged_only
	Default string   // what its absence means
	Summary string   // one sentence, with the values allowed
}
