// Package page is what a browser sees of the service: a page that asks the operations of server/api as any other client
// does, and shows a comparison by the script and the static part of the HTML report itself, in parts. It holds no data;
// anyone who opens it is asked for a token by the page, which keeps it for the tab.
package page

import (
	"embed"
	"net/http"

	"github.com/rankduel/rankduel/reports/html"
)

//go:embed web/index.html web/dist
var files embed.FS

// Shell serves the page and what it loads: GET / and /assets/. Nothing of it says anything about what the server holds.
func Shell() http.Handler {
	script, style := html.Assets()
	mux := http.NewServeMux()
	for _, f := range []struct{ path, kind, text string }{
		{"/{$}", "text/html; charset=utf-8", own("web/index.html")},
		{"/assets/app.js", "text/javascript; charset=utf-8", own("web/dist/app.js")},
		{"/assets/app.css", "text/css; charset=utf-8", own("web/dist/app.css")},
		{"/assets/explorer.js", "text/javascript; charset=utf-8", script},
		{"/assets/report.css", "text/css; charset=utf-8", style},
	} {
		mux.HandleFunc("GET "+f.path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", f.kind)
			_, _ = w.Write([]byte(f.text)) // anyone who asked is gone
		})
	}
	return mux
}

// own returns an embedded file; without it the program was built wrongly.
func own(name string) string {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(data)
}
