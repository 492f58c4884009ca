package reports

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// The elements of JUnit's XML that build servers agree on.
type junitSuites struct {
	XMLName xml.Name   `xml:"testsuites"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitMessage `xml:"failure,omitempty"`
	Error   *junitMessage `xml:"error,omitempty"`
	Skipped *junitMessage `xml:"skipped,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitMessage struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// gateJUnit returns one case a rule. What is advisory or waived is skipped, so that it shows and does not
// fail a build; what was not measured is an error. A fault of the whole is a case of its own.
func gateJUnit(g *result.Gate) (string, error) {
	suite := junitSuite{Name: gateClaim(g, document.Printable)}
	for _, r := range g.Rules {
		suite.add(junitOf(r))
	}
	if g.State == result.GateFault && suite.Errors == 0 {
		suite.add(junitCase{Class: "gate", Name: "measurement", Error: &junitMessage{Type: string(g.State), Message: document.Printable(g.Reason)}})
	}
	if g.State == result.GateFailed && suite.Failures == 0 {
		suite.add(junitCase{Class: "gate", Name: "decision", Failure: &junitMessage{Type: string(g.State), Message: document.Printable(g.Reason)}})
	}
	out, err := xml.MarshalIndent(junitSuites{Suite: suite}, "", "  ")
	return xml.Header + string(out) + "\n", err
}

func junitOf(r result.GateRule) junitCase {
	class := "gate." + document.Printable(about(r))
	if r.Stratum != "" {
		class += "." + document.Printable(r.Stratum)
	}
	c := junitCase{Class: class, Name: document.Printable(written(r))}
	m := &junitMessage{Type: string(r.Status), Message: document.Printable(r.Text)}
	switch {
	case r.Status == result.RulePassed:
		c.Output = document.Printable(r.Text)
	case r.Status == result.RuleWaived:
		m.Message = fmt.Sprintf("waived until %s by %s: %s; %s", r.Waiver.Expires, document.Printable(r.Waiver.Owner), document.Printable(r.Waiver.Reason), m.Message)
		c.Skipped = m
	case !r.Required:
		m.Message = "advisory: " + m.Message
		c.Skipped = m
	case r.Status == result.RuleNotMeasured:
		c.Error = m
	default:
		c.Failure = m
	}
	return c
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// GitHub shows ten annotations of a level for a step and drops the rest; the last one counts those.
const mostAnnotations = 10

// gateAnnotations returns commands to a GitHub runner, a line each.
func gateAnnotations(g *result.Gate) string {
	byLevel := map[string][]string{}
	for _, r := range g.Rules {
		level := annotationLevel(r)
		byLevel[level] = append(byLevel[level], annotation(level, written(r), r.Text))
	}
	for _, f := range g.Health {
		if f.Code == result.FindingProtected {
			byLevel["error"] = slices.Insert(byLevel["error"], 0, annotation("error", "retrieval gate", f.Text))
		}
	}
	if len(byLevel["error"]) == 0 && (g.State == result.GateFailed || g.State == result.GateFault) {
		byLevel["error"] = []string{annotation("error", "retrieval gate", g.Reason)}
	}
	var out []string
	for _, level := range []string{"error", "warning", "notice"} {
		lines := byLevel[level]
		if more := len(lines) - mostAnnotations; more > 0 {
			lines = append(lines[:mostAnnotations-1:mostAnnotations-1], annotation(level, "retrieval gate", fmt.Sprintf("%d more rules, see the report", more+1)))
		}
		out = append(out, lines...)
	}
	return strings.Join(append(out, annotation("notice", "retrieval gate", gateClaim(g, document.Printable))), "\n") + "\n"
}

func annotationLevel(r result.GateRule) string {
	switch {
	case r.Status == result.RulePassed:
		return "notice"
	case !r.Required || r.Status == result.RuleWaived || r.Status == result.RuleInconclusive:
		return "warning"
	}
	return "error"
}

// What a runner would read as syntax, in values and in messages.
var (
	annotationText  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	annotationValue = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func annotation(level, title, text string) string {
	return fmt.Sprintf("::%s title=%s::%s", level, annotationValue.Replace(document.Printable(title)), annotationText.Replace(document.Printable(text)))
}
