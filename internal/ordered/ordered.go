// Package ordered does with lists what package slices does not, or not as small.
package ordered

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// Stable sorts a list by a comparison, and leaves what is equal as it was. It is for
// structs that are few or sorted once: slices.SortFunc compiles its algorithm for every
// type, 10 to 20 kB each; this sorts places, by one that all types share.
func Stable[T any](list []T, compare func(a, b T) int) {
	sorted := make([]T, len(list))
	for to, from := range Places(len(list), func(i, j int) int { return compare(list[i], list[j]) }) {
		sorted[to] = list[from]
	}
	copy(list, sorted)
}

// Places returns 0 to n−1 in the order of a comparison, of equal ones the lower first.
func Places(n int, compare func(i, j int) int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(i, j int) int { return cmp.Or(compare(i, j), i-j) })
	return places
}

// ByText returns 0 to n−1 in the order of a text of each, of equal ones the lower first. It
// compares eight bytes behind what all texts begin with as a number, which mostly decides.
func ByText(n int, text func(i int) string) []int {
	if n == 0 {
		return nil
	}
	common := text(0)
	for i := range n {
		for !strings.HasPrefix(text(i), common) {
			common = common[:len(common)-1]
		}
	}
	type key struct {
		start uint64
		place int
	}
	keys := make([]key, n)
	for i := range keys {
		var start [8]byte
		copy(start[:], text(i)[len(common):])
		keys[i] = key{binary.BigEndian.Uint64(start[:]), i}
	}
	slices.SortFunc(keys, func(a, b key) int {
		if a.start != b.start {
			return cmp.Compare(a.start, b.start)
		}
		return cmp.Or(strings.Compare(text(a.place), text(b.place)), a.place-b.place)
	})
	return Each(keys, func(k key) int { return k.place })
}

// Each returns a new list, never nil, of what change makes of every element.
func Each[T, U any](list []T, change func(T) U) []U {
	changed := make([]U, len(list))
	for i, v := range list {
		changed[i] = change(v)
	}
	return changed
}

// Where returns the elements that are as asked for, nil without any.
func Where[T any](list []T, is func(T) bool) []T {
	var kept []T
	for _, v := range list {
		if is(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// Count returns how many elements are as asked for.
func Count[T any](list []T, is func(T) bool) int {
	n := 0
	for _, v := range list {
		if is(v) {
			n++
		}
	}
	return n
}

// Sum adds the numbers of a list up, in their order.
func Sum[T int | float64](list []T) T {
	var sum T
	for _, v := range list {
		sum += v
	}
	return sum
}

// Set returns a set of the elements of a list.
func Set[T comparable](list []T) map[T]bool {
	set := make(map[T]bool, len(list))
	for _, v := range list {
		set[v] = true
	}
	return set
}

// Map returns the entries that the elements of a list make; of one key the last counts.
func Map[T any, K comparable, V any](list []T, entry func(T) (K, V)) map[K]V {
	entries := make(map[K]V, len(list))
	for _, v := range list {
		key, value := entry(v)
		entries[key] = value
	}
	return entries
}

// With appends what a list does not have yet. It compares each with each: lists are short.
func With[T comparable](list []T, more ...T) []T {
	for _, v := range more {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}
