package httpclient

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// backoff returns how long to wait before retry n, from 1: a random share of at least one half of
//
//	min(firstWait · 2ⁿ⁻¹, longest)
//
// so that callers who were refused together do not come back together.
func backoff(n int, longest time.Duration) time.Duration {
	full := longest
	if n < 32 {
		full = min(firstWait<<(n-1), longest)
	}
	return full/2 + rand.N(full/2+1)
}

// retryAfter reads the header of RFC 9110, section 10.2.3: seconds, or a date. Nonsense and what is in the past
// is 0.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// retried reports whether a status says that the engine may answer later.
func retried(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}
