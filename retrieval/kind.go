package retrieval

import (
	"context"
	"errors"
	"reflect"
)

// A Kind is a kind of engine that an experiment can declare. Adapters have a function Kind that returns
// theirs; anyone who reads experiments is handed a list of them, and links no other.
type Kind struct {
	// Name is its key in an experiment file.
	Name string
	// Settings is the type that a declaration is decoded into.
	Settings reflect.Type
	// Engine makes an engine of decoded settings, a pointer to that type.
	Engine func(settings any) Engine
	// Texts says that its retrievers are Texters.
	Texts bool
}

// KindOf returns the kind of engines that are declared by settings of type S.
func KindOf[S any](name string, engine func(settings S) Engine) Kind {
	return Kind{
		Name: name, Settings: reflect.TypeFor[S](),
		Engine: func(settings any) Engine { return engine(*settings.(*S)) },
	}
}

// An Engine is one that was declared and is not open yet.
type Engine interface {
	// Validate reports everything that is wrong with its settings. It opens nothing.
	Validate() error
	// Inputs lists the files that it reads, as they were written.
	Inputs() []string
	// Identity is a fingerprint of all that fixes its rankings. Engines with the same identity have the same recordings.
	Identity(ctx context.Context, at Place) (string, error)
	// Open makes a retriever, which is closed when it is an io.Closer. One with a method Fingerprint() string says by
	// it what it was made of, as Identity did; of others Identity is asked again, to see that nothing has changed.
	Open(ctx context.Context, at Place) (Retriever, error)
}

// A Place is where the engines of an experiment are opened.
type Place struct {
	Resolve  func(path string) string // of the experiment file, to the working folder
	CacheDir string                   // for built indexes; "" builds them again

	// Hashed is what hash says of the bytes of a file, for who may remember it as long
	// as the file does not change; nil reads it each time.
	Hashed func(path string, hash func() (string, error)) (string, error)
}

// Hash returns what hash says of the bytes of a file.
func (p Place) Hash(path string, hash func() (string, error)) (string, error) {
	if p.Hashed == nil {
		return hash()
	}
	return p.Hashed(path, hash)
}

// A Stater is an Engine that may be able to say in which state its index is: a number of changes, a hash, a
// date, any text that is another one when the index is. The state is part of the key of recordings, so that
// an engine in another state is another component.
type Stater interface {
	Engine
	// State asks for the state; "" when it was not declared how. An error that wraps ErrNoState means that
	// a way which no one asked for did not work: the engine is used as one that has no state.
	State(ctx context.Context, at Place) (string, error)
}

// ErrNoState is wrapped by the error of a State that was tried unasked.
var ErrNoState = errors.New("the state of the index is not known")
