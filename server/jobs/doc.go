// Package jobs works off what a server has accepted: a job is kept before its
// acceptance is answered, waits in a queue of bounded length, runs next to a bounded
// number of others, can be watched and cancelled, and survives the death of the
// process that works on it.
//
// The truth about a job is in the store. Anyone who works on it holds a lease, which
// runs out when the worker dies; then the job is taken up again, here, by another
// server on the same store, or by the next one that starts. What a [Work] has
// recorded before is not done again, so that taking up is cheap.
//
// A [Dispatcher] brings the ids of jobs to workers: goroutines of this process by
// default. Package river shares them among the servers on a PostgreSQL database.
package jobs
