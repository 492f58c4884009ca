package label

import "fmt"

// A Row is one question of a person's order, with what was said to it.
type Row struct {
	Item
	Others string // what others said, where the person may know
	Said   *Line  // nil: nothing yet
}

// Rows returns all questions in the person's order, for a sheet that is filled
// elsewhere. A pair that is asked twice has two.
func (s *Session) Rows() []Row {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := make([]Row, len(s.tasks))
	for i, t := range s.tasks {
		rows[i].Item = s.pool.Items[t.Item]
		if l, ok := s.said[s.keyOf(t)]; ok {
			rows[i].Said = &l
		}
	}
	return rows
}

// Fill keeps answers by row, from 0, and returns how many were new. What is
// said already is not said again. All rows are checked before the first is
// kept.
func (s *Session) Fill(answers map[int]Answer) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []Line
	for i, t := range s.tasks {
		a, given := answers[i]
		if !given {
			continue
		}
		l, err := s.checked(t, a)
		if err != nil {
			return 0, fmt.Errorf("row %d: %w", i+1, err)
		}
		before, said := s.said[s.keyOf(t)]
		if said && before.State == l.State && before.Comment == l.Comment && (l.Grade == nil || *before.Grade == *l.Grade) {
			continue
		}
		l.MS = 0 // no one measured it
		lines = append(lines, l)
	}
	for i, l := range lines {
		if err := s.keep(l); err != nil {
			return i, err
		}
	}
	return len(lines), nil
}
