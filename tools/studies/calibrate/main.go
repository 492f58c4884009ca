// Calibrate measures, over distributions of metric differences with a known
// mean, how often the intervals of package stats cover it and how often its
// tests reject a true null hypothesis, next to what other programs were
// measured to do. It exits with 1 when a line of the protocol is missed; it
// decides nothing about any retrieval system.
//
//	go run ./stats/calibrate                    # the whole study
//	go run ./stats/calibrate -replicates 1000   # a short one
//	go run ./stats/calibrate -only verdicts     # how often verdicts are wrong, and power is reached
//	go run ./stats/calibrate -only gates        # how often gates and held-out checks are wrong
//	go run ./stats/calibrate -only kappa        # how often labels pass a threshold of kappa
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
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns 0, 1 when a line is missed, or 2 when the study did not run.
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
	flags.IntVar(&s.samples, "replicates", 10_000, "samples of every cell, half as many at n = 1000")
	flags.IntVar(&s.resamples, "resamples", 2000, "bootstrap resamples of every sample, and sign flips where p is not exact")
	flags.Uint64Var(&s.seed, "seed", 1, "of all samples and resamples")
	flags.IntVar(&s.workers, "workers", runtime.GOMAXPROCS(0), "cells are shared among this many goroutines; changes no number")
	flags.StringVar(&s.only, "only", "", "coverage: intervals and tests; verdicts: what the rule makes of them; gates: gates and held-out checks; kappa: labels of two people; all when empty")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	if s.only != "" && s.only != onlyCoverage && s.only != onlyVerdicts && s.only != onlyGates && s.only != onlyKappa {
		return s, fmt.Errorf("only %q: want %s, %s, %s or %s", s.only, onlyCoverage, onlyVerdicts, onlyGates, onlyKappa)
	}
	if s.samples < 1 || s.resamples < 1 || s.workers < 1 || flags.NArg() > 0 {
		return s, errors.New("replicates, resamples and workers are at least 1, and there are no arguments")
	}
	return s, nil
}

// calibrate runs the study, writes its tables and returns the lines.
func (s study) calibrate(stdout, progress io.Writer) ([]line, error) {
	sources, err := readDistributions()
	if err != nil {
		return nil, err
	}
	p, err := readPeers()
	if err != nil {
		return nil, err
	}
	var cells []cell
	var lines []line
	if s.wants(onlyCoverage) {
		if cells, err = s.run(sources, progress); err != nil {
			return nil, err
		}
		flagged, err := s.heldOut(sources[0])
		if err != nil {
			return nil, fmt.Errorf("held-out: %w", err)
		}
		lines = accept(cells, p, flagged, s.samples)
	}
	var figures verdictFigures
	if s.wants(onlyVerdicts) {
		if figures, err = s.verdicts(sources, progress); err != nil {
			return nil, err
		}
		lines = append(lines, figures.accept()...)
	}
	var gates gateFigures
	if s.wants(onlyGates) {
		if gates, err = s.gates(progress); err != nil {
			return nil, err
		}
		lines = append(lines, gates.accept()...)
	}
	var kappa kappaFigures
	if s.wants(onlyKappa) {
		if kappa, err = s.kappas(progress); err != nil {
			return nil, err
		}
		lines = append(lines, kappa.accept()...)
	}
	w := bufio.NewWriter(stdout)
	return lines, errors.Join(report(w, s, cells, p, figures, gates, kappa, lines), w.Flush())
}

// wants tells whether a part of the study is asked for.
func (s study) wants(part string) bool { return s.only == "" || s.only == part }
