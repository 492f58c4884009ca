package kebab

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/experiment/result"
)

// notesPath returns the file next to a store that remembers with which golden list
// each aggregate was computed: JSON, a line an aggregate, never rewritten.
// Kebab's own tables have no room for that. A link has the notes of the store that
// it leads to.
func notesPath(store string) string {
	if target, err := filepath.EvalSymlinks(store); err == nil {
		store = target
	}
	return store + ".aggregates.jsonl"
}

// Notes returns the last note of each run, by its id; none when there is not a file.
func Notes(store string) (map[string]result.KebabNote, error) {
	notes := map[string]result.KebabNote{}
	data, err := os.ReadFile(notesPath(store))
	if errors.Is(err, fs.ErrNotExist) {
		return notes, nil
	}
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var note result.KebabNote
		if err := json.Unmarshal(lines.Bytes(), &note); err != nil {
			return nil, fmt.Errorf("%s:%d: %w; remove the line", notesPath(store), n, err)
		}
		notes[note.RunID] = note
	}
	return notes, lines.Err()
}

// AddNote adds one line.
func AddNote(store string, note result.KebabNote) (err error) {
	line, err := json.Marshal(note)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(notesPath(store), os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	line = append(line, '\n')
	if cut, err := endsInLine(f); err != nil {
		return err
	} else if cut { // a line that was cut short stays one
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(line)
	return err
}

// endsInLine tells a file whose last line has no end.
func endsInLine(f *os.File) (bool, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false, err
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], info.Size()-1)
	return last[0] != '\n', err
}
