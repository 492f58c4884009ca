package faultproxy

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Cut breaks the connection after that many bytes of the answer, head included.
func Cut(after int) Fault { return Fault{Cut: true, CutAfter: after} }

// Delay holds the request back.
func Delay(d time.Duration) Fault { return Fault{Delay: d} }

// Drip sends the answer byte by byte, with that pause before each.
func Drip(pause time.Duration) Fault { return Fault{Drip: pause} }

// Garbage answers with bytes that are no HTTP.
func Garbage() Fault { return Fault{Answer: "\x00\xff\x16\x03garbage\r\n\r\n{[<"} }

// Status answers with an HTTP status and, when it is not empty, a Retry-After header: a storm of 429 is
// Inject(func(int) Fault { return Status(429, "1") }).
func Status(code int, retryAfter string) Fault {
	var b strings.Builder
	body := "injected\n"
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: %d\r\n", code, http.StatusText(code), len(body))
	if retryAfter != "" {
		fmt.Fprintf(&b, "Retry-After: %s\r\n", retryAfter)
	}
	return Fault{Answer: b.String() + "\r\n" + body}
}
