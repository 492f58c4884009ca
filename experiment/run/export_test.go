package run

import "reflect"

// ID is the run id of the system's scores.
func (s System) ID() string { return s.id }

// JSON is what the id is the hash of.
func (s System) JSON() []byte { return s.json }

// Identity is what a run id is made of.
var Identity = reflect.TypeFor[identity]()
