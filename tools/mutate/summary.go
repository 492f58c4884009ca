package main

import (
	"fmt"
	"io"
)

type summary struct {
	pkg                string
	mutants, uncovered int
	seed               uint64
	outcomes           []outcome
}

// summarize prints the survivors by place, then the counts. As in gremlins,
// what timed out or is not covered does not enter the efficacy.
func summarize(w io.Writer, s summary) {
	var count [notViable + 1]int
	for _, o := range s.outcomes {
		count[o.result]++
		switch o.result {
		case lived:
			fmt.Fprintln(w, o.mutant)
		case timedOut:
			fmt.Fprintln(w, o.mutant, "(timed out)")
		}
	}
	fmt.Fprintf(w, "package      %s\n", s.pkg)
	fmt.Fprintf(w, "mutants      %d\n", s.mutants)
	fmt.Fprintf(w, "not covered  %d\n", s.uncovered)
	fmt.Fprintf(w, "sampled      %d (seed %d; %d more did not compile)\n", len(s.outcomes)-count[notViable], s.seed, count[notViable])
	fmt.Fprintf(w, "killed       %d\n", count[killed])
	fmt.Fprintf(w, "lived        %d\n", count[lived])
	fmt.Fprintf(w, "timed out    %d\n", count[timedOut])
	if judged := count[killed] + count[lived]; judged > 0 {
		fmt.Fprintf(w, "efficacy     %.1f %%\n", 100*float64(count[killed])/float64(judged))
	} else {
		fmt.Fprintln(w, "efficacy     none: nothing was tried")
	}
}
