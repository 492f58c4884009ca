package sweep_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/sweep"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// A sweep tries every setting of a grid on rankings that were retrieved once,
// and says what choosing the best of them is worth on other queries.
func ExampleRun() {
	dir, remove := clinical()
	defer remove()
	planned, err := plan.Load(filepath.Join(dir, "sweep.yaml"), kinds.All(nil)...)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	prepared, err := run.Prepare(ctx, planned, run.Options{})
	if err != nil {
		log.Fatal(err)
	}
	s, err := sweep.Run(ctx, prepared, wingtest.NewMemory(), sweep.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(s.Settings), "settings,", s.Duplicates, "left out as the same,", s.Queries.Used, "queries")
	fmt.Println("best:", s.Best)
	// Output:
	// 26 settings, 0 left out as the same, 50 queries
	// best: wsum norm=zmuv bm25=0.5 dense=0.5
}

// clinical makes a copy of the clinical example, to be removed after use.
func clinical() (dir string, remove func()) {
	dir, err := os.MkdirTemp("", "clinical")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		log.Fatal(err)
	}
	return dir, func() {
		if err := os.RemoveAll(dir); err != nil {
			log.Fatal(err)
		}
	}
}
