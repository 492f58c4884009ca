// Package score has the verbs that read rankings or scores and compute: eval, compare,
// fuse and power, and explain, which says what they mean.
package score
