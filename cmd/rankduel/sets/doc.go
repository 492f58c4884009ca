// Package sets has the verbs of testset: check, convert, split, refresh, label.
package sets
