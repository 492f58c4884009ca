package gate

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/internal/yamlfault"
	"github.com/rankduel/rankduel/metrics"
)

// Rules are all that a gate decides by. The zero value has no rules; Judge then uses DefaultRule.
type Rules struct {
	Rules       []Rule
	Mode        Mode          // of rules without one of their own; empty: see Rules.For
	Evidence    Evidence      // empty: EvidenceAccepted
	Alpha       float64       // of each one-sided bound; 0 means .05
	MinCoverage *float64      // least share of queries to be measured; nil means .95
	MaxAge      time.Duration // of the current recordings; 0: any
	Waivers     []Waiver
	byDefault   bool // no rule was given

	// Ranges are the largest differences that two scores of a measure without bounds
	// can have, by its name; "" is that of all others.
	Ranges map[string]float64
}

// Evidence says what becomes of a rule that is kept or broken by no more than chance may cause.
type Evidence string

// The two ways.
const (
	EvidenceAccepted Evidence = "accepted" // the mode decides
	EvidenceRequired Evidence = "required" // what the bounds do not show is inconclusive
)

// DefaultMinCoverage is the least share of the queries that must have been measured in both systems.
const DefaultMinCoverage = 0.95

// A Waiver lets a rule fail until the end of a day, and says who answers for it.
type Waiver struct {
	Rule    string // the rule's text or its subject
	Owner   string
	Reason  string
	Expires time.Time // the last day, at 0:00 UTC
}

// covers tells whether a waiver is for a rule: by its text or its subject, measures named as they are in rules.
func (w Waiver) covers(rule *Rule, profile metrics.Profile) bool {
	if waived, err := ParseRule(w.Rule, profile); err == nil {
		return waived.String() == rule.String()
	}
	var waived Rule
	return waived.parseSubject(w.Rule, profile) == nil && waived.Subject() == rule.Subject()
}

// validAt tells whether a waiver has not expired.
func (w Waiver) validAt(now time.Time) bool { return now.Before(w.Expires.AddDate(0, 0, 1)) }

// A rulesFile is the YAML document. Values whose shape varies are nodes.
type rulesFile struct {
	Mode        string    `yaml:"mode"`
	Evidence    string    `yaml:"evidence"`
	Alpha       *float64  `yaml:"alpha"`
	MinCoverage *float64  `yaml:"min_coverage"`
	MaxAge      string    `yaml:"max_age"`
	Rules       yaml.Node `yaml:"rules"`
	Waivers     yaml.Node `yaml:"waivers"`

	Rest map[string]yaml.Node `yaml:",inline"` // rules, in a file that has no key for them
}

// rulesOf returns the rules under their key, or the keys that are not settings.
func (r *reader) rulesOf(file *rulesFile) []Rule {
	keys := slices.SortedFunc(maps.Keys(file.Rest), func(a, b string) int { return file.Rest[a].Line - file.Rest[b].Line })
	flat := yaml.Node{Kind: yaml.MappingNode}
	for _, key := range keys {
		value := file.Rest[key]
		if !file.Rules.IsZero() || !isLimit(&value) {
			r.fault(value.Line, "unknown key %q; rules belong under `rules`", key)
			continue
		}
		flat.Content = append(flat.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key, Line: value.Line}, &value)
	}
	if file.Rules.IsZero() {
		return r.rules(&flat)
	}
	return r.rules(&file.Rules)
}

// isLimit tells the limit of a rule, or several, from a mapping of something else.
func isLimit(value *yaml.Node) bool {
	isKey := func(n *yaml.Node) bool { return n.Value == "limit" }
	return value.Kind != yaml.MappingNode || slices.ContainsFunc(value.Content, isKey)
}

// ReadRules reads rules from YAML; measures are named as in the profile, and docs/ci.md has the keys. All faults are
// reported, each with its line. name is for messages. Rules may also be a list, `- R@10: "drop <= 5%"`, and stand without
// the key `rules` where nothing else but settings does.
func ReadRules(name string, data []byte, profile metrics.Profile) (Rules, error) {
	var file rulesFile
	r := reader{name: name, profile: profile}
	r.decode(data, &file)
	out := Rules{Alpha: 0, MinCoverage: file.MinCoverage, Mode: Mode(file.Mode), Evidence: Evidence(file.Evidence)}
	if file.Alpha != nil {
		if out.Alpha = *file.Alpha; out.Alpha == 0 && r.errs == nil { // else it is what could not be read
			r.fault(0, "alpha 0 is not in (0, 0.5)")
		}
	}
	if file.MaxAge != "" {
		oldest, err := setting.Age(file.MaxAge)
		if err != nil {
			r.fault(0, "max_age: %v", err)
		}
		out.MaxAge = oldest
	}
	out.Rules = r.rulesOf(&file)
	out.Waivers = r.waivers(&file.Waivers)
	if err := out.Validate(); err != nil {
		r.fault(0, "%w", err)
	}
	return out, errors.Join(r.errs...)
}

// ReadWaivers reads a file of waivers alone: a list under `waivers`.
func ReadWaivers(name string, data []byte) ([]Waiver, error) {
	var file struct {
		Waivers yaml.Node `yaml:"waivers"`
	}
	r := reader{name: name}
	r.decode(data, &file)
	waivers := r.waivers(&file.Waivers)
	if len(r.errs) > 0 {
		r.errs = append(r.errs, fmt.Errorf("%s: a file of waivers has the one key waivers, with a list of {rule, owner, reason, expires} below it", name))
	}
	return waivers, errors.Join(r.errs...)
}

// Validate checks the values that no type checks.
func (r Rules) Validate() error {
	var errs prose.Faults
	errs.If(r.Mode != "" && !slices.Contains(Modes(), r.Mode), "mode %q is not known; modes are %v", r.Mode, Modes())
	errs.If(r.Evidence != "" && r.Evidence != EvidenceAccepted && r.Evidence != EvidenceRequired, "evidence %q is not known; it is %s or %s", r.Evidence, EvidenceAccepted, EvidenceRequired)
	errs.If(!(r.Alpha >= 0 && r.Alpha < 0.5), "alpha %v is not in (0, 0.5)", r.Alpha)
	if c := r.MinCoverage; c != nil && !(*c >= 0 && *c <= 1) {
		errs = append(errs, fmt.Errorf("min_coverage %v is not in [0, 1]", *c))
	}
	errs = append(errs, r.checkRanges())
	seen := map[string]bool{}
	for _, rule := range r.Rules {
		errs.If(seen[rule.String()], "rule %q is there twice", rule.written())
		seen[rule.String()] = true
	}
	return errs.Join()
}

// checkRanges refuses declared ranges that are none, and those that no rule asks for.
func (r Rules) checkRanges() error {
	var errs prose.Faults
	for _, name := range slices.Sorted(maps.Keys(r.Ranges)) {
		w := r.Ranges[name]
		errs.If(!(w > 0) || math.IsInf(w, 0), "range %v is not a number above 0", w)
		wanted := slices.ContainsFunc(r.Rules, func(rule Rule) bool {
			_, known := rule.width()
			return rule.measure != nil && !known && (name == "" || name == rule.subject)
		})
		errs.If(!wanted && len(r.Rules) > 0, "range of %q: no rule is about a measure of that name whose range is not known", name)
	}
	return errs.Join()
}

// OrDefault returns the rules, or where there is none DefaultRule, which the means decide as its source has it.
func (r Rules) OrDefault(profile metrics.Profile) (Rules, error) {
	if len(r.Rules) > 0 {
		return r, nil
	}
	rule, err := ParseRule(DefaultRule, profile)
	if err != nil {
		return r, fmt.Errorf("the default rule: %w; give rules of your own", err)
	}
	r.Rules, r.Mode, r.byDefault = []Rule{rule}, cmp.Or(r.Mode, Point), true
	return r, nil
}

// Measures returns the measures that the rules are about, each once.
func (r Rules) Measures() []metrics.Measure {
	var all []metrics.Measure
	for _, rule := range r.Rules {
		if rule.measure != nil && metrics.Index(all, rule.measure) < 0 {
			all = append(all, rule.measure)
		}
	}
	return all
}

// CompareLatency tells whether a rule is about a change of latency.
func (r Rules) CompareLatency() bool {
	return slices.ContainsFunc(r.Rules, func(rule Rule) bool {
		return rule.needsBaseline() && slices.Contains(latencies, rule.subject)
	})
}

// A reader collects the faults of a document.
type reader struct {
	name    string
	profile metrics.Profile
	errs    []error
}

func (r *reader) fault(line int, format string, args ...any) {
	place := r.name
	if line > 0 {
		place = fmt.Sprintf("%s:%d", r.name, line)
	}
	r.errs = append(r.errs, fmt.Errorf("%s: %w", place, fmt.Errorf(format, args...)))
}

// decode is strict: unknown keys and wrong types are faults.
func (r *reader) decode(data []byte, into any) {
	decoder := yaml.NewDecoder(strings.NewReader(string(data)))
	decoder.KnownFields(true)
	switch err := decoder.Decode(into); {
	case err == nil:
		var second yaml.Node
		if !errors.Is(decoder.Decode(&second), io.EOF) {
			r.fault(second.Line, "a second document begins here; rules are one document, so take the line --- out")
		}
	case errors.Is(err, io.EOF):
		r.fault(0, "the file is empty; rules are like R@10: \"drop <= 5%%\" under `rules`")
	default:
		if at := bareLimit().FindIndex(data); at != nil && !errors.As(err, new(*yaml.TypeError)) {
			r.fault(1+bytes.Count(data[:at[0]], []byte("\n")), "a limit that begins with > has to be in quotes, R@10: \">= 0.7\"")
			return
		}
		r.faults(err, "")
	}
}

// bareLimit is what YAML takes for the head of a text of several lines.
var bareLimit = pattern.Lazy(`(?m)^[^#"'\n]*:[ \t]+>=.*$`)

// faults are those of YAML, each with its line.
func (r *reader) faults(err error, about string) {
	for _, f := range yamlfault.Of(err) {
		r.fault(f.Line, "%s%s", about, f.Text)
	}
}

// keys refuses those of a mapping that are not known.
func (r *reader) keys(node *yaml.Node, has string, known ...string) {
	if node.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i < len(node.Content); i += 2 {
		if key := node.Content[i]; !slices.Contains(known, key.Value) {
			r.fault(key.Line, "unknown key %q; %s", key.Value, has)
		}
	}
}

// rules reads the mapping of subjects to limits.
func (r *reader) rules(node *yaml.Node) []Rule {
	if node.IsZero() {
		return nil
	}
	var out []Rule
	seen := map[string]bool{}
	for key, value := range r.limits(node) {
		if seen[key.Value] {
			r.fault(key.Line, "%q is there twice; give it a list of limits", key.Value)
		}
		seen[key.Value] = true
		limits := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode {
			limits = value.Content
		}
		if len(limits) == 0 {
			r.fault(value.Line, "%q has no limit", key.Value)
		}
		for _, limit := range limits {
			if rule, ok := r.rule(key.Value, limit); ok {
				out = append(out, rule)
			}
		}
	}
	return out
}

// limits returns the pairs of a mapping, or of a list of them or of texts as --rule takes them.
func (r *reader) limits(node *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		mappings := []*yaml.Node{node}
		if node.Kind == yaml.SequenceNode {
			mappings = node.Content
		}
		for _, m := range mappings {
			if i := strings.LastIndexByte(m.Value, ':'); m.Kind == yaml.ScalarNode && i > 0 {
				subject, limit := *m, *m
				subject.Value, limit.Value = m.Value[:i], m.Value[i+1:]
				if !yield(&subject, &limit) {
					return
				}
				continue
			}
			if m.Kind != yaml.MappingNode {
				r.fault(m.Line, "%q is not a rule; rules are like R@10: \"drop <= 5%%\"", m.Value)
				continue
			}
			for i := 0; i+1 < len(m.Content); i += 2 {
				if !yield(m.Content[i], m.Content[i+1]) {
					return
				}
			}
		}
	}
}

// rule reads a limit alone or with mode and tier.
func (r *reader) rule(subject string, node *yaml.Node) (Rule, bool) {
	var long struct {
		Limit string `yaml:"limit"`
		Mode  string `yaml:"mode"`
		Tier  string `yaml:"tier"`
	}
	switch node.Kind {
	case yaml.ScalarNode:
		long.Limit = node.Value
	case yaml.MappingNode:
		r.keys(node, "a rule has limit, mode and tier", "limit", "mode", "tier")
		if err := node.Decode(&long); err != nil {
			r.faults(err, fmt.Sprintf("rule %q: ", subject))
			return Rule{}, false
		}
	default:
		r.fault(node.Line, "rule %q: want a limit like \"drop <= 5%%\"", subject)
		return Rule{}, false
	}
	rule, err := parseRule(subject, long.Limit, r.profile)
	if err != nil {
		r.fault(node.Line, "%w", err)
		return Rule{}, false
	}
	if rule.Mode = Mode(long.Mode); rule.Mode != "" && !slices.Contains(Modes(), rule.Mode) {
		r.fault(node.Line, "mode %q is not known; modes are %v", long.Mode, Modes())
	}
	switch long.Tier {
	case "", "required":
	case "advisory":
		rule.Advisory = true
	default:
		r.fault(node.Line, "tier %q is not known; tiers are required and advisory", long.Tier)
	}
	return rule, true
}

// waivers reads the list of waivers. Anyone who waives says who and why and until when.
func (r *reader) waivers(node *yaml.Node) []Waiver {
	if node.IsZero() {
		return nil
	}
	if node.Kind != yaml.SequenceNode {
		r.fault(node.Line, "waivers are a list, each with rule, owner, reason and expires")
		return nil
	}
	var out []Waiver
	for _, item := range node.Content {
		var w struct{ Rule, Owner, Reason, Expires string }
		r.keys(item, "a waiver has rule, owner, reason and expires", "rule", "owner", "reason", "expires")
		if err := item.Decode(&w); err != nil {
			r.faults(err, "waiver: ")
			continue
		}
		for _, part := range []struct{ name, value string }{{"rule", w.Rule}, {"owner", w.Owner}, {"reason", w.Reason}, {"expires", w.Expires}} {
			if strings.TrimSpace(part.value) == "" {
				r.fault(item.Line, "a waiver has no %s; it needs rule, owner, reason and expires", part.name)
			}
		}
		day, err := time.Parse(time.DateOnly, w.Expires)
		if err != nil && w.Expires != "" {
			r.fault(item.Line, "waiver for %q expires on %q, want a day like 2026-12-31", w.Rule, w.Expires)
		}
		out = append(out, Waiver{Rule: w.Rule, Owner: w.Owner, Reason: w.Reason, Expires: day})
	}
	return out
}
