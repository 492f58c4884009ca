// Package metrics turns one query's judged ranking into one number per
// measure. It knows grades and ranks, not documents, queries, files or means:
// joining a ranking with its judgments is the caller's work, and so is
// deciding which queries enter a mean and comparing systems.
//
// The usual path has three steps. Join a ranking with the judgments of its
// query into a [Judged], read measures with [ParseList], and score:
//
//	measures, err := metrics.ParseList("R@5,10,20, nDCG@10, RR")
//	...
//	score, defined := measures[0].Score(&judged)
//
// # Words
//
// A grade is an integer from 0, not relevant, upwards; a document is relevant
// when its grade is at least 1, or at least what a measure asks for with rel=.
// An unjudged document is a state of its own, not grade 0. A gain is what a
// grade is worth to a graded measure. The cutoff k is how deep a measure looks,
// written @k.
//
// # Undefined scores
//
// A query without a relevant document cannot tell a good ranking from a bad
// one: every ranking gets the same score. Every measure of retrieval quality is
// therefore undefined there, P@k and Success@k as much as R@k, so that all
// columns of a table are means over the same queries. Only what merely counts
// (NumRet, NumRel, NumRelRet, Unjudged@k, RBPResidual, Utility) is defined even so. An
// undefined score is returned as 0 with defined = false; what becomes of it is
// the [Profile]'s choice: leave the query out (default), count the 0 as
// trec_eval does (trec), or refuse the test set (medkg).
//
// # Measure texts
//
// A measure is written Name(parameter=value,...)@cutoff. The canonical text
// that String prints always parses back to the same measure and always shows
// the gain: nDCG(gain=exp)@10. The spellings of trec_eval (ndcg_cut_10,
// recall_100, map), of ir_measures (nDCG(dcg='exp-log2')@10) and of ranx
// (ndcg@10-l2, hit_rate@10) are read as well, and in lists trec_eval's official,
// all_trec and set. A measure can ask for more than grade 1 (rel=2), skip
// unjudged documents (judged=only) and rank chunks (level=chunk).
//
// # Families
//
// Binary measures, from R@k to bpref; graded ones, from nDCG to RBP, ERR and the
// C/W/L family ([CWL]); diversity over [Subtopics]; and measures of generated
// answers, which look at what was written ([Answered]) and at no ranking. Each is one
// file with its formula, range, edge cases and source. Anyone who adds one writes
// such a file with a test, describes it in measures.txt and adds a row to
// [Builtin]; anyone who needs one of their own registers a [Definition].
//
// What unjudged documents could do to a score is told by [Bounds] and by
// RBPResidual. trec_eval's measures of preference judgments (prefs_) and of
// several assessors (_avgjg) are not here.
package metrics
