package label

// For tests alone: a table of queries that is not a file, and the order that a
// session follows.
var ReadQueries = readQueries

func (p *Pool) Plan(seed uint64, person string, first []int) []task {
	return p.plan(seed, person, first)
}
