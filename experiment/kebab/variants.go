package kebab

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/testsets"
)

// The cutoffs of variants: what a user sees, and the pool that a better order could bring up from.
const (
	narrowCutoff = 10
	poolCutoff   = 50
)

// What can be said of a wording.
const (
	variantOK         = "Ok"         // all expected documents are among the first 10
	variantMisRanked  = "MisRanked"  // more of them are among the first 50
	variantMissing    = "Missing"    // no more of them are
	variantNoExpected = "NoExpected" // none is expected
)

// Variants compares the wordings of each group of the golden list. A run that was made with fewer than 50
// hits cannot tell what is mis-ranked from what is missing, and is refused.
func (g *Golden) Variants(run Run) (*result.KebabVariants, error) {
	k := run.depth()
	if k > 0 && k < poolCutoff {
		return nil, fmt.Errorf("%s was made with eval_k %d, and variants need %d: run it again with --k %d", run.Name, k, poolCutoff, poolCutoff)
	}
	groups, deepest, err := g.wordings(run)
	if err != nil {
		return nil, err
	}
	v := &result.KebabVariants{
		Schema: result.KebabVariantsSchema, Profile: g.Profile.Name, RunID: run.ID, Golden: g.info(), Remarks: []string{}, Groups: []result.KebabGroup{},
	}
	lacking := g.grouped()
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		group := result.KebabGroup{Group: name, Variants: groups[name]}
		lacking -= len(group.Variants)
		sumUp(&group)
		v.Groups = append(v.Groups, group)
	}
	if len(v.Groups) == 0 {
		v.Remarks = append(v.Remarks, "no query of the run belongs to a group: give the wordings of one question the same group in the golden list")
	}
	if lacking > 0 {
		v.Remarks = append(v.Remarks, prose.Plural(lacking, "wording")+" without a row in the run: left out")
	}
	if k == 0 {
		v.Remarks = append(v.Remarks, fmt.Sprintf("the depth of the run is not recorded: below %d hits what is mis-ranked looks missing", poolCutoff))
	}
	totals(v)
	v.Report, err = variantsReport(v, deepest > 0 && deepest < poolCutoff)
	return v, err
}

// depth returns how many hits the run was asked for; 0 is not known.
func (r Run) depth() int {
	var config struct {
		K int `json:"eval_k"`
	}
	if json.Unmarshal(r.Config, &config) != nil {
		return 0
	}
	return config.K
}

// grouped returns how many entries belong to a group.
func (g *Golden) grouped() int {
	n := 0
	for i := range g.Set.Queries {
		if g.Set.Queries[i].Group != "" {
			n++
		}
	}
	return n
}

// wordings returns what the run says to the queries of each group, in the order of
// its rows, and the rank of its deepest hit.
func (g *Golden) wordings(run Run) (groups map[string][]result.KebabVariant, deepest int, err error) {
	groups = map[string][]result.KebabVariant{}
	_, err = run.scan(ranksOnly, func(r runfile.Result) error {
		if n := len(r.Hits); n > 0 {
			deepest = max(deepest, cmp.Or(r.Hits[n-1].Rank, n))
		}
		if q := g.entries[r.QueryID]; q != nil && q.Group != "" {
			groups[q.Group] = append(groups[q.Group], wording(q, r))
		}
		return nil
	})
	return groups, deepest, err
}

func wording(q *testsets.Query, r runfile.Result) result.KebabVariant {
	w := result.KebabVariant{QueryID: q.ID, AnswerOK: answerOK(q, r), Class: variantNoExpected}
	if len(q.ExpectedDocs) == 0 {
		return w
	}
	narrow, pool := recallOf(q, r, narrowCutoff), recallOf(q, r, poolCutoff)
	w.Narrow, w.Pool = &narrow, &pool
	switch {
	case narrow == 1:
		w.Class = variantOK
	case pool > narrow:
		w.Class = variantMisRanked
	default:
		w.Class = variantMissing
	}
	return w
}

// recallOf returns the share of the expected documents among the first k hits.
func recallOf(q *testsets.Query, r runfile.Result, k int) float64 {
	found := map[string]bool{}
	for i, h := range r.Hits {
		if cmp.Or(h.Rank, i+1) <= k && slices.Contains(q.ExpectedDocs, h.Document) {
			found[h.Document] = true
		}
	}
	return float64(len(found)) / float64(len(slices.Compact(slices.Sorted(slices.Values(q.ExpectedDocs)))))
}

// answerOK tells whether the answer has all that it must contain and nothing that
// is forbidden; nil when there is nothing to tell by.
func answerOK(q *testsets.Query, r runfile.Result) *bool {
	if r.Answer == nil || r.Error != "" || len(q.MustContain)+len(q.Forbidden) == 0 {
		return nil
	}
	in := func(text string) bool { return strings.Contains(r.Answer.Text, text) }
	ok := !slices.ContainsFunc(q.Forbidden, in)
	for _, text := range q.MustContain {
		ok = ok && in(text)
	}
	return &ok
}

// sumUp fills in what a group's wordings have in common.
func sumUp(g *result.KebabGroup) {
	var recalls []float64
	answered, right := false, true
	for _, w := range g.Variants {
		if w.Narrow != nil {
			recalls = append(recalls, *w.Narrow)
		}
		switch w.Class {
		case variantMisRanked:
			g.Misrank++
		case variantMissing:
			g.Missing++
		}
		if w.AnswerOK != nil {
			answered, right = true, right && *w.AnswerOK
		}
	}
	if len(recalls) > 0 {
		worst := slices.Min(recalls)
		g.Worst, g.Spread = &worst, slices.Max(recalls)-worst
	}
	if answered {
		g.Answers = &right
	}
}

// totals adds the groups up. What fails in a group is rather mis-ranked when at
// least as many wordings are mis-ranked as missing.
func totals(v *result.KebabVariants) {
	for _, g := range v.Groups {
		v.Spread += g.Spread / float64(len(v.Groups))
		if g.Worst != nil && *g.Worst == 1 {
			v.Consistent++
		}
		switch {
		case g.Misrank+g.Missing == 0:
		case g.Misrank >= g.Missing:
			v.A++
		default:
			v.B++
		}
	}
}

func variantsReport(v *result.KebabVariants, truncated bool) (json.RawMessage, error) {
	return json.Marshal(struct {
		Groups     []result.KebabGroup `json:"groups"`
		Spread     float64             `json:"mean_recall_spread_narrow"`
		Consistent int                 `json:"fully_consistent_groups"`
		Total      int                 `json:"total_groups"`
		A          int                 `json:"a_dominant_groups"`
		B          int                 `json:"b_dominant_groups"`
		Truncated  bool                `json:"pool_possibly_truncated"`
	}{v.Groups, v.Spread, v.Consistent, len(v.Groups), v.A, v.B, truncated})
}
