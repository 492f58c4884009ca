// Package program makes the root command of its families of verbs, and turns their
// errors into exit codes. Help, completion and the settings file are here.
package program
