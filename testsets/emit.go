package testsets

import "slices"

// An emitter writes one mapping, key by key. Empty texts and nil write nothing,
// so a key appears only where it says something.
type emitter interface {
	text(key, value string)
	texts(key string, values []string)
	grades(key, id string, n int, at func(int) (string, int))
	flag(key string, value *bool)
}

// emitQuery writes q with the keys of the format, in the order in which they
// are documented.
func emitQuery(e emitter, format Format, q *Query) {
	if format == Golden {
		e.text("id", q.ID)
		e.text("query", q.Text)
	} else {
		e.text("query_id", q.ID)
		e.text("query_text", q.Text)
		e.text("query_type", q.Type)
	}
	e.text("split", string(q.Split))
	e.text("lang", q.Lang)
	e.text("difficulty", q.Difficulty)
	e.text("group", q.Group)
	e.text("family", q.Family)
	e.text("source", q.Source)
	e.texts("tags", none(q.Tags))
	if format != Golden {
		e.grades("relevant_docs", "doc_id", len(q.Relevant), func(i int) (string, int) {
			return q.Relevant[i].Doc, q.Relevant[i].Grade
		})
		e.grades("relevant_chunks", "chunk_id", len(q.RelevantChunks), func(i int) (string, int) {
			return q.RelevantChunks[i].Chunk, q.RelevantChunks[i].Grade
		})
	}
	e.texts("expected_doc_ids", q.ExpectedDocs)
	e.texts("expected_chunk_ids", none(q.ExpectedChunks))
	e.texts("expected_spans", spanTexts(q.ExpectedSpans))
	e.texts("must_contain", none(q.MustContain))
	e.texts("forbidden", none(q.Forbidden))
	e.flag("expected_refusal", q.ExpectedRefusal)
	if q.Unjudged {
		e.flag("unjudged", &q.Unjudged)
	}
}

// A headEmitter also writes what only a header has.
type headEmitter interface {
	emitter
	scale(Scale)
	parent(*Parent)
	provenance(*Provenance)
	draw(*Draw)
}

// emitHeader writes what the set says about itself; defaults are left out.
func emitHeader(e headEmitter, t *TestSet) {
	e.text("name", t.Name)
	e.text("version", t.Version)
	e.text("description", t.Description)
	e.text("created", t.Created)
	e.text("profile", t.Profile)
	if t.Parent != nil {
		e.parent(t.Parent)
	}
	if t.Provenance != nil {
		e.provenance(t.Provenance)
	}
	if t.Draw != nil {
		e.draw(t.Draw)
	}
	e.text("format", string(t.Format))
	if t.hasOwnScale() {
		e.scale(t.scale())
	}
	if t.Format == Native && !slices.Equal(t.Strata, DefaultStrata()) {
		e.texts("strata", append([]string{}, t.Strata...))
	}
}
