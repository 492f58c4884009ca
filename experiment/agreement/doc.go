// Package agreement compares what people said of the same documents: Cohen's
// kappa of every two, which decides, with what is next to it; Krippendorff's
// alpha of all; how each agrees with themselves; where they are furthest apart.
//
// It is given labels and a scale, and neither asks nor adjudicates. A document
// that someone could not judge is not a label, and what leaving such documents out
// does to kappa is reported with it.
package agreement
