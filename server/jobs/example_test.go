package jobs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/jobs"
)

// A job is accepted, done, and can be looked up afterwards. The list of a service
// is its store.
func Example() {
	ctx := context.Background()
	measure := func(_ context.Context, request []byte, progress func(result.JobProgress)) ([]string, json.RawMessage, error) {
		progress(result.JobProgress{Asked: 50, Total: 50})
		return []string{"run_of_" + string(request)}, nil, nil
	}
	q, err := jobs.New(newList(), map[string]jobs.Work{"experiment": measure}, jobs.Config{})
	if err != nil {
		log.Fatal(err)
	}
	if err := q.Start(ctx); err != nil {
		log.Fatal(err)
	}
	job, err := q.Submit(ctx, jobs.Submission{Kind: "experiment", By: "ann", Request: []byte("bm25")})
	if err != nil {
		log.Fatal(err)
	}
	if err := q.Watch(ctx, job.ID, func(result.Job) error { return nil }); err != nil { // until it has ended
		log.Fatal(err)
	}
	done, err := q.Jobs(ctx, result.JobFilter{State: result.JobDone})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(done[0].State, done[0].Runs)
	job, _ = q.Cancel(ctx, job.ID) // too late
	again, _ := q.Job(ctx, job.ID)
	fmt.Println(job.State, again.Progress.Asked, "of", again.Progress.Total)
	if err := q.Stop(ctx); err != nil {
		log.Fatal(err)
	}
	// Output:
	// done [run_of_bm25]
	// done 50 of 50
}
