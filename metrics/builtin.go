package metrics

// Builtin returns a registry with every measure of this package. Each call
// builds a new one, so a caller may register measures of its own into it.
func Builtin() *Registry {
	r := NewRegistry()
	families := append(cwlFamily(), noveltyFamily()...)
	for _, define := range append(families,
		defineAccuracy,
		defineAveragePrecision,
		defineBinG,
		defineBpref,
		defineCitationCoverage,
		defineCappedRecall,
		defineCompat,
		defineDCG,
		defineERR,
		defineElevenPoint,
		defineEmptyResultRate,
		defineF1,
		defineG,
		defineGMAP,
		defineGMBpref,
		defineGroundedness,
		defineIdealDCG,
		defineInferredAP,
		defineIntentAP,
		defineIntentPrecision,
		defineInterpolatedPrecision,
		defineJudgedAt,
		defineNDCG,
		defineNDCGRel,
		defineNERR,
		defineNumNonRelRet,
		defineNumQ,
		defineNumRel,
		defineNumRelRet,
		defineNumRet,
		definePrecision,
		defineRBP,
		defineRBPResidual,
		defineRNDCG,
		defineRPrecision,
		defineRecall,
		defineReciprocalRank,
		defineRefusalCorrectness,
		defineSetAP,
		defineSetF,
		defineSetPrecision,
		defineSetRecall,
		defineSubtopicRecall,
		defineSuccess,
		defineUnjudgedAt,
		defineUtility,
		defineYAAP,
	) {
		if err := r.Register(define()); err != nil {
			panic(err) // two of our own measures share a name: a bug in this list
		}
	}
	for name, list := range nicknames() {
		if err := r.RegisterList(name, list); err != nil {
			panic(err) // one of our own lists is misspelled
		}
	}
	return r
}
