package api

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/server/experiments"
)

// A reportFile is a report to keep. It is never shown as a page of the server.
type reportFile struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Policy      string `header:"Content-Security-Policy"`
	Body        []byte
}

// fileTypes returns the content types of reports, by the ending of the file.
func fileTypes() map[string]string {
	return map[string]string{
		"html": "text/html; charset=utf-8", "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
		"tex": "application/x-tex", "txt": "text/plain; charset=utf-8", "json": "application/json",
	}
}

func (o *operations) reports() {
	content := map[string]*huma.MediaType{}
	for _, kind := range fileTypes() {
		kind, _, _ = strings.Cut(kind, ";")
		content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	}
	huma.Register(o.API, huma.Operation{
		OperationID: "get-report", Method: http.MethodGet, Path: "/v1/reports/{id}", Summary: "A report as a file to keep",
		Responses: map[string]*huma.Response{"200": {Description: "the file", Content: content}}, Parameters: experiments.Parameters(),
	}, func(ctx context.Context, in *struct {
		ID string `path:"id" maxLength:"3000" doc:"RUN for one run, BASELINE..CANDIDATE for a comparison"`
		experiments.Comparing
		Format string `query:"format" enum:"html,md,csv,tex,txt,json" default:"md" doc:"by the ending of the file; html of comparisons only"`
	},
	) (*reportFile, error) {
		format, err := reports.FormatForFile("report." + in.Format)
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		var b bytes.Buffer
		if baseline, candidates, pair := strings.Cut(in.ID, ".."); pair {
			err = o.reportPair(ctx, &b, &pairQuery{A: baseline, B: strings.Split(candidates, ".."), Comparing: in.Comparing}, format)
		} else {
			err = o.reportRun(ctx, &b, in.ID, format)
		}
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		return &reportFile{
			ContentType: fileTypes()[in.Format], Body: b.Bytes(),
			Disposition: `attachment; filename="report.` + in.Format + `"`,
			Policy:      "sandbox; default-src 'none'",
		}, nil
	})
}

func (o *operations) reportRun(ctx context.Context, b *bytes.Buffer, id string, format reports.Format) error {
	if format == reports.HTML {
		return huma.Error422UnprocessableEntity("a page shows a comparison: ask for BASELINE..CANDIDATE")
	}
	run, err := o.find(ctx, id)
	if err != nil {
		return err
	}
	return reports.StoredRun(b, run, format, reports.Options{})
}

func (o *operations) reportPair(ctx context.Context, b *bytes.Buffer, in *pairQuery, format reports.Format) error {
	runs, p, err := o.named(ctx, in)
	if err != nil {
		return err
	}
	if format == reports.HTML {
		d, err := o.reported(ctx, in, runs, p)
		if err != nil {
			return err
		}
		return html.Write(b, d, html.Options{})
	}
	wanted, _ := in.Settings()
	c, _, err := o.compareRuns(ctx, in, runs, p, wanted.PerQuery || format == reports.CSV)
	if err != nil {
		return err
	}
	return reports.Comparison(b, c, format, reports.Options{Details: true})
}
