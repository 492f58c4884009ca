package storetest

import (
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// noon returns when the jobs of these tests were accepted.
func noon() time.Time { return time.Date(2026, 5, 10, 12, 0, 0, 123456789, time.UTC) }

func newJob(id string, after time.Duration) result.Job {
	return result.Job{
		ID: id, Kind: "experiment", Service: "clinical", State: result.JobQueued, By: "ann \"<b>\" ä", CreatedAt: noon().Add(after),
		Runs: []string{}, Request: []byte(`{"configs":["bm25","<script>"]}`), Settings: "primary=RR&alpha=0.01",
	}
}

func addJobs(t *testing.T, s result.Worklist, jobs ...result.Job) {
	t.Helper()
	for _, job := range jobs {
		if err := s.AddJob(t.Context(), job, 1000); err != nil {
			t.Fatal(err)
		}
	}
}

func mustJob(t *testing.T, s result.Worklist, id string) result.Job {
	t.Helper()
	job, err := s.Job(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func claimOf(worker string) result.JobClaim {
	return result.JobClaim{Worker: worker, Lease: time.Minute}
}

func claimJob(t *testing.T, s result.Worklist, id string, claim result.JobClaim, at time.Time) (result.Job, bool) {
	t.Helper()
	job, taken, err := s.ClaimJob(t.Context(), id, claim, at)
	if err != nil {
		t.Fatal(err)
	}
	return job, taken
}

func wantComparison(t *testing.T, s result.Worklist, id string, want []byte) {
	t.Helper()
	if got, err := s.JobComparison(t.Context(), id); err != nil || string(got) != string(want) {
		t.Errorf("the comparison of %s = %s, %v; want %s", id, got, err, want)
	}
}

func idsOf(jobs []result.Job) string {
	var ids []string
	for _, job := range jobs {
		ids = append(ids, job.ID)
	}
	return strings.Join(ids, " ")
}
