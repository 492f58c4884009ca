package metrics

// Builtin returns a registry with every measure of this package. Each call
// builds a new one, so a caller may register measures of its own into it.
func Builtin() *Registry {
	r := NewRegistry()
	for _, define := range []func() Definition{
		defineAveragePrecision,
		defineBpref,
		defineCappedRecall,
		defineElevenPoint,
		defineF1,
		defineGMAP,
		defineGMBpref,
		defineInferredAP,
		defineInterpolatedPrecision,
		defineJudgedAt,
		defineNDCG,
		defineNumRel,
		defineNumRelRet,
		defineNumRet,
		definePrecision,
		defineRPrecision,
		defineRecall,
		defineReciprocalRank,
		defineSetAP,
		defineSetF,
		defineSetPrecision,
		defineSetRecall,
		defineSuccess,
		defineUnjudgedAt,
		defineUtility,
	} {
		if err := r.Register(define()); err != nil {
			panic(err) // two of our own measures share a name: a bug in this list
		}
	}
	return r
}
