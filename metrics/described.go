package metrics

import (
	_ "embed" // measures.txt
	"fmt"
	"slices"
	"strings"
)

//go:embed measures.txt
var measuresText string

// described reads measures.txt, whose first lines say how it is written: a block
// for each measure, and before them one with the parameters that several take.
func described() []Definition {
	var shared []Param
	var all []Definition
	for block := range strings.SplitSeq(measuresText, "\n\n") {
		var d Definition
		for line := range strings.Lines(block) {
			if key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": "); ok && key[0] != '#' {
				d.say(key, value, shared)
			}
		}
		if d.Name == "" {
			shared = d.Params
			continue
		}
		all = append(all, d)
	}
	return all
}

// say takes one line of the description.
func (d *Definition) say(key, value string, shared []Param) {
	switch key {
	case "measure":
		d.Name = value
	case "aliases":
		d.Aliases = strings.Fields(value)
	case "form":
		d.Forms = append(d.Forms, readForm(value))
	case "alone":
		d.Default = value
	case "formula":
		d.Formula = strings.TrimPrefix(d.Formula+"\n"+value, "\n")
	case "better":
		d.Direction = map[string]Direction{"lower": LowerIsBetter, "neither": Neutral}[value]
	case "queries":
		d.Aggregate = map[string]Aggregate{"added up": Sum, "geometric mean": GeometricMean}[value]
	case "cut":
		d.Cut = map[string]Cut{"optional": CutOptional, "required": CutRequired, "recall": CutRecall}[value]
	case "budget":
		d.Budget = value == "tokens"
	case "takes":
		for name := range strings.FieldsSeq(value) {
			d.Params = append(d.Params, shared[slices.IndexFunc(shared, func(p Param) bool { return p.Name == name })])
		}
	case "param":
		parts := strings.Split(value, " | ")
		names := strings.Fields(parts[0])
		d.Params = append(d.Params, Param{Name: names[0], Aliases: names[1:], Default: parts[1], Summary: parts[2]})
	default:
		*d.prose(key) = value
	}
}

// prose returns the field of a text that is taken as it is written.
func (d *Definition) prose(key string) *string {
	switch key {
	case "summary":
		return &d.Summary
	case "range":
		return &d.Range
	case "unit":
		return &d.Unit
	case "undefined":
		return &d.Undefined
	case "source":
		return &d.Source
	case "agrees":
		return &d.Agrees
	case "differs":
		return &d.Differs
	}
	panic(fmt.Sprintf("measures.txt: nothing is called %q", key))
}

// readForm reads a form, written as a measure is: its fixed parameters, and after
// the @ the cutoffs that it has when none follow it.
func readForm(text string) Form {
	s, err := readSpec(text)
	if err != nil {
		panic(fmt.Sprintf("measures.txt: %v", err))
	}
	f := Form{Name: s.name, Read: tailReader(s.name), Default: strings.Join(s.cuts, ",")}
	f.Cutoffs = s.cuts != nil && f.Read == nil
	for _, p := range s.params {
		f.Params = map[string]string{p.key: p.value} // none fixes two
	}
	return f
}
