package holdout

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// A Question is all that decides what a check shows of held-out queries. Asked
// again about the same scores it shows what it showed, and is no other look.
type Question struct {
	Release             string // one of result.ReleaseScores and its like
	Alpha               float64
	Gains               Gains
	Evaluation, HeldOut PartScores
}

// PartScores are two systems and their scores on one part, by query.
type PartScores struct {
	TestSet result.TestSetInfo
	Profile string
	A, B    result.System
	Rows    []result.QueryDifference
}

// digestFormat changes when the same digest would no longer mean the same
// question.
const digestFormat = 1

// Digest tells a question from others: by what is asked, by the systems' run
// files or configurations, by when live rankings were recorded, and by every
// score. How many configurations were tried is not part of it, since that says
// nothing about held-out queries.
func (q Question) Digest() (string, error) {
	data, err := json.Marshal(struct {
		Format              int
		Release, Measure    string
		Alpha               float64
		EvaluationGains     []float64
		HeldOutGains        []float64
		Evaluation, HeldOut askedParts
	}{
		digestFormat, q.Release, q.Gains.Measure, q.Alpha, q.Gains.Evaluation, q.Gains.HeldOut,
		q.Evaluation.parts(), q.HeldOut.parts(),
	})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

type askedParts struct {
	SHA256, Part, Profile string
	A, B                  [4]string
	Rows                  []result.QueryDifference
}

func (a PartScores) parts() askedParts {
	return askedParts{a.TestSet.SHA256, a.TestSet.Part, a.Profile, identityOf(a.A), identityOf(a.B), a.Rows}
}

// identityOf returns a system's name, which the noise of Thresholdout goes by, what
// it was read from, and when it was recorded.
func identityOf(s result.System) [4]string {
	id := [4]string{s.Name, cmp.Or(s.SHA256, s.RunID)}
	if r := s.Recorded; r != nil {
		id[2], id[3] = r.From.UTC().Truncate(time.Second).Format(time.RFC3339), r.To.UTC().Truncate(time.Second).Format(time.RFC3339)
	}
	return id
}

// Seen finds the look that a question was asked by before, at one version of a
// test set, and which one of that version it was, from 1.
func (l Ledger) Seen(sha256, digest string) (look result.Look, j int, ok bool) {
	for i, look := range l.Of(sha256) {
		if look.Scored != "" && look.Scored == digest {
			return look, i + 1, true
		}
	}
	return result.Look{}, 0, false
}
