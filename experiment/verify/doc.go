// Package verify tells whether a document is what its inputs give: it says what a
// document was computed from, finds those files again by their hashes, and
// compares the document with what they give now, value by value. It computes no
// document itself; anyone who can hands it a function that does.
package verify
