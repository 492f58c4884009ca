// Package bridge splits the change of a mean between two versions of a test set,
// from an old system on the old version to a new system on the new one, into
// labels that changed, queries that left and entered, and the system.
//
// It gets scores of both systems and scores nothing itself, and it does not say
// which system is better: that is a comparison on one version.
package bridge
