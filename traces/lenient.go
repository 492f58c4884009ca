package traces

import (
	"encoding/json"
	"errors"
	"time"
)

// Moment reads a time as traces and harnesses write it: with a zone, or as Python writes
// UTC without saying so.
func Moment(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04:05.999999999Z0700"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// Readable tells whether JSON was read, if only in part: a member of another kind
// than the one that was looked for is left out, and the others are there.
func Readable(err error) bool {
	_, kind := errors.AsType[*json.UnmarshalTypeError](err)
	return err == nil || kind
}
