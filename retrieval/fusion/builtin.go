package fusion

// Builtin returns the methods of this package. To add one, write its file and add its row in methods.go.
func Builtin() *Registry { return &Registry{entries: methods()} }

// Trained says whether the method learns from judged queries, so that it needs [NewTrainer] instead of [New].
func (s Settings) Trained() bool {
	e, ok := Builtin().entry(s.Method)
	return ok && e.Train != nil
}

// Resolved returns the settings with their defaults written out and aliases replaced, for keys and reports:
// two settings that mean the same resolve to the same value. Only "weighted" stays apart from the "wsum"
// with norm min-max that it is.
func (s Settings) Resolved() Settings { return Builtin().resolve(s) }

// New builds the method of valid settings. It repeats those checks of [Settings.Validate] that do not need
// the components, so that settings no one validated cannot give meaningless scores.
func New(s Settings) (Method, error) { return Builtin().New(s) }

// NewTrainer builds the trainer of valid settings, for the methods that [Settings.Trained] knows.
func NewTrainer(s Settings) (Trainer, error) { return Builtin().NewTrainer(s) }
