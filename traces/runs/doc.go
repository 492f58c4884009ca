// Package runs walks the trees that CodeScaleBench leaves its runs in,
// runs/{staging|official}/{run}/{config}/{batch}/{task}__{hash}, and reads what a
// trial came to: reward, cost, time. It opens no trace.
package runs
