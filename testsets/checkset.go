package testsets

import (
	"cmp"
	"slices"
	"strings"
)

// duplicates finds query ids that occur more than once.
func (c *checker) duplicates() {
	first := make(map[string]int, len(c.set.Queries))
	for i := range c.set.Queries {
		q := &c.set.Queries[i]
		if q.ID == "" {
			continue
		}
		if at, again := first[q.ID]; again {
			c.add(CodeDuplicateQuery, q.Line, q.ID, "give one of them another id", "duplicate query id%s", firstOn(c.set.Queries[at].Line))
		} else {
			first[q.ID] = i
		}
	}
}

// splits finds sets of which only some queries say where they belong.
func (c *checker) splits() {
	queries := c.set.Queries
	unmarked := 0
	for i := range queries {
		if queries[i].Split == Unsplit {
			unmarked++
		}
	}
	if unmarked == 0 || unmarked == len(queries) {
		return
	}
	i := slices.IndexFunc(queries, func(q Query) bool { return q.Split == Unsplit })
	c.add(CodeSplit, queries[i].Line, queries[i].ID, "mark every query evaluation or heldout, or none",
		"no split, as in %d of %d queries", unmarked, len(queries))
}

// groups finds members of a group that expect other documents than its first member does. Order does not count.
func (c *checker) groups() {
	first := map[string]int{}
	for i := range c.set.Queries {
		q := &c.set.Queries[i]
		if q.Group == "" || q.Unjudged || c.lines(i).broken&partDocs != 0 {
			continue
		}
		at, known := first[q.Group]
		if !known {
			first[q.Group] = i
			continue
		}
		head := &c.set.Queries[at]
		if want, got := relevantDocs(head), relevantDocs(q); !slices.Equal(want, got) {
			c.add(CodeGroup, q.Line, q.ID, "expect the same documents in the whole group, or take the query out of it",
				"group %q expects %s%s, this member %s", q.Group, listed(want), firstOn(head.Line), listed(got))
		}
	}
}

// families finds members of a family in another part of the split than its first member.
func (c *checker) families() {
	first := map[string]int{}
	for i := range c.set.Queries {
		q := &c.set.Queries[i]
		if q.Family == "" || q.Split == Unsplit {
			continue
		}
		at, known := first[q.Family]
		if !known {
			first[q.Family] = i
			continue
		}
		if head := &c.set.Queries[at]; head.Split != q.Split {
			c.add(CodeSplit, cmp.Or(c.lines(i).split, q.Line), q.ID, "put the whole family into one part, or take the query out of it",
				"family %q is parted by the split: query %q%s is in %s, this member in %s", q.Family, head.ID, onLine("", head.Line), head.Split, q.Split)
		}
	}
}

// relevantDocs returns the documents with a grade above 0, sorted.
func relevantDocs(q *Query) []string {
	var ids []string
	for _, j := range q.Relevant {
		if j.Grade > 0 {
			ids = append(ids, j.Doc)
		}
	}
	slices.Sort(ids)
	return ids
}

func listed(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	return strings.Join(ids, ", ")
}
