package access

import (
	"net"
	"net/http"
	"strings"
)

// foreign says why a request is not to be trusted although it comes from this
// machine: a page of another site may have had a browser send it, under a name of
// its own that was made to mean this address, or a proxy hands over what comes
// from elsewhere. It is "" for what people and programs of this machine send.
func foreign(r *http.Request) string {
	if !isLoopbackName(r.Host) {
		return "without tokens, the server is asked by the name localhost or a loopback address alone; `rankduel token add NAME` lets it be asked by others"
	}
	for _, header := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip"} {
		if r.Header.Get(header) != "" {
			return "a proxy handed this request over, and without tokens only this machine may ask; `rankduel token add NAME` makes one"
		}
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return "a page of another site sent this request"
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		_, host, _ := strings.Cut(origin, "://")
		if host != r.Host {
			return "a page of another site sent this request"
		}
	}
	return ""
}

// isLoopbackName tells whether a host, with or without a port, is this machine by
// definition and not because a name server says so.
func isLoopbackName(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback()
}
