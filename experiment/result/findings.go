package result

// A Severity orders findings: a note is for the record, a warning may change
// how the verdict is read, and a fault means the measurement itself failed.
type Severity string

// The severities of a Finding.
const (
	SeverityNote    Severity = "note"
	SeverityWarning Severity = "warning"
	SeverityFault   Severity = "fault"
)

// A Finding is something about the inputs or the measurement that the reader
// of a verdict should know first. Code is for programs, Text for people.
type Finding struct {
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	Text     string   `json:"text"`
}

// Noted returns a finding for the record.
func Noted(code, text string) Finding { return Finding{code, SeverityNote, text} }

// Warned returns a finding that may change how the verdict is read.
func Warned(code, text string) Finding { return Finding{code, SeverityWarning, text} }

// Faulted returns a finding that the measurement itself failed.
func Faulted(code, text string) Finding { return Finding{code, SeverityFault, text} }

// Codes of findings. They are stable: dashboards filter by them.
const (
	FindingMissing        = "missing_queries"
	FindingOneArm         = "queries_of_one_arm"
	FindingForeignLabels  = "foreign_labels"
	FindingFailed         = "failed_queries"
	FindingExtra          = "extra_queries"
	FindingTies           = "tied_scores"
	FindingContradictions = "rank_contradictions"
	FindingDuplicates     = "duplicate_documents"
	FindingUnscored       = "scores_from_ranks"
	FindingNoHits         = "no_hits"
	FindingNoneJudged     = "nothing_judged"
	FindingNotMeasurable  = "level_not_measurable"
	FindingFewMatched     = "few_ids_judged"
	FindingStale          = "stale_judgments"
	FindingEmpty          = "empty_documents"
	FindingVersion        = "version_changed"
	FindingNoState        = "state_unknown"
	FindingInterleaved    = "interleaved_queries"
	FindingUnjudged       = "unjudged_queries"
	FindingMargin         = "margin_exceeds_ceiling"
	FindingUndefined      = "undefined_queries"
	FindingPointGate      = "point_gate"
	FindingNoRange        = "range_not_declared"
	FindingIdentical      = "identical_arms"
	FindingFewPairs       = "too_few_pairs"
	FindingJudged         = "judged_asymmetry"
	FindingNoScore        = "undefined_measures"
	FindingNoAnswers      = "no_answers"
	FindingNoPaths        = "no_paths"
	FindingMixedLevels    = "mixed_levels"
	FindingUnplaced       = "unplaced_hits"
	FindingChunks         = "best_chunks"
	FindingUnusedPassages = "passages_not_measured"
	FindingLowCoverage    = "low_coverage"
	FindingFailuresMatter = "failures_change_verdict"
)

// Codes of findings about what the options left out.
const (
	FindingDepth      = "limited_depth"
	FindingJudgedOnly = "judged_only"
	FindingDeparture  = "departs_from_profile"
)

// Codes of findings about documents without judgments.
const (
	FindingLabels       = "labels_decide"
	FindingFewInfluence = "few_unjudged"
	FindingFewJudged    = "few_judged"
)

// Codes of findings about qrels that are more than grades.
const (
	FindingSubtopics   = "shared_documents"
	FindingOneSubtopic = "one_subtopic"
	FindingSmallGains  = "gains_below_1"
)

// Codes of findings about scores that another program computed.
const (
	FindingSummaryRows = "summary_rows"
	FindingDirection   = "direction_assumed"
	FindingUnit        = "scores_beyond_unit"
	FindingLeftOut     = "measures_left_out"
)

// Codes of what repeating showed.
const (
	FindingUnstable = "unstable_rankings" // answers differ between repeats
	FindingSteady   = "identical_repeats" // no answer does
)

// Codes of findings about looks at held-out queries.
const (
	FindingLooks      = "heldout_looks"       // how many configurations they have shown
	FindingLedger     = "heldout_ledger"      // a ledger has fewer looks than the store remembers
	FindingUnmarked   = "heldout_unmarked"    // held-out queries have lost their mark
	FindingNewQueries = "heldout_new_queries" // a configuration may have been made of what looks showed
)

// Codes of findings about labels of a model next to people's.
const (
	FindingSampling    = "sampling_not_shown" // the labelled queries are not known to be a random sample
	FindingIncomplete  = "incomplete_labels"  // queries that people labelled in part
	FindingCopied      = "labels_copied"      // people's labels are the model's
	FindingUnplanned   = "more_than_planned"  // people labelled more queries than the sample planned
	FindingSilverAlone = "human_labels_alone" // the model's have no part in the verdict
	FindingPassedOver  = "passed_over"        // a document of a plan has no label, and later ones have
	FindingNoGrade     = "cannot_judge"       // no one could judge documents, which count with a declared grade
	FindingModelLacks  = "silver_lacks"       // the model did not label all documents of a plan
	FindingSilverWorth = "silver_worth"       // it is not shown that they add something
	FindingSilverBias  = "silver_bias"        // the model favours a system
	FindingCircular    = "circular_labels"    // a system is made with the model that labelled
)

// Codes of findings about weights and covariates.
const (
	FindingZeroWeight    = "zero_weight"            // queries that count for nothing
	FindingFewEffective  = "few_effective"          // a few queries have most of the weight
	FindingWeightsMatter = "weights_change_verdict" // without weights the verdict would be another one
	FindingNotAdjusted   = "not_adjusted"           // covariates have no part in the verdict
	FindingLongTail      = "covariate_long_tail"    // one query has much of a covariate's spread
)

// Codes of findings about choices, what was left out, and the rules of a gate.
const (
	FindingChosen      = "chosen_on_same_queries" // a candidate was tried, with others, on the same queries
	FindingHeldOut     = "heldout_left_out"       // held-out queries were left out
	FindingUnread      = "calls_not_understood"   // calls of agents' traces
	FindingTopK        = "beyond_top_k"           // measures look deeper than the rankings that were asked for
	FindingRepeated    = "repeated_looks"         // the same systems are compared again and again
	FindingDefaultRule = "default_rule"           // no rule was given, and which one is checked
	FindingWaiver      = "idle_waiver"            // a waiver that waives nothing
	FindingLongWaiver  = "long_waiver"            // a waiver that ends in more than a year
	FindingProtected   = "protected_file_changed" // files that decide and are not those of the base
)
