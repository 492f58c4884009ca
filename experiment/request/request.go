// Package request is what a comparison or an evaluation is asked for: with the same inputs, the same
// request gives the same numbers. Flags, experiment files, HTTP and jobs fill a [Request] by one table of
// [Fields]; documents record it, and verify replays it.
package request

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/metrics"
)

// A Request says what is scored and compared, and how.
type Request struct {
	Judgments Judgments
	Systems   Systems
	Measures  Measures
	Settings  compare.Settings

	Given []string // keys of what was asked for; the rest is as usual
}

// Judgments say what rankings are scored against, and which of their hits count.
type Judgments struct {
	Part              string
	Silver, Sample    string // texts of files: a model's labels, and the order in which people label
	Gains             string // of qrels: grades or real
	Order, Duplicates string // of the hits of a run
	MaxRetrieved      int    // hits of each query that count; 0: all
	JudgedOnly        bool   // unjudged documents are taken out first
	CollectionSize    int
	Complete          bool // with trec: judged queries that the run lacks score 0
	Ties              bool // also the range over the orders of tied scores
}

// Systems say which systems are compared, and how they are read.
type Systems struct {
	Configs      []string // of an experiment; none: all
	Baseline     string
	Scores       bool // they are files of scores
	Missing      string
	OnError      string // what becomes of samples of logs that ended in an error
	Columns      string
	RepeatColumn string // of files of scores: tells repeated runs apart
	SampleID     string // of logs: the field that tells samples apart
	Filter       string // of logs that score a sample in several ways: which counts
	Directions   []string
	Names        []string // of systems in files of scores, the baseline first
	Repeats      int      // how often each query is asked
	Retry        bool     // what failed before is asked again
	Shards       int      // of the queries, which are asked as a job each; 0: as one
}

// Measures say what is computed of a ranking.
type Measures struct {
	Profile   string
	Names     []string
	Level     int  // lowest relevant grade
	Exact     bool // nothing is rounded
	Undefined string
	Trec      bool // spelled and put together as trec_eval does
	compare.Roles
}

// Has reports whether a key was asked for.
func (r *Request) Has(key string) bool { return slices.Contains(r.Given, key) }

// Of returns the rows that change requests of a kind, such as [compare.OfStored].
func Of(kind uint) []setting.Field[Request] {
	return slices.DeleteFunc(Fields(), func(f setting.Field[Request]) bool { return f.For&kind == 0 })
}

// Faults reports all settings that are out of range, by their keys.
func (r *Request) Faults() []setting.Fault {
	faults := r.Settings.Faults()
	scoring := len(ofScoring())
	for i, f := range Fields() {
		if !r.Has(f.Key) || i >= scoring && !f.Zero(r) { // those of the comparison are checked, but for a zero that was given
			continue
		}
		value := f.Get(r)
		if f.Zero(r) {
			value = reflect.Zero(f.Type()).Interface()
		}
		if err := f.Check(f.Key, value); err != nil {
			faults = append(faults, setting.Fault{Key: f.Key, Text: err.Error()})
		}
	}
	return faults
}

// Override puts what other asks for in place of what r asks for.
func (r *Request) Override(other *Request) {
	for _, f := range Fields() {
		if other.Has(f.Key) {
			f.Copy(r, other)
			r.give(f.Key)
		}
	}
}

// Set asks for a value, of the type of the row of that key.
func (r *Request) Set(key string, value any) {
	f, ok := setting.Find(Fields(), key)
	if !ok {
		panic("request: no row for " + key)
	}
	f.Put(r, value)
	r.give(key)
}

// Resolve returns the settings of the comparison; find reads the name of a measure.
func (r *Request) Resolve(find func(string) (metrics.Measure, error)) (compare.Settings, error) {
	s := r.Settings
	err := r.Measures.Take(&s, func(text string) ([]metrics.Measure, error) {
		m, err := find(text)
		return []metrics.Measure{m}, err
	})
	return s, err
}

// Adapt returns the profile with what was asked for in place of its rounding and of its treatment of undefined scores.
func (r *Request) Adapt(profile metrics.Profile) metrics.Profile {
	if r.Measures.Exact {
		profile = profile.Exact()
	}
	if u, given := map[string]metrics.Undefined{undefinedZero: metrics.Zero, undefinedExclude: metrics.Exclude}[r.Measures.Undefined]; given {
		profile = profile.Treating(u)
	}
	return profile
}

func (r *Request) give(key string) {
	if !r.Has(key) {
		r.Given = append(r.Given, key)
	}
}

// givenKey is where a record lists what was asked for.
const givenKey = "given"

// Record returns every setting of the rows by its key, those that are as usual too, and which of them were asked for.
func (r *Request) Record(rows []setting.Field[Request]) (map[string]json.RawMessage, error) {
	effective := *r
	effective.Settings = r.Settings.WithDefaults()
	values, err := setting.Write(rows, &effective)
	if err != nil {
		return nil, err
	}
	keys := ordered.Each(Fields(), func(f setting.Field[Request]) string { return f.Key })
	values[givenKey], err = json.Marshal(slices.DeleteFunc(keys, func(key string) bool { return !r.Has(key) }))
	return values, err
}

// Read reads what a client asks for by the keys of the rows, as JSON values.
func Read(rows []setting.Field[Request], values map[string]json.RawMessage) (*Request, error) {
	r := &Request{}
	var faults []setting.Fault
	r.Given, faults = setting.Read(rows, values, r)
	return r, setting.Join(faults)
}

// ReadRecord reads what [Request.Record] returned.
func ReadRecord(rows []setting.Field[Request], values map[string]json.RawMessage) (*Request, error) {
	given, recorded := values[givenKey]
	values = maps.Clone(values)
	delete(values, givenKey)
	r, err := Read(rows, values)
	if err == nil && recorded {
		r.Given = nil
		if err = json.Unmarshal(given, &r.Given); err != nil {
			err = fmt.Errorf("given: %w", err)
		}
	}
	return r, err
}

// ReadQuery reads what is asked for as the query of an address: keys that are none of the rows are of others.
func ReadQuery(rows []setting.Field[Request], query url.Values) (*Request, []setting.Fault) {
	r := &Request{}
	var faults []setting.Fault
	for _, f := range rows {
		if !query.Has(f.Key) {
			continue
		}
		value, err := f.Parse(query.Get(f.Key))
		if err != nil {
			err = fmt.Errorf("%s: %w", f.Key, err)
		} else {
			err = f.Check(f.Key, value)
		}
		if err != nil {
			faults = append(faults, setting.Fault{Key: f.Key, Text: err.Error()})
			continue
		}
		f.Put(r, value)
		r.give(f.Key)
	}
	return r, faults
}

// Query returns what is not as usual as the query of an address.
func (r *Request) Query(rows []setting.Field[Request]) url.Values {
	q := url.Values{}
	for _, f := range rows {
		if !f.Usual(r) {
			q.Set(f.Key, f.Text(f.Get(r)))
		}
	}
	return q
}
