package convert

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/testsets"
)

func looksSMART(f *file) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(f.head()), "\n")
	fields := strings.Fields(line)
	return len(fields) == 2 && fields[0] == ".I" // a relation of a query that is called so has more
}

func readSMART(ctx context.Context, in *input, d *draft) error {
	var marked, relations []*file
	for _, f := range in.files {
		switch {
		case looksSMART(f):
			marked = append(marked, f)
		case relationColumns(f) > 0:
			relations = append(relations, f)
		case in.folder == "":
			return fmt.Errorf("%s: neither records that begin with .I nor relations of queries and documents", f.path)
		default:
			d.count(Dropped, "other_files", 1, "file", "of the folder besides records and relations")
		}
	}
	if len(marked) == 0 {
		return fmt.Errorf("%s: no queries; give the file whose records begin with .I", in.label())
	}
	if err := d.smartRecords(ctx, marked); err != nil {
		return err
	}
	relations, err := d.one(in, relations, func(f *file) bool { return strings.HasSuffix(f.base(), "rel") })
	if err != nil {
		return err
	}
	for _, f := range relations {
		if err := d.relations(ctx, f); err != nil {
			return err
		}
	}
	d.directions()
	return nil
}

// smartRecords tells queries from documents: by their names, or by their number.
func (d *draft) smartRecords(ctx context.Context, marked []*file) error {
	var queries *corpus.Corpus
	from, named := "", false
	for _, f := range marked {
		if f.stdin != nil {
			return fmt.Errorf("%s: a collection is read from files", f.path)
		}
		c, err := corpus.Read(ctx, f.path)
		if err != nil {
			return err
		}
		switch {
		case queries == nil:
			queries, from, named = c, f.path, namesQueries(f)
		case namesQueries(f), len(c.Documents) < len(queries.Documents) && !named:
			d.collect(queries, from)
			queries, from, named = c, f.path, namesQueries(f)
		default:
			d.collect(c, f.path)
		}
	}
	d.count(Dropped, "empty_records", queries.Empty, "record", "without content at the end of "+from)
	for i, q := range queries.Documents {
		text := cmp.Or(flat(q.Field(corpus.FieldText)), flat(q.Field(corpus.FieldTitle)))
		at := place{file: from, path: "record " + strconv.Itoa(i+1)}
		if text == "" {
			d.fault(at, "query %q has no text", q.ID)
			continue
		}
		d.byID(q.ID, at).Text = text
	}
	return nil
}

// relationColumns returns how many a file of relations has, 0 for other files.
func relationColumns(f *file) int {
	columns := 0
	for i, line := range strings.SplitN(f.head(), "\n", 20) {
		if i == 19 {
			break
		}
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if columns != 0 && len(fields) != columns {
			return 0
		}
		columns = len(fields)
		if columns < 2 {
			return 0
		}
		for _, v := range fields[2:] {
			if _, err := strconv.ParseFloat(v, 64); err != nil && columns == 3 {
				return 0
			}
		}
	}
	if columns < 2 || columns > 4 {
		return 0
	}
	return columns
}

// relations reads query and document, with a grade in the third of three columns (Cranfield) or the fourth of four
// (MED, as qrels). CISI and CACM end their lines with two zeros that say nothing: what is listed is relevant.
func (d *draft) relations(ctx context.Context, f *file) error {
	var rows [][]string
	silent := true
	err := d.eachLine(ctx, f, func(_ place, l string) {
		v := strings.Fields(l)
		if rows = append(rows, v); len(v) == 4 {
			last, _ := strconv.ParseFloat(v[3], 64)
			silent = silent && v[2] == "0" && last == 0
		}
	})
	without := 0
	for i, v := range rows {
		at := place{file: f.path, line: i + 1}
		switch {
		case len(v) == 0:
		case len(v) == 2, len(v) == 4 && silent:
			without++
			d.byID(v[0], at).judge(mark{doc: v[1], label: "1", at: at})
		case len(v) == 3:
			d.byID(v[0], at).judge(mark{doc: v[1], label: v[2], at: at})
		case len(v) == 4:
			d.byID(v[0], at).judge(mark{doc: v[2], label: v[3], at: at})
		default:
			d.fault(at, "%d fields; want query and document, with or without a grade", len(v))
		}
	}
	d.count(Told, "without_grade", without, "relation", "without a grade, taken as grade 1")
	return err
}

// directions reminds of Cranfield, where 1 is the best.
func (d *draft) directions() {
	most := 0
	d.eachMark(func(_ *query, m *mark) {
		if g, err := strconv.Atoi(m.label); err == nil {
			most = max(most, g)
		}
	})
	if most > 1 && !d.opts.Invert && len(d.opts.Map) == 0 {
		d.notes = append(d.notes, Note{Told, "direction", most, fmt.Sprintf("grade %d is taken as the best; in Cranfield 1 is: --invert, or --map 1=4,2=3,3=2,4=1,-1=0", most)})
	}
}

// writeSMART writes queries and relations with their grades.
func writeSMART(set *testsets.TestSet, o ExportOptions) ([]File, error) {
	files, err := writeTREC(set, o)
	if err != nil {
		return nil, err
	}
	var queries bytes.Buffer
	for _, q := range set.Queries {
		queries.WriteString(".I " + q.ID + "\n.W\n" + q.Text + "\n")
	}
	return []File{{"queries.qry", queries.Bytes()}, {"relations.rel", files[1].Data}}, nil
}
