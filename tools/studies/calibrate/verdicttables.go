package main

import "fmt"

// The limits of the verdicts.
const (
	mostFalseEquivalence = 0.065 // in every cell
	mostFalseFamilies    = 0.06  // any finding among null candidates, and among groups
	powerSlack           = 0.03  // between what is printed and what is reached
)

// verdictFigures are what the studies of verdicts found.
type verdictFigures struct {
	equivalences []falseEquivalence
	families     []falseFinding
	groups       []groupedCell
	powers       []reachedPower
	equalities   []reachedEquality
}

// accept checks the lines about verdicts.
func (v verdictFigures) accept() []line {
	var equivalences, families, groups, powers, equalities []candidate
	for _, c := range v.equivalences {
		x := share(c.byRange, c.samples)
		equivalences = append(equivalences, candidate{x, x - mostFalseEquivalence, shareError(x, c.samples), fmt.Sprintf("%d,%s", c.n, c.name)})
	}
	for _, c := range v.families {
		x := share(c.holm, c.samples)
		families = append(families, candidate{x, x - mostFalseFamilies, shareError(x, c.samples), fmt.Sprintf("%d,%s", c.n, c.name)})
	}
	for _, c := range v.groups {
		x := share(c.grouped, c.samples)
		groups = append(groups, candidate{x, x - mostFalseFamilies, shareError(x, c.samples), fmt.Sprintf("%d × %d", c.needs, c.wordings)})
	}
	for _, c := range v.powers {
		if c.tail {
			continue
		}
		x := share(c.reached, c.samples)
		powers = append(powers, candidate{x, abs(x-.8) - powerSlack, shareError(x, c.samples), fmt.Sprintf("%d,%s", c.n, c.name)})
	}
	for _, c := range v.equalities {
		if c.tail {
			continue
		}
		x := share(c.reached, c.samples)
		equalities = append(equalities, candidate{x, abs(x-.8) - powerSlack, shareError(x, c.samples), fmt.Sprintf("%d,%s", c.n, c.name)})
	}
	return []line{
		worst("false equivalence at a true difference of the margin, every cell", "≤ .065", equivalences),
		worst(fmt.Sprintf("any finding among %d candidates without an effect, Holm", candidates), "≤ .06", families),
		worst("better or worse without an effect, wordings grouped by need", "≤ .06", groups),
		worst("power reached at the detectable difference that is printed, tails that samples show", ".80 ± .03", powers),
		worst("power reached by the number of queries for equality, the same", ".80 ± .03", equalities),
	}
}

func (p *page) verdicts(v verdictFigures) {
	p.printf("\n### False equivalence\n\n")
	p.printf("The candidate is worse by exactly the margin. Shares of samples called equivalent by the whole range (the rule) / by the largest difference that was seen (`observed`).\n\n")
	names := []string{"distribution", "margin"}
	for _, n := range verdictSizes {
		names = append(names, fmt.Sprintf("n = %d", n))
	}
	p.head(1, names...)
	for i := 0; i < len(v.equivalences); i += len(verdictSizes) {
		row := []string{v.equivalences[i].name, fmt.Sprintf("%.3f", v.equivalences[i].margin)}
		for _, c := range v.equivalences[i : i+len(verdictSizes)] {
			row = append(row, digits(share(c.byRange, c.samples))+" / "+digits(share(c.observed, c.samples)))
		}
		p.row(row...)
	}
	p.printf("\nThe same samples, called worse (rightly) / better (wrongly):\n\n")
	p.head(1, names...)
	for i := 0; i < len(v.equivalences); i += len(verdictSizes) {
		row := []string{v.equivalences[i].name, fmt.Sprintf("%.3f", v.equivalences[i].margin)}
		for _, c := range v.equivalences[i : i+len(verdictSizes)] {
			row = append(row, digits(share(c.found, c.samples))+" / "+digits(share(c.better, c.samples)))
		}
		p.row(row...)
	}
	p.printf("\n### False findings among %d candidates without an effect\n\n", candidates)
	p.head(2, "measure", "n", "no correction", "Holm", "maxT")
	for _, c := range v.families {
		p.row(c.name, fmt.Sprint(c.n), digits(share(c.plain, c.samples)), digits(share(c.holm, c.samples)), digits(share(c.maxT, c.samples)))
	}
	p.printf("\n### Wordings of one need, without an effect\n\n")
	p.head(0, "needs", "wordings", "correlation", "grouped", "ungrouped")
	for _, c := range v.groups {
		p.row(fmt.Sprint(c.needs), fmt.Sprint(c.wordings), fmt.Sprint(c.correlation), digits(share(c.grouped, c.samples)), digits(share(c.ungrouped, c.samples)))
	}
	p.powers(v)
}

func (p *page) powers(v verdictFigures) {
	p.printf("\n### Power that is printed and reached\n\n")
	p.printf("The detectable difference that samples print on average, in brackets that of the t test alone, and the share of samples with that true difference that end in better: .80 is promised, but for the last three, whose tails most samples do not show.\n\n")
	names := []string{"distribution"}
	for _, n := range powerSizes {
		names = append(names, fmt.Sprintf("n = %d", n))
	}
	p.head(1, names...)
	for i := 0; i < len(v.powers); i += len(powerSizes) {
		row := []string{v.powers[i].name}
		for _, c := range v.powers[i : i+len(powerSizes)] {
			row = append(row, fmt.Sprintf("%.3f (%.3f) %s", c.printed, c.student, digits(share(c.reached, c.samples))))
		}
		p.row(row...)
	}
	p.printf("\nNo difference, and as many queries as are said to show equality:\n\n")
	p.head(1, "distribution", "queries", "equivalent")
	for _, c := range v.equalities {
		p.row(c.name, fmt.Sprint(c.n), digits(share(c.reached, c.samples)))
	}
}
