// Package kebab writes what is known of runs of kebab: in the documents that kebab
// writes itself, byte for byte, and with what these lack.
package kebab
