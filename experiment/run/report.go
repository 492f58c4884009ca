package run

import "github.com/rankduel/rankduel/experiment/result"

// addReport adds what was done for a component to what was done for its other repeats.
func addReport(report *result.RetrievalReport, c result.ComponentRetrieval) {
	for i := range report.Components {
		of := &report.Components[i]
		if of.Component != c.Component || of.Step != c.Step {
			continue
		}
		of.Calls, of.Reused, of.Failed, of.Retries = of.Calls+c.Calls, of.Reused+c.Reused, of.Failed+c.Failed, of.Retries+c.Retries
		of.WarmUpCalls, of.WarmUpMS = of.WarmUpCalls+c.WarmUpCalls, of.WarmUpMS+c.WarmUpMS
		if c.QueriesPerSecond != nil {
			rate := *c.QueriesPerSecond
			if of.QueriesPerSecond != nil {
				rate += *of.QueriesPerSecond
			}
			of.QueriesPerSecond = &rate
		}
		return
	}
	report.Components = append(report.Components, c)
}

// maxFailures bounds the failures that a report lists; all are counted.
const maxFailures = 20

func note(report *result.RetrievalReport, f result.RecordedFailure) {
	report.Failed++
	if len(report.Failures) < maxFailures {
		report.Failures = append(report.Failures, f)
	}
}
