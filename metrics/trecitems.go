package metrics

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A TrecItem is a line that trec_eval prints for a query, or for all of them.
type TrecItem struct {
	Name    string  // as printed: "P_5", "ndcg_1=3,2=9", "relstring_20"
	Measure Measure // nil for runid and relstring, which are not numbers
	Total   Measure // what the line for all queries is about, if not Measure
	Length  int     // of relstring: how many documents it shows
}

// TrecRunID is the name of the line with the tag of the run.
const TrecRunID = "runid"

const trecRelString = "relstring"

// TrecItems reads what trec_eval is given with -m, comma separated, and lists what it prints then, in
// its order: nicknames with their runid and relstring, P.5,10 and ndcg.1=3,2=9. Parameters replace the
// usual cutoffs; one that is not a cutoff becomes part of the name as written. Our own spellings are
// read too, with linear gain; what trec_eval does not have comes last, under its canonical text.
// Parameters given twice are an error: trec_eval would forget the second ones.
func TrecItems(text string, o TrecOptions) ([]TrecItem, error) {
	l := trecList{lines: map[string][]TrecItem{}, given: map[string]bool{}, own: map[string][]TrecItem{}}
	for _, item := range listItems(text) {
		if err := l.add(item); err != nil {
			return nil, err
		}
	}
	return l.items(o)
}

// A trecList collects lines by the measure that trec_eval knows them under.
type trecList struct {
	lines  map[string][]TrecItem
	given  map[string]bool       // lines come from parameters, not from the usual cutoffs
	own    map[string][]TrecItem // asked for in our spelling
	others []TrecItem            // what trec_eval does not have
}

// add reads one value of -m.
func (l *trecList) add(item string) error {
	if list, ok := nicknames()[item]; ok {
		l.mark(TrecRunID)
		if item == "all_trec" {
			l.mark(trecRelString)
		}
		for name := range strings.FieldsSeq(list) {
			// ndcg_linear is how nicknames spell ndcg whatever the defaults.
			l.mark(strings.TrimSuffix(name, "_linear"))
		}
		return nil
	}
	family, parameters, given := strings.Cut(item, ".")
	switch {
	case !slices.Contains(trecFamilies(), family):
		return l.addOther(item)
	case !given:
		l.mark(family)
		return nil
	case l.given[family]:
		return fmt.Errorf("measure %s: %s is given parameters twice; list them once, as in %s.5,10", item, family, family)
	}
	items, err := trecLines(family, parameters)
	if err != nil {
		return fmt.Errorf("measure %s: %w", item, err)
	}
	l.given[family] = true
	l.lines[family] = items
	return nil
}

// mark adds a measure with its usual cutoffs unless it was given others.
func (l *trecList) mark(family string) {
	if l.given[family] {
		return
	}
	items, err := trecLines(family, "")
	if err != nil {
		panic(fmt.Sprintf("trec_eval's measure %s: %v", family, err)) // a list of this package is misspelled
	}
	l.lines[family] = items
}

// addOther reads measures in our spelling.
func (l *trecList) addOther(item string) error {
	measures, err := builtin().ParseListWith(item, Defaults{Gain: LinearGain()})
	if err != nil {
		return err
	}
	for _, m := range measures {
		name, ok := TrecName(m)
		if !ok {
			l.others = append(l.others, TrecItem{Name: m.String(), Measure: m})
			continue
		}
		family := trecOrder[trecPlace(m)]
		l.own[family] = append(l.own[family], TrecItem{Name: name, Measure: m})
	}
	return nil
}

// items puts the lines into trec_eval's order and the options into effect.
func (l *trecList) items(o TrecOptions) ([]TrecItem, error) {
	var all []TrecItem
	for _, family := range trecFamilies() {
		items := slices.Concat(l.lines[family], l.own[family])
		ordered.Stable(items, func(a, b TrecItem) int {
			return cmp.Compare(trecLevel(a.Measure), trecLevel(b.Measure))
		})
		all = append(all, items...)
	}
	all = append(all, l.others...)
	seen := map[string]bool{}
	var kept []TrecItem
	for _, item := range all {
		if m := item.Measure; m != nil {
			if seen[m.String()] {
				continue
			}
			seen[m.String()] = true
			adjusted, err := o.Adjust(m)
			if err != nil {
				return nil, err
			}
			item.Measure = adjusted
			if _, counts := m.(NumRel); counts && o.Complete && adjusted != m {
				item.Total = m // with -c trec_eval adds up every grade from 1, whatever -l is
			}
		}
		kept = append(kept, item)
	}
	return kept, nil
}

// trecFamilies returns the measures of trec_eval as it prints them.
func trecFamilies() []string {
	all := append([]string{TrecRunID}, trecOrder...)
	return slices.Insert(all, slices.Index(all, "P")+1, trecRelString)
}

// trecLines lists the lines of one measure, with its usual cutoffs if no parameters are given.
func trecLines(family, parameters string) ([]TrecItem, error) {
	name := family
	if parameters != "" {
		name += "_" + parameters
	}
	switch family {
	case TrecRunID:
		if parameters == "" {
			return []TrecItem{{Name: TrecRunID}}, nil
		}
	case trecRelString:
		length, err := relStringLength(parameters)
		return []TrecItem{{Name: name, Length: length}}, err
	case "utility", "set_F", "11pt_avg", "rbp", "rbp_resid":
		return trecLine(name, family, parameters)
	case "P", "recall", "ndcg_cut", "map_cut", "relative_P", "success", "unj":
		return trecCuts(family, wholeNumbers(parameters))
	case "iprec_at_recall", "Rprec_mult":
		return trecCuts(family, parameters)
	case "ndcg":
		return trecGraded(name, "nDCG", parameters)
	case "dcg":
		return trecGraded(name, "DCG", parameters)
	case "ideal_dcg":
		return trecGraded(name, "IdealDCG", parameters)
	case "ndcg_rel", "Rndcg", "G":
		return trecGraded(name, family, parameters)
	}
	if parameters != "" {
		return nil, fmt.Errorf("%s takes no parameters", family)
	}
	return trecLine(name, family, "")
}

// trecGraded returns the line of a measure whose gains the parameters declare.
func trecGraded(name, canonical, parameters string) ([]TrecItem, error) {
	if parameters == "" {
		return trecLine(name, canonical, "")
	}
	sets, err := trecGains(parameters)
	if err != nil {
		return nil, err
	}
	return trecLine(name, canonical+"(gain="+sets[0]["gain"]+")", "")
}

// trecLine returns the line of a measure that prints one.
func trecLine(name, text, tail string) ([]TrecItem, error) {
	if tail != "" {
		text += "." + tail
	}
	m, err := builtin().ParseWith(text, Defaults{Gain: LinearGain()})
	return []TrecItem{{Name: name, Measure: m}}, err
}

// trecCuts returns the lines of a measure that prints one for each cutoff.
func trecCuts(family, cutoffs string) ([]TrecItem, error) {
	text := family
	if cutoffs != "" {
		text += "." + cutoffs
	}
	measures, err := builtin().ParseListWith(text, Defaults{Gain: LinearGain()})
	if err != nil {
		return nil, err
	}
	return ordered.Each(measures, func(m Measure) TrecItem {
		name, _ := TrecName(m)
		return TrecItem{Name: name, Measure: m}
	}), nil
}

// wholeNumbers cuts off decimals, as trec_eval does with cutoffs.
func wholeNumbers(list string) string {
	parts := strings.Split(list, ",")
	for i, part := range parts {
		whole, decimals, _ := strings.Cut(part, ".")
		if whole != "" && strings.Trim(decimals, "0123456789") == "" {
			parts[i] = whole
		}
	}
	return strings.Join(parts, ",")
}

// relStringLength reads how many documents relstring shows, by default 10.
func relStringLength(text string) (int, error) {
	if text == "" {
		return 10, nil
	}
	n, err := strconv.Atoi(wholeNumbers(text))
	if err != nil || n < 1 {
		return 0, fmt.Errorf("relstring needs a number of documents of at least 1, not %q", text)
	}
	return n, nil
}
