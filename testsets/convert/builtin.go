package convert

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// Builtin lists the formats. Adding one is a file and a row here.
func Builtin() []Format {
	return []Format{
		trecFormat(),
		beirFormat(),
		smartFormat(),
		ntcirFormat(),
		csvFormat(),
		quepidFormat(),
		rreFormat(),
		elasticFormat(),
		openSearchFormat(),
		qrelsJSONFormat(),
		ragasFormat(),
		deepEvalFormat(),
		promptfooFormat(),
		ragFormat(),
		kebabFormat(),
		csbFormat(),
		labelStudioFormat(),
		argillaFormat(),
		doccanoFormat(),
		ownFormat(),
	}
}

// find returns the format of a name. To write, those that can be written are named.
func find(name string, write bool) (Format, error) {
	for _, f := range Builtin() {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("unknown format %q: want %s", name, strings.Join(Names(write), ", "))
}

// Names lists the formats, those that can be written alone if only is set.
func Names(only bool) []string {
	var names []string
	for _, f := range Builtin() {
		if f.Writes() || !only {
			names = append(names, f.Name)
		}
	}
	return names
}

// refuse says which formats the flags are for that change nothing in this one.
func (f Format) refuse(given []string) error {
	var errs []error
	for _, flag := range f.refused(given) {
		var names []string
		for _, other := range Builtin() {
			if len(other.refused([]string{flag})) == 0 {
				names = append(names, other.Name)
			}
		}
		errs = append(errs, fmt.Errorf("--%s has no use in the format %s; it is for %s", flag, f.Name, strings.Join(names, ", ")))
	}
	return prose.JoinFirst(errs)
}
