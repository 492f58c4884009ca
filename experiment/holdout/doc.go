// Package holdout keeps count of looks at held-out queries and says whether a
// gain on the others is there on them too.
//
// Held-out queries tell the truth about a configuration as long as no one
// chooses by them. So every look is written to a Ledger before its numbers are
// shown, a Budget says how many a version of a test set can bear, and Check
// compares the gain on the evaluation part with the held-out one. Ladder and
// Thresholdout release less than the number, for those who look often. The same
// question about the same scores is asked once: see Question.
package holdout
