package html

import (
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/reports/sets"
)

// ErrNothingCompared says that there is no pair to show.
var ErrNothingCompared = errors.New("a page shows a comparison, and nothing was compared")

//go:embed parts.html page.html sweep.html evaluation.html review.html
var templates embed.FS

// Write writes the page. It fails before it has written anything when what it is given does not belong together.
func Write(w io.Writer, d *reports.Data, o Options) error {
	if d.Comparison == nil || len(d.Comparison.Comparisons) == 0 {
		return ErrNothingCompared
	}
	queries, err := ofComparison(d, o)
	if err != nil {
		return err
	}
	data, err := encode(queries, o)
	if err != nil {
		return err
	}
	return render(w, "page.html", newPage(d, queries, o, data), o, data)
}

func render(w io.Writer, name string, page any, o Options, data *encoded) error {
	var static strings.Builder
	if err := execute(&static, name, page); err != nil {
		return err
	}
	if data != nil && data.beside {
		if err := writeBeside(o.Beside, data); err != nil {
			return err
		}
		data.chunks = nil
	}
	return writeAll(w, static.String(), data)
}

func execute(w io.Writer, name string, page any) error {
	// Parsed here and not when the program starts: most commands write no page.
	t, err := template.New(name).Funcs(functions).ParseFS(templates, "parts.html", name)
	if err != nil {
		return err
	}
	return t.Execute(w, page)
}

// writeBeside writes a script a chunk, whose only call hands the chunk over: a page from a folder may load
// scripts and nothing else. They come first, so that no page is there without them.
func writeBeside(write func(name string, data []byte) error, data *encoded) error {
	for i, chunk := range data.chunks {
		text := fmt.Sprintf(`rankduelChunk("%s",%d,"%s")`, data.mark, i, base64.StdEncoding.EncodeToString(chunk))
		if err := write(fmt.Sprintf("c%d.js", i), []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// writeAll puts what is read before what is computed: the static page, the
// summary, the script, and last the ranked lists, which are opened one by one.
func writeAll(w io.Writer, static string, data *encoded) error {
	parts := []string{strings.TrimSuffix(static, "\n"), "\n"}
	if data != nil {
		parts = append(parts, block("rd-sum", data.summary))
	}
	parts = append(parts, "<script>", script, "</script>\n")
	if data != nil {
		for i, chunk := range data.chunks {
			parts = append(parts, block(fmt.Sprintf("rd-c%d", i), chunk))
		}
	}
	for _, part := range append(parts, "</body></html>\n") {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}

// block returns data in a script element of a type that no browser runs. Base 64 has no character that could end it.
func block(id string, data []byte) string {
	return `<script type="application/octet-stream" id="` + id + `">` + base64.StdEncoding.EncodeToString(data) + "</script>\n"
}

// A reviewPage is what the template of a review shows, in its order.
type reviewPage struct {
	frame
	sets.ReviewSheets
}

// WriteReview writes the page of a test set: what it holds and can show. All of
// it is without the script, which adds a theme and a button to print.
func WriteReview(w io.Writer, r *result.Review, d *reports.Data, o Options) error {
	set := result.TestSetInfo{Name: r.Set.Name, Version: r.Set.Version, SHA256: r.Set.SHA256, Queries: r.Set.Queries}
	if o.NoText {
		list := *r
		list.Queries = append([]result.ReviewedQuery(nil), r.Queries...)
		for i := range list.Queries {
			list.Queries[i].Text = ""
		}
		r = &list
	}
	title := "Review of " + isolated(document.Printable(r.Set.Name))
	return render(w, "review.html", reviewPage{newFrame(title, set, d, o, nil), sets.ReviewSheetsOf(r)}, o, nil)
}
