package reports

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// otelLine is a line of OpenTelemetry's JSON for one event, in the names of the semantic
// conventions 1.41.0: with its time and its attributes.
const otelLine = `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"rankduel"}}]},` +
	`"scopeLogs":[{"scope":{"name":"rankduel"},"logRecords":[{%s"eventName":"gen_ai.evaluation.result","attributes":[%s]}],` +
	`"schemaUrl":"https://opentelemetry.io/schemas/1.41.0"}]}]}` + "\n"

// otelEvents are such lines: one for each query, system and measure, and one for each verdict.
type otelEvents struct {
	lines strings.Builder
	set   string // the test set
}

// add adds an event that was recorded until then, nil if no one knows. Texts are keys with
// their values, of which empty ones are left out.
func (e *otelEvents) add(recorded *result.Recorded, score *float64, texts ...string) {
	at, attributes := "", []string{}
	attribute := func(key, kind string, value any) {
		text, _ := json.Marshal(value) // a text, or a finite number
		attributes = append(attributes, fmt.Sprintf(`{"key":%q,"value":{%q:%s}}`, key, kind, text))
	}
	if recorded != nil {
		at = fmt.Sprintf(`"timeUnixNano":"%d",`, recorded.To.UnixNano())
	}
	if score != nil {
		attribute("gen_ai.evaluation.score.value", "doubleValue", *score)
	}
	for i, texts := 0, append(texts, "rankduel.test_set", e.set); i < len(texts); i += 2 {
		if texts[i+1] != "" {
			attribute(texts[i], "stringValue", texts[i+1])
		}
	}
	fmt.Fprintf(&e.lines, otelLine, at, strings.Join(attributes, ","))
}

// scores adds the scores of a query, in the order of measures.
func (e *otelEvents) scores(recorded *result.Recorded, system, query string, status result.Status, measures []string, scores map[string]*float64) {
	for _, m := range measures {
		label, fault := string(status), ""
		if status == result.Failed {
			fault = "retrieval_failed"
		} else if scores[m] == nil {
			label = "undefined"
		}
		e.add(recorded, scores[m], "gen_ai.evaluation.name", m, "gen_ai.evaluation.score.label", label, "error.type", fault, "rankduel.system", system, "rankduel.query_id", query)
	}
}

// evaluation adds the scores of every run.
func (e *otelEvents) evaluation(runs []result.RunEvaluation) {
	for _, r := range runs {
		measures := measureNames([]result.RunEvaluation{r})
		for _, q := range r.PerQuery {
			e.scores(r.Recorded, r.Name, q.QueryID, q.Status, measures, q.Scores)
		}
	}
}

// comparison adds the scores of the queries of each pair, those of the baseline once, and the
// verdicts, whose score is the difference.
func (e *otelEvents) comparison(c *result.Comparison) {
	for i, pair := range c.Comparisons {
		measures := measuresOf(pair)
		for _, q := range pair.PerQuery {
			if i == 0 {
				e.scores(c.A.Recorded, c.A.Name, q.QueryID, result.Scored, measures, q.A)
			}
			e.scores(pair.B.Recorded, pair.B.Name, q.QueryID, result.Scored, measures, q.B)
		}
		for _, m := range pair.Measures {
			if m.Verdict != "" {
				e.add(pair.B.Recorded, m.MeanDifference, "gen_ai.evaluation.name", m.Measure+" difference", "gen_ai.evaluation.score.label", string(m.Verdict),
					"gen_ai.evaluation.explanation", m.VerdictReason, "rankduel.system", pair.B.Name, "rankduel.baseline", c.A.Name)
			}
		}
	}
}
