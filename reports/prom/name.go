package prom

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/metrics"
)

// spelled are the names of means over queries where the field has a word for
// them, or where lower case alone would be hard to read.
var spelled = map[string]string{
	"R": "recall", "P": "precision", "RR": "mrr", "AP": "map",
	"nDCG": "ndcg", "alpha_nDCG": "alpha_ndcg", "IdealDCG": "ideal_dcg", "nERR": "nerr", "nERR_IA": "nerr_ia", "nNRBP": "nnrbp",
	"IPrec": "interpolated_precision", "binG": "bing", "infAP": "inferred_ap", "RCap": "capped_recall", "SetAP": "set_ap",
	"RBPResidual": "rbp_residual", "StRecall": "subtopic_recall", "Rndcg": "rndcg", "GMAP": "gmap", "GMBpref": "gm_bpref",
	"SetF1": "set_f1", "SetP": "set_precision", "SetR": "set_recall",
}

// A named measure is what it is called in Prometheus.
type named struct {
	metric string // without prefix
	labels []label
	help   string
}

var parts = pattern.Lazy(`^([A-Za-z0-9_]+)(?:\(([^()]*)\))?(?:@([0-9.]+))?$`)

// nameOf calls a measure by its canonical text, such as nDCG(gain=exp)@10.
// One of the caller's own that has no such text is called by its letters.
func nameOf(text string) named {
	found := parts().FindStringSubmatch(text)
	if found == nil {
		return named{metric: letters(text), help: "Mean over the queries of the last evaluation of a measure of one's own."}
	}
	name, params, cut := found[1], found[2], found[3]
	n := named{metric: spelled[name], help: "Mean over the queries of the last evaluation."}
	n.metric = cmp.Or(n.metric, letters(name))
	d, known := metrics.Builtin().Lookup(name)
	if known {
		n.help = aggregate(text) + " over the queries of the last evaluation: " + d.Summary
	}
	switch {
	case cut == "":
	case d.Cut == metrics.CutRecall:
		n.metric += "_at_r"
		n.labels = append(n.labels, label{"r", cut})
	default:
		n.metric += "_at_k"
		n.labels = append(n.labels, label{"k", cut})
	}
	usual := usualParams(name, cut)
	for _, param := range split(params) {
		key, value, _ := strings.Cut(param, "=")
		if usual[key] != value {
			n.labels = append(n.labels, label{letters(key), value})
		}
	}
	return n
}

func aggregate(text string) string {
	m, err := metrics.Parse(text)
	if err != nil {
		return "Mean"
	}
	a := metrics.AggregateOf(m).String()
	return strings.ToUpper(a[:1]) + a[1:]
}

// usualParams returns those that the bare name means in the default profile.
func usualParams(name, cut string) map[string]string {
	if cut != "" {
		name += "@" + cut
	}
	usual := map[string]string{}
	m, err := metrics.Parse(name)
	if err != nil {
		return usual
	}
	if found := parts().FindStringSubmatch(m.String()); found != nil {
		for _, param := range split(found[2]) {
			key, value, _ := strings.Cut(param, "=")
			usual[key] = value
		}
	}
	return usual
}

// split cuts parameters apart at the commas that stand in no braces.
func split(params string) []string {
	depth := 0
	return strings.FieldsFunc(params, func(r rune) bool {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		return r == ',' && depth == 0
	})
}

// letters returns a text as a name: words in lower case with _ between them.
func letters(text string) string {
	var b strings.Builder
	var before rune
	for _, r := range text {
		switch {
		case r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = '_'
		case unicode.IsUpper(r):
			if unicode.IsLower(before) {
				b.WriteByte('_')
			}
			r = unicode.ToLower(r)
			before = 'A'
			b.WriteRune(r)
			continue
		}
		if r != '_' || before != '_' && before != 0 {
			b.WriteRune(r)
		}
		before = r
	}
	if name := strings.TrimSuffix(b.String(), "_"); name != "" {
		return name
	}
	return "measure"
}
