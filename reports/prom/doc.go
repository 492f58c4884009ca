// Package prom shows results as metrics for Prometheus: gauges of the measures
// of the last evaluation, and next to them what an alert needs to trust a gauge,
// which is how old it is, how many queries failed, and whether the last attempt
// came to an end at all.
//
// A [Collector] keeps what was published. It is an [http.Handler] for a server
// that is scraped, and [WriteFile] puts what it shows into a file for the
// textfile collector of node_exporter:
//
//	c, err := prom.New(prom.Options{})
//	...
//	err = c.Publish(evaluation)
//	mux.Handle("GET /metrics", c)
//
// It computes no measure, evaluates nothing by itself and pushes nothing. What
// is undefined is absent: a query system that was not measured has no recall of
// 0. After an attempt that failed there are no gauges of measures, so that those
// of yesterday do not look like today's.
//
// # Names
//
// R@10 is rankduel_retrieval_recall_at_k{k="10"}; [Collector.Follow] gives profile
// medkg its source's medicalkg_retrieval_recall_at_k{k="10"}. A measure without a
// cutoff has no label k (rankduel_retrieval_mrr),
// one at a share of recall has r. Parameters that differ from what the bare name
// means in the default profile are labels too, so that two measures of one run
// never share a sample. The label dataset is the name of the test set, config
// that of the configuration; both are there only when asked for.
//
// The help texts are the same whatever is evaluated: node_exporter takes no two
// files that explain one metric in two ways.
package prom
