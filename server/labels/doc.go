// Package labels is what several people label and adjudicate at once: tasks, each
// a pool with its journals, and a seat for each person at work, opened when they
// are asked the first question and given back when they have been away. It knows
// names of people and of tasks, and neither requests nor tokens.
package labels
