package store_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store"
)

// A component is asked once; anyone who comes later finds its rankings recorded.
func ExampleOpen() {
	ctx := context.Background()
	s, err := store.Open(ctx, ":memory:") // or the path of a file
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()

	key := result.RecordingKey{Component: "bm25 k1=1.2 b=0.75", TestSet: "clinical v1"}
	err = s.Record(ctx, key, []result.Recording{
		{QueryID: "q1", LatencyMS: 8.5, Hits: []retrieval.Hit{{ID: "d7", Score: 12.25}, {ID: "d3", Score: 11.5}}},
		{QueryID: "q2", LatencyMS: 30000, Error: "timeout"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	recorded, err := s.Recorded(ctx, key) // what need not be asked
	fmt.Printf("%d %q %v\n", len(recorded), recorded["q2"].Error, err)
	recordings, err := s.Recordings(ctx, key, "q1")
	for _, h := range recordings["q1"].Hits {
		fmt.Println(h.ID, h.Score)
	}
	fmt.Println(len(recordings), err)
	// Output:
	// 2 "timeout" <nil>
	// d7 12.25
	// d3 11.5
	// 1 <nil>
}

// A run can be named by the beginning of its id.
func ExampleCurator() {
	ctx := context.Background()
	s, err := store.Open(ctx, ":memory:")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	err = s.SaveRun(ctx, result.StoredRun{
		ID: "3f9ac1d2e5b8", Name: "rrf", Suite: "clinical@v1",
		CreatedAt: time.Date(2026, 5, 10, 8, 0, 0, 0, time.UTC),
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	id, err := s.Resolve(ctx, "3f9ac1")
	fmt.Println(id, err)
	err = s.Remove(ctx, id)
	fmt.Println(err)
	_, err = s.Resolve(ctx, "3f9ac1")
	fmt.Println(errors.Is(err, result.ErrNotFound))
	// Output:
	// 3f9ac1d2e5b8 <nil>
	// <nil>
	// true
}
