package metrics

// Text is what the hits of a query cover of its relevant passages, in characters.
type Text struct {
	Relevant int       // characters of relevant passages, each once
	Hits     []TextHit // by ascending rank
}

// A TextHit is a hit by the text that it covers. Chars and Tokens are 0 where they are not known; New are
// the relevant characters that no hit before it covers.
type TextHit struct{ Rank, Chars, Tokens, New int }

// Characters is the text that the first k hits and the relevant passages have in common, as a share of either:
//
//	CharR@k = relevant characters that one of the first k hits covers / relevant characters
//	CharP@k = relevant characters that one of the first k hits covers / characters of these hits, added up
//
// What overlapping hits share is found once and paid for each time. CharR never falls with k; CharP is 0 without
// a hit. Undefined without a relevant passage, CharP also where the length of a hit is not known. Source:
// Smith, Troynikov (2024), Evaluating chunking strategies for retrieval, Chroma technical report, of tokens.
type Characters struct {
	Top
	Precision bool
}

// Score computes the measure.
func (m Characters) Score(j *Judged) (float64, bool) {
	if j.Text == nil || j.Text.Relevant == 0 {
		return 0, false
	}
	found, whole := 0, 0
	for _, h := range j.Text.Hits {
		if m.K > 0 && h.Rank > m.K {
			break
		}
		if m.Precision && h.Chars == 0 {
			return 0, false
		}
		if m.Precision { // of a quote a hit may have found more than it holds: the same words in two passages
			h.New = min(h.New, h.Chars)
		}
		found, whole = found+h.New, whole+h.Chars
	}
	if !m.Precision {
		whole = j.Text.Relevant
	}
	return float64(found) / float64(max(1, whole)), true
}

func (m Characters) String() string {
	return canonical(map[bool]string{false: "CharR", true: "CharP"}[m.Precision], nil, m.K)
}

func ofCharacters(a *Args, precision bool) Measure {
	return Characters{Top{View{Level: ChunkLevel}, a.Cutoff}, precision}
}
