package refresh

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/querylog"
)

// A Request is what a refresh begins with. Numbers that are 0 and texts that are empty mean the defaults.
type Request struct {
	Dir     string // where its files are written, made if need be; default: refresh/NAME-TO
	Set     *testsets.TestSet
	SetFile string
	To      string // version of the new set; default: the old one's, counted up
	Replace int
	Strata  map[string]int // how many of each stratum; nil: in proportion
	Seed    uint64
	Now     time.Time

	Log        *querylog.Log
	LogFile    string
	LogSHA256  string
	MinClients int // queries that fewer clients asked are not drawn; 0: 2, in a log with clients
	Types      []TypeRule

	Past         []Past
	HeldOutSpent int // configurations that the held-out part showed, when they are as many as it allows

	Labellers []string
	Threshold string
	Evidence  string // "required", or "" for a rule that kappa itself decides
	Rule      string
	Guideline []byte // nil: the template, to be edited
}

// ErrBegun says that a folder holds a refresh already.
var ErrBegun = errors.New("a refresh has begun here")

// A Proposal is what a refresh began with, for a person to decide about.
type Proposal struct {
	Workflow *Workflow
	Leaving  []Leaver
	Entering []Entrant // those in reserve too
	Counted  []querylog.Query
}

// Begin proposes who leaves, draws who may enter, and writes both into a folder. The same request gives the same bytes.
// What a process that was killed left there is written again; a folder with a refresh.yaml is refused with ErrBegun.
func Begin(r Request) (*Proposal, error) { return begin(r, outfile.Write) }

func begin(r Request, write func(string, []byte) error) (*Proposal, error) {
	r.To = cmp.Or(r.To, next(r.Set.Version))
	r.Dir = cmp.Or(r.Dir, filepath.Join("refresh", r.Set.Name+"-"+r.To))
	if _, err := os.Lstat(filepath.Join(r.Dir, planFile)); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; rankduel testset refresh status %s says how far it is", r.Dir, ErrBegun, r.Dir)
	}
	p, err := r.propose()
	if err != nil {
		return nil, err
	}
	p.Workflow.write = write
	if r.Guideline == nil {
		r.Guideline = Guideline(r.Set.Scale)
	}
	return p, p.save(r.Guideline)
}

// propose computes everything that is written.
func (r Request) propose() (*Proposal, error) {
	plan, err := r.plan()
	if err != nil {
		return nil, err
	}
	if r.Set.Format == testsets.Golden {
		return nil, fmt.Errorf("%s is a golden list, whose entries have no grades; rankduel testset export makes a set of it", r.SetFile)
	}
	since, err := Since(r.Set, r.SetFile)
	if err != nil {
		return nil, err
	}
	p := &Proposal{Workflow: &Workflow{Dir: r.Dir, Plan: plan}, Counted: r.Log.Counted()}
	p.Leaving = describe(r.Set, ages(r.Set, since, r.Now), r.Past)
	propose(p.Leaving, plan.Strata, spentPart{r.HeldOutSpent}, plan.Seed)
	plan.Log.Distinct = len(p.Counted)
	list := ponds(p.Counted, r.Set, plan.Strata, r.Types, &plan.Log)
	if err := shortages(list, &plan.Log); err != nil {
		return nil, err
	}
	p.Entering = draw(list, plan.To, plan.Seed)
	noteNear(p.Entering, r.Set.Queries)
	for _, e := range p.Entering {
		for i := range r.Set.Queries {
			if r.Set.Queries[i].ID == e.ID {
				return nil, fmt.Errorf("%s has a query %q already; give the new version another name (--to)", r.Set.Label(), e.ID)
			}
		}
	}
	return p, nil
}

// plan returns refresh.yaml with its defaults filled in.
func (r Request) plan() (*Plan, error) {
	p := &Plan{
		Schema: planSchema, To: r.To, Date: r.Now.UTC().Format(time.DateOnly), Seed: r.Seed, Replace: cmp.Or(r.Replace, DefaultReplace),
		Threshold: cmp.Or(r.Threshold, DefaultThreshold), Evidence: r.Evidence, Rule: cmp.Or(r.Rule, DefaultRule), Labellers: r.Labellers,
		Log: LogRef{SHA256: r.LogSHA256, Searches: r.Log.Searches, Empty: r.Log.Empty},
	}
	file, err := relative(r.Dir, r.SetFile)
	if err != nil {
		return nil, err
	}
	if p.Log.File, err = relative(r.Dir, r.LogFile); err != nil {
		return nil, err
	}
	p.From = SetRef{Name: r.Set.Name, Version: r.Set.Version, SHA256: r.Set.SHA256(), File: file}
	if r.Log.Clients {
		p.Log.MinClients = cmp.Or(r.MinClients, DefaultMinClients)
	}
	for _, rule := range r.Types {
		p.Types = append(p.Types, rule.String())
		if !slices.Contains(r.Set.Strata, rule.Stratum) {
			return nil, fmt.Errorf("rule %s: the set has no stratum %q; it has %v", rule, rule.Stratum, r.Set.Strata)
		}
	}
	for _, past := range r.Past {
		p.PastRuns = append(p.PastRuns, past.RunRef)
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	p.Strata, err = quotasOf(r.Set, p.Replace, r.Strata)
	return p, err
}

// save writes the files, refresh.yaml last.
func (p *Proposal) save(guideline []byte) error {
	w := p.Workflow
	if err := os.MkdirAll(w.Dir, 0o777); err != nil {
		return err
	}
	leaving, err := leavingTable(p.Leaving)
	if err != nil {
		return err
	}
	entering, err := enteringTable(p.Entering)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{guidelineFile, guideline}, {leavingFile, leaving}, {enteringFile, entering}} {
		if err := w.write(w.path(f.name), f.data); err != nil {
			return err
		}
	}
	rows := ordered.Each(p.Entering, func(e Entrant) map[string]string { return map[string]string{"query_id": e.ID, "query_text": e.Text} })
	return w.record(Step{
		Name:  stepStart,
		Read:  map[string]string{"set": w.Plan.From.SHA256, "log": w.Plan.Log.SHA256},
		Wrote: map[string]string{leavingFile: hashOf(leaving), enteringFile: hashOf(entering), drawnKey: frozen(rows)},
	})
}
