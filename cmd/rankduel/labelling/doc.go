// Package labelling opens what people label: the pool of a refresh, or a pool alone.
// How they are asked is up to sets and service.
package labelling
