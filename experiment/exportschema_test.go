package experiment

import "reflect"

// What an experiment file is decoded into, for the test of the schema.
var (
	PlanFile      = reflect.TypeFor[planFile]()
	ComponentFile = reflect.TypeFor[componentFile]()
	ConfigFile    = reflect.TypeFor[configFile]()
	SweepFile     = reflect.TypeFor[sweepFile]()
	SweepEntry    = reflect.TypeFor[sweepEntryFile]()
)
