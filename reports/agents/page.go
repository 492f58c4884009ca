package agents

import (
	"github.com/rankduel/rankduel/reports/document"
)

// pageStyle keeps the page readable on paper and on a screen.
const pageStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}
th,td{padding:.25rem .75rem;text-align:left;border-bottom:1px solid #ccc;vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600}
.note{font-size:.875rem;color:#444}`

// page returns the report as HTML: one file, no script, nothing that is fetched.
func (r Report) page() string {
	d := document.New(document.Page, document.Screen{})
	r.write(d)
	return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n" +
		"<title>Retrieval of coding agents</title>\n<style>\n" + pageStyle + "\n</style>\n</head>\n<body>\n" + d.Hypertext() + "</body>\n</html>\n"
}
