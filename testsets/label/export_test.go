package label

// Plan returns the order that a session follows.
func (p *Pool) Plan(seed uint64, person string, first []int) []task {
	return p.plan(Settings{Seed: seed, Person: person, First: first})
}
