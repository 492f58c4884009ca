// Command cmd writes a run and qrels of one of the shapes of rungen:
//
//	go run ./rungen/cmd -shape msdev -dir /tmp/msdev
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/rankduel/rankduel/tools/studies/rungen"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("rungen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	shape := flags.String("shape", "small", "small, dl, msdev, wide or large")
	dir := flags.String("dir", ".", "folder for SHAPE.qrels and SHAPE.A.run, SHAPE.B.run, ...")
	seed := flags.Uint64("seed", 1, "another seed gives other files")
	systems := flags.Uint64("systems", 2, "number of runs")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if err := generate(*shape, *dir, *seed, *systems); err != nil {
		fmt.Fprintln(stderr, "rungen:", err)
		return 2
	}
	return 0
}

func generate(name, dir string, seed, systems uint64) error {
	shapes := rungen.Shapes()
	i := slices.IndexFunc(shapes, func(s rungen.Shape) bool { return s.Name == name })
	if i < 0 {
		return fmt.Errorf("shape %q is none of small, dl, msdev, wide, large", name)
	}
	g := rungen.Generator{Shape: shapes[i], Seed: seed}
	errs := []error{write(filepath.Join(dir, name+".qrels"), g.WriteQrels)}
	for s := range systems {
		path := filepath.Join(dir, fmt.Sprintf("%s.%c.run", name, 'A'+rune(s%26)))
		errs = append(errs, write(path, func(w io.Writer) error { return g.WriteRun(w, s) }))
	}
	return errors.Join(errs...)
}

func write(path string, content func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(content(f), f.Close())
}
