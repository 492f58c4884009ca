// Package agents has the verbs of traces: what coding agents looked for and found.
package agents
