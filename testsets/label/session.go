package label

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/rankduel/rankduel/testsets"
)

// Settings say who labels and how.
type Settings struct {
	Person string
	Seed   uint64
	Scale  testsets.Scale // nil: the default scale
	Mode   string         // terminal, lines, page or server, for the journal
	// Queries is an order of queries that the pool goes Along; nil: shuffled.
	Queries []string
	Planned int   // of them, those that were to be labelled; 0: not known
	First   []int // an order of the pool's items within their query; nil: shuffled
	Now     func() time.Time
	// Remade is for a pool that may have been made again since someone began: what they said of documents
	// that it no longer has stays in the journal and does not count. Otherwise it is an error.
	Remade bool
}

// A Session is one person at work on a pool. It goes on where their journal
// ends. Its methods may be called from several goroutines.
type Session struct {
	pool  *Pool
	set   Settings
	tasks []task

	mu      sync.Mutex
	journal *appender
	said    map[key]Line
	aside   int
	later   []key // in the order in which they are asked again
	past    []key // what undo takes back, the last first
	focus   *key  // asked next whatever the order says: it was just taken back
	seq     int
	shown   time.Time
}

type key struct {
	Pair
	repeat bool
}

// ErrStale is about an answer to a question that was answered already, such as the second half of a double click.
var ErrStale = errors.New("this was answered already")

// ErrDone is about an answer when there is no question left.
var ErrDone = errors.New("everything is labelled")

// Open starts or continues a person's work. The caller closes the session.
func Open(pool *Pool, folder string, s Settings) (*Session, error) {
	if err := CheckName(s.Person); err != nil {
		return nil, err
	}
	journal, err := openAppender(File(folder, s.Person))
	if err != nil {
		return nil, err
	}
	out, err := resumed(pool, &journal.Journal, s)
	if err == nil && s.Queries == nil && slices.ContainsFunc(slices.Collect(maps.Values(out.said)), func(l Line) bool { return l.Order == "sampled" }) {
		err = fmt.Errorf("%s was begun with --sample; go on with the same file, or its labels are not a random sample", journal.Path)
	}
	if err != nil {
		return nil, errors.Join(err, journal.close())
	}
	out.journal = journal
	return out, nil
}

// Look returns how far someone is, who may be at work now. Nothing of what they said is in it.
func Look(pool *Pool, folder string, s Settings) (Progress, error) {
	journal, err := ReadJournal(File(folder, s.Person))
	if errors.Is(err, fs.ErrNotExist) {
		journal, err = &Journal{}, nil
	}
	if err != nil {
		return Progress{}, err
	}
	out, err := resumed(pool, journal, s)
	if err != nil {
		return Progress{}, err
	}
	return out.progress(), nil
}

// resumed returns a session that goes on where a journal ends, and cannot write.
func resumed(pool *Pool, journal *Journal, s Settings) (*Session, error) {
	s.Scale = Offered(s.Scale)
	aside := 0
	if s.Remade {
		journal, aside = journal.within(pool)
	}
	if err := journal.check(pool, s.Scale); err != nil {
		return nil, err
	}
	out := &Session{pool: pool, set: s, tasks: pool.plan(s), said: map[key]Line{}, aside: aside}
	for _, l := range journal.Lines {
		out.note(l)
	}
	out.focus = nil // it was left
	return out, nil
}

// Offered returns the grades that people can give: those of the scale from 0 up, or of the default scale
// where there is none. Grades below 0 say that nobody judged.
func Offered(scale testsets.Scale) testsets.Scale {
	if len(scale) == 0 {
		return testsets.DefaultScale()
	}
	return slices.DeleteFunc(slices.Clone(scale), func(l testsets.Level) bool { return l.Grade < 0 })
}

// Close releases the journal. Everything that was answered is in it already.
func (s *Session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.journal.close()
}

// DroppedBytes returns how many bytes of an unfinished line were dropped from the journal.
func (s *Session) DroppedBytes() int { return s.journal.Unfinished }

// Unpooled returns how many documents were graded that the pool no longer has.
func (s *Session) Unpooled() int { return s.aside }

// Scale returns what documents are graded by.
func (s *Session) Scale() testsets.Scale { return s.set.Scale }

// Person returns who labels.
func (s *Session) Person() string { return s.set.Person }

// note takes a line of the journal into account.
func (s *Session) note(l Line) {
	k := key{l.pair(), l.Repeat}
	s.seq++
	s.shown, s.focus = time.Time{}, nil
	s.later = slices.DeleteFunc(s.later, func(other key) bool { return other == k })
	s.past = slices.DeleteFunc(s.past, func(other key) bool { return other == k })
	if l.State == Undone {
		delete(s.said, k)
		s.focus = &k
		return
	}
	s.said[k] = l
	s.past = append(s.past, k)
	if l.State == Later {
		s.later = append(s.later, k)
	}
}

func (s *Session) keyOf(t task) key { return key{s.pool.Items[t.Item].Pair, t.Repeat} }

// next finds the task to be answered: the one just taken back, else the first
// without an answer, else what was put off, the longest first.
func (s *Session) next() (task, bool) {
	first := -1
	for i, t := range s.tasks {
		k := s.keyOf(t)
		if s.focus != nil && k == *s.focus {
			return t, true
		}
		if _, ok := s.said[k]; !ok && first < 0 {
			first = i
		}
	}
	if first >= 0 {
		return s.tasks[first], true
	}
	for _, k := range s.later {
		if i := slices.IndexFunc(s.tasks, func(t task) bool { return s.keyOf(t) == k }); i >= 0 {
			return s.tasks[i], true
		}
	}
	return task{}, false
}

// An Answer is what someone says to a question.
type Answer struct {
	State   State
	Grade   int // when the state is Graded
	Comment string
}

// Answer keeps what was said to the question with the number seq. When it returns nil the answer is on the
// disk. ErrStale says that another question is there by now, and nothing was kept.
func (s *Session) Answer(seq int, a Answer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if seq != s.seq {
		return ErrStale
	}
	if a.State == Undone {
		return s.undo()
	}
	t, ok := s.next()
	if !ok {
		return ErrDone
	}
	l, err := s.checked(t, a)
	if err != nil {
		return err
	}
	return s.keep(l)
}

// checked makes the journal's line of an answer, or says what is wrong with it.
func (s *Session) checked(t task, a Answer) (Line, error) {
	l := s.line(s.keyOf(t), a.State)
	var err error
	if l.Comment, err = Comment(a.Comment); err != nil {
		return l, err
	}
	switch {
	case a.State == Graded && !s.set.Scale.Has(a.Grade):
		return l, fmt.Errorf("%d is not on the scale: want one of %s", a.Grade, s.set.Scale)
	case a.State == CannotJudge && l.Comment == "":
		return l, errors.New("say in a comment why it cannot be judged")
	case a.State == Graded:
		l.Grade = &a.Grade
	case a.State != CannotJudge && a.State != Later:
		return l, fmt.Errorf("answer %q: want %s, %s, %s or %s", a.State, Graded, CannotJudge, Later, Undone)
	}
	return l, nil
}

// Comment returns a comment as it is kept.
func Comment(text string) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case len(text) > maxCommented:
		return "", fmt.Errorf("the comment has more than %d bytes", maxCommented)
	case !utf8.ValidString(text):
		return "", errors.New("the comment is not UTF-8; write it again")
	}
	return text, nil
}

// undo takes the last answer back. There may be none left.
func (s *Session) undo() error {
	if len(s.past) == 0 {
		return errors.New("there is nothing to take back")
	}
	return s.keep(s.line(s.past[len(s.past)-1], Undone))
}

func (s *Session) line(k key, state State) Line {
	now := s.set.Now()
	l := Line{At: now.UTC().Truncate(time.Millisecond), Query: k.Query, Doc: k.Doc, State: state, Mode: s.set.Mode, Order: "shuffled", Repeat: k.repeat}
	switch {
	case s.set.First != nil:
		l.Order = "prioritised"
	case s.set.Queries != nil:
		l.Order = "sampled"
	}
	if !s.shown.IsZero() {
		l.MS = now.Sub(s.shown).Milliseconds()
	}
	return l
}

func (s *Session) keep(l Line) error {
	if err := s.journal.add(l); err != nil {
		return err
	}
	s.note(l)
	return nil
}
