package shards_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/shards"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A study is a run on a disk, with what it is scored by.
type study struct {
	run      string // the file
	folder   string // the same, in files
	judged   *judgments.Judgments
	measures []metrics.Measure
	profile  metrics.Profile
	opts     scoring.Options
}

// write writes files below a folder of the test.
func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// generated returns a study with what runs have: queries in no order, tied scores, documents
// twice, judged queries that are missing and queries that no one judged.
func generated(t *testing.T, rng *rand.Rand) study {
	t.Helper()
	dir := t.TempDir()
	var qrels, all strings.Builder
	files := make([]strings.Builder, 1+rng.IntN(6))
	queries := 3 + rng.IntN(60)
	for q := range queries {
		for d := range 8 {
			fmt.Fprintf(&qrels, "q%d 0 d%d %d\n", q*7, d, rng.IntN(4))
		}
	}
	for i, q := range rng.Perm(queries + 4) {
		if i > 0 && rng.IntN(9) == 0 {
			continue
		}
		var lines strings.Builder
		for rank := range 1 + rng.IntN(12) {
			fmt.Fprintf(&lines, "q%d Q0 d%d %d %d tag\n", q*7, rng.IntN(30), rank+1, 100-rank/(1+rng.IntN(2)))
		}
		all.WriteString(lines.String())
		files[rng.IntN(len(files))].WriteString(lines.String())
	}
	s := study{run: write(t, filepath.Join(dir, "run"), all.String()), folder: filepath.Join(dir, "folder")}
	for i := range files {
		write(t, filepath.Join(s.folder, fmt.Sprintf("part-%02d", i)), files[i].String())
	}
	s.opts = scoring.Options{Name: "system", Hash: true, KeepRanks: true, Run: trec.RunOptions{Duplicates: trec.DuplicatesKeepFirst, Workers: 1 + rng.IntN(3)}}
	var err error
	if s.judged, err = judgments.Read(t.Context(), trec.Bytes("qrels", []byte(qrels.String())), trec.QrelsOptions{}); err != nil {
		t.Fatal(err)
	}
	if s.profile, err = metrics.ProfileByName("qrels"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nDCG@10", "RR", "R@5", "AP"} {
		m, err := s.profile.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		s.measures = append(s.measures, m)
	}
	return s
}

// part scores a shard into a file. What is in it may be changed first.
func (s study) part(t *testing.T, spec shards.Spec, path string, change ...func(*shards.Part)) string {
	t.Helper()
	from := s.run
	if spec.By == shards.ByFile {
		from = s.folder
	}
	p, err := spec.Score(t.Context(), from, s.judged, s.measures, s.profile, s.opts, result.Provenance{Command: "eval", Inputs: []result.Input{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range change {
		do(p)
	}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return write(t, path, out.String())
}

// shown returns everything that is said of a table.
func shown(t *testing.T, table *scoring.Table) string {
	t.Helper()
	text, err := json.MarshalIndent([]any{table.Summarize(true), table.Rows()}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// merged returns what the table of some parts shows.
func (s study) merged(t *testing.T, from string, parts ...string) (string, error) {
	t.Helper()
	runs, err := shards.Runs(parts, nil)
	if err != nil {
		return "", err
	}
	table, err := runs[0].Table(t.Context(), from, s.judged, s.measures, s.profile, s.opts)
	if err != nil {
		return "", err
	}
	return shown(t, table), nil
}

// Any number of shards of any kind, merged in any order and by any tree, shows what the whole
// run shows, byte by byte. Sums of doubles that are added part by part would not: the test
// counts how often they differ.
func TestAnyPartitionGivesTheSameBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 1))
	rounds, ordinary := 60, 0
	if testing.Short() {
		rounds = 20
	}
	for round := range rounds {
		s := generated(t, rng)
		by := []string{shards.ByFile, shards.ByRange, shards.ByQuery}[round%3]
		from, sources := s.run, []trec.Source{trec.File(s.run)}
		if by == shards.ByFile {
			from, sources = s.folder, nil
			files, err := filepath.Glob(filepath.Join(s.folder, "*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				sources = append(sources, trec.File(f))
			}
		}
		table, err := scoring.RunFiles(t.Context(), "system", sources, s.judged, s.measures, s.profile, s.opts)
		if err != nil {
			continue // no query in common
		}
		want := shown(t, table)
		n := 1 + rng.IntN(9)
		var parts []string
		for i := range n {
			parts = append(parts, s.part(t, shards.Spec{Shard: i, Of: n, By: by}, filepath.Join(t.TempDir(), "part.rdx")))
		}
		again := s.part(t, shards.Spec{Shard: 0, Of: n, By: by}, filepath.Join(t.TempDir(), "again.rdx"))
		if one, other := read(t, parts[0]), read(t, again); one != other {
			t.Fatalf("by %s: the same shard twice differs", by)
		}
		if wrong := sumOfSums(t, s, parts); wrong {
			ordinary++
		}
		parts = append(parts, again)
		for len(parts) > 1 && rng.IntN(3) > 0 { // some of them become one
			rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			k := 1 + rng.IntN(len(parts)-1)
			if slices.Contains(parts, again) {
				parts = slices.DeleteFunc(parts, func(p string) bool { return p == again })
				k = min(k, len(parts))
			}
			runs, err := shards.Runs(parts[:k], nil)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := runs[0].Part().Write(&out); err != nil {
				t.Fatal(err)
			}
			parts = append(parts[k:], write(t, filepath.Join(t.TempDir(), "merged.rdx"), out.String()))
		}
		got, err := s.merged(t, from, parts...)
		if err != nil || got != want {
			t.Fatalf("round %d, %d shards by %s: error %v, and what the whole run shows is not what they show\n%s", round, n, by, err, firstDifference(got, want))
		}
	}
	if ordinary == 0 {
		t.Error("the runs are too tame: sums of doubles, part by part, never differ from the sum of all")
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// sumOfSums tells whether ordinary sums of a measure, one a part, add up to something else than
// the exact sum of all rows, as it is rounded.
func sumOfSums(t *testing.T, s study, parts []string) bool {
	t.Helper()
	total, exact := 0.0, new(big.Float).SetPrec(2300)
	for i := range parts {
		p, err := scoring.RunFiles(t.Context(), "x", []trec.Source{trec.File(s.run)}, s.judged, s.measures, s.profile, s.opts)
		if err != nil {
			return false
		}
		sum := 0.0
		for q := i; q < p.Len(); q += len(parts) {
			if v, ok := p.Score(0, q); ok {
				sum += v
				exact.Add(exact, big.NewFloat(v))
			}
		}
		total += sum
	}
	rounded, _ := exact.Float64()
	return total != rounded
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d: %s\nwant    %s", i+1, x[i], y[i])
		}
	}
	return "one is longer"
}

// A judged query that the run lacks has a row in no part: it is scored once, at the end.
func TestAbsentQueriesHaveNoRows(t *testing.T) {
	s := generated(t, rand.New(rand.NewPCG(26, 2)))
	inRun := map[string]bool{}
	for line := range strings.Lines(read(t, s.run)) {
		id, _, _ := strings.Cut(line, " ")
		if _, judged := s.judged.Index([]byte(id)); judged {
			inRun[id] = true
		}
	}
	rows := 0
	for i := range 4 {
		p, err := shards.Spec{Shard: i, Of: 4, By: shards.ByRange}.Score(t.Context(), s.run, s.judged, s.measures, s.profile, s.opts, result.Provenance{})
		if err == nil {
			err = p.Write(io.Discard)
		}
		if err != nil {
			t.Fatal(err)
		}
		rows += p.Rows
	}
	if rows != len(inRun) || rows == s.judged.Len() {
		t.Errorf("the parts have %d rows, want %d of %d judged queries", rows, len(inRun), s.judged.Len())
	}
}

// A fault of the parts is named, with the files that it is in.
func TestFaultsOfParts(t *testing.T) {
	s := generated(t, rand.New(rand.NewPCG(26, 3)))
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for i := range 3 {
		s.part(t, shards.Spec{Shard: i, Of: 3, By: shards.ByQuery}, at(fmt.Sprintf("%d.rdx", i)))
	}
	whole := read(t, at("0.rdx"))
	write(t, at("short.rdx"), whole[:len(whole)/2])
	s.part(t, shards.Spec{Shard: 0, Of: 3, By: shards.ByQuery}, at("old.rdx"), func(p *shards.Part) { p.Revision = 0 })
	s.part(t, shards.Spec{Shard: 0, Of: 3, By: shards.ByQuery}, at("judged.rdx"), func(p *shards.Part) { p.Judgments = "others" })
	write(t, at("text.rdx"), "q1 Q0 d1 1 1 tag\n")
	other := s
	other.measures = s.measures[:2]
	other.part(t, shards.Spec{Shard: 1, Of: 3, By: shards.ByQuery}, at("measures.rdx"))
	s.part(t, shards.Spec{Shard: 1, Of: 4, By: shards.ByQuery}, at("of4.rdx"))
	lines := strings.SplitAfter(read(t, s.run), "\n")
	half := s
	half.run = write(t, at("half/run"), strings.Join(lines[:len(lines)/2], ""))
	half.part(t, shards.Spec{Shard: 1, Of: 3, By: shards.ByQuery}, at("half.rdx"))
	for _, c := range []struct {
		parts []string
		want  []string
	}{
		{[]string{"0.rdx", "2.rdx"}, []string{"missing: 1 of 3"}},
		{[]string{"1.rdx"}, []string{"missing: 0, 2 of 3"}},
		{[]string{"0.rdx", "1.rdx", "short.rdx"}, []string{"short.rdx", "not a whole part"}},
		{[]string{"old.rdx", "1.rdx", "2.rdx"}, []string{"old.rdx", "scoring revision 0"}},
		{[]string{"0.rdx", "1.rdx", "text.rdx"}, []string{"text.rdx", "not a whole part"}},
		{[]string{"judged.rdx", "1.rdx", "2.rdx"}, []string{"judged.rdx", "1.rdx", "Judgments"}},
		{[]string{"0.rdx", "measures.rdx", "2.rdx"}, []string{"0.rdx", "measures.rdx", "Measures"}},
		{[]string{"0.rdx", "of4.rdx", "2.rdx"}, []string{"0.rdx", "of4.rdx", "Of is 3 in the first and 4 in the second"}},
		{[]string{"0.rdx", "half.rdx", "2.rdx"}, []string{"0.rdx", "half.rdx", "Bytes"}},
	} {
		var paths []string
		for _, name := range c.parts {
			paths = append(paths, at(name))
		}
		_, err := s.merged(t, s.run, paths...)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v: error %v, want it to say %q", c.parts, err, want)
			}
		}
	}
	if _, err := s.merged(t, s.run, at("0.rdx"), at("1.rdx"), at("2.rdx"), at("1.rdx")); err != nil {
		t.Errorf("the same part twice: %v", err)
	}
}

// However short a part was cut, it is an error that names it, and no panic.
func TestPartsThatWereCutShort(t *testing.T) {
	s := generated(t, rand.New(rand.NewPCG(26, 4)))
	path := s.part(t, shards.Spec{Shard: 0, Of: 1, By: shards.ByRange}, filepath.Join(t.TempDir(), "part.rdx"))
	whole := read(t, path)
	for n := 0; n < len(whole); n += 1 + n/50 {
		write(t, path, whole[:n])
		if _, err := s.merged(t, s.run, path); err == nil || !strings.Contains(err.Error(), path) {
			t.Fatalf("the first %d of %d bytes: error %v, want one that names the part", n, len(whole), err)
		}
	}
	rng := rand.New(rand.NewPCG(26, 5))
	for range 300 {
		damaged := []byte(whole)
		damaged[rng.IntN(len(damaged))] ^= 1 << rng.IntN(8)
		write(t, path, string(damaged))
		if got, err := s.merged(t, s.run, path); err == nil {
			write(t, path, whole)
			if want, _ := s.merged(t, s.run, path); got != want {
				t.Fatal("a damaged part was read as something else")
			}
		}
	}
}

// Rows that someone changed are not those of the description, though the file is a good one.
func TestChangedRows(t *testing.T) {
	s := generated(t, rand.New(rand.NewPCG(26, 12)))
	path := s.part(t, shards.Spec{Of: 1, By: shards.ByRange}, filepath.Join(t.TempDir(), "part.rdx"))
	for _, changed := range []bool{false, true} {
		data := read(t, path)
		file, err := parquet.OpenFile(strings.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w := parquet.NewWriter(&out, file.Schema())
		for _, key := range []string{"rankduel", "rankduel_sha256"} {
			value, _ := file.Lookup(key)
			w.SetKeyValueMetadata(key, value)
		}
		rows := make([]parquet.Row, file.NumRows())
		in := file.RowGroups()[0].Rows()
		if n, err := in.ReadRows(rows); n != len(rows) {
			t.Fatalf("%d of %d rows: %v", n, len(rows), err)
		}
		if leaf, _ := file.Schema().Lookup("AP"); changed {
			rows[0][leaf.ColumnIndex] = parquet.DoubleValue(0.123).Level(0, 1, leaf.ColumnIndex)
		}
		if _, err := w.WriteRows(rows); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(in.Close(), w.Close()); err != nil {
			t.Fatal(err)
		}
		_, err = s.merged(t, s.run, write(t, filepath.Join(t.TempDir(), "again.rdx"), out.String()))
		if changed != (err != nil) || changed && !strings.Contains(err.Error(), "its rows are not those that were written") {
			t.Errorf("changed %v: error %v", changed, err)
		}
	}
}

// A query whose lines do not stand together is in two ranges: both parts are named, with what helps, wherever they
// are read. Of one that no one judged parts have no rows, and so it is not counted twice but refused too.
func TestQueryInTwoParts(t *testing.T) {
	for _, id := range []string{"q0", "stranger"} {
		s := generated(t, rand.New(rand.NewPCG(26, 6)))
		line := id + " Q0 %s 1 1 tag\n"
		write(t, s.run, fmt.Sprintf(line, "early")+strings.ReplaceAll(read(t, s.run), "q0 ", "q7000 ")+fmt.Sprintf(line, "late"))
		var parts []string
		for i := range 3 {
			parts = append(parts, s.part(t, shards.Spec{Shard: i, Of: 3, By: shards.ByRange}, filepath.Join(t.TempDir(), fmt.Sprintf("%d.rdx", i))))
		}
		_, err := s.merged(t, s.run, parts...)
		wants, errs := []string{id, "--shard-by query"}, []error{err}
		if id == "q0" {
			runs, err := shards.Runs(parts, nil)
			if err != nil {
				t.Fatal(err)
			}
			wants, errs = append(wants, parts[0], parts[2]), append(errs, runs[0].Part().Write(io.Discard))
		}
		for _, err := range errs {
			for _, want := range wants {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want it to say %q", err, want)
				}
			}
		}
	}
}

// So is one that is in two files of a folder, of a run that is scored whole.
func TestQueryInTwoFiles(t *testing.T) {
	s := generated(t, rand.New(rand.NewPCG(26, 6)))
	for _, id := range []string{"q7", "stranger"} {
		var files []trec.Source
		for _, name := range []string{"one", "two"} {
			files = append(files, trec.File(write(t, filepath.Join(t.TempDir(), name), id+" Q0 d1 1 1 tag\nother-"+name+" Q0 d1 1 1 tag\n")))
		}
		_, err := scoring.RunFiles(t.Context(), "run", files, s.judged, s.measures, s.profile, s.opts)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("the query %q is in ", id)) {
			t.Errorf("error %v, want that %s is in both files", err, id)
		}
	}
}

// The hash of rows is a promise, as parts of two versions are merged: of a line a row, of texts and numbers as package
// fmt writes them.
func TestHashOfRows(t *testing.T) {
	s := generated(t, rand.New(rand.NewPCG(26, 15)))
	var part *shards.Part
	data := read(t, s.part(t, shards.Spec{Of: 1, By: shards.ByRange}, filepath.Join(t.TempDir(), "p.rdx"), func(p *shards.Part) { part = p }))
	file, err := parquet.OpenFile(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]parquet.Row, file.NumRows())
	in := file.RowGroups()[0].Rows()
	defer in.Close()
	if n, err := in.ReadRows(rows); n != len(rows) {
		t.Fatalf("%d of %d rows: %v", n, len(rows), err)
	}
	sum := sha256.New()
	for _, row := range rows {
		var text []string
		for _, name := range []string{"query_id", "stratum", "group", "status", "error", "rel_string", "ranking", "relevant_ranks"} {
			leaf, _ := file.Schema().Lookup(name)
			text = append(text, string(row[leaf.ColumnIndex].ByteArray()))
		}
		var number []float64
		for _, name := range append([]string{"latency_ms", "judged_ratio"}, metrics.Texts(s.measures)...) {
			leaf, _ := file.Schema().Lookup(name)
			if number = append(number, math.NaN()); !row[leaf.ColumnIndex].IsNull() {
				number[len(number)-1] = row[leaf.ColumnIndex].Double()
			}
		}
		fmt.Fprintf(sum, "%q %v\n", text, number)
	}
	if want := fmt.Sprintf("%x", sum.Sum(nil)); part.Hash != want || part.Rows != len(rows) {
		t.Errorf("%d rows with the hash %s, want %d with %s", part.Rows, part.Hash, len(rows), want)
	}
}

// A run that changed between its shards is refused where their ranges do not meet, though it has
// as many bytes as before.
func TestRangesMeet(t *testing.T) {
	s := generated(t, rand.New(rand.NewPCG(26, 13)))
	lines := func(first int) (text string) { // of eight, the first of q0 and the others of q7
		for i := range 8 {
			text += fmt.Sprintf("q%d Q0 d%d 1 %d tag\n", 7*min(1, i/first), i, 9-i)
		}
		return text
	}
	part := func(shard, first int) string {
		s.run = write(t, s.run, lines(first))
		return s.part(t, shards.Spec{Shard: shard, Of: 2, By: shards.ByRange}, filepath.Join(t.TempDir(), "part.rdx"))
	}
	for _, c := range []struct{ first, then, ends int }{{3, 5, 3}, {5, 3, 0}} { // lines of q0 at each shard, and of the first shard
		_, err := s.merged(t, s.run, part(0, c.first), part(1, c.then))
		if want := fmt.Sprintf("changed between shards, which do not meet at byte %d of it", c.ends*len(lines(1))/8); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d lines of the first query, then %d: error %v, want it to say %q", c.first, c.then, err, want)
		}
	}
	if _, err := s.merged(t, s.run, part(0, 3), part(1, 3)); err != nil {
		t.Errorf("the same run: %v", err)
	}
}

// Missing shards are named as ranges, however many there are.
func TestManyMissingShards(t *testing.T) {
	s := generated(t, rand.New(rand.NewPCG(26, 14)))
	for of, want := range map[int]string{9: "missing: 1-2, 4, 6-8 of 9;", 1 << 20: "missing: 1-2, 4, 6-1048575 of 1048576;"} {
		var parts []string
		for _, i := range []int{5, 0, 3} {
			parts = append(parts, s.part(t, shards.Spec{Shard: i, Of: of, By: shards.ByQuery}, filepath.Join(t.TempDir(), "part.rdx")))
		}
		if _, err := s.merged(t, s.run, parts...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want it to say %q", err, want)
		}
	}
}

// Which shard a query goes to is a promise: parts of two versions are merged.
func TestSharesOfQueries(t *testing.T) {
	var got []int
	for _, id := range []string{"", "a", "abc"} { // xxHash 0.8: XXH64 with seed 0 is ef46db3751d8e999, d24ec4f1a98c6e5b, 44bc2cf5ad770999
		for i := range 1000 {
			if (shards.Spec{Shard: i, Of: 1000}).Has([]byte(id)) {
				got = append(got, i)
			}
		}
	}
	want := []int{int(uint64(0xef46db3751d8e999) % 1000), int(uint64(0xd24ec4f1a98c6e5b) % 1000), int(uint64(0x44bc2cf5ad770999) % 1000)}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("shards %v, want %v", got, want)
	}
}

// What is not a shard, or cannot be shared out, is refused with what helps.
func TestSpecs(t *testing.T) {
	for text, ok := range map[string]bool{"0/1": true, "63/64": true, "0/1048576": true, "0/1048577": false, "0/99999999999": false, "1/1": false, "-1/4": false, "0/0": false, "1": false, "1/2x": false, "a/b": false} {
		if _, err := shards.ParseSpec(text, ""); (err == nil) != ok {
			t.Errorf("%q: error %v, want one: %v", text, err, !ok)
		}
	}
	if _, err := shards.ParseSpec("0/2", "week"); err == nil {
		t.Error("by week was taken")
	}
	s := generated(t, rand.New(rand.NewPCG(26, 7)))
	packed := write(t, filepath.Join(t.TempDir(), "run.gz"), "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	lines := write(t, filepath.Join(t.TempDir(), "run.jsonl"), `{"query_id": "q0", "hits": [{"id": "d1"}]}`+"\n")
	for path, want := range map[string]string{"-": "standard input", packed: "--shard-by query", lines: "--shard-by query"} {
		_, err := shards.Spec{Of: 2}.Score(t.Context(), path, s.judged, s.measures, s.profile, s.opts, result.Provenance{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want it to say %s", path, err, want)
		}
	}
}

// What lines of queries and test sets say that a ranking does not: failed queries, times, chunks of documents,
// strata, groups and weights of queries, come out of parts as they come out of the whole run.
func TestQueriesWithMoreThanRanks(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 10))
	var set strings.Builder
	set.WriteString("name: s\nversion: v1\nstrata: [long, short]\nqueries:\n")
	s := study{folder: filepath.Join(t.TempDir(), "folder"), opts: scoring.Options{Name: "system", Hash: true, KeepRanks: true, Run: trec.RunOptions{Workers: 2}}}
	files := make([]strings.Builder, 4)
	for q := range 60 {
		fmt.Fprintf(&set, "- {query_id: q%d, query_text: question %d, query_type: %s, group: g%d, weight: %d, relevant_docs: [{doc_id: a, grade: 3}, {doc_id: b, grade: 1}, {doc_id: n, grade: 0}]}\n",
			q, q, []string{"long", "short"}[q%2], q/3, 1+q%4)
		to := &files[rng.IntN(len(files))]
		switch rng.IntN(6) {
		case 0: // the run lacks it
		case 1:
			fmt.Fprintf(to, `{"query_id": "q%d", "error": "timeout %d"}`+"\n", q, q)
		default:
			hits := []string{`{"id": "a", "document": "a"}`, `{"id": "a#2", "document": "a"}`, `{"id": "b"}`, `{"id": "x"}`, `{"id": "y"}`}
			rng.Shuffle(len(hits), func(i, j int) { hits[i], hits[j] = hits[j], hits[i] })
			fmt.Fprintf(to, `{"query_id": "q%d", "latency_ms": %v, "hits": [%s]}`+"\n", q, rng.Float64()*100, strings.Join(hits[:rng.IntN(6)], ", "))
		}
	}
	var texts []string
	for i := range files {
		texts = append(texts, files[i].String())
	}
	s.judged, s.profile = wingtest.JudgmentsOf(t, set.String()), wingtest.ProfileNamed(t, "default")
	s.measures = wingtest.Measures(t, s.profile, "nDCG@10,RR,R@5,AP")
	s.sameInParts(t, texts, `"timeout`, `"p95_ms"`, `"short"`, `"group"`, `"weight"`, `"missing"`)
}

// sameInParts wants of shards of these texts, each a file, by file and by query, what one file
// with all of them shows; it is to show some words.
func (s study) sameInParts(t *testing.T, files []string, words ...string) {
	t.Helper()
	for i, text := range files {
		write(t, filepath.Join(s.folder, fmt.Sprintf("%d.jsonl", i)), text)
	}
	s.run = write(t, filepath.Join(t.TempDir(), "whole.jsonl"), strings.Join(files, ""))
	s.opts.Hash = false // of a folder it is another one
	table, err := scoring.RunFile(t.Context(), trec.File(s.run), s.judged, s.measures, s.profile, s.opts)
	want := fmt.Sprint(err)
	if err == nil {
		want = shown(t, table)
	}
	for _, part := range words {
		if !strings.Contains(want, part) {
			t.Errorf("the run shows no %s:\n%s", part, want)
		}
	}
	for _, by := range []string{shards.ByFile, shards.ByQuery} {
		var parts []string
		for i := range 7 {
			parts = append(parts, s.part(t, shards.Spec{Shard: 6 - i, Of: 7, By: by}, filepath.Join(t.TempDir(), "p.rdx")))
		}
		got, err := s.merged(t, s.run, parts...)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("by %s the parts show something else than the whole run\n%s", by, firstDifference(got, want))
		}
	}
}

// What is noticed of a run as a whole is noticed of its parts together: one part alone would say
// something else.
func TestWhatIsNoticedAddsUp(t *testing.T) {
	const set = `
name: s
version: v1
strata: [x]
queries:
- {query_id: q0, query_text: t0, query_type: x, relevant_docs: [{doc_id: a, grade: 1}], relevant_chunks: [{chunk_id: "a#1", grade: 1}]}
- {query_id: q1, query_text: t1, query_type: x, relevant_docs: [{doc_id: b, grade: 1}]}
- {query_id: q2, query_text: t2, query_type: x, relevant_docs: [{doc_id: c, grade: 1}]}
- {query_id: q3, query_text: t3, query_type: x, relevant_docs: [{doc_id: d, grade: 1}]}
- {query_id: q4, query_text: t4, query_type: x, relevant_docs: [{doc_id: e, grade: 1}]}
- {query_id: q5, query_text: t5, query_type: x, relevant_docs: [{doc_id: f, grade: 1}]}
`
	lines := func(hit, last string) (files []string) {
		for q := range 6 {
			files = append(files, fmt.Sprintf(`{"query_id": "q%d", "hits": [`+hit+`]}`+"\n", q, 5-q))
		}
		return append(files, last)
	}
	extra := `{"query_id": "zz", "hits": []}` + "\n" + `{"query_id": "z0", "error": "gone"}` + "\n" + `{"query_id": "z1", "hits": []}` + "\n"
	for name, c := range map[string]struct {
		profile, measures string
		files, words      []string
	}{
		"ids of another kind":      {"default", "RR", lines(`{"id": "n%d.txt", "score": 1}`, ""), []string{"n5.txt", "n4.txt", `"unmatched_ids"`}},
		"few queries":              {"default", "RR", lines(`{"id": "n%d.txt", "score": 1}`, "")[:4], []string{"2 of 6 judged queries are not in the run"}},
		"queries not judged":       {"kebab", "", lines(`{"id": "a%d", "score": 1}`, extra), []string{"3 queries of the run not judged", `"total_queries": 9`, `"failed_queries": 1`}},
		"no query in common":       {"default", "RR", []string{extra, `{"query_id": "y", "hits": []}` + "\n"}, []string{"y", "z0"}},
		"a chunk of some document": {"default", "RR,RR(level=chunk)", lines(`{"id": "a%d", "score": 1}`, `{"query_id": "zz", "hits": []}`+"\n"), []string{"look at documents and"}},
		"no scores":                {"default", "RR", lines(`{"id": "a%d"}`, ""), []string{"the run has no scores"}},
		"no answers":               {"default", "RR,CitationCoverage,CitationCoverage(strict)", lines(`{"id": "a%d"}`, ""), []string{"CitationCoverage, CitationCoverage(strict): undefined"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := study{folder: filepath.Join(t.TempDir(), "folder"), opts: scoring.Options{Name: "system"}}
			s.judged, s.profile = wingtest.JudgmentsOf(t, set), wingtest.ProfileNamed(t, c.profile)
			if s.measures = s.profile.Measures; c.measures != "" {
				s.measures = wingtest.Measures(t, s.profile, c.measures)
			}
			s.sameInParts(t, c.files, c.words...)
			// One part that has it is enough: a judged id, a chunk of a document, an answer.
			c.files[0] = `{"query_id": "q0", "hits": [{"id": "a#1", "document": "a", "score": 1}], "answer": {"text": "a", "grounded": true}}` + "\n"
			if !strings.Contains(c.files[1], "score") { // all have one, or none
				c.files[0] = strings.Replace(c.files[0], `, "score": 1`, "", 1)
			}
			s.sameInParts(t, c.files)
		})
	}
}

// The columns of a part are those that docs/scale.md tells readers of other programs, rows by id.
func TestColumnsAreTheDocumentedOnes(t *testing.T) {
	s := generated(t, rand.New(rand.NewPCG(26, 8)))
	data := read(t, s.part(t, shards.Spec{Of: 1, By: shards.ByRange}, filepath.Join(t.TempDir(), "p.rdx")))
	file, err := parquet.OpenFile(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, "../../docs/scale.md")
	_, table, _ := strings.Cut(page, "| column | type | what |")
	table, _, _ = strings.Cut(table, "\n\n")
	found := map[string]string{}
	for _, c := range file.Root().Columns() {
		found[c.Name()] = strings.ToLower(c.Type().String())
	}
	for _, m := range s.measures {
		if found[m.String()] != "double" {
			t.Errorf("%s is of type %q, want double", m, found[m.String()])
		}
		delete(found, m.String())
	}
	documented := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		for name := range strings.SplitSeq(cells[1], ",") {
			documented++
			if got := found[strings.Trim(name, " `")]; got != strings.TrimSpace(cells[2]) {
				t.Errorf("%s is of type %q, and the page says %q", name, got, cells[2])
			}
		}
	}
	if documented != len(found) {
		t.Errorf("the page tells of %d columns, a part has %v", documented, found)
	}
}
