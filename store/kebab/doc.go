// Package kebab reads the SQLite store of the kebab knowledge base as what it is: another program's file. Nothing in it
// is migrated, no table or column is added, no journal is left next to it. The one thing that is ever written is
// eval_runs.aggregate_json of one run, see [SetAggregate]; a new store in kebab's schema is what [Create] makes.
//
// The rows of a run are handed over as the JSON that kebab wrote; what they mean is the business of experiment/kebab.
package kebab
