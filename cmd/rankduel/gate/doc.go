// Package gate has the verb gate: decide by rules whether a change may pass.
package gate
