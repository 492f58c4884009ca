// Package prom shows results as metrics for Prometheus: gauges of the measures of the last evaluation, and next to them what an
// alert needs to trust a gauge. It computes no measure, evaluates nothing by itself and pushes nothing.
// A [Collector] keeps what was published. It is an [http.Handler] for a server that is scraped, and [WriteFile] puts what it
// shows into a file for the textfile collector of node_exporter. What is undefined is absent, never 0, and after an attempt that
// failed there are no gauges of measures. docs/monitoring.md has names and labels.
package prom
