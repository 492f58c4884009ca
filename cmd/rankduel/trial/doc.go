// Package trial has the verbs that run experiments: run, sweep, holdout and demo.
package trial
