package flags

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
)

// Asked is what a verb is asked for by flags that are made from the table of settings.
type Asked struct {
	request.Request
	Flags *pflag.FlagSet // all flags of the verb
}

// AddSettings adds a flag for each setting that changes requests of a kind, but for some that the verb has no use for.
func (a *Asked) AddSettings(set *pflag.FlagSet, kind uint, but ...string) {
	a.Flags = set
	for _, f := range request.Of(kind) {
		if f.Name() == "-" || f.Key == "per_query" || slices.Contains(but, f.Name()) { // reports have --per-query
			continue
		}
		f.Put(&a.Request, f.Get(&a.Request))
		flag := set.VarPF(&settingValue{Field: f, request: &a.Request}, f.Name(), f.Letter, f.Help)
		if f.Type().Kind().String() == "bool" {
			flag.NoOptDefVal = "true"
		}
	}
}

// A settingValue is the flag of a setting.
type settingValue struct {
	setting.Field[request.Request]
	request *request.Request
}

// String returns the text of the value.
func (v *settingValue) String() string {
	if v.request == nil { // pflag asks the zero value
		return ""
	}
	return v.Text(v.Get(v.request))
}

// Type returns what a usage line calls the value.
func (v *settingValue) Type() string {
	switch kind := v.Field.Type().Kind().String(); {
	case kind == "slice" && v.Commas:
		return "stringSlice"
	case kind == "slice":
		return "stringArray"
	default:
		return kind
	}
}

// Set reads a value; a list gets one more entry.
func (v *settingValue) Set(text string) error {
	value, err := v.Parse(text)
	if err != nil {
		return err
	}
	if list, ok := value.([]string); ok && v.request.Has(v.Key) {
		value = slices.Concat(v.GetSlice(), list)
	}
	v.request.Set(v.Key, value)
	return nil
}

// GetSlice returns the entries of a list.
func (v *settingValue) GetSlice() []string {
	if list, ok := v.Get(v.request).([]string); ok {
		return list
	}
	return []string{v.String()}
}

func (a *Asked) checkSettings() error { return byFlag(a.Faults()) }

// CheckSystems refuses what a comparison of n systems has no use for.
func (a *Asked) CheckSystems(n int) error { return byFlag(a.Settings.FaultsOf(n)) }

func byFlag(faults []setting.Fault) error {
	var errs []error
	for _, f := range faults {
		if row, ok := setting.Find(request.Fields(), f.Key); ok && strings.HasPrefix(f.Text, f.Key) {
			f.Text = "--" + row.Name() + strings.TrimPrefix(f.Text, f.Key)
		}
		errs = append(errs, errors.New(f.Text))
	}
	return errors.Join(errs...)
}

// Resolve returns the settings of the comparison, checked; find reads the name of a measure.
func (a *Asked) Resolve(find func(string) (metrics.Measure, error)) (compare.Settings, error) {
	s, err := a.Request.Resolve(find)
	return s, errors.Join(a.checkSettings(), err)
}

// Load reads an experiment file with the flags in place of what it says. They are
// checked first: what is wrong with them is not a fault of the file.
func (a *Asked) Load(path string, kinds []retrieval.Kind) (*plan.Plan, error) {
	if _, err := a.Resolve(func(text string) (metrics.Measure, error) { return scoring.Named(text), nil }); err != nil {
		return nil, err
	}
	return plan.Reader{Kinds: kinds, Given: plan.Override{Request: a.Request}}.Load(path)
}

// AddPlan adds the flags of an experiment, which win over its file.
func (a *Asked) AddPlan(set *pflag.FlagSet, but ...string) {
	a.AddSettings(set, compare.OfExperiment, but...)
	for _, name := range []string{"measure", "profile", "part"} {
		flag := set.Lookup(name)
		about, _, _ := strings.Cut(flag.Usage, " (default")
		flag.Usage, flag.DefValue = about+" (default: the file's)", ""
	}
}

// The annotations of flags that have no use next to a flag, or without one of some.
const (
	idleWith = "no use with"
	idleBut  = "no use without"
)

// IdleWith declares flags that have no use where another one is given.
func IdleWith(set *pflag.FlagSet, other string, names ...string) {
	annotate(set, idleWith, other, names)
}

// IdleWithout declares flags that have no use without another one, or one of several that are declared one by one.
func IdleWithout(set *pflag.FlagSet, other string, names ...string) {
	annotate(set, idleBut, other, names)
}

func annotate(set *pflag.FlagSet, key, other string, names []string) {
	for _, name := range names {
		_ = set.SetAnnotation(name, key, append(set.Lookup(name).Annotations[key], other)) // Lookup has found it
	}
}

// Given lists the flags that have a value.
func Given(set *pflag.FlagSet) (given []*pflag.Flag) {
	set.Visit(func(f *pflag.Flag) { given = append(given, f) })
	return given
}

// RefuseIdle refuses flags that were given on the command line and were declared to have no
// use next to what is given there or in a file of settings, which serves several verbs.
func RefuseIdle(set *pflag.FlagSet, given []*pflag.Flag) error {
	var errs []error
	for _, f := range given {
		for _, other := range f.Annotations[idleWith] {
			if set.Changed(other) {
				errs = append(errs, RefuseUnused(set, "with --"+other, f.Name))
			}
		}
		if others := f.Annotations[idleBut]; len(others) > 0 && !slices.ContainsFunc(others, set.Changed) {
			errs = append(errs, RefuseUnused(set, "without --"+strings.Join(others, " or --"), f.Name))
		}
	}
	return errors.Join(errs...)
}

// RefuseUnused refuses flags that were given and would be ignored.
func RefuseUnused(flags *pflag.FlagSet, why string, names ...string) error {
	var errs prose.Faults
	for _, name := range names {
		errs.If(flags.Changed(name), "--%s has no use %s", name, why)
	}
	return errs.Join()
}
