package silver

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

const planSchema = "rankduel/label-plan/v1"

// Ways of spending alpha.
const (
	SpendLooks = "looks" // at declared looks
	SpendAny   = "any"   // at any time
)

// LabelSettings are declared before the first label.
type LabelSettings struct {
	Measure  string  `json:"measure"`
	Seed     uint64  `json:"seed"`
	Alpha    float64 `json:"alpha"`
	Spending string  `json:"spending"`
	Looks    string  `json:"looks_percent"` // of the documents that were not labelled before
	Target   string  `json:"target"`
	Margin   float64 `json:"margin,omitempty"`   // within which systems are equivalent; 0: none was named
	NoGrade  int     `json:"cannot_judge_grade"` // of a document that could not be judged
}

// A LabelPlan is the order in which people label documents, written down before the first
// label. It does not say which system found one, nor what the model says of it.
type LabelPlan struct {
	Schema string `json:"schema"`
	LabelSettings
	Runs  []string `json:"rankings"`      // of each run, the baseline first
	Model string   `json:"silver_sha256"` // of what the model labelled
	Known []Pair   `json:"labelled_before"`
	Order []Pair   `json:"order"`
}

// Check refuses settings that say nothing.
func (s LabelSettings) Check() error {
	switch {
	case !(s.Margin >= 0) || math.IsInf(s.Margin, 1):
		return fmt.Errorf("--margin %v, want a difference above 0", s.Margin)
	case !(s.Alpha > 0 && s.Alpha < 1):
		return fmt.Errorf("--alpha %v, want a number between 0 and 1", s.Alpha)
	case s.Spending != SpendLooks && s.Spending != SpendAny:
		return fmt.Errorf("--spending %q, want %s or %s", s.Spending, SpendLooks, SpendAny)
	case s.Target != "queries" && s.Target != "this_set":
		return fmt.Errorf("--target %q, want queries or this_set", s.Target)
	case s.Target == "this_set" && s.Spending == SpendAny:
		return fmt.Errorf("--spending any is about queries like these, and --target this_set about these alone; declare looks")
	}
	_, err := s.shares()
	return err
}

func (s LabelSettings) shares() (shares []float64, err error) {
	for text := range strings.SplitSeq(s.Looks, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(v > 0 && v <= 100) || len(shares) > 0 && v/100 <= shares[len(shares)-1] {
			return nil, fmt.Errorf("--looks %q, want ascending percentages up to 100, such as 5,20,100", s.Looks)
		}
		shares = append(shares, v/100)
	}
	return shares, nil
}

// at returns the numbers of labels at which there is a look: of known ones and of n others.
func (s LabelSettings) at(known, n, first int) (at []int) {
	shares, _ := s.shares() // checked
	for _, share := range shares {
		at = append(at, known+min(n, max(first, int(math.Ceil(share*float64(n))))))
	}
	return slices.Compact(at)
}

// ReadLabelPlan reads a plan that was written.
func ReadLabelPlan(name string, r io.Reader) (*LabelPlan, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	p := &LabelPlan{}
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("%s: %w; a plan is made by `rankduel labels next`", name, err)
	}
	if p.Schema != planSchema {
		return nil, fmt.Errorf("%s: not a plan of `rankduel labels next`", name)
	}
	return p, p.Check()
}

// Same refuses a plan that was drawn of other inputs, or edited.
func (d *Documents) Same(name string, p *LabelPlan) error {
	another := "; what was labelled by it stays of use in a new plan: give it another name, and --labels"
	switch {
	case p.LabelSettings != d.Plan.LabelSettings:
		s := p.LabelSettings
		return fmt.Errorf("%s was declared before the first label with -m '%s' --seed %d --alpha %v --spending %s --looks %s --target %s --margin %v --cannot-judge %d; give the same, or draw another plan",
			name, s.Measure, s.Seed, s.Alpha, s.Spending, s.Looks, s.Target, s.Margin, s.NoGrade)
	case !slices.Equal(p.Runs, d.Plan.Runs):
		return fmt.Errorf("%s is of other runs%s", name, another)
	case p.Model != d.Plan.Model:
		return fmt.Errorf("%s is of other labels of a model than %s%s", name, d.model.Info.Name, another)
	case !slices.Equal(p.Known, d.Plan.Known) || !slices.Equal(p.Order, d.Plan.Order):
		return fmt.Errorf("%s: its order is not the one that seed %d draws; take the file as it was written", name, p.Seed)
	}
	return nil
}
