package gate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/metrics"
)

// A baselineHead is a blessed baseline but for its queries.
type baselineHead struct {
	Schema     string             `json:"schema"`
	System     result.System      `json:"system"`
	Profile    string             `json:"profile"`
	TestSet    result.TestSetInfo `json:"test_set"`
	RecordedAt *time.Time         `json:"recorded_at"` // null when it is not known
	Latency    *result.Latency    `json:"latency"`     // null when it was not wanted
	Means      map[string]float64 `json:"means"`       // for the eye; decisions use the queries
	Measures   []string           `json:"measures"`
	Seal       string             `json:"seal"` // SHA-256 of the file with this empty
}

// WriteBaseline writes a side as a file to keep in git: one line a query, in the order of their ids, and nothing that
// changes without the scores. With meansOnly the queries are left out; then only point rules can use it.
func WriteBaseline(w io.Writer, s Side, meansOnly bool) error {
	text, err := baselineText(s, s.measures(), meansOnly || s.meansOnly())
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func baselineText(s Side, measures []string, meansOnly bool) ([]byte, error) {
	head := baselineHead{
		Schema: result.BaselineSchema, System: s.System, Profile: s.Profile, TestSet: s.TestSet,
		RecordedAt: s.RecordedAt, Latency: s.Latency, Means: map[string]float64{}, Measures: measures,
	}
	for _, m := range head.Measures {
		if mean, n := s.mean(m, ""); n > 0 {
			head.Means[m] = mean
		}
	}
	rows := s.Rows
	if meansOnly {
		rows = nil
	}
	open, err := head.text(rows)
	if err != nil {
		return nil, err
	}
	head.Seal = fmt.Sprintf("%x", sha256.Sum256(open))
	return head.text(rows)
}

// text lays out a baseline, without queries where there are no rows.
func (head *baselineHead) text(rows []result.Row) ([]byte, error) {
	var out bytes.Buffer
	encoder := plainjson.NewEncoder(&out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(head); err != nil || len(rows) == 0 {
		return out.Bytes(), err
	}
	out.Truncate(out.Len() - len("\n}\n"))
	out.WriteString(",\n  \"queries\": [\n")
	rows = slices.Clone(rows)
	ordered.Stable(rows, func(a, b result.Row) int { return strings.Compare(a.QueryID, b.QueryID) })
	for i, row := range rows {
		line, err := json.Marshal(newBaselineRow(row, head.Measures))
		if err != nil {
			return nil, err
		}
		out.WriteString("    ")
		out.Write(line)
		if i+1 < len(rows) {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
	}
	out.WriteString("  ]\n}\n")
	return out.Bytes(), nil
}

// checkSeal compares a file with what would be written for what it says: its means are
// those of its queries, nothing is there twice or is missing, and the seal is that of
// all of it. Line ends may be those of Windows, as git checks files out there.
func checkSeal(data []byte, s Side, head baselineHead) error {
	want, err := baselineText(s, head.Measures, s.meansOnly())
	if err != nil {
		return err
	}
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	if bytes.Equal(data, want) {
		return nil
	}
	const remedy = "write it again with `rankduel gate bless`, and change no such file by hand"
	if head.Seal == "" {
		return errors.New("it has no seal: it was not written by `rankduel gate bless` of this version; " + remedy)
	}
	line := 1
	for at := range min(len(data), len(want)) {
		if data[at] != want[at] {
			break
		}
		if data[at] == '\n' {
			line++
		}
	}
	return fmt.Errorf("line %d: the seal or what is sealed was changed: the file is not what was blessed; %s", line, remedy)
}

// A baselineRow is one query; Scores are in the order of the measures.
type baselineRow struct {
	QueryID string        `json:"query_id"`
	Stratum string        `json:"stratum,omitempty"`
	Group   string        `json:"group,omitempty"`
	Status  result.Status `json:"status,omitempty"`
	Error   string        `json:"error,omitempty"`
	Scores  []*float64    `json:"scores"`
}

func newBaselineRow(row result.Row, measures []string) baselineRow {
	b := baselineRow{
		QueryID: row.QueryID, Stratum: row.Stratum, Group: row.Group, Status: row.Status, Error: row.Error,
		Scores: make([]*float64, len(measures)),
	}
	for i, m := range measures {
		b.Scores[i] = row.Scores[m]
	}
	return b
}

func readBaseline(data []byte) (Side, error) {
	var file struct {
		baselineHead
		Queries []baselineRow `json:"queries"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return Side{}, err
	}
	s := Side{System: file.System, Profile: file.Profile, TestSet: file.TestSet, Latency: file.Latency, RecordedAt: file.RecordedAt}
	if file.Queries == nil {
		s.Means = file.Means
	} else if err := s.takeRows(file.Queries, file.Measures); err != nil {
		return Side{}, err
	}
	if err := checkSeal(data, s, file.baselineHead); err != nil {
		return Side{}, err
	}
	for i := range s.Rows {
		s.Rows[i].Scores = presentNames(s.Rows[i].Scores)
	}
	if at := file.RecordedAt; at != nil && s.System.Recorded == nil {
		s.System.Recorded = &result.Recorded{From: *at, To: *at}
	}
	return s, nil
}

func (s *Side) takeRows(rows []baselineRow, measures []string) error {
	for _, row := range rows {
		if len(row.Scores) != len(measures) {
			return fmt.Errorf("query %q has %d scores for %d measures", row.QueryID, len(row.Scores), len(measures))
		}
		scores := map[string]*float64{}
		for i, m := range measures {
			scores[m] = row.Scores[i]
		}
		s.Rows = append(s.Rows, result.Row{QueryID: row.QueryID, Stratum: row.Stratum, Group: row.Group, Status: row.Status, Error: row.Error, Scores: scores})
	}
	if len(s.Rows) == 0 {
		return errors.New("the baseline lists no query")
	}
	return onlyOnce(s.Rows)
}

// measures returns the names of all measures that a query has, by name and then by cutoff.
func (s *Side) measures() []string {
	all := map[string]bool{}
	for m := range s.Means {
		all[m] = true
	}
	for _, row := range s.Rows {
		for m := range row.Scores {
			all[m] = true
		}
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		aName, aCutoff := cutoffOf(a)
		bName, bCutoff := cutoffOf(b)
		return cmp.Or(strings.Compare(aName, bName), cmp.Compare(aCutoff, bCutoff), strings.Compare(a, b))
	})
}

// cutoffOf takes a measure's name apart, so that R@5 is before R@10.
func cutoffOf(measure string) (name string, cutoff int) {
	i := strings.LastIndexByte(measure, '@')
	if i < 0 {
		return measure, 0
	}
	cutoff, err := strconv.Atoi(measure[i+1:])
	if err != nil {
		return measure, 0
	}
	return measure[:i], cutoff
}

// mean returns a measure's mean over the queries of a stratum that have it; all strata when it is empty.
func (s *Side) mean(measure, stratum string) (mean float64, n int) {
	if s.meansOnly() {
		m, ok := s.Means[measure]
		if !ok || stratum != "" {
			return 0, 0
		}
		return m, 1
	}
	var sum float64
	for _, row := range s.Rows {
		if x := row.Scores[measure]; x != nil && (stratum == "" || row.Stratum == stratum) {
			sum += *x
			n++
		}
	}
	return sum / float64(max(1, n)), n
}

// IsMeans tells an object of means from one of rankings: numbers, and where a profile nests those of its
// aggregate, objects of numbers next to them or with their own mean.
func IsMeans(data []byte) bool {
	var values map[string]any
	if json.Unmarshal(data, &values) != nil {
		return false
	}
	numbers, spreads := 0, 0
	for _, v := range values {
		switch v := v.(type) {
		case nil, float64:
			numbers++
		case map[string]any:
			for _, inner := range v {
				if _, is := inner.(map[string]any); is {
					return false // such as a log of scores
				}
			}
			if _, has := v["mean"]; has {
				spreads++
			}
		default:
			return false
		}
	}
	return numbers > 0 || spreads == len(values)
}

// parseMeans reads an object of numbers: none twice, and none null but in the
// aggregate of a profile. There hit_at_k has one for each k, and a spread its mean.
func parseMeans(data []byte, profile metrics.Profile) (map[string]float64, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	means, nested := map[string]*float64{}, map[string]*float64{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if _, twice := means[name]; twice {
			return nil, fmt.Errorf("%q is there twice", name)
		}
		means[name] = nil
		var values map[string]*float64
		if bytes.HasPrefix(raw, []byte("{")) {
			if err := json.Unmarshal(raw, &values); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			for inner, x := range values {
				nested[strings.TrimSuffix(name+"."+inner, ".mean")] = x
			}
			continue
		}
		var value *float64
		if err := json.Unmarshal(raw, &value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		means[name] = value
	}
	if len(nested) > 0 {
		return aggregated(means, nested, profile)
	}
	plain := map[string]float64{}
	for name, value := range means {
		if value == nil {
			return nil, fmt.Errorf("%q is null; leave out what was not measured", name)
		}
		plain[name] = *value
	}
	return plain, nil
}

// aggregated returns the means of a profile's aggregate by the measures that it has.
func aggregated(means, nested map[string]*float64, profile metrics.Profile) (map[string]float64, error) {
	found := map[string]float64{}
	for _, m := range profile.Measures {
		key, ok := profile.Named(m)
		if !ok {
			continue
		}
		for _, x := range []*float64{means[key], nested[key]} {
			if x != nil {
				found[m.String()] = *x
			}
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("it has no mean by a name of profile %s; name the profile of the aggregate with --profile", profile.Name)
	}
	return found, nil
}

// ReadDocument reads a side from JSON: a baseline, an evaluation, a comparison (its candidate, or its
// baseline when that is wanted) or plain means. name picks one of several systems.
func ReadDocument(path string, data []byte, name string, wantBaseline bool, profile metrics.Profile) (Side, error) {
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		var typed *json.UnmarshalTypeError
		if !errors.As(err, &typed) {
			return Side{}, fmt.Errorf("%s: %w", path, err)
		}
	}
	side, err := readSchema(head.Schema, path, data, name, wantBaseline, profile)
	if err == nil && side.Rows != nil && side.TestSet.SHA256 == "" && side.Profile != ScoresProfile {
		err = errors.New("it does not say of which test set it is; write it again from a system whose test set or judgments are known")
	}
	if err != nil {
		return Side{}, fmt.Errorf("%s: %w", path, err)
	}
	return side, nil
}

// onlyOnce refuses a query that is there twice.
func onlyOnce(rows []result.Row) error {
	seen := map[string]bool{}
	for _, row := range rows {
		if seen[row.QueryID] {
			return fmt.Errorf("query %q is there twice", row.QueryID)
		}
		seen[row.QueryID] = true
	}
	return nil
}

func readSchema(schema, path string, data []byte, name string, wantBaseline bool, profile metrics.Profile) (Side, error) {
	switch schema {
	case result.BaselineSchema:
		return readBaseline(data)
	case result.EvaluationSchema:
		var e result.Evaluation
		if err := json.Unmarshal(data, &e); err != nil {
			return Side{}, err
		}
		return fromEvaluation(&e, name)
	case result.ComparisonSchema:
		var c result.Comparison
		if err := json.Unmarshal(data, &c); err != nil {
			return Side{}, err
		}
		current, baseline, err := fromComparison(&c, name)
		if wantBaseline {
			return baseline, err
		}
		return current, err
	case result.KebabAggregateSchema:
		var a result.KebabAggregation
		if err := json.Unmarshal(data, &a); err != nil {
			return Side{}, err
		}
		means, err := parseMeans(a.Aggregate, profile)
		if err != nil {
			return Side{}, fmt.Errorf("its aggregate: %w", err)
		}
		side, err := fromMeans(a.RunID, means, profile)
		side.TestSet = a.Golden
		return side, err
	case "":
		means, err := parseMeans(data, profile)
		if err != nil {
			return Side{}, fmt.Errorf("neither a document of this program nor means like {\"R@10\": 0.82}: %w", err)
		}
		return fromMeans(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), means, profile)
	}
	return Side{}, fmt.Errorf("schema %q is not known here; give a baseline, an evaluation, a comparison or means", schema)
}
