// Package agents writes what coding agents looked for, read and wrote, and what their trials came to.
package agents
