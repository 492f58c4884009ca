package refresh

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets/label/kappa"
)

// changelog returns the file with a section for the new version at its top, in place of one that is there.
func changelog(f *Finished, p *Plan, reasons map[string]string, now time.Time) ([]byte, error) {
	old, err := os.ReadFile(f.Changelog)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Changes of %s\n\n", p.From.Name)
	section(&b, f, p, reasons, now)
	for _, s := range sections(string(old)) {
		if !strings.HasPrefix(s, "## "+p.To+",") {
			b.WriteString("\n" + s)
		}
	}
	return b.Bytes(), nil
}

// sections returns the parts of a changelog that begin with a version.
func sections(text string) []string {
	var out []string
	for i, part := range strings.Split("\n"+text, "\n## ") {
		if i > 0 {
			out = append(out, "## "+strings.TrimRight(part, "\n")+"\n")
		}
	}
	return out
}

func section(b *bytes.Buffer, f *Finished, p *Plan, reasons map[string]string, now time.Time) {
	fmt.Fprintf(b, "## %s, %s\n\nFrom %s (%.12s…): %s kept, %d left, %d entered; %d in all.\n\n", p.To, now.UTC().Format(time.DateOnly), p.From.Version, p.From.SHA256, prose.Plural(f.Kept, "query"), len(f.Left), len(f.Entered), f.After)
	b.WriteString("| stratum | before | left | entered | after |\n|---|---|---|---|---|\n")
	for _, s := range f.Strata {
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", cellText(s.Name), s.Before, s.Left, s.Entered, s.After)
	}
	b.WriteString("\n")
	for _, a := range f.Agreements {
		fmt.Fprintf(b, "- kappa of %s and %s: %s over %s (above %s was needed); %s; %d not judged by both\n", a.A, a.B, kappa.Text(a.Kappa), prose.Plural(a.Documents, "pair"), p.Threshold, a.Basis(p.Threshold), a.Blanks)
	}
	fmt.Fprintf(b, "- %s pooled, %.1f documents a query; %d labelled differently and decided by rule %s or a person; %d that no one could judge\n", prose.Plural(f.Pairs, "pair"), f.PerQuery, f.Disputed, p.Rule, f.Unjudged)
	fmt.Fprintf(b, "- entered from a log of %d searches (%.12s…): %s\n", p.Log.Searches, p.Log.SHA256, strings.Join(f.Entered, ", "))
	if len(f.Unanswered) > 0 {
		fmt.Fprintf(b, "- without a relevant document, and left out: %s\n", strings.Join(f.Unanswered, ", "))
	}
	for _, id := range slices.Sorted(slices.Values(f.Left)) {
		fmt.Fprintf(b, "- left: %s (%s)\n", id, reasons[id])
	}
}

// cellText returns a text that breaks no table.
func cellText(s string) string {
	if s == "" {
		return "all"
	}
	return strings.NewReplacer("|", "\\|", "\n", " ", "\r", " ").Replace(s)
}
