package metrics

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// expand reads one item, which is one measure or one for each cutoff listed.
func (r *Registry) expand(item string, defaults Defaults) ([]Measure, error) {
	list, is, err := ParsePass(item, func(inner string) ([]Measure, error) { return r.expand(inner, defaults) })
	switch {
	case is && err != nil:
		return nil, newParseError(item, 0, "%v", err)
	case is:
		return list, nil
	}
	s, err := readSpec(item)
	if err != nil {
		return nil, err
	}
	t, tail, ok := r.resolve(&s)
	if why := absent(s.name); why != "" && (!ok || tail != "") {
		return nil, newParseError(item, 0, "%s", why)
	}
	if !ok {
		e := newParseError(item, 0, "no measure is named %q", s.name)
		e.Nearest = prose.Nearest(s.name, r.allNames())
		return nil, e
	}
	values, err := r.values(s, t)
	if err != nil {
		return nil, err
	}
	sets := []map[string]string{values}
	if tail == "" && s.cuts == nil && len(s.params) == 0 {
		tail = t.alone(s.name)
	}
	switch {
	case tail == "":
	case t.form != nil && t.form.Read != nil:
		if sets, err = read(s, t, tail, values); err != nil {
			return nil, err
		}
	case s.cuts != nil:
		return nil, newParseError(item, s.cutPos, "the cutoff is given twice")
	default:
		s.cuts, s.cutPos = strings.Split(tail, ","), max(len(s.name)-len(tail), 0)
	}
	cuts := s.cuts
	if cuts == nil {
		cuts = []string{""}
	}
	var all []Measure
	for _, set := range sets {
		for _, cut := range cuts {
			m, err := build(s, t, set, defaults, cut)
			if err != nil {
				return nil, err
			}
			all = append(all, m)
		}
	}
	return all, nil
}

// alone returns the tail that the name stands for when nothing follows it.
func (t target) alone(name string) string {
	switch {
	case t.form != nil:
		return t.form.Default
	case name == t.definition.Name:
		return t.definition.Default
	}
	return ""
}

// read turns a tail into sets of parameters that join those given already.
func read(s spec, t target, tail string, given map[string]string) ([]map[string]string, error) {
	pos := max(len(s.name)-len(tail), 0)
	sets, err := t.form.Read(tail)
	if err != nil {
		return nil, newParseError(s.text, pos, "%v", err)
	}
	for _, set := range sets {
		for name, value := range given {
			if _, twice := set[name]; twice {
				return nil, newParseError(s.text, pos, "%s is fixed already", name)
			}
			set[name] = value
		}
	}
	return sets, nil
}

// resolve finds what the name of s stands for. The name may end in ranx's -l2,
// and in a tail after "." or "_": ndcg_cut_10, P.5,10.
func (r *Registry) resolve(s *spec) (t target, tail string, ok bool) {
	if t, ok = r.find(s.name); ok {
		return t, "", true
	}
	if i := strings.LastIndex(s.name, "-l"); i > 0 && s.rel == "" && isDigits(s.name[i+2:]) {
		s.name, s.rel = s.name[:i], s.name[i+2:]
		if t, ok = r.find(s.name); ok {
			return t, "", true
		}
	}
	for i := len(s.name) - 2; i > 0; i-- {
		if s.name[i] != '.' && s.name[i] != '_' {
			continue
		}
		t, ok = r.find(s.name[:i])
		if ok && takesTail(t) {
			return t, s.name[i+1:], true
		}
	}
	return target{}, "", false
}

// takesTail tells whether something may follow the name after a dot.
func takesTail(t target) bool {
	if t.form != nil {
		return t.form.Cutoffs || t.form.Read != nil
	}
	return t.definition.Cut != CutNone
}

// allNames lists what a text could have meant: of names that differ only in case the canonical one, or the first.
func (r *Registry) allNames() []string {
	all := make([]string, 0, len(r.folded))
	for _, same := range r.folded {
		name := same[0]
		for _, other := range same[1:] {
			if _, canonical := r.definitions[other]; canonical {
				name = other
			}
		}
		all = append(all, name)
	}
	return all
}

// values checks the parameters of s and names them as the definition does.
func (r *Registry) values(s spec, t target) (map[string]string, error) {
	values := map[string]string{}
	if t.form != nil {
		maps.Copy(values, t.form.Params)
	}
	params := s.params
	if s.rel != "" {
		params = append(params[:len(params):len(params)], pair{"rel", s.rel, len(s.text) - len(s.rel)})
	}
	for _, p := range params {
		name, ok := t.definition.param(p.key)
		if !ok {
			e := newParseError(s.text, p.pos, "%s has no parameter %q", t.definition.Name, p.key)
			for _, known := range t.definition.Params {
				e.Nearest = append(e.Nearest, known.Name)
			}
			return nil, e
		}
		if _, twice := values[name]; twice {
			return nil, newParseError(s.text, p.pos, "%s is fixed already", name)
		}
		values[name] = p.value
	}
	return values, nil
}

// param finds the name of a parameter by its name or an alias.
func (d *Definition) param(key string) (string, bool) {
	for _, p := range d.Params {
		if p.Name == key || slices.Contains(p.Aliases, key) {
			return p.Name, true
		}
	}
	return "", false
}

// build makes the measure for one cutoff, "" for none.
func build(s spec, t target, values map[string]string, defaults Defaults, cut string) (Measure, error) {
	args := &Args{Defaults: defaults, values: values}
	if err := args.setCut(t.definition, cut); err != "" {
		return nil, newParseError(s.text, s.cutPos, "%s", err)
	}
	m := t.definition.New(args)
	if args.err != nil {
		return nil, newParseError(s.text, len(s.name), "%v", args.err)
	}
	if args.tokens > 0 {
		m = Budget{m, args.tokens}
	}
	return m, nil
}

// setCut reads the cutoff as the definition wants it and says what is wrong with it.
func (a *Args) setCut(d *Definition, cut string) (problem string) {
	number, tokens := strings.CutSuffix(cut, "tok")
	switch {
	case cut == "" && d.Cut == CutRequired:
		return d.Name + " needs a cutoff: " + d.Name + "@10"
	case cut == "" && d.Cut == CutRecall:
		return d.Name + " needs a recall level: " + d.Name + "@0.2"
	case cut == "":
		return ""
	case d.Cut == CutNone:
		return d.Name + " has no cutoff"
	case d.Cut == CutRecall:
		x, err := strconv.ParseFloat(cut, 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return strconv.Quote(cut) + " is not a recall level from 0 to 1"
		}
		a.Recall = x + 0
		return ""
	}
	if tokens && !d.Budget {
		return d.Name + " takes no budget of tokens: R, nDCG, CharR and CharP do"
	}
	k, err := strconv.ParseInt(number, 10, 32)
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Sprintf("%.20s is more than %d; leave the cutoff out to look at all hits", cut, math.MaxInt32)
	}
	if err != nil || k < 1 {
		return strconv.Quote(cut) + " is not a cutoff, want an integer of at least 1"
	}
	if tokens {
		a.tokens = int(k)
	} else {
		a.Cutoff = int(k)
	}
	return ""
}
