package server

import (
	"testing"
	"time"
)

// The limits that are not given are those of the comments on Limits; those that are given stay.
func TestDefaultLimits(t *testing.T) {
	defaults := Limits{
		Body: 8 << 20, Bodies: 256 << 20, Slow: 30 * time.Second, Header: 5 * time.Second, Idle: 2 * time.Minute,
		Write: 10 * time.Minute, Grace: 30 * time.Second, Headers: 32 << 10,
	}
	if got := (Limits{}).withDefaults(); got != defaults {
		t.Errorf("nothing given: %+v, want %+v", got, defaults)
	}
	given := Limits{Body: 1, Bodies: 2, Slow: 3, Header: 4, Idle: 5, Write: 6, Grace: 7, Headers: 8}
	if got := given.withDefaults(); got != given {
		t.Errorf("%+v become %+v", given, got)
	}
}
