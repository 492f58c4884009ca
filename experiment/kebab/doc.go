// Package kebab does for runs of the kebab knowledge base what kebab's own eval
// does: it sums a run up with a golden list, compares two runs query by query,
// and looks at the wordings of one question. Numbers, names and rules are
// kebab's, so that anyone who has a store of kebab or a per_query.jsonl gets the
// same documents here.
//
// Measures are those of the profiles kebab and kebab-code, scored by package
// scoring; tests and verdicts are the business of package compare, which gets
// the tables of each run. Nothing is stored or printed here, and no file
// is read but the rows of a run.
package kebab
