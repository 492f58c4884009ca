package holdout

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/ordered"
)

// The kinds of facts that a store remembers of held-out queries.
const (
	KindPart          = "part"          // held-out queries, by the hash of all of them
	kindLook          = "look"          // an entry of a ledger, by its hash
	kindConfiguration = "configuration" // tried on the evaluation queries of a set, by both
)

// QueryOf returns what tells a held-out query from others, wherever its set is
// copied to and whatever it is marked there.
func QueryOf(id, text string) result.HeldOutQuery {
	sum := sha256.Sum256([]byte(strings.TrimSpace(text)))
	return result.HeldOutQuery{ID: id, Text: hex.EncodeToString(sum[:8])}
}

// hashOfQueries returns the hash of held-out queries, in whatever order they are.
func hashOfQueries(queries []result.HeldOutQuery) string {
	lines := ordered.Each(queries, func(q result.HeldOutQuery) string { return fmt.Sprintf("%q %s\n", q.ID, q.Text) })
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "")))
	return hex.EncodeToString(sum[:])
}

// ConfigurationOf returns the hash by which a configuration is counted: of what fixes its rankings, in the
// form in which a run is stored, and of nothing that says what they were scored by.
func ConfigurationOf(stored []byte) (string, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(stored, &all); err != nil {
		return "", fmt.Errorf("configuration of a stored run: %w", err)
	}
	made := map[string]json.RawMessage{}
	for _, key := range []string{"components", "fusion", "training", "depth", "top_k", "rerank"} {
		if part, ok := all[key]; ok {
			made[key] = part
		}
	}
	if len(made) == 0 {
		return "", errors.New("configuration of a stored run: it does not say what its rankings are made of")
	}
	return fingerprint.Of(made)
}

// A Memory is what a ledger and a store together know of held-out queries. What one of them lost, the other has.
type Memory struct {
	Ledger Ledger
	looks  []result.Look                    // of both, each once, oldest first
	parts  map[string][]result.HeldOutQuery // by hash
	known  map[result.HeldOutQuery]bool     // queries that were held out once
	first  map[string]time.Time             // by configuration, when it was there first
	tried  map[string]map[string]bool       // by test set, configurations that had scores of its evaluation queries
	lost   map[string]bool                  // hashes of looks that the ledger has not
}

// Remember puts together what a ledger and a store's sealed facts say. An error says that a fact was edited.
func Remember(l Ledger, facts []result.Sealed) (*Memory, error) {
	m := &Memory{
		Ledger: l, looks: slices.Clone(l.Looks), parts: map[string][]result.HeldOutQuery{}, known: map[result.HeldOutQuery]bool{},
		first: map[string]time.Time{}, tried: map[string]map[string]bool{}, lost: map[string]bool{},
	}
	for _, look := range l.Looks {
		m.addPart(look.TestSet.Queries)
	}
	for _, f := range facts {
		if err := m.add(f); err != nil {
			return nil, fmt.Errorf("what the store remembers of held-out queries was edited, at %s %.12s: %w; restore the store", f.Kind, f.Key, err)
		}
	}
	ordered.Stable(m.looks, func(a, b result.Look) int { return a.Time.Compare(b.Time) })
	for _, look := range m.looks {
		for _, s := range look.Systems {
			m.registered(s.Hash, look.Time)
		}
	}
	return m, nil
}

// AddRuns adds what stored runs say of configurations: since when each is there, and
// which sets' evaluation queries it has scores of.
func (m *Memory) AddRuns(runs []result.StoredRun) {
	for _, run := range runs {
		hash, err := ConfigurationOf(run.Config)
		if err != nil {
			continue // another program's run, of which nothing is known
		}
		m.registered(hash, run.CreatedAt)
		if run.TestSet.Part == partEvaluation && !run.IsComponent() {
			m.addTried(run.TestSet.SHA256, hash)
		}
	}
}

// partEvaluation names the evaluation part of a set.
const partEvaluation = "evaluation"

// add takes over one fact of a store.
func (m *Memory) add(f result.Sealed) error {
	switch f.Kind {
	case KindPart:
		var queries []result.HeldOutQuery
		if err := json.Unmarshal(f.Fact, &queries); err != nil {
			return err
		}
		if hashOfQueries(queries) != f.Key {
			return errors.New("its queries are not those of its hash")
		}
		m.addPart(queries)
	case kindLook:
		var look result.Look
		if err := json.Unmarshal(f.Fact, &look); err != nil {
			return err
		}
		if look.Hash != f.Key || hashOf(look) != f.Key {
			return errors.New("the look is not what was written")
		}
		if !slices.ContainsFunc(m.Ledger.Looks, func(l result.Look) bool { return l.Hash == look.Hash }) {
			m.looks, m.lost[look.Hash] = append(m.looks, look), true
		}
	case kindConfiguration:
		set, hash, _ := strings.Cut(f.Key, " ")
		m.registered(hash, f.At)
		m.addTried(set, hash)
	}
	return nil
}

func (m *Memory) addPart(queries []result.HeldOutQuery) {
	if len(queries) == 0 {
		return
	}
	m.parts[hashOfQueries(queries)] = queries
	for _, q := range queries {
		m.known[q] = true
	}
}

// registered notes that a configuration was there at a time.
func (m *Memory) registered(hash string, at time.Time) {
	at = at.UTC().Truncate(time.Second) // as looks are
	if before, ok := m.first[hash]; !ok || at.Before(before) {
		m.first[hash] = at
	}
}

func (m *Memory) addTried(set, hash string) {
	if m.tried[set] == nil {
		m.tried[set] = map[string]bool{}
	}
	m.tried[set][hash] = true
}

// HeldOut returns those of the queries that were held out once, by a mark that they may have lost.
func (m *Memory) HeldOut(queries []result.HeldOutQuery) []result.HeldOutQuery {
	return slices.DeleteFunc(slices.Clone(queries), func(q result.HeldOutQuery) bool { return !m.known[q] })
}

// Looks returns the looks at any of these queries, oldest first, and those of them
// that the store remembers and the ledger has not.
func (m *Memory) Looks(queries []result.HeldOutQuery) (looks, lost []result.Look) {
	at := ordered.Set(queries)
	touches := map[string]bool{}
	for hash, part := range m.parts {
		touches[hash] = slices.ContainsFunc(part, func(q result.HeldOutQuery) bool { return at[q] })
	}
	for _, look := range m.looks {
		if !touches[look.TestSet.HeldOut] {
			continue
		}
		looks = append(looks, look)
		if m.lost[look.Hash] {
			lost = append(lost, look)
		}
	}
	return looks, lost
}

// Tried returns how many configurations had scores of the evaluation queries of a
// set, but for the baseline: what a candidate may be the best of.
func (m *Memory) Tried(set, baseline string) int {
	n := len(m.tried[set])
	if m.tried[set][baseline] {
		n--
	}
	return max(1, n)
}

// Configurations returns the hashes of what looks showed.
func Configurations(looks []result.Look) map[string]bool {
	shown := map[string]bool{}
	for _, look := range looks {
		for _, s := range look.Systems {
			shown[s.Hash] = true
		}
	}
	return shown
}

// Late returns when held-out scores were first shown, where a configuration was
// there only after that: it may have been made of what they showed.
func (m *Memory) Late(looks []result.Look, hash string) (shown time.Time, late bool) {
	if len(looks) == 0 {
		return shown, false
	}
	at, known := m.first[hash]
	return looks[0].Time, !known || looks[0].Time.Before(at)
}

// Sealed returns the facts that a store has to remember of a look: the look, those
// that the ledger had before, and the held-out queries.
func (m *Memory) Sealed(look result.Look, queries []result.HeldOutQuery) ([]result.Sealed, error) {
	facts := []result.Sealed{SealPart(queries, look.Time)}
	for _, l := range append(slices.Clone(m.Ledger.Looks), look) {
		fact, err := json.Marshal(l)
		if err != nil {
			return nil, err
		}
		facts = append(facts, result.Sealed{Kind: kindLook, Key: l.Hash, At: l.Time, Fact: fact})
		if len(l.TestSet.Queries) > 0 {
			facts = append(facts, SealPart(l.TestSet.Queries, l.Time))
		}
	}
	return facts, nil
}

// SealPart returns the fact that queries are held out.
func SealPart(queries []result.HeldOutQuery, at time.Time) result.Sealed {
	fact, err := json.Marshal(queries)
	if err != nil {
		panic(err) // strings only
	}
	return result.Sealed{Kind: KindPart, Key: hashOfQueries(queries), At: at, Fact: fact}
}

// SealTried returns the facts that configurations were tried on the evaluation queries of a set, each once.
func SealTried(set string, hashes []string, at time.Time) []result.Sealed {
	return ordered.Each(slices.Compact(slices.Sorted(slices.Values(hashes))), func(hash string) result.Sealed {
		return result.Sealed{Kind: kindConfiguration, Key: set + " " + hash, At: at, Fact: []byte("{}")}
	})
}

// WarnOfChoice puts before the health of a pair that its candidate is one of several
// settings that a sweep tried on the same queries, as far as the store remembers.
func WarnOfChoice(ctx context.Context, db interface {
	result.Archive
	result.Sealer
}, c *result.Comparison,
) error {
	facts, err := db.Sealed(ctx, kindConfiguration)
	if err != nil {
		return &result.StoreError{Err: err}
	}
	m, err := Remember(Ledger{}, facts)
	if err != nil {
		return err
	}
	tried := m.tried[c.TestSet.SHA256]
	if c.TestSet.Part != partEvaluation || len(tried) < 2 {
		return nil
	}
	for i := range c.Comparisons {
		p := &c.Comparisons[i]
		run, err := db.Run(ctx, p.B.RunID)
		if err != nil {
			return &result.StoreError{Err: err}
		}
		if hash, err := ConfigurationOf(run.Config); err == nil && tried[hash] {
			p.Health = append([]result.Finding{result.Warned(result.FindingChosen, fmt.Sprintf(
				"%s is among %d settings tried on these same queries: if it was chosen among them, its gain is partly luck; the report of `rankduel sweep` says what choosing gains", p.B.Name, len(tried)))}, p.Health...)
		}
	}
	return nil
}
