package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// An arm is one system of a run: a configuration under comparison, or a
// component on its own, which is a configuration of one.
type arm struct {
	name   string
	role   Role
	config Config
	making making
	rerank rerank.Settings // with paths from the working folder
	id     string
	json   []byte // canonical, what the id is the hash of
	stored bool   // the scores came from the store
	scores *Scores

	// While the arm is scored:
	pipeline *pipeline
	tally    *tally
}

// identity is everything that fixes an arm's scores. Its hash is the run id.
type identity struct {
	Format int `json:"format"` // of this structure
	making
	Asked    string          `json:"components_asked,omitempty"` // empty: in parallel
	TestSet  testSetIdentity `json:"test_set"`
	Profile  string          `json:"profile"`
	Revision int             `json:"profile_revision,omitempty"` // 0 as long as its numbers have not changed
	Measures []string        `json:"measures"`
	Paths    string          `json:"paths_sha256,omitempty"` // empty when no measure looks them up
}

type testSetIdentity struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
	Part    string `json:"part"`
}

// making is everything that fixes an arm's rankings.
type making struct {
	Components map[string]any  `json:"components"`
	Fusion     fusion.Settings `json:"fusion"`
	Training   *training       `json:"training,omitempty"` // of a fusion that has to be trained
	Depth      int             `json:"depth,omitempty"`    // of the components, where it is not top_k
	TopK       int             `json:"top_k"`
	Rerank     string          `json:"rerank,omitempty"` // fingerprint
}

// training is what a trained fusion depends on besides its settings.
type training struct {
	Folds int    `json:"folds"`
	Seed  uint64 `json:"seed"`
}

// identityFormat changes when scores of the same inputs would change.
const identityFormat = 1

// planArms lists the configurations, then the components alone, and gives
// each its run id.
func (r *Runner) planArms() error {
	for _, c := range r.plan.Configs {
		r.arms = append(r.arms, &arm{name: c.Name, role: RoleConfig, config: c})
	}
	for _, c := range r.plan.Components {
		alone := Config{Name: c.Name, Components: []string{c.Name}, TopK: r.plan.depth()}
		r.arms = append(r.arms, &arm{name: c.Name, role: RoleComponent, config: alone})
	}
	info := r.judgments.Info
	for _, s := range r.arms {
		if err := r.identify(s); err != nil {
			return fmt.Errorf("config %q: %w", s.name, err)
		}
		id := identity{
			Format: identityFormat, making: s.making, Asked: s.config.Asked,
			TestSet: testSetIdentity{info.Name, info.Version, info.SHA256, info.Part},
			Profile: r.profile.Name, Revision: r.profile.Revision, Measures: texts(r.measures),
		}
		if r.judgments.Paths != nil {
			id.Paths = r.judgments.Paths.SHA256
		}
		if s.config.Asked == AskedInParallel {
			id.Asked = "" // the default, written or not
		}
		hash, canonical, err := key(id)
		if err != nil {
			return err
		}
		s.id, s.json = "run_"+hash[:16], canonical
		if s.role == RoleConfig {
			r.report.RunIDs[s.name] = s.id
		}
	}
	return nil
}

// identify says what an arm's rankings are made of.
func (r *Runner) identify(s *arm) error {
	m := making{Components: map[string]any{}, Fusion: s.config.Fusion.Resolved(), TopK: s.config.TopK}
	if depth := s.config.depth(); depth != s.config.TopK {
		m.Depth = depth
	}
	if s.config.Fusion.Trained() {
		m.Training = &training{s.config.Folds, r.plan.seed()}
	}
	for _, name := range s.config.Components {
		m.Components[name] = r.sources[name].identity
	}
	if s.config.Rerank != nil {
		s.rerank = s.config.Rerank.Rebased(r.place.resolve)
		var err error
		if m.Rerank, err = s.rerank.Fingerprint(); err != nil {
			return fmt.Errorf("rerank: %w", err)
		}
	}
	s.making = m
	return nil
}

// settleFromStore takes the scores of every arm that was run before.
func (r *Runner) settleFromStore(ctx context.Context) error {
	for _, s := range r.arms {
		if slices.ContainsFunc(s.config.Components, func(name string) bool { return slices.Contains(r.opts.Refresh, name) }) {
			continue
		}
		run, err := r.recorder.Run(ctx, s.id)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return &StoreError{err}
		}
		scores, err := run.Scores()
		if err != nil {
			return err
		}
		if r.opts.RetryFailed && scores.Count(Failed) > 0 {
			continue
		}
		if err := scores.order(r.judgments); err != nil {
			return &StoreError{err}
		}
		scores.Name, scores.Role = s.name, s.role
		s.scores, s.stored = scores, true
		if s.role == RoleComponent {
			r.noteStored(s)
		}
	}
	return nil
}

// noteStored reports the failures of a component that came from the store.
func (r *Runner) noteStored(a *arm) {
	for _, q := range a.scores.Queries {
		if q.Status == Failed {
			r.note(RecordedFailure{Component: a.name, QueryID: q.ID, Error: q.Error})
		}
	}
}

// scoreAndStore fuses and scores the arms that the store did not have.
func (r *Runner) scoreAndStore(ctx context.Context) error {
	var open []*arm
	for _, a := range r.arms {
		if a.stored {
			continue
		}
		var err error
		if a.pipeline, err = r.newPipeline(ctx, a); err != nil {
			return fmt.Errorf("config %q: %w", a.name, err)
		}
		a.tally = newTally(a.name, r.judgments, r.measures, r.profile)
		open = append(open, a)
	}
	if len(open) == 0 {
		return nil
	}
	if err := r.rerank(ctx, open); err != nil {
		return err
	}
	err := r.eachQuery(ctx, r.read(open), func(q int, parts map[string]answer) {
		for _, a := range open {
			a.tally.add(q, a.pipeline.answer(q, parts))
		}
	})
	if err != nil {
		return err
	}
	return r.store(ctx, open)
}

// read names what is read to score the arms: components, and the reranks of
// those that have one.
func (r *Runner) read(open []*arm) []string {
	names := r.needed()
	for _, a := range open {
		if a.config.Rerank != nil {
			names = append(names, a.name)
		}
	}
	return names
}

// store completes the scores of the arms and keeps them.
//
// Configurations come last: one that is a component as it is has that
// component's run id, and keeps its own name.
func (r *Runner) store(ctx context.Context, scored []*arm) error {
	for _, a := range slices.Backward(scored) {
		a.scores = a.tally.finish()
		a.scores.Role, a.scores.RunID = a.role, a.id
		a.scores.Health = append(a.scores.Health, r.armFindings(a)...)
		a.tally, a.pipeline = nil, nil
		run, err := r.storedRun(a)
		if err != nil {
			return err
		}
		if err := r.recorder.SaveRun(ctx, run); err != nil {
			return &StoreError{err}
		}
	}
	return nil
}

// armFindings says what the reader of an arm's numbers should know about its
// inputs.
func (r *Runner) armFindings(s *arm) []Finding {
	var list []Finding
	for _, name := range s.config.Components {
		c := r.answers[name]
		list = append(list, c.findings...)
		if c.dropped > 0 {
			list = append(list, droppedFinding(c.dropped))
		}
		if c.missing > 0 && len(s.config.Components) > 1 {
			list = append(list, Finding{
				FindingMissing, SeverityWarning,
				fmt.Sprintf("component %s lacks %d of %d judged queries; the fusion goes on without it there", name, c.missing, r.judgments.Len()),
			})
		}
	}
	return append(list, r.depthFinding(s)...)
}

// depthFinding says that measures without a cutoff saw rankings that were cut,
// where that can matter: a relevant document may stand below the cut, and for
// the reciprocal rank no other stands above it.
func (r *Runner) depthFinding(s *arm) []Finding {
	some, none := 0, 0 // full rankings that lack some, or all, relevant documents
	for q, retrieved := range s.tally.retrieved {
		relevant := s.scores.Queries[q].Relevant
		found := 0
		for _, d := range relevant {
			if d.Rank > 0 {
				found++
			}
		}
		if retrieved < s.config.TopK || found == len(relevant) {
			continue
		}
		some++
		if found == 0 {
			none++
		}
	}
	var uncut []string
	lacking, n := "any relevant document", none
	for _, m := range r.measures {
		_, first := m.(metrics.ReciprocalRank)
		switch {
		case metrics.LevelOf(m) == metrics.AnswerLevel || m.Cutoff() != 0 || first && none == 0 || some == 0:
			continue
		case !first:
			lacking, n = "all relevant documents", some
		}
		uncut = append(uncut, m.String())
	}
	if len(uncut) == 0 {
		return nil
	}
	return []Finding{{
		FindingDepth, SeverityNote,
		fmt.Sprintf("%s would look at whole rankings, but %s without %s ended at top_k %d",
			strings.Join(uncut, ", "), plural(n, "ranking"), lacking, s.config.TopK),
	}}
}

func (r *Runner) storedRun(s *arm) (StoredRun, error) {
	aggregate, err := json.Marshal(s.scores.Summarize(false))
	if err != nil {
		return StoredRun{}, err
	}
	now := time.Now
	if r.opts.Clock != nil {
		now = r.opts.Clock
	}
	run := StoredRun{
		ID: s.id, Name: s.name, Suite: suite(r.judgments.Info), TestSet: r.judgments.Info, Profile: r.profile.Name,
		Config: s.json, Aggregate: aggregate, CommitHash: r.opts.CommitHash, CreatedAt: now().UTC(),
		Rows: make([]StoredRow, len(s.scores.Queries)),
	}
	for q, query := range s.scores.Queries {
		run.Rows[q] = StoredRow{
			QueryID: query.ID, Stratum: query.Stratum, Text: query.Text, Status: query.Status, Error: query.Error,
			LatencyMS: query.LatencyMS, RerankMS: query.RerankMS, Scores: s.scores.row(q), Judged: number(s.scores.judged[q]), Relevant: query.Relevant,
		}
	}
	slices.SortStableFunc(run.Rows, func(a, b StoredRow) int { return strings.Compare(a.QueryID, b.QueryID) })
	return run, nil
}

func suite(info TestSetInfo) string {
	if info.Version == "" {
		return info.Name
	}
	return info.Name + "@" + info.Version
}

// Scores turns a stored run back into the table it was made from, queries by
// id. It can be compared with any other run over the same test set.
func (run StoredRun) Scores() (*Scores, error) {
	var summary RunEvaluation
	if err := json.Unmarshal(run.Aggregate, &summary); err != nil {
		return nil, fmt.Errorf("stored run %s: aggregate: %w", run.ID, err)
	}
	if len(summary.Measures) == 0 {
		return nil, fmt.Errorf("stored run %s holds no measure of this program; score it again", run.ID)
	}
	measures := make([]string, len(summary.Measures))
	for m := range summary.Measures {
		measures[m] = summary.Measures[m].Measure
	}
	s := newScores(run.Name, run.Profile, run.TestSet, measures, len(run.Rows))
	s.Role, s.RunID, s.SHA256, s.Health = summary.Role, run.ID, summary.SHA256, summary.Health
	for q, row := range run.Rows {
		s.Queries[q] = ScoredQuery{
			ID: row.QueryID, Stratum: row.Stratum, Text: row.Text, Status: row.Status, Error: row.Error,
			LatencyMS: row.LatencyMS, RerankMS: row.RerankMS, Relevant: row.Relevant,
		}
		for m, name := range measures {
			s.values[m][q] = orNaN(row.Scores[name])
		}
		s.judged[q] = orNaN(row.Judged)
	}
	return s, nil
}
