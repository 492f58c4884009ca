// Package labels is what several people label and adjudicate at once: tasks, each a pool with its journals,
// and a seat for each person at work, opened when they are asked the first question and given back when
// they have been away. It knows names of people and of tasks, and neither requests nor tokens.
package labels

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
	"github.com/rankduel/rankduel/testsets/label/wire"
)

// An Activity is what someone can be asked to do.
type Activity string

// The activities.
const (
	Labelling    Activity = "labelling"
	Adjudication Activity = "adjudication"
)

// Why someone is not asked. The texts are for them: no path is in it.
var (
	ErrNoTask   = errors.New("there is no such task; GET /v1/labels lists what there is")
	ErrNotYours = errors.New("this is for others")
	ErrNotNow   = errors.New("not now")
)

// Away is how long someone may say nothing before their seat is given back, so
// that their journal can be written elsewhere.
const Away = 30 * time.Minute

// Labels are tasks with anyone who works on them.
type Labels struct {
	tasks []*Task
	now   func() time.Time
	away  time.Duration

	mu     sync.Mutex
	seats  map[place]*seat
	works  map[*Task]*work
	pools  map[*Task]stamp // as they were read
	number int             // no question has a larger one yet
	closed bool
}

// A place is where someone works on something.
type place struct {
	task   *Task
	what   Activity
	person string
}

// A seat is a place that is taken.
type seat struct {
	label.Asker
	task  *Task
	base  int    // what numbers of questions begin with
	leave func() // what makes the place free
	using int    // requests that work with it now
	timer *time.Timer
}

// View has numbers that no seat had before, so that an answer to what was asked at an earlier one is known to be late.
func (s *seat) View() label.View {
	v := s.Asker.View()
	v.Seq += s.base
	return v
}

// Answer takes what was said to a question of this seat.
func (s *seat) Answer(seq int, a label.Answer) error { return s.Asker.Answer(seq-s.base, a) }

// A work is an adjudication for all who decide.
type work struct {
	*adjudicate.Work
	of stamp // the journals
}

// New makes tasks askable. Two of one name are refused. After away (0: [Away]) without a word a seat is given back.
func New(tasks []Task, now func() time.Time, away time.Duration) (*Labels, error) {
	l := &Labels{now: now, away: cmp.Or(away, Away), seats: map[place]*seat{}, works: map[*Task]*work{}, pools: map[*Task]stamp{}}
	names := map[string]bool{}
	for _, t := range tasks {
		if names[t.Name] {
			return nil, fmt.Errorf("two folders of labels are called %s; give one of them another name", t.Name)
		}
		names[t.Name] = true
		l.tasks = append(l.tasks, &t)
		l.pools[&t] = stampOf(t.File)
	}
	return l, nil
}

// Ask returns the question that a person is to answer next.
func (l *Labels) Ask(task string, what Activity, person string) (*wire.Question, error) {
	s, err := l.sit(task, what, person)
	if err != nil {
		return nil, err
	}
	defer l.rest(s)
	return wire.Of(s, s.task.Guideline), nil
}

// Answer keeps what a person says; see [wire.Put].
func (l *Labels) Answer(task string, what Activity, person string, said wire.Answer) (*wire.Question, error) {
	s, err := l.sit(task, what, person)
	if err != nil {
		return nil, err
	}
	defer l.rest(s)
	return wire.Put(s, s.task.Guideline, said)
}

// Close gives all seats back. Everything that was answered is on the disk.
func (l *Labels) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for p, s := range l.seats {
		l.vacate(p, s)
	}
}

func (l *Labels) task(name string) *Task {
	for _, t := range l.tasks {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// sit takes a seat for a request, which gives it back by rest.
func (l *Labels) sit(task string, what Activity, person string) (*seat, error) {
	t := l.task(task)
	if t == nil {
		return nil, ErrNoTask
	}
	if err := t.may(what, person, l.now); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, fmt.Errorf("%w: the server is stopping", ErrNotNow)
	}
	if stampOf(t.File) != l.pools[t] {
		return nil, fmt.Errorf("%w: the pool of %s was made again since the server began; whoever runs it has to start it again", ErrNotNow, t.Name)
	}
	if what == Adjudication {
		l.renew(t)
	}
	p := place{t, what, person}
	s := l.seats[p]
	if s == nil {
		var err error
		if s, err = l.open(p); err != nil {
			return nil, err
		}
		l.seats[p] = s
	}
	s.using++
	return s, nil
}

// may says who may do what.
func (t *Task) may(what Activity, person string, now func() time.Time) error {
	if err := label.CheckName(person); err != nil {
		return fmt.Errorf("%w: the name of the token names the journal, and %w; `rankduel token add NAME --scope label` makes another", ErrNotYours, err)
	}
	if what == Labelling {
		if !t.labels(person) {
			return fmt.Errorf("%w: %s is no labeller of %s, which has %s", ErrNotYours, person, t.Name, strings.Join(t.Labellers, " and "))
		}
		return nil
	}
	if !t.adjudicated() {
		return fmt.Errorf("%w: %s is a pool and no refresh: nothing of it is adjudicated", ErrNotNow, t.Name)
	}
	if !t.Rule.Asks() {
		return fmt.Errorf("%w: rule %s asks nobody; whoever runs the server decides by it, with `rankduel testset refresh adjudicate`", ErrNotNow, t.Rule)
	}
	settings := t.adjudication(now)
	if err := settings.MayDecide(person); err != nil {
		return fmt.Errorf("%w: %w", ErrNotYours, err)
	}
	return nil
}

func (l *Labels) open(p place) (*seat, error) {
	s := &seat{task: p.task, base: max(l.number+1, int(l.now().UnixMilli()))}
	if p.what == Labelling {
		session, err := label.Open(p.task.Pool, p.task.Folder, p.task.labelling(p.person, l.now))
		if errors.Is(err, label.ErrInUse) {
			return nil, fmt.Errorf("%w: the labels of %s are being written by another program, such as `rankduel testset label` in a terminal; end that one first", ErrNotNow, p.person)
		}
		if err != nil {
			return nil, err
		}
		s.Asker, s.leave = session, func() { _ = session.Close() } // every answer is synced
	} else {
		w, err := l.work(p.task)
		if err != nil {
			return nil, err
		}
		arbiter, err := w.Arbiter(p.person)
		if err != nil {
			return nil, err
		}
		s.Asker, s.leave = arbiter, arbiter.Leave
	}
	s.timer = time.AfterFunc(l.away, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if s.using == 0 && l.seats[p] == s {
			l.vacate(p, s)
		}
	})
	return s, nil
}

// rest ends the work of a request with its seat.
func (l *Labels) rest(s *seat) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.using--; s.using == 0 {
		s.timer.Reset(l.away)
	}
}

// vacate gives a seat back, and with the last one of an adjudication the table.
func (l *Labels) vacate(p place, s *seat) {
	l.number = max(l.number, s.View().Seq)
	s.timer.Stop()
	s.leave()
	delete(l.seats, p)
	for other := range l.seats {
		if other.task == p.task && other.what == Adjudication {
			return
		}
	}
	if w := l.works[p.task]; w != nil && p.what == Adjudication {
		_ = w.Close() // every decision is in the table
		delete(l.works, p.task)
	}
}

// work returns the adjudication of a task, begun where no one has.
func (l *Labels) work(t *Task) (*work, error) {
	if w := l.works[t]; w != nil {
		return w, nil
	}
	w := &work{of: stampOf(t.journals()...)}
	var err error
	w.Work, err = adjudicate.Open(t.Pool, t.Folder, t.Table, t.adjudication(l.now))
	switch {
	case errors.Is(err, label.ErrUnfinished):
		return nil, fmt.Errorf("%w: labelling is not finished; what differs is decided when everybody is done", ErrNotNow)
	case errors.Is(err, label.ErrInUse):
		return nil, fmt.Errorf("%w: %s is being adjudicated by another program, such as `rankduel testset refresh adjudicate` in a terminal; end that one first", ErrNotNow, t.Name)
	case err != nil:
		return nil, err
	}
	if err := w.Save(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	l.works[t] = w
	return w, nil
}

// renew ends an adjudication of labels that changed since: it is begun again, and
// what was decided about them is asked again.
func (l *Labels) renew(t *Task) {
	w := l.works[t]
	if w == nil || w.of == stampOf(t.journals()...) {
		return
	}
	for p, s := range l.seats {
		if p.task == t && p.what == Adjudication {
			l.vacate(p, s)
		}
	}
}
