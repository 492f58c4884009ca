// Package sheet takes a person's questions to a spreadsheet and their answers
// back. Nothing in queries and documents is a formula there: a cell that begins
// as one gets an apostrophe, which is taken off only where it was put.
package sheet
