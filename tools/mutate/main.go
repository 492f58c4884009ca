// Mutate tells how many small faults, planted one at a time in a package, its
// tests notice. Each mutant is one change of one operator or statement, built
// with go test -overlay, so that only the package and its tests are compiled
// again and no file of the tree is touched. What lives on is printed, one line
// each; it is a list to read, not a gate, and the exit status is 0.
//
// It knows nothing of types: a mutant that does not compile is replaced by the
// next of the sample. Mutants on lines that no test reaches are counted apart.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"strings"
	"time"
)

type options struct {
	dir     string
	tests   string
	match   string
	sample  int
	seed    uint64
	budget  time.Duration
	workers int
}

func main() {
	var o options
	flag.StringVar(&o.dir, "C", ".", "folder of the module")
	flag.StringVar(&o.tests, "tests", "", "more packages (or patterns such as ./cmd/...) whose tests count, separated by commas")
	flag.StringVar(&o.match, "match", "", "only mutants whose line (file:line:col kind old → new) matches this expression")
	flag.IntVar(&o.sample, "sample", 150, "mutants to try where all would take longer than -budget; 0: all")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the sample")
	flag.DurationVar(&o.budget, "budget", 20*time.Minute, "try all mutants if that takes no longer, by the time of a clean run")
	flag.IntVar(&o.workers, "workers", runtime.NumCPU(), "mutants tried at a time")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: mutate [flags] PACKAGE")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 || o.workers < 1 || o.sample < 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, flag.Arg(0), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// run prints survivors and counts to out, and each mutant's fate to progress.
func run(ctx context.Context, o options, pattern string, out, progress io.Writer) (err error) {
	match, err := regexp.Compile(o.match)
	if err != nil {
		return fmt.Errorf("-match: %w", err)
	}
	named, err := load(ctx, o.dir, pattern)
	if err != nil {
		return err
	}
	if len(named) != 1 {
		return fmt.Errorf("%s must name one package, not %d", pattern, len(named))
	}
	pkg := named[0]
	more := strings.FieldsFunc(o.tests, func(r rune) bool { return r == ',' || r == ' ' })
	testers, err := load(ctx, o.dir, append([]string{pkg.ImportPath}, more...)...)
	if err != nil {
		return err
	}
	tests := testsOf(testers)
	if len(tests) == 0 {
		return fmt.Errorf("%s has no tests; name packages that test it with -tests", pkg.ImportPath)
	}
	var all []mutant
	for _, name := range pkg.GoFiles {
		found, err := findIn(pkg, name)
		if err != nil {
			return err
		}
		for _, m := range found {
			if match.MatchString(m.String()) {
				all = append(all, m)
			}
		}
	}
	lab, err := newLab(ctx, o.dir, tests)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lab.close()) }()
	profile, err := lab.cover(ctx, pkg.ImportPath)
	if err != nil {
		return err
	}
	clean, err := lab.rehearse(ctx)
	if err != nil {
		return err
	}

	var covered []mutant
	for _, m := range all {
		if profile.reaches(m) {
			covered = append(covered, m)
		}
	}
	want := o.sample
	whole := clean * time.Duration(len(covered)) / time.Duration(o.workers)
	if want == 0 || want > len(covered) || whole <= o.budget {
		want = len(covered)
	}
	log := log.New(progress, "", 0)
	log.Printf("clean run %.1f s; %d of %d mutants covered, all would take about %.0f min; trying %d",
		clean.Seconds(), len(covered), len(all), whole.Minutes(), want)
	shuffle(covered, o.seed)
	outcomes, err := tryUntil(ctx, covered, want, o.workers, func(ctx context.Context, m mutant) (result, error) {
		r, err := lab.try(ctx, m)
		if err == nil {
			log.Printf("%-13s %v", r, m)
		}
		return r, err
	})
	if err != nil {
		return err
	}
	summarize(out, summary{
		pkg: pkg.ImportPath, mutants: len(all), uncovered: len(all) - len(covered),
		seed: o.seed, outcomes: outcomes,
	})
	return nil
}
