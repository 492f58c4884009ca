package httpclient

import (
	"cmp"
	"math"
	"time"

	"github.com/rankduel/rankduel/internal/prose"
)

// Defaults of [Policy].
const (
	DefaultRetries = 3
	DefaultMaxWait = 30 * time.Second
	DefaultMaxBody = 64 << 20
)

const (
	maxRetries = 100
	firstWait  = 200 * time.Millisecond // doubles with each retry
)

// A Policy says how an engine is treated. The zero value is: 3 retries, no rate limit. Adapters embed it in
// their settings; it fixes no ranking and so belongs to no fingerprint.
type Policy struct {
	// Retries is how many times a call is made again after 429, 502, 503, 504 or a broken connection, 0 to 100;
	// nil means [DefaultRetries]. A pointer, so that 0 can be written.
	Retries *int `yaml:"retries,omitempty" json:"retries,omitempty"`

	// RatePerSecond ≥ 0 bounds the calls per second to the engine's host, retries included; 0 means no bound.
	// All clients of a [Pool] that speak to one host share the strictest bound that one of them has.
	RatePerSecond float64 `yaml:"rate_per_second,omitempty" json:"rate_per_second,omitempty"`

	// MaxWait is the longest wait before a retry, in YAML with a unit ("30s"); 0 means [DefaultMaxWait]. An engine
	// that asks for more by Retry-After is not asked again: the call fails and says so. One that asks for less is left
	// alone by all clients of a [Pool] for that time.
	MaxWait time.Duration `yaml:"max_wait,omitempty" json:"max_wait,omitempty"`

	// MaxBody is the largest response that is read, in bytes after decompression; 0 means [DefaultMaxBody].
	MaxBody int64 `yaml:"max_body_bytes,omitempty" json:"max_body_bytes,omitempty"`
}

// Validate reports every fault of the policy at once, joined.
func (p Policy) Validate() error {
	var faults prose.Faults
	if n := p.Retries; n != nil {
		faults.If(*n < 0 || *n > maxRetries, "retries is %d: want 0 to %d", *n, maxRetries)
	}
	faults.If(!(p.RatePerSecond >= 0) || math.IsInf(p.RatePerSecond, 0), "rate_per_second is %v: want a finite number above 0, or none", p.RatePerSecond)
	faults.If(p.MaxWait != 0 && p.MaxWait < time.Millisecond, "max_wait is %v: want at least 1ms, written with a unit such as 30s", p.MaxWait) // a number without a unit is read as nanoseconds
	faults.If(p.MaxBody < 0, "max_body_bytes is %d: want a number above 0, or none", p.MaxBody)
	return faults.Join()
}

// resolved returns the policy with its defaults written out.
func (p Policy) resolved() Policy {
	if p.Retries == nil {
		p.Retries = new(DefaultRetries)
	}
	p.MaxWait, p.MaxBody = cmp.Or(p.MaxWait, DefaultMaxWait), cmp.Or(p.MaxBody, DefaultMaxBody)
	return p
}
