// Package keep has the verbs about what is stored: runs, store, and verify, which is
// handed the verbs that it runs again.
package keep
