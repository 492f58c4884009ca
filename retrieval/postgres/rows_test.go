//go:build unix

package postgres_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/postgres"
)

func whatIsReadFromARow(t *testing.T, server *pgtest.Server) {
	dsn := server.DSN()
	for _, c := range []struct {
		name, sql string
		want      []retrieval.Hit
	}{
		{
			"integers keep their digits", `SELECT id, score FROM (VALUES (9007199254740993::bigint, 3), (-1, 2)) AS r(id, score) WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "9007199254740993", Score: 3}, {ID: "-1", Score: 2}},
		},
		{
			"a numeric id keeps its zeros, a numeric score is the nearest float64", `SELECT 1.500 AS id, 0.1::numeric AS score WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "1.500", Score: 0.1}},
		},
		{
			"float4 is widened, not rounded to its decimal digits", `SELECT 'a' AS id, 0.1::float4 AS score WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "a", Score: 0.100000001490116119384765625}},
		},
		{
			"float8", `SELECT 1e300::float8 AS id, 0.1::float8 + 0.2::float8 AS score WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "1e+300", Score: 0.30000000000000004}},
		},
		{
			"infinite scores", `SELECT id, score FROM (VALUES ('a', 'Infinity'::float8), ('b', '-Infinity')) AS r(id, score) WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "a", Score: math.Inf(1)}, {ID: "b", Score: math.Inf(-1)}},
		},
		{
			"uuid", `SELECT 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid AS id, 1::smallint AS score WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", Score: 1}},
		},
		{"unnamed columns go by position", `SELECT 'a', 2, 'ignored' WHERE $1 <> ''`, []retrieval.Hit{{ID: "a", Score: 2}}},
		{
			"named columns go by name", `SELECT 'the text' AS text, 2 AS score, 'd' AS document, 'a' AS id WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "a", Score: 2, Text: "the text", Document: "d"}},
		},
		{
			"text and document may be NULL", `SELECT 'a' AS id, 2 AS score, NULL AS text, NULL AS document WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "a", Score: 2}},
		},
		{
			"among equal scores, the order is that of the rows", `SELECT id, score FROM (VALUES ('c', 1), ('a', 1), ('b', 1)) AS r(id, score) WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "c", Score: 1}, {ID: "a", Score: 1}, {ID: "b", Score: 1}},
		},
		{
			"an id twice, which is for whoever scores it", `SELECT id, 1 AS score FROM (VALUES ('a'), ('b'), ('a')) AS r(id) WHERE $1 <> ''`,
			[]retrieval.Hit{{ID: "a", Score: 1}, {ID: "b", Score: 1}, {ID: "a", Score: 1}},
		},
		{
			"rows after the k-th are cut", `SELECT n AS id, -n AS score FROM generate_series(1, 100000) AS n WHERE $1 <> '' LIMIT 12`,
			[]retrieval.Hit{
				{ID: "1", Score: -1},
				{ID: "2", Score: -2},
				{ID: "3", Score: -3},
				{ID: "4", Score: -4},
				{ID: "5", Score: -5},
				{ID: "6", Score: -6},
				{ID: "7", Score: -7},
				{ID: "8", Score: -8},
				{ID: "9", Score: -9},
				{ID: "10", Score: -10},
			},
		},
		{"no rows", `SELECT 'a' AS id, 1 AS score WHERE $1 = '' LIMIT $2`, nil},
		{"parameters take the type they are used as", `SELECT to_hex($2::int) AS id, length($1) AS score`, []retrieval.Hit{{ID: "a", Score: 1}}},
		{"a semicolon at the end", "SELECT 'a' AS id, 1 AS score WHERE $1 <> '';\n", []retrieval.Hit{{ID: "a", Score: 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := asking(t, dsn, c.sql)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}

	t.Run("columns of other names", func(t *testing.T) {
		r := open(t, postgres.Settings{
			DSN: dsn, SQL: `SELECT 0.5 AS rank, 'd' AS id, 'body' AS b, 'c' AS chunk WHERE $1 <> ''`,
			Columns: postgres.Columns{ID: "chunk", Score: "rank", Text: "b", Document: "id"},
		})
		got, err := r.Retrieve(t.Context(), retrieval.Query{Text: "x"}, 1)
		if diff := cmp.Diff([]retrieval.Hit{{ID: "c", Score: 0.5, Text: "body", Document: "d"}}, got); diff != "" || err != nil {
			t.Errorf("%v, want -, got +:\n%s", err, diff)
		}
	})

	t.Run("what the query becomes", func(t *testing.T) {
		r := open(t, postgres.Settings{DSN: dsn, SQL: `SELECT $1 AS id, 1 AS score`})
		for text, want := range map[string]string{
			`'; DROP TABLE pages; --`: `'; DROP TABLE pages; --`, // a parameter is not SQL
			"東京 🜚":                    "東京 🜚",
			"a\x00b":                  "a\uFFFDb",
			"\xff\xfea\x00\x00":       "\uFFFDa\uFFFD\uFFFD",
			"":                        "",
		} {
			hits, err := r.Retrieve(t.Context(), retrieval.Query{Text: text}, 1)
			if err != nil || len(hits) != 1 || hits[0].ID != want {
				t.Errorf("query %q came back as %v, %v, want %q", text, hits, err, want)
			}
		}
	})
}

func rowFaults(t *testing.T, server *pgtest.Server) {
	dsn := server.DSN()
	for _, c := range []struct{ name, sql, want string }{
		{"null id", `SELECT id, score FROM (VALUES ('a', 1), (NULL, 2)) AS r(id, score) WHERE $1 <> ''`, "row 2: column id, the id, is NULL"},
		{"null score", `SELECT id, score FROM (VALUES ('a', NULL::int)) AS r(id, score) WHERE $1 <> ''`, `row 1: column score, the score of "a", is NULL: use coalesce(score, 0)`},
		{"NaN", `SELECT 'a' AS id, 'NaN'::float8 AS score WHERE $1 <> ''`, `row 1: column score, the score of "a", is NaN`},
		{"numeric NaN", `SELECT 'a' AS id, 'NaN'::numeric AS score WHERE $1 <> ''`, "is NaN"},
		{"beyond float64", `SELECT 'a' AS id, 1e400::numeric AS score WHERE $1 <> ''`, "is 1000000000000000000000000000000000000000, which is no float64"},
		{"rising scores", `SELECT n AS id, n * 0.5 AS score FROM generate_series(1, 3) AS n WHERE $1 <> ''`, "row 2: the score rises from 0.5 to 1: want ORDER BY score DESC, and for a distance its negative as the score"},
		{"division by zero", `SELECT 'a' AS id, 1 / (length($1) - 1) AS score`, "division by zero (SQLSTATE 22012)"},
		{"to_tsquery takes no plain text", `SELECT 'a' AS id, 1 AS score WHERE to_tsquery('a b ' || $1) IS NOT NULL`, "SQLSTATE 42601): it is one statement with $1 and $2; for queries as users type them use websearch_to_tsquery"},
	} {
		t.Run(c.name, func(t *testing.T) {
			hits, err := asking(t, dsn, c.sql)
			if err == nil || hits != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, %v, want %q", hits, err, c.want)
			}
			if errors.Is(err, retrieval.ErrUnavailable) {
				t.Errorf("%v: says that the server is down", err)
			}
		})
	}
}
