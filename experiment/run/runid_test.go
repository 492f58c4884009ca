package run_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// Whatever a run id is made of changes with what it stands for, and changes the
// id; or it is listed as no setting.
func TestEveryPartOfARunIDCounts(t *testing.T) {
	none := func(*plan.Config) {}
	info := func(change func(*result.TestSetInfo)) func(*testing.T) run.System {
		return func(t *testing.T) run.System {
			p := preparedFor(t, func(*plan.Plan) {})
			change(&p.Judgments().Info)
			_, s := underTest(t, p, none)
			return s
		}
	}
	planned := func(change func(*plan.Plan)) func(*testing.T) run.System {
		return func(t *testing.T) run.System {
			_, s := underTest(t, preparedFor(t, change), none)
			return s
		}
	}
	config := func(change func(*plan.Config)) func(*testing.T) run.System {
		return func(t *testing.T) run.System {
			_, s := underTest(t, preparedFor(t, func(*plan.Plan) {}), change)
			return s
		}
	}
	changes := map[string]func(*testing.T) run.System{
		"components":       config(func(c *plan.Config) { c.Components = []string{"bm25"} }),
		"fusion":           config(func(c *plan.Config) { c.Fusion = fusion.Settings{Method: "mapfuse"} }),
		"training":         planned(func(p *plan.Plan) { p.Compare.Seed = new(uint64(7)) }),
		"depth":            config(func(c *plan.Config) { c.Depth = 30 }),
		"top_k":            config(func(c *plan.Config) { c.TopK = 39 }),
		"retrieved":        planned(func(p *plan.Plan) { p.Configs[1].Depth = 200 }),
		"rerank":           config(func(c *plan.Config) { c.Rerank = &rerank.Settings{Method: "lexical"} }),
		"components_asked": config(func(c *plan.Config) { c.Asked = result.AskedInSequence }),
		"repeats":          planned(func(p *plan.Plan) { p.Retrieve.Repeats = 2 }),
		"test_set.name":    info(func(i *result.TestSetInfo) { i.Name = "other" }),
		"test_set.version": info(func(i *result.TestSetInfo) { i.Version = "v2" }),
		"test_set.sha256":  info(func(i *result.TestSetInfo) { i.SHA256 = "0123" }),
		"test_set.part":    planned(func(p *plan.Plan) { p.Part = "all" }),
		"profile": planned(func(p *plan.Plan) {
			p.Profile = wingtest.ProfileNamed(t, "trec")
		}),
		"profile_revision": planned(func(p *plan.Plan) { p.Profile.Revision++ }),
		"measures":         planned(func(p *plan.Plan) { p.Measures = []metrics.Measure{metrics.ReciprocalRank{}} }),
		"paths_sha256":     planned(func(p *plan.Plan) { p.Paths = "paths.txt" }),
	}
	fixed := []string{"format"} // of the id itself
	_, base := underTest(t, preparedFor(t, func(*plan.Plan) {}), none)
	keys := identityKeys(run.Identity, "")
	for _, key := range keys {
		if slices.Contains(fixed, key) {
			continue
		}
		change, ok := changes[key]
		if !ok {
			t.Errorf("%s: nobody says what changes it", key)
			continue
		}
		changed := change(t)
		if changed.ID() == base.ID() {
			t.Errorf("%s: the run id is the same", key)
		}
		if a, b := valueAt(t, base, key), valueAt(t, changed, key); a == b {
			t.Errorf("%s is %s before and after", key, a)
		}
	}
	for key := range changes {
		if !slices.Contains(keys, key) {
			t.Errorf("%s is no part of a run id", key)
		}
	}
}

// identityKeys lists the keys of a structure in JSON, those of the test set one
// by one.
func identityKeys(of reflect.Type, at string) []string {
	var keys []string
	for f := range of.Fields() {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			keys = append(keys, identityKeys(f.Type, at)...)
		case key == "test_set":
			keys = append(keys, identityKeys(f.Type, key+".")...)
		default:
			keys = append(keys, at+key)
		}
	}
	return keys
}

// valueAt returns what the id of a system says under a key, as text.
func valueAt(t *testing.T, s run.System, key string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(s.JSON(), &value); err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(key, ".") {
		value = value.(map[string]any)[part]
	}
	return fmt.Sprint(value)
}
