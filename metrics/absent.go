package metrics

import "strings"

// absent says why there is no measure of a name that trec_eval knows: those
// read qrels of other forms (its option -R), of which the grades that a
// [Judged] holds say nothing. It is empty for any other name.
func absent(name string) string {
	family, _, _ := strings.Cut(name, ".")
	switch {
	case family == "prefs" || strings.HasPrefix(family, "prefs_"):
		return "trec_eval computes " + family + " from preference judgments (-R prefs), which are not read here; judge documents by grades"
	case strings.HasSuffix(family, "_avgjg"):
		return "trec_eval computes " + family + " from the judgments of several assessors (-R qrels_jg), which are not read here; " +
			"score against each assessor's qrels, or against one that they agreed on"
	}
	return ""
}
