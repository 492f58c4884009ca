package plan

import (
	"reflect"

	"github.com/rankduel/rankduel/retrieval"
)

// What an experiment file is decoded into, for the test of the schema.
var (
	ConfigFile = reflect.TypeFor[configFile]()
	SweepFile  = reflect.TypeFor[sweepFile]()
	SweepEntry = reflect.TypeFor[sweepEntryFile]()
)

// FileTypes returns the types of the whole file and of a component, when there are
// these kinds of engines.
func FileTypes(kinds []retrieval.Kind) (file, component reflect.Type) {
	t := newFileType(kinds)
	return t.file, t.component
}

// CountCompositions is countCompositions.
var CountCompositions = countCompositions
