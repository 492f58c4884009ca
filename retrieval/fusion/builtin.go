package fusion

// Builtin returns the methods of this package. To add one, write its file and add its row here.
func Builtin() *Registry {
	r := &Registry{entries: make(map[string]Entry), aliases: make(map[string]string)}
	for _, e := range []Entry{
		singleEntry(),

		// of ranks
		rrfEntry(),
		wrrfEntry(),
		isrEntry(),
		logISREntry(),
		logNISREntry(),
		rbcEntry(),
		bordaEntry(),
		wBordaEntry(),
		condorcetEntry(),
		wCondorcetEntry(),

		// of scores
		weightedEntry(),
		combSumEntry(),
		combMNZEntry(),
		combANZEntry(),
		combGMNZEntry(),
		combMinEntry(),
		combMaxEntry(),
		combMedEntry(),
		wsumEntry(),
		wprodEntry(),
		wmnzEntry(),
		mixedEntry(),

		// trained
		bayesFuseEntry(),
		mapFuseEntry(),
		posFuseEntry(),
		probFuseEntry(),
		segFuseEntry(),
		slideFuseEntry(),
	} {
		r.add(e)
	}
	return r
}
