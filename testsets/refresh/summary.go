package refresh

import (
	"slices"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/querylog"
)

// A Summary is a proposal in numbers.
type Summary struct {
	Strata     []ProposedStratum
	Reserve    int
	Undecided  int                   // masked queries that a person has to read
	Near       int                   // drawn queries that are nearly one of the set
	HeldOut    int                   // leavers out of the held-out part
	Untyped    ProposedStratum       // drawn queries without a stratum
	First      [2]float64            // share of the searches that the first 5, and the first 20, make up
	Bands      map[querylog.Band]int // distinct queries of each, in the whole log
	PastRuns   int
	UnknownAge bool
}

// A ProposedStratum is who leaves and who enters.
type ProposedStratum struct {
	Name        string
	Leaving     int
	Entering    int
	Ends        int // leavers at the ceiling or floor
	Head, Torso int // of those that enter
	Tail        int
}

// Summary counts what was proposed.
func (p *Proposal) Summary() Summary {
	s := Summary{Bands: map[querylog.Band]int{}, PastRuns: len(p.Workflow.Plan.PastRuns)}
	for _, q := range p.Workflow.Plan.Strata {
		s.Strata = append(s.Strata, ProposedStratum{Name: q.Name})
	}
	for _, l := range p.Leaving {
		s.leaver(l)
	}
	for _, e := range p.Entering {
		s.entrant(e)
	}
	s.First = [2]float64{querylog.Share(p.Counted, 5), querylog.Share(p.Counted, 20)}
	for _, q := range p.Counted {
		s.Bands[q.Band]++
	}
	return s
}

func (s *Summary) stratum(name string) *ProposedStratum {
	i := slices.IndexFunc(s.Strata, func(p ProposedStratum) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Strata[i]
}

func (s *Summary) leaver(l Leaver) {
	s.UnknownAge = s.UnknownAge || l.AgeDays == nil
	at := s.stratum(l.Type)
	if l.Decision != leave || at == nil {
		return
	}
	at.Leaving++
	s.HeldOut += count(l.Split == testsets.HeldOut)
	at.Ends += count(l.saturated())
}

func (s *Summary) entrant(e Entrant) {
	s.Undecided += count(e.Decision == "")
	s.Near += count(e.Near != "")
	if e.Decision == reserve {
		s.Reserve++
		return
	}
	at := s.stratum(e.Type)
	if at == nil {
		at = &s.Untyped
	}
	at.Entering++
	at.Head += count(e.Band == querylog.Head)
	at.Torso += count(e.Band == querylog.Torso)
	at.Tail += count(e.Band == querylog.Tail)
}
