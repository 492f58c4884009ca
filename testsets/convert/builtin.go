package convert

import (
	"fmt"
	"strings"
)

// Builtin lists the formats. Adding one is a file and a row here.
func Builtin() []Format {
	return []Format{
		trecFormat(),
		beirFormat(),
		smartFormat(),
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
