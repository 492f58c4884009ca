package convert

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// decisions lists the flags that every format takes whose queries are gathered: they decide
// about labels, judges, ids and what is missing.
func decisions() []string {
	return []string{"map", "invert", "scale", "duplicates", "all-zero", "without-text", "unjudged", "judge", "query-ids", "doc-ids", "corpus"}
}

// namingFlags say what columns or fields hold, and so of which formats a file may be.
func namingFlags() []string {
	return []string{"columns", "doc-field", "grade-field", "query-field", "text-field", "group-field"}
}

// given lists the options that are not at rest, by the names of their flags.
func given(options any) []string {
	var names []string
	v := reflect.ValueOf(options)
	for i := range v.NumField() {
		if flag := v.Type().Field(i).Tag.Get("flag"); flag != "" && !v.Field(i).IsZero() {
			names = append(names, flag)
		}
	}
	return names
}

// refused returns the flags, of those that were given, that change nothing in the format.
func (f Format) refused(given []string) []string {
	return slices.DeleteFunc(slices.Clone(given), func(flag string) bool {
		return slices.Contains(f.Takes, flag) || !f.Whole && slices.Contains(decisions(), flag)
	})
}

// checkUse refuses flags that the format takes and the sources have nothing for.
func (d *draft) checkUse(in *input) {
	none := func(flag, what string, has func(*query) bool) {
		if !slices.ContainsFunc(d.queries, has) {
			d.faults = append(d.faults, fmt.Errorf("--%s has no use: no query of %s has %s", flag, in.label(), what))
		}
	}
	if d.opts.StrataFrom != "" {
		none("strata-from", "a value of "+strconv.Quote(d.opts.StrataFrom), func(q *query) bool { return q.Type != "" })
	}
	if d.opts.GroupField != "" {
		none("group-field", "a value of "+strconv.Quote(d.opts.GroupField), func(q *query) bool { return q.Unit() != "" })
	}
	if d.opts.Answers == mustContain {
		none("answers", "an answer", func(q *query) bool { return len(q.MustContain) > 0 })
	}
}
