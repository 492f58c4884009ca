package testsets

import "slices"

// What a set means that does not say.

// DefaultStrata returns the query types of a set that declares none.
func DefaultStrata() []string { return []string{"exact_term", "paraphrase", "complex_clinical"} }

// bareStrata returns the strata of a set that cannot declare any.
func bareStrata(t *TestSet) []string {
	typed := func(q Query) bool { return q.Type != "" }
	if t.Format == Native && slices.ContainsFunc(t.Queries, typed) {
		return DefaultStrata()
	}
	return nil
}

// scale returns the one in force: the declared one or the format's default.
func (t *TestSet) scale() Scale {
	switch {
	case len(t.Scale) > 0:
		return t.Scale
	case t.Format == Golden:
		return BinaryScale()
	default:
		return DefaultScale()
	}
}

// hasOwnScale reports whether the set must write its scale down.
func (t *TestSet) hasOwnScale() bool {
	plain := TestSet{Format: t.Format}
	return !slices.Equal(t.scale(), plain.scale())
}

// hasHeader reports whether the set says something that a bare list of queries
// has no place for. The name is not counted: a bare list takes its file's.
func (t *TestSet) hasHeader() bool {
	return t.Version != "" || t.Description != "" || t.Created != "" || t.Profile != "" || t.Parent != nil ||
		t.Provenance != nil || t.Draw != nil ||
		t.PassageShare != 0 || t.hasOwnScale() || !sameTexts(t.Strata, bareStrata(t))
}

// sameTexts reports whether two lists hold the same texts, in any order.
func sameTexts(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func expectedDocs(ids []string) []Judgment {
	var out []Judgment
	for _, id := range ids {
		out = append(out, Judgment{id, 1})
	}
	return out
}

func expectedChunks(ids []string) []ChunkJudgment {
	var out []ChunkJudgment
	for _, id := range ids {
		out = append(out, ChunkJudgment{id, 1})
	}
	return out
}

// none makes "not given" of an empty list, where the two mean the same.
func none[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}
