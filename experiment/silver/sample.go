package silver

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

const sampleSchema = "rankduel/sample/v1"

// A Sample is an order of all queries in which people are to label them, drawn before the first label. What
// they have labelled is a random sample as long as it is a prefix of the order.
type Sample struct {
	Schema  string   `json:"schema"`
	Seed    uint64   `json:"seed"`
	Planned int      `json:"planned"`       // queries to label
	Model   string   `json:"silver_sha256"` // of what the model labelled
	Order   []string `json:"order"`
	Strata  []string `json:"strata,omitempty"` // of each query of the order, where it was drawn by stratum
}

// Draw puts the queries that the model labelled into an order by a hash of seed and id, wordings of one
// need together. Given the stratum of each, every prefix holds each stratum by its share.
func Draw(model *judgments.Judgments, n int, seed uint64, stratum func(id string) string) (*Sample, error) {
	if n < 1 || n > model.Len() {
		return nil, fmt.Errorf("cannot draw %d of the %d queries of %s", n, model.Len(), model.Info.Name)
	}
	type drawn struct {
		hash, stratum string
		ids           []string
		share         float64 // of its stratum that is before it
	}
	var all []drawn
	places := map[string]int{}
	for i := range model.Len() {
		q := model.Query(i)
		if at, known := places[q.Group]; known && q.Group != "" {
			all[at].ids = append(all[at].ids, q.ID)
			continue
		}
		places[q.Group] = len(all)
		sum := sha256.Sum256([]byte(strconv.FormatUint(seed, 10) + "\x00" + cmp.Or(q.Group, q.ID)))
		d := drawn{hash: hex.EncodeToString(sum[:]), ids: []string{q.ID}}
		if stratum != nil {
			d.stratum = stratum(q.ID)
		}
		all = append(all, d)
	}
	ordered.Stable(all, func(x, y drawn) int { return cmp.Compare(x.hash, y.hash) })
	if stratum != nil {
		size, before := map[string]float64{}, map[string]float64{}
		for _, d := range all {
			size[d.stratum]++
		}
		if len(size) < 2 {
			return nil, fmt.Errorf("the queries have no strata to draw by")
		}
		for i, d := range all {
			all[i].share = (before[d.stratum] + 0.5) / size[d.stratum]
			before[d.stratum]++
		}
		ordered.Stable(all, func(x, y drawn) int { return cmp.Compare(x.share, y.share) })
	}
	s := &Sample{Schema: sampleSchema, Seed: seed, Planned: n, Model: contentOf(model)}
	for _, d := range all {
		for _, id := range d.ids {
			s.Order = append(s.Order, id)
			if stratum != nil {
				s.Strata = append(s.Strata, d.stratum)
			}
		}
	}
	return s, nil
}

// contentOf returns a hash of labels, the same of a file that is compressed or in another form.
func contentOf(model *judgments.Judgments) string {
	sum := sha256.New()
	for i := range model.Len() {
		id := model.Query(i).ID
		graded := model.GradesOf(id, metrics.DocumentLevel)
		for _, doc := range slices.Sorted(maps.Keys(graded)) {
			fmt.Fprintf(sum, "%q %q %d\n", id, doc, graded[doc])
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// stratum returns what says the stratum that a query was drawn in.
func (s *Sample) stratum() func(id string) string {
	of := make(map[string]string, len(s.Order))
	for i, id := range s.Order {
		of[id] = s.Strata[i]
	}
	return func(id string) string { return of[id] }
}

// name gives each query of a table the stratum that it was drawn in.
func (s *Sample) name(t *scoring.Table) {
	of := s.stratum()
	for i := range t.Len() {
		t.Edit(i).Stratum = of(t.ID(i))
	}
}

// ReadSample reads what Draw made.
func ReadSample(from trec.Source) (*Sample, error) {
	in, err := from.Open()
	if err != nil {
		return nil, fmt.Errorf("sample: %w", err)
	}
	defer in.Close()
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	s := &Sample{}
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("%s: %w; a sample is made by `rankduel labels sample`", from.Name, err)
	}
	if s.Schema != sampleSchema || d.More() || s.Planned < 1 || s.Planned > len(s.Order) || len(s.Strata) > 0 && len(s.Strata) != len(s.Order) {
		return nil, fmt.Errorf("%s: is not a sample of `rankduel labels sample`, or was changed", from.Name)
	}
	return s, nil
}

// OriginOf reads who was asked for a model's labels; nil where it is not written down.
func OriginOf(path string, model *judgments.Judgments) (*result.JudgeOrigin, error) {
	path += result.JudgeOriginEnding
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	o := &result.JudgeOrigin{}
	if err = errors.Join(err, json.Unmarshal(data, o)); err == nil && o.Labels != model.Info.SHA256 {
		err = fmt.Errorf("%s is not what %s says of it: ask again, or remove that file if the labels are no longer the judge's", model.Info.Name, path)
	}
	return o, err
}

// check refuses a sample that was not drawn of what a model labelled.
func (s *Sample) check(model *judgments.Judgments) error {
	if content := contentOf(model); s.Model != content {
		return fmt.Errorf("the sample was drawn for other labels than %s (sha256 of their content %.12s, not %.12s); draw another, with the same seed the order of the same queries stays",
			model.Info.Name, content, s.Model)
	}
	var stratum func(id string) string
	if len(s.Strata) > 0 {
		stratum = s.stratum()
	}
	drawn, err := Draw(model, 1, s.Seed, stratum)
	if err == nil && !slices.Equal(drawn.Order, s.Order) {
		err = fmt.Errorf("the order of the sample is not the one that seed %d draws from %s; draw it again, with --test-set where that has groups of wordings", s.Seed, model.Info.Name)
	}
	return err
}

// prefix returns the queries labelled whole up to the first of the order that is not.
func (s *Sample) prefix(whole map[string]bool) map[string]bool {
	kept := map[string]bool{}
	for _, id := range s.Order {
		if !whole[id] {
			break
		}
		kept[id] = true
	}
	return kept
}
