package testsets

import "slices"

// What a set means that does not say.

// DefaultStrata returns the query types of a set that declares none.
func DefaultStrata() []string {
	return []string{"exact_term", "paraphrase", "complex_clinical"}
}

// bareStrata returns the strata of a set that cannot declare any.
func bareStrata(t *TestSet) []string {
	typed := func(q Query) bool { return q.Type != "" }
	if t.Format == Native && slices.ContainsFunc(t.Queries, typed) {
		return DefaultStrata()
	}
	return nil
}

// expectedDocs returns the judgments that expected ids imply.
func expectedDocs(ids []string) []Judgment {
	var out []Judgment
	for _, id := range ids {
		out = append(out, Judgment{id, 1})
	}
	return out
}

// expectedChunks returns those of chunks.
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
