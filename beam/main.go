// Command beam scores the shards of a run on a runner of Apache Beam and merges them:
//
//	beam --run runs/bm25.trec --qrels qrels.txt --shards 64 --parts parts --out bm25.csv
//
// Arguments behind its flags are flags of rankduel eval, such as -- --shard-by query.
//
// Every shard is one element of a pipeline, for which a worker starts rankduel eval --shard. What a
// worker reads and writes has to be on a disk that all of them share. It was tried on
// Prism, embedded and as a server; Dataflow, Flink and Spark were not tried.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

func init() {
	register.DoFn3x1[context.Context, int, func(string), error](&Score{})
	register.DoFn4x1[context.Context, []byte, func(*string) bool, func(string), error](&Merge{})
	register.Emitter1[string]()
	register.Iter1[string]()
}

// Score scores a shard. Its fields go to the workers: they have no flags.
type Score struct {
	Program    string // rankduel, as a worker finds it
	Run, Qrels string
	Parts      string // folder
	Of         int
	Flags      []string // more of rankduel eval
}

// ProcessElement writes the part of a shard under its own name and emits it. A shard that is
// scored again, as after a lost worker, writes the same bytes.
func (s *Score) ProcessElement(ctx context.Context, shard int, emit func(part string)) error {
	part := filepath.Join(s.Parts, fmt.Sprintf("%d.rdx", shard))
	args := append([]string{"eval", s.Run, "--qrels", s.Qrels, "--shard", fmt.Sprintf("%d/%d", shard, s.Of), "-o", part, "--quiet"}, s.Flags...)
	if err := start(ctx, s.Program, args...); err != nil {
		return fmt.Errorf("shard %d: %w", shard, err)
	}
	emit(part)
	return nil
}

// Merge merges all parts.
type Merge struct {
	Program string
	Out     string // its ending says in which form
}

// ProcessElement writes the result under a name of its own first.
func (m *Merge) ProcessElement(ctx context.Context, _ []byte, next func(*string) bool, emit func(string)) error {
	var parts []string
	for part := ""; next(&part); {
		parts = append(parts, part)
	}
	slices.Sort(parts)
	if err := start(ctx, m.Program, append([]string{"merge", "--per-query", "--quiet", "-o", m.Out}, parts...)...); err != nil {
		return err
	}
	emit(m.Out)
	return nil
}

// start runs rankduel, whose errors say what to do.
func start(ctx context.Context, program string, args ...string) error {
	out, err := exec.CommandContext(ctx, program, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", program, args[0], err, out)
	}
	return nil
}

// build makes the pipeline: shards, their parts, one file.
func build(s beam.Scope, score Score, merge Merge) {
	shards := make([]int, score.Of)
	for i := range shards {
		shards[i] = i
	}
	parts := beam.ParDo(s.Scope("score"), &score, beam.Reshuffle(s, beam.CreateList(s, shards)))
	beam.ParDo(s.Scope("merge"), &merge, beam.Impulse(s), beam.SideInput{Input: parts})
}

func run() error {
	var score Score
	var merge Merge
	flag.StringVar(&score.Program, "program", "rankduel", "rankduel, as workers find it")
	flag.StringVar(&score.Run, "run", "", "run: a file, a folder or a pattern")
	flag.StringVar(&score.Qrels, "qrels", "", "judgments")
	flag.StringVar(&score.Parts, "parts", "parts", "folder of the parts")
	flag.IntVar(&score.Of, "shards", 8, "number of shards")
	flag.StringVar(&merge.Out, "out", "", "result, such as scores.csv or scores.json")
	flag.Parse()
	beam.Init()
	if score.Run == "" || score.Qrels == "" || merge.Out == "" || score.Of < 1 {
		return errors.New("give --run, --qrels, --out and at least one of --shards")
	}
	if err := os.MkdirAll(score.Parts, 0o777); err != nil {
		return err
	}
	merge.Program, score.Flags = score.Program, flag.Args()
	p, s := beam.NewPipelineWithRoot()
	build(s, score, merge)
	return beamx.Run(context.Background(), p)
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
