// Package testsets reads, checks, versions and writes test sets: queries with their relevance judgments, stratified by query
// type and optionally split into an evaluation part and a held-out part. It does not retrieve, score or compare anything.
//
// [Open] or [Load] a set, take one [TestSet.Part] of it, print [TestSet.Warnings] and [TestSet.Counts]; write changed sets with
// [TestSet.Marshal]. docs/testsets.md has the format (YAML, JSON, JSON lines, golden lists); [Template] holds a commented example.
// Identifiers are the text that was written: 007, 1e3, 2024-01-01 and yes stay what they are. Reading is strict, and all faults
// of a file come in one [Errors], each with its line and what to do. [TestSet.SHA256] names a set's content whatever its layout.
// A key is a field of [TestSet], [Query] or [Judgment] with its name in the tags, by which one layer checks the tree of a file.
package testsets
