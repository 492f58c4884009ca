// Package topics holds the prose of `rankduel explain`: what each name in a
// report computes, in which unit, and from which source.
package topics
