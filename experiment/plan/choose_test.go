package plan_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/metrics"
)

const threeConfigs = `test_set: set.yaml
measures: [P@10, R@10, P@5]
primary: R@10
guardrails: [P@5]
components:
  bm25: {run: a.trec}
  dense: {run: b.trec}
configs:
  sparse: {components: [bm25], top_k: 10}
  vectors: {components: [dense]}
  both: {components: [bm25, dense], fusion_method: rrf}
baseline: vectors
`

func choosable(t *testing.T) *plan.Plan {
	t.Helper()
	p, err := plan.Load(filepath.Join(planDir(t, threeConfigs), "experiment.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestChoose(t *testing.T) {
	for _, tt := range []struct {
		name   string
		choice choice
		want   string // configs | baseline | measures | primary | guardrails | part
		err    string
	}{
		{"nothing", choice{}, "sparse vectors both | vectors | P@10 R@10 P@5 | R@10 | P@5 | evaluation", ""},
		{"two configs, in the file's order", choice{Configs: []string{"both", "vectors"}}, "vectors both | vectors | P@10 R@10 P@5 | R@10 | P@5 | evaluation", ""},
		{"without the baseline: the first named", choice{Configs: []string{"both", "sparse"}}, "sparse both | both | P@10 R@10 P@5 | R@10 | P@5 | evaluation", ""},
		{"another baseline", choice{Baseline: "sparse"}, "sparse vectors both | sparse | P@10 R@10 P@5 | R@10 | P@5 | evaluation", ""},
		{"measures with the roles", choice{Measures: []string{"P@5,R@10", "RR"}}, "sparse vectors both | vectors | P@5 R@10 RR | R@10 | P@5 | evaluation", ""},
		{"other roles", choice{Measures: []string{"P@1", "RR"}, Primary: "RR", Guardrails: []string{"P@1"}}, "sparse vectors both | vectors | P@1 RR | RR | P@1 | evaluation", ""},
		{"part", choice{Part: "all"}, "sparse vectors both | vectors | P@10 R@10 P@5 | R@10 | P@5 | all", ""},

		{"unknown", choice{Configs: []string{"both", "x\n<b>", "../y"}}, "", `configs: there is no "x\n<b>"; there are "sparse", "vectors", "both"` + "\n" + `configs: there is no "../y"; there are "sparse", "vectors", "both"`},
		{"twice", choice{Configs: []string{"both", "both"}}, "", `configs: "both" is named twice`},
		{"one", choice{Configs: []string{"both"}}, "", "configs: a comparison needs two; name one more"},
		{"baseline of nobody", choice{Baseline: "bm25"}, "", `baseline: "bm25" is not among the configs "sparse", "vectors", "both"`},
		{"baseline that was not chosen", choice{Configs: []string{"both", "sparse"}, Baseline: "vectors"}, "", `baseline: "vectors" is not among the configs "sparse", "both"`},
		{"no such measure", choice{Measures: []string{"nDCG@x"}}, "", "measures: "},
		{"the primary is lost", choice{Measures: []string{"P@10", "P@5"}}, "", "measures: the experiment decides by R@10, which is not among P@10, P@5; add it to them, or name another primary"},
		{"the guardrail is lost", choice{Measures: []string{"R@10"}}, "", "measures: the experiment guards P@5, which is not among R@10; add it to them, or name other guardrails"},
		{"a primary from elsewhere", choice{Primary: "RR"}, "", "primary: RR is not among the measures P@10, R@10, P@5; add it to them"},
		{"a measure that is too deep", choice{Measures: []string{"R@10,P@5,R@50"}}, "", `measures: R@50 looks at 50 hits, and config "sparse" has 10`},
		{"several faults", choice{Baseline: "x", Part: "some", Primary: "y"}, "", "baseline: \"x\" is not among the configs \"sparse\", \"vectors\", \"both\"\npart \"some\": want one of \"evaluation\", \"heldout\", \"all\"\nprimary: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := choosable(t)
			before := describe(p)
			got, err := p.Choose(tt.choice.request())
			switch {
			case tt.err != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.err)):
				t.Errorf("Choose = %v, want %q", err, tt.err)
			case tt.err == "" && err != nil:
				t.Errorf("Choose = %v", err)
			case tt.err == "" && describe(got) != tt.want:
				t.Errorf("Choose = %s, want %s", describe(got), tt.want)
			}
			if after := describe(p); after != before {
				t.Errorf("the plan became %s, it was %s", after, before)
			}
		})
	}
}

func describe(p *plan.Plan) string {
	var names []string
	for _, c := range p.Configs {
		names = append(names, c.Name)
	}
	return strings.Join([]string{
		strings.Join(names, " "), p.Baseline, strings.Join(metrics.Texts(p.Measures), " "), p.Primary.String(),
		strings.Join(metrics.Texts(p.Guardrails), " "), p.Part,
	}, " | ")
}

// A choice is what a request asks for; what is empty it does not ask for.
type choice struct {
	Configs, Measures, Guardrails []string
	Baseline, Part, Primary       string
}

func (c choice) request() *request.Request {
	r := &request.Request{}
	for key, list := range map[string][]string{"configs": c.Configs, "measures": c.Measures, "guardrails": c.Guardrails} {
		if list != nil {
			r.Set(key, list)
		}
	}
	for key, text := range map[string]string{"baseline": c.Baseline, "part": c.Part, "primary": c.Primary} {
		if text != "" {
			r.Set(key, text)
		}
	}
	return r
}

// What only configurations ask that were not chosen is not asked; what none asks
// stays as the file has it.
func TestChooseComponents(t *testing.T) {
	file := strings.Replace(threeConfigs, "  dense: {run: b.trec}\n", "  dense: {run: b.trec}\n  spare: {run: b.trec}\n", 1)
	file = strings.Replace(file, "both: {components: [bm25, dense], fusion_method: rrf}", "deeper: {components: [bm25], top_k: 50}", 1)
	p, err := plan.Load(filepath.Join(planDir(t, file), "experiment.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		configs []string
		want    string
	}{{nil, "bm25 dense spare"}, {[]string{"sparse", "deeper"}, "bm25 spare"}, {[]string{"sparse", "vectors"}, "bm25 dense spare"}} {
		chosen, err := p.Choose(choice{Configs: tt.configs}.request())
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range chosen.Components {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%v ask %s, want %s", tt.configs, got, tt.want)
		}
	}
}

// A gain that is declared makes measures that Go cannot compare with ==.
func TestChooseBesideDeclaredGains(t *testing.T) {
	for _, tt := range []struct{ head, want string }{
		{"measures: [nDCG@5]", "P@5"},
		{"measures: [nDCG@5]\nprimary: nDCG@5", "P@5"}, // as it would be without saying so
		{"measures: [RR, nDCG@5]\nprimary: nDCG@5", "measures: the experiment decides by nDCG(gain=exp)@5, which is not among P@5; add it to them, or name another primary"},
		{"measures: [RR, 'nDCG(gain={0:0,1:1,2:3})@5']\nprimary: nDCG(gain={0:0,1:1,2:3})@5", "measures: the experiment decides by nDCG(gain={0:0,1:1,2:3})@5, which is not among P@5; add it to them, or name another primary"},
	} {
		file := strings.Replace(threeConfigs, "measures: [P@10, R@10, P@5]\nprimary: R@10\nguardrails: [P@5]", tt.head, 1)
		p, err := plan.Load(filepath.Join(planDir(t, file), "experiment.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		chosen, err := p.Choose(choice{Measures: []string{"P@5"}}.request())
		switch {
		case err != nil && err.Error() != tt.want:
			t.Errorf("%s: %v, want %s", tt.head, err, tt.want)
		case err == nil && chosen.Primary.String() != tt.want:
			t.Errorf("%s: decided by %s, want %s", tt.head, chosen.Primary, tt.want)
		}
	}
}
