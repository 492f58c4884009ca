// Package wirejson reads the JSON that search engines and programs answer with, and says what in it is wrong:
// docs/programs.md has the form of hits and answers, and its rules. An id that comes twice is passed on: anyone who scores a
// ranking keeps the first and reports the rest; here the ranking would only be lost, or the fault of the engine hidden.
//
// The package takes values as package encoding/json decodes them, with numbers as [json.Number] ([Decode] does that), or as
// gojq makes them. Files of runs have readers of their own in retrieval/runfile: they are read in one pass without
// values in between, and tell lines and files.
package wirejson
