package bridge

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/testsets"
)

// Check refuses two versions whose scores mean different things, and returns what
// a reader of the bridge has to know.
func Check(old, next *testsets.TestSet, profileGiven bool) ([]result.Finding, error) {
	var errs []error
	if old.Profile != next.Profile && !profileGiven {
		errs = append(errs, fmt.Errorf("%w: %s names profile %q, %s %q; choose one (--profile)", ErrNotAlike, old.Label(), old.Profile, next.Label(), next.Profile))
	}
	if old.Scale.Max() != next.Scale.Max() || len(old.Scale) != len(next.Scale) {
		errs = append(errs, fmt.Errorf("%w: grades of %s are %s, of %s %s, and gains follow from grades", ErrNotAlike, old.Label(), old.Scale, next.Label(), next.Scale))
	}
	var notes []result.Finding
	if old.Scale.String() != next.Scale.String() {
		notes = append(notes, result.Warned("scale_reworded", fmt.Sprintf("the grades are called otherwise: %s, and %s", old.Scale, next.Scale)))
	}
	if p := next.Parent; p == nil || p.SHA256 != old.SHA256() {
		notes = append(notes, result.Warned("not_parent", fmt.Sprintf("%s does not name %s as the version it was made from, or names another content", next.Label(), old.Label())))
	}
	return append(notes, poolNotes(old, next)...), errors.Join(errs...)
}

// shallow is the share of the old pool below which a new one lifts the mean by
// itself.
const shallow = 0.7

// poolNotes compares how many documents of new queries were judged with how many
// of the old version's.
func poolNotes(old, next *testsets.TestSet) []result.Finding {
	known := map[string]bool{}
	judged, asked := 0, 0
	for i := range old.Queries {
		known[old.Queries[i].ID] = true
		if !old.Queries[i].Unjudged {
			asked, judged = asked+1, judged+len(old.Queries[i].Relevant)
		}
	}
	entered, documents, grouped := 0, 0, false
	for i := range next.Queries {
		q := &next.Queries[i]
		grouped = grouped || q.Group != ""
		if !known[q.ID] && !q.Unjudged {
			entered++
			documents += len(q.Relevant)
		}
	}
	var notes []result.Finding
	if entered > 0 && asked > 0 {
		before, after := float64(judged)/float64(asked), float64(documents)/float64(entered)
		if after < shallow*before {
			notes = append(notes, result.Warned("shallow_pool", fmt.Sprintf("%.1f documents are judged a new query, %.1f an old one: a shallower pool alone raises the mean, and is counted under queries", after, before)))
		}
	}
	if grouped {
		notes = append(notes, result.Noted("groups", "every query counts by itself here; `compare` counts a group of wordings once unless --ungrouped is given"))
	}
	return notes
}
