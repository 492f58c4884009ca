package page

import (
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/rankduel/rankduel/testsets/label/wire"
)

//go:embed web/page.html web/dist
var web embed.FS

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// mostBody bounds an answer, in bytes.
const mostBody = 64 << 10

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	for _, f := range []struct{ name, file, kind string }{
		{"{$}", "web/page.html", "text/html; charset=utf-8"},
		{"page.js", "web/dist/page.js", "text/javascript; charset=utf-8"},
		{"page.css", "web/dist/page.css", "text/css; charset=utf-8"},
	} {
		mux.HandleFunc("GET /{secret}/"+f.name, s.of(func(w http.ResponseWriter, r *http.Request, _ *Labeller) {
			data, err := web.ReadFile(f.file)
			if err != nil {
				http.Error(w, "the page is missing", http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", f.kind)
			_, _ = w.Write(data) // anyone who asked is gone
		}))
	}
	mux.HandleFunc("GET /{secret}/question", s.of(func(w http.ResponseWriter, _ *http.Request, l *Labeller) {
		s.reply(w, http.StatusOK, "application/json", wire.Of(l, s.guideline))
	}))
	mux.HandleFunc("POST /{secret}/answer", s.of(s.answer))
	return s.guarded(mux)
}

// guarded refuses requests that another site makes a browser send, and tells browsers what this page may do.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer") // the link is a secret
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		site := r.Header.Get("Sec-Fetch-Site")
		switch {
		case r.Host != s.host: // a name that someone pointed here
			http.Error(w, "wrong host", http.StatusMisdirectedRequest)
		case r.Method != http.MethodGet && r.Header.Get("Origin") != "http://"+s.host,
			r.Method != http.MethodGet && site != "" && site != "same-origin":
			http.Error(w, "wrong origin", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// of finds whose link it is. A wrong one is as good as none.
func (s *Server) of(do func(http.ResponseWriter, *http.Request, *Labeller)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var found *Labeller
		for _, l := range s.People {
			if subtle.ConstantTimeCompare([]byte(l.secret), []byte(r.PathValue("secret"))) == 1 {
				found = l
			}
		}
		if found == nil {
			http.NotFound(w, r)
			return
		}
		do(w, r, found)
	}
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, l *Labeller) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "want application/json", http.StatusUnsupportedMediaType)
		return
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		s.refuse(w, wire.Refuse(http.StatusRequestEntityTooLarge, "the comment is too long", wire.Of(l, s.guideline)))
		return
	}
	var said wire.Answer
	if err := json.Unmarshal(data, &said); err != nil {
		s.refuse(w, wire.Refuse(http.StatusBadRequest, "that was no answer: "+err.Error(), wire.Of(l, s.guideline)))
		return
	}
	next, err := wire.Put(l, s.guideline, said)
	var refusal *wire.Refusal
	switch {
	case err == nil:
		s.reply(w, http.StatusOK, "application/json", next)
	case errors.As(err, &refusal):
		s.refuse(w, refusal)
	default:
		s.refuse(w, wire.Refuse(http.StatusInternalServerError, err.Error(), wire.Of(l, s.guideline)))
	}
}

func (s *Server) refuse(w http.ResponseWriter, r *wire.Refusal) {
	s.reply(w, r.Status, r.ContentType(""), r)
}

func (s *Server) reply(w http.ResponseWriter, status int, kind string, body any) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // anyone who asked is gone; the answer is kept
}
