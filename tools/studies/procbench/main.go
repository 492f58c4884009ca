// Command procbench times whole processes side by side: it generates runs of
// the shapes that speed is quoted for, runs rankduel, wc, cat and, where it is
// on PATH, trec_eval over them in turn, and prints the median CPU, wall and
// peak memory of each as a Markdown table. Where python3 has SciPy, its
// resampling is timed next to that of package stats.
//
// It measures from outside, by the operating system's accounting of finished
// children. Ratios within one table are what counts: machines are noisy.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A peer is one program to time on a run.
type peer struct {
	name string
	args func(qrels, run string) []string
	env  []string
}

// peers takes its programs in turn, rankduel first. All measures at once, and
// one, show what a measure more costs.
func peers(rankduel string) []peer {
	const five = "nDCG@10,R@10,R@100,R@1000,RR"
	eval := func(measures string) func(qrels, run string) []string {
		return func(qrels, run string) []string {
			return []string{rankduel, "eval", "--qrels", qrels, "--run", run, "-m", measures}
		}
	}
	list := []peer{
		{name: "rankduel", args: eval(five)},
		{name: "rankduel, one processor", args: eval(five), env: []string{"GOMAXPROCS=1"}},
		{name: "rankduel, one measure", args: eval("RR"), env: []string{"GOMAXPROCS=1"}},
		{name: "rankduel, official measures", args: eval("official"), env: []string{"GOMAXPROCS=1"}},
		{name: "wc -l", args: func(_, run string) []string { return []string{"wc", "-l", run} }},
		{name: "cat", args: func(_, run string) []string { return []string{"cat", run} }},
	}
	if path, err := exec.LookPath("trec_eval"); err == nil {
		list = append(list, peer{name: "trec_eval", args: func(qrels, run string) []string {
			return []string{path, "-m", "ndcg_cut.10", "-m", "recall.10,100,1000", "-m", "recip_rank", qrels, run}
		}})
	} else {
		fmt.Fprintln(os.Stderr, "trec_eval is not on PATH and is left out")
	}
	return list
}

// A sample is one finished process.
type sample struct {
	cpu, wall time.Duration
	peakKiB   int64
}

func measure(p peer, qrels, run string) (sample, error) {
	args := p.args(qrels, run)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), p.env...)
	cmd.Stderr = os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return sample{}, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	wall := time.Since(start)
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return sample{}, fmt.Errorf("%s: no accounting on this system", p.name)
	}
	return sample{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), wall, usage.Maxrss}, nil
}

func median[T cmp.Ordered](samples []sample, of func(sample) T) T {
	values := make([]T, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func main() {
	rankduel := flag.String("rankduel", "bin/rankduel", "the program under test")
	dir := flag.String("dir", "", "folder with SHAPE.qrels and SHAPE.A.run of rungen")
	shapes := flag.String("shapes", "small,dl,msdev,wide,large", "shapes to time")
	rounds := flag.Int("n", 5, "timed rounds after one that is not counted")
	flag.Parse()
	for shape := range strings.SplitSeq(*shapes, ",") {
		if err := bench(shape, *dir, *rankduel, *rounds); err != nil {
			fmt.Fprintln(os.Stderr, "procbench:", err)
			os.Exit(1)
		}
	}
	if err := benchSciPy(); err != nil {
		fmt.Fprintln(os.Stderr, "procbench:", err)
		os.Exit(1)
	}
}

// bench runs every peer in turn, round by round, so that drift of the machine
// hits all of them.
func bench(shape, dir, rankduel string, rounds int) error {
	qrels, run := filepath.Join(dir, shape+".qrels"), filepath.Join(dir, shape+".A.run")
	list := peers(rankduel)
	samples := make([][]sample, len(list))
	for round := range rounds + 1 {
		for i, p := range list {
			s, err := measure(p, qrels, run)
			if err != nil {
				return err
			}
			if round > 0 {
				samples[i] = append(samples[i], s)
			}
		}
	}
	base := median(samples[slices.IndexFunc(list, func(p peer) bool { return p.name == "wc -l" })], func(s sample) time.Duration { return s.cpu })
	fmt.Printf("\n| %s | CPU ms | × `wc -l` | wall ms | peak MiB |\n|---|---|---|---|---|\n", shape)
	for i, p := range list {
		cpu := median(samples[i], func(s sample) time.Duration { return s.cpu })
		fmt.Printf("| %s | %.1f | %.1f | %.1f | %.1f |\n", p.name, ms(cpu), float64(cpu)/float64(max(base, 1)),
			ms(median(samples[i], func(s sample) time.Duration { return s.wall })),
			float64(median(samples[i], func(s sample) int64 { return s.peakKiB }))/1024)
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
