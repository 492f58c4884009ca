// Package console lets a person label in a terminal, and a program or a file
// by lines. Nothing in queries and documents can steer the terminal: control
// characters are spelled out.
package console
