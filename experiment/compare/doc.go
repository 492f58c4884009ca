// Package compare sets tables of scores against each other: it pairs queries by
// id, infers from the paired differences, adjusts within declared families, and
// decides (Against). Next to the verdict it says what a fusion gains over its
// components, where its relevant documents come from (Attribute), what a
// reranker could still do (CeilingOf), and what in a pair may mislead.
//
// Everything is a pure function of scores, settings and seed.
package compare
