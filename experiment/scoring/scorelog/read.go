package scorelog

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// A Form says what a log does not say itself.
type Form struct {
	Sample string // the field that tells samples apart, where the log has no ids
	Part   string // which of several ways of scoring a sample, such as a filter of lm-evaluation-harness
}

// A Row is what a log says of one sample in one repeat. An error leaves it without scores.
type Row struct {
	Sample, Repeat, System string
	Input                  string // what the sample was, by its digest; "" where the log does not say
	Error                  string
	Scores                 []Score
}

// A Score is a number of any range, NaN where nothing was scored.
type Score struct {
	Measure string
	Value   float64
}

// A Log is what the file says of all samples.
type Log struct {
	Kind   string
	System string            // "" where it does not say, or rows do
	Same   map[string]string // what logs that are to be compared have in common, such as task and dataset
	Costs  []string          // measures of which a lower score is better
	Right  []string          // measures that are shares of what is right, from 0 to 1, of which a higher one is
	Higher []string          // measures of which a higher one is, of any range; of others it is not known
	Unread map[string]string // measures that have a value which is not a number: which one it is
}

// A NoSamplesError says that a file has numbers of an evaluation, but none of a sample.
type NoSamplesError struct{ Is string }

// Error says what it is, and which file would do.
func (e *NoSamplesError) Error() string { return "this is " + e.Is }

// A ChoiceError says what a log leaves open: one of several ways of scoring a sample, or which field tells samples apart.
type ChoiceError struct {
	Flag    string
	Choices []string // some that there are
	error
}

// likely are fields that tell samples apart where ids do not, the surest first.
var likely = []string{"input", "inputs", "user_input", "question", "query", "prompt", "problem"}

// A LogError says what is wrong with a log whose kind is known.
type LogError struct {
	Kind string
	error
}

// Unwrap returns what is wrong.
func (e *LogError) Unwrap() error { return e.error }

// Read hands on the rows of a log of any kind that is known, in the order of the file.
// Memory is that of its largest record, and of the ids of all samples. Errors name the file and what it seems to be.
func Read(name string, r io.Reader, form Form, row func(Row) error) (*Log, error) {
	paths := map[string]bool{}
	for _, k := range kinds() {
		for _, path := range k.Records {
			for at := path; at != ""; at = at[:max(0, strings.LastIndexByte(at, '.'))] {
				paths[at] = true
			}
		}
	}
	l := newReading(name, form, row)
	w := newWalker(r, paths, nil)
	w.each = func(path string, record any) error { return l.record(path, w.head, record) }
	if err := w.file(); err != nil {
		return nil, l.fault(err)
	}
	return l.end(w.head)
}

// ReadTable does the same for a CSV log, see [IsTable].
func ReadTable(name string, r io.Reader, form Form, row func(Row) error) (*Log, error) {
	lines := bufio.NewReader(r)
	mark, _ := lines.Peek(3)
	if string(mark) == "\ufeff" {
		_, _ = lines.Discard(3)
	}
	table := csv.NewReader(lines)
	table.LazyQuotes = true
	header, err := table.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l := newReading(name, form, row)
	if l.kind = tableKind(strings.Join(header, ",")); l.kind.Refuse != "" {
		return nil, fmt.Errorf("%s: %w", name, &NoSamplesError{l.kind.Refuse})
	}
	for {
		cells, err := table.Read()
		if errors.Is(err, io.EOF) {
			return l.end(nil)
		}
		if err == nil && len(cells) != len(header) {
			err = fmt.Errorf("%d fields, but the header has %d", len(cells), len(header))
		}
		if err == nil {
			record := map[string]any{}
			for i, cell := range cells {
				record[header[i]] = cell
			}
			err = l.record("", nil, record)
		}
		if err != nil {
			return nil, l.fault(err)
		}
	}
}

// A reading is a log that is being read.
type reading struct {
	name    string
	form    Form
	row     func(Row) error
	kind    *kind
	log     Log
	same    map[string]map[string]bool
	parts   map[string]bool
	right   map[string]bool
	records int
	scored  map[string]bool // measures, but for costs
	seen    map[[3]string]int
}

func newReading(name string, form Form, row func(Row) error) *reading {
	return &reading{
		name: name, form: form, row: row, log: Log{Unread: map[string]string{}}, same: map[string]map[string]bool{}, parts: map[string]bool{},
		right: map[string]bool{}, scored: map[string]bool{}, seen: map[[3]string]int{},
	}
}

// record reads one; the first says of which kind all are.
func (l *reading) record(path string, head map[string]any, record any) error {
	l.records++
	if l.kind == nil {
		if err := l.recognize(path, head, record); err != nil {
			return err
		}
	}
	if !slices.Contains(l.kind.Records, path) { // a list of the same samples in another form, or of something else
		return nil
	}
	for v, err := range l.kind.rows().Results(context.Background(), record, head, l.name) {
		if err != nil {
			return fmt.Errorf("record %d: %w", l.records, err)
		}
		fields, _ := v.(map[string]any)
		if about, is := fields["about"].(map[string]any); is {
			l.about(about)
			continue
		}
		if err := l.fact(fields, record); err != nil {
			return fmt.Errorf("record %d: %w", l.records, err)
		}
	}
	return nil
}

// recognize finds the kind of a record.
func (l *reading) recognize(path string, head map[string]any, record any) error {
	for _, k := range kinds() {
		if k.Is == "" || !slices.Contains(k.Records, path) {
			continue
		}
		// A question about a field that a record of another kind does not have is an error, and no yes.
		if yes, err := k.is().List(context.Background(), 1, record, head, l.name); err != nil || len(yes) == 0 || yes[0] != true {
			continue
		}
		if k.Refuse != "" {
			return &NoSamplesError{k.Refuse}
		}
		l.kind = k
		return nil
	}
	return l.unknown(path, record)
}

// unknown says what was seen in place of a log.
func (l *reading) unknown(path string, record any) error {
	var names []string
	for _, k := range kinds() {
		if k.Refuse == "" && !slices.Contains(names, k.Name) {
			names = append(names, k.Name)
		}
	}
	seen := "no objects"
	if fields, is := record.(map[string]any); is {
		seen = "records with " + prose.FirstFew(slices.Sorted(maps.Keys(fields)))
	}
	if path != "" {
		seen += " under " + path
	}
	return fmt.Errorf("%s, as no log of scores that is known here has them (%s); a table with the columns query_id,measure,score is read too%s", seen, strings.Join(names, ", "), prose.AskDoctor)
}

// about notes what the log says of all samples.
func (l *reading) about(fields map[string]any) {
	if system := text(fields["system"]); system != "" {
		l.log.System = system
	}
	l.common(fields["same"])
}

// common notes what two logs have to have in common; several values of a name are one, in order.
func (l *reading) common(same any) {
	fields, _ := same.(map[string]any)
	for name, value := range fields {
		if l.same[name] == nil {
			l.same[name] = map[string]bool{}
		}
		l.same[name][text(value)] = true
	}
}

// fact hands on what one row says.
func (l *reading) fact(fields map[string]any, record any) error {
	l.common(fields["same"])
	right, _ := fields["right"].([]any)
	for _, name := range right {
		l.right[text(name)] = true
	}
	if part := text(fields["part"]); part != "" {
		l.parts[part] = true
		if l.form.Part != "" && part != l.form.Part {
			return nil
		}
	}
	if len(l.parts) > 1 && l.form.Part == "" {
		parts, flag := slices.Sorted(maps.Keys(l.parts)), l.kind.Choose
		return &ChoiceError{flag, parts, fmt.Errorf("samples are scored more than once, with %s %s: --%[1]s says which counts", flag, strings.Join(parts, " and "))}
	}
	names, _ := record.(map[string]any)
	apart := slices.DeleteFunc(slices.Clone(likely), func(name string) bool { return names[name] == nil })
	id, err := l.sample(fields, names)
	if err != nil {
		return &ChoiceError{"sample-id", apart, err}
	}
	row := Row{Sample: id, Repeat: text(fields["repeat"]), System: text(fields["system"]), Input: digest(fields["input"]), Error: text(fields["error"])}
	if place := [3]string{row.System, row.Sample, "at " + text(fields["place"])}; fields["place"] != nil {
		if l.seen[place]++; l.seen[place] > 1 {
			return fmt.Errorf("a second row of sample %q %s: are two runs in the file?", row.Sample, place[2])
		}
	}
	at := [3]string{row.System, row.Sample, row.Repeat}
	l.seen[at]++
	if n := l.seen[at]; n > 1 {
		switch l.kind.Twice {
		case "repeat":
			row.Repeat = strconv.Itoa(n)
		case "sample":
			row.Sample = fmt.Sprintf("%s#%d", row.Sample, n)
		default:
			err = fmt.Errorf("a second row of sample %q, repeat %q; --sample-id FIELD names a field that tells them apart", row.Sample, row.Repeat)
			return &ChoiceError{"sample-id", apart, err}
		}
	}
	if row.Error == "" {
		row.Scores = l.scores(fields["scores"], row.Sample)
	}
	return l.row(row)
}

// sample returns the id of a row. A long text is shortened, with its digest.
func (l *reading) sample(fields, names map[string]any) (string, error) {
	id := fields["id"]
	if l.form.Sample != "" {
		if id = names[l.form.Sample]; id == nil {
			return "", fmt.Errorf("no field %s, which --sample-id names", l.form.Sample)
		}
	}
	full := text(id)
	if full == "" {
		return "", fmt.Errorf("no id of a sample: --sample-id FIELD says which field tells samples apart; there are %s", prose.FirstFew(slices.Sorted(maps.Keys(names))))
	}
	line := strings.Join(strings.Fields(full), " ")
	if line == full && len(full) <= 80 {
		return full, nil
	}
	return fmt.Sprintf("%.60s… %.8s", line, digest(full)), nil
}

// scores reads scores by name, what they cost last. What is not a number is noted, for its measure to be left out.
func (l *reading) scores(v any, sample string) (list []Score) {
	fields, _ := v.(map[string]any)
	names := slices.SortedFunc(maps.Keys(fields), func(a, b string) int {
		return cmp.Or(cmp.Compare(slices.Index(l.kind.Costs, a), slices.Index(l.kind.Costs, b)), cmp.Compare(a, b))
	})
	for _, name := range names {
		value, is := number(fields[name])
		if !is {
			why := fmt.Sprintf("the score %s is %.40q, which is neither a number nor true or false, of sample %q", name, text(fields[name]), sample)
			l.log.Unread[name] = cmp.Or(l.log.Unread[name], why)
			continue
		}
		l.scored[name] = !slices.Contains(l.kind.Costs, name)
		list = append(list, Score{name, value})
	}
	return list
}

// number returns what a value is as a number, NaN of none.
func number(v any) (n float64, is bool) {
	switch v := v.(type) {
	case nil:
		return math.NaN(), true
	case bool:
		return map[bool]float64{true: 1}[v], true
	case int:
		return float64(v), true
	case float64:
		return v, true
	case json.Number:
		n, err := v.Float64()
		return n, err == nil
	}
	return 0, false
}

// text writes a value out, "" of none.
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case json.Number:
		return v.String()
	}
	out, err := json.Marshal(v)
	if err != nil { // jq gives what JSON has
		return fmt.Sprint(v)
	}
	return string(out)
}

// digest stands for a text, or for a value as it is written out; "" of none.
func digest(v any) string {
	full := text(v)
	if full == "" {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(full)))
}

// fault says where an error is, and of which kind the log is.
func (l *reading) fault(err error) error {
	err = fmt.Errorf("%s: %w", l.name, err)
	if l.kind == nil {
		return err
	}
	return &LogError{l.kind.Name, err}
}

// end says what the whole log is.
func (l *reading) end(head map[string]any) (*Log, error) {
	if l.kind == nil {
		return nil, fmt.Errorf("%s: no scores of samples", l.name)
	}
	if l.form.Part != "" && !l.parts[l.form.Part] {
		if len(l.parts) == 0 {
			return nil, l.fault(fmt.Errorf("a log of %s has no filter to choose", l.kind.Name))
		}
		return nil, l.fault(fmt.Errorf("no sample has the %s %s; there are %s", l.kind.Choose, l.form.Part, strings.Join(slices.Sorted(maps.Keys(l.parts)), ", ")))
	}
	if l.kind.About != "" {
		list, err := l.kind.about().List(context.Background(), 1, head, head, l.name)
		if err != nil || len(list) == 0 {
			return nil, l.fault(fmt.Errorf("not what a log of %s says of itself: %w", l.kind.Name, err))
		}
		about, _ := list[0].(map[string]any)
		if fault := text(about["fault"]); fault != "" {
			return nil, l.fault(fmt.Errorf("%s, so that nothing can be concluded from its scores", fault))
		}
		l.about(about)
	}
	maps.DeleteFunc(l.scored, func(name string, decides bool) bool { return !decides || l.log.Unread[name] != "" })
	if len(l.scored) == 0 {
		unread := slices.Sorted(maps.Values(l.log.Unread))
		return nil, l.fault(errors.New(append(unread, "none of its samples has a score")[0]))
	}
	l.log.Kind, l.log.Costs, l.log.Higher = l.kind.Name, l.kind.Costs, l.kind.Higher
	l.log.Right = append(slices.Sorted(maps.Keys(l.right)), l.kind.Right...)
	l.log.Same = map[string]string{}
	for name, values := range l.same {
		l.log.Same[name] = strings.Join(slices.Sorted(maps.Keys(values)), ", ")
	}
	return &l.log, nil
}
