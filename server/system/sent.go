package system

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/testsets"
)

// mostName bounds names and versions of sets that are sent: lists show them, and a
// longer one could not be asked for.
const mostName = 140

// CheckSent refuses a set that is larger than the server takes; most is 0 where it
// takes any number of queries.
func CheckSent(set *testsets.TestSet, most int) error {
	if n := len(set.Queries); most > 0 && n > most {
		return &AskError{fmt.Errorf("the test set has %d queries, and this server takes %d; send a part of it, or have `rankduel run` evaluate it", n, most)}
	}
	if n := max(len(set.Name), len(set.Version)); n > mostName {
		return &AskError{fmt.Errorf("the test set's name or version has %d bytes, and this server takes %d; give it a shorter one", n, mostName)}
	}
	if strings.ContainsRune(set.Label(), 0) {
		return &AskError{fmt.Errorf("the test set's name or version %q has a NUL byte, and not every store keeps one; give it another", set.Label())}
	}
	return nil
}

// checkGrades refuses a set whose grades the measures do not bear.
func checkGrades(over *plan.Plan, set *testsets.TestSet) error {
	judged, err := judgments.Of(set, judgments.PartEvaluation)
	if err != nil {
		return err
	}
	return judged.Check(over.Profile, over.Measures)
}
