// Calibrate measures how often the rule of package stats is wrong, and what it
// finds, over populations of differences whose mean is known: made ones with rare
// losses and long tails, and pairs of real systems. It exits with 1 when a limit is
// missed; it decides nothing about any retrieval system.
//
//	go run ./calibrate                    # the whole study, from tools/studies
//	go run ./calibrate -replicates 500    # a short one
//	go run ./calibrate -only mistakes     # one part of it
//
// Tables in Markdown go to standard output, and are the same bytes for the
// same flags whatever -workers is; progress goes to standard error.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// A part of the study measures one thing.
type part struct {
	name, what string
	measure    func(study) (findings, error)
}

// Findings are what a part has measured.
type findings interface {
	lines() []line // with a limit
	write(p *page)
}

// parts are in the order of the report.
var parts = []part{
	{"mistakes", "false better and worse, and coverage", study.mistakes},
	{"adversary", "the worst population of two values", study.adversaries},
	{"safety", "false passes of a noninferior gate", study.safety},
	{"power", "what is found", study.power},
	{"equivalence", "false equivalence, and the queries that show it", study.equivalence},
	{"families", "findings among several candidates", study.families},
	{"groups", "wordings of one need", study.groups},
	{"looks", "fifty looks at a growing set", study.looks},
	{"gates", "what gates fail and block", study.gates},
	{"several", "what several rules together fail and pass", study.several},
	{"heldout", "what held-out queries say of luck", study.heldOut},
	{"silver", "few labels of people and many of a judge", study.silver},
	{"judges", "few labels of people and labels of judges with real errors", study.judged},
	{"next", "few labelled documents, in the order of a plan", study.next},
	{"repeats", "queries and their repeats", study.repeats},
	{"drift", "changes of judges, and means corrected by people's labels", study.drift},
	{"weights", "queries with weights, and shares of strata", study.weights},
	{"adjust", "covariates", study.adjusted},
	{"tradeoffs", "objectives about quality and latency", study.tradeoffs},
	{"kappa", "labels of two people that pass a threshold", study.kappas},
}

// run returns 0, 1 when a limit is missed, or 2 when the study did not run.
func run(args []string, stdout, stderr io.Writer) int {
	s, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "calibrate:", err)
		return 2
	}
	lines, err := s.calibrate(stdout, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "calibrate:", err)
		return 2
	}
	code := 0
	for _, l := range lines {
		if l.verdict == missed {
			fmt.Fprintf(stderr, "missed: %s %s, measured %.4f at %s\n", l.what, l.limit, l.measured, l.where)
			code = 1
		}
	}
	return code
}

func parse(args []string, stderr io.Writer) (study, error) {
	var s study
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&s.samples, "replicates", 4000, "samples of every cell of made populations; of real pairs half as many")
	flags.Uint64Var(&s.seed, "seed", 1, "of all samples, and of the choice of real pairs")
	flags.IntVar(&s.workers, "workers", runtime.GOMAXPROCS(0), "samples are shared among this many goroutines; changes no number")
	flags.StringVar(&s.matrices, "matrices", "../../../shared/data/matrices", "folder of per-topic scores of real systems; without it the study is of made populations only")
	flags.StringVar(&s.agreement, "agreement", "../../../shared/data/agreement", "folder of labels of real judges; without it nothing is said of them")
	only := flags.String("only", "", "one of the parts: "+strings.Join(partNames(), ", "))
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	for _, p := range parts {
		if *only == "" || *only == p.name {
			s.parts = append(s.parts, p)
		}
	}
	if len(s.parts) == 0 {
		return s, fmt.Errorf("only %q: want one of %s", *only, strings.Join(partNames(), ", "))
	}
	if s.samples < 1 || s.workers < 1 || flags.NArg() > 0 {
		return s, errors.New("replicates and workers are at least 1, and there are no arguments")
	}
	return s, nil
}

func partNames() []string {
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

// calibrate runs the study, writes its tables and returns the lines.
func (s study) calibrate(stdout, progress io.Writer) ([]line, error) {
	var err error
	if s.made, err = madePopulations(); err != nil {
		return nil, err
	}
	if s.real, err = realPairs(s.matrices, s.seed); err != nil {
		return nil, err
	}
	if len(s.real) == 0 {
		fmt.Fprintf(progress, "no real pairs: %s is not here\n", s.matrices)
	}
	var all []findings
	var lines []line
	for _, p := range s.parts {
		start := time.Now()
		f, err := p.measure(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		all, lines = append(all, f), append(lines, f.lines()...)
		fmt.Fprintf(progress, "%s: %.1f s\n", p.name, time.Since(start).Seconds())
	}
	w := bufio.NewWriter(stdout)
	out := &page{w: w}
	out.start(s, lines)
	for _, f := range all {
		f.write(out)
	}
	return lines, errors.Join(out.err, w.Flush())
}
