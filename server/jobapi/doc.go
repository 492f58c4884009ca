// Package jobapi has the HTTP operations about what is done later: start an
// experiment, look at jobs, watch one, cancel it. docs/jobs.md is for who calls them.
package jobapi
