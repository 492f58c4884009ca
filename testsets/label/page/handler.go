package page

import (
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/rankduel/rankduel/testsets/label"
)

//go:embed web
var web embed.FS

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// mostBody bounds an answer, in bytes.
const mostBody = 64 << 10

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	for _, f := range []struct{ name, file, kind string }{
		{"{$}", "web/page.html", "text/html; charset=utf-8"},
		{"page.js", "web/page.js", "text/javascript; charset=utf-8"},
		{"page.css", "web/page.css", "text/css; charset=utf-8"},
	} {
		mux.HandleFunc("GET /{secret}/"+f.name, s.of(func(w http.ResponseWriter, r *http.Request, _ *Labeller) {
			data, err := web.ReadFile(f.file)
			if err != nil {
				http.Error(w, "the page is missing", http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", f.kind)
			_, _ = w.Write(data) // whoever asked is gone
		}))
	}
	mux.HandleFunc("GET /{secret}/question", s.of(func(w http.ResponseWriter, _ *http.Request, l *Labeller) {
		s.reply(w, http.StatusOK, l, "")
	}))
	mux.HandleFunc("POST /{secret}/answer", s.of(s.answer))
	return s.guarded(mux)
}

// guarded refuses requests that another site makes a browser send, and tells
// browsers what this page may do.
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
		case r.Host != s.host: // a name that somebody pointed here
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
		s.reply(w, http.StatusRequestEntityTooLarge, l, "the comment is too long")
		return
	}
	var said struct {
		Seq     *int        `json:"seq"`
		State   label.State `json:"state"`
		Grade   *int        `json:"grade"`
		Comment string      `json:"comment"`
	}
	if err := json.Unmarshal(data, &said); err != nil || said.Seq == nil || (said.State == label.Graded) != (said.Grade != nil) {
		s.reply(w, http.StatusBadRequest, l, "that was no answer")
		return
	}
	a := label.Answer{State: said.State, Comment: said.Comment}
	if said.Grade != nil {
		a.Grade = *said.Grade
	}
	switch err := l.Answer(*said.Seq, a); {
	case err == nil:
		s.reply(w, http.StatusOK, l, "")
	case errors.Is(err, label.ErrStale), errors.Is(err, label.ErrDone):
		s.reply(w, http.StatusConflict, l, "") // a double click, or another tab: the question that is due now
	default:
		s.reply(w, http.StatusUnprocessableEntity, l, err.Error())
	}
}

// question is a view as the page reads it.
type question struct {
	Seq       int     `json:"seq"`
	Person    string  `json:"person"`
	Done      bool    `json:"done"`
	Query     string  `json:"query"`
	Need      string  `json:"need"`
	Title     string  `json:"title"`
	Text      string  `json:"text"`
	Again     bool    `json:"again"`
	Scale     []level `json:"scale"`
	Guideline string  `json:"guideline"`
	Place     [4]int  `json:"place"` // query, queries, document, documents
	Answered  int     `json:"answered"`
	PutOff    int     `json:"put_off"`
	Total     int     `json:"total"`
	Others    string  `json:"others"`
	Decides   bool    `json:"decides"`
	Error     string  `json:"error"`
}

type level struct {
	Grade int    `json:"grade"`
	Word  string `json:"word"`
}

func (s *Server) reply(w http.ResponseWriter, status int, l *Labeller, fault string) {
	v := l.View()
	q := question{
		Seq: v.Seq, Person: l.Person(), Done: v.Done, Query: v.QueryText, Need: v.Need, Title: v.Title, Text: v.Text, Again: v.Again,
		Guideline: s.guideline, Place: [4]int{v.Query, v.Queries, v.Document, v.Documents}, Answered: v.Answered, PutOff: v.PutOff, Total: v.Total,
		Others: v.Others, Decides: v.Decides, Error: fault,
	}
	for _, g := range v.Scale {
		q.Scale = append(q.Scale, level{g.Grade, g.Word})
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(q) // whoever asked is gone; the answer is kept
}
