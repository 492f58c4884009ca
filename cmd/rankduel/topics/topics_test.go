package topics_test

import (
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/topics"
	"github.com/rankduel/rankduel/experiment/result"
)

// Every code that a report can hold is explained by name.
func TestTopicsExplainEverything(t *testing.T) {
	known := map[string]bool{}
	for _, topic := range topics.Topics() {
		if topic.Text == "" || known[topic.Kind+topic.Name] {
			t.Errorf("topic %s %s is empty or there twice", topic.Kind, topic.Name)
		}
		known[topic.Kind+topic.Name] = true
	}
	for _, code := range []string{
		result.FindingMissing, result.FindingFailed, result.FindingExtra, result.FindingTies,
		result.FindingContradictions, result.FindingDuplicates, result.FindingInterleaved, result.FindingUndefined,
		result.FindingIdentical, result.FindingFewPairs, result.FindingJudged, result.FindingLowCoverage, result.FindingFailuresMatter,
	} {
		if !known["finding"+code] {
			t.Errorf("finding %s is not explained", code)
		}
	}
	for _, verdict := range []result.Verdict{result.Better, result.Worse, result.Equivalent, result.Inconclusive} {
		if !known["verdict"+string(verdict)] {
			t.Errorf("verdict %s is not explained", verdict)
		}
	}
}
