// Package rungen makes TREC runs and qrels of any size for tests and
// benchmarks. The same shape, seed and system always give the same bytes.
//
// The files look like those of a real system: scores fall along the ranking
// and have six decimals, about one score in two hundred ties with the one
// before, and tied documents stand in no particular order. Nothing about the
// rankings is realistic beyond that; do not draw conclusions from them.
package rungen

import (
	"bufio"
	"io"
	"math/rand/v2"
	"strconv"
)

// documents is the size of the imagined collection: a prime, so that walking
// it in equal steps meets no document twice.
const documents = 8_841_817

// A Shape is the size of a run and its qrels.
type Shape struct {
	Name    string
	Queries int
	Depth   int     // lines a query
	Judged  float64 // judgments a query, on average
	Graded  bool    // grades 0 to 3; otherwise every judgment is a 1
}

// Shapes returns the sizes that speed is quoted for.
func Shapes() []Shape {
	return []Shape{
		{Name: "small", Queries: 200, Depth: 100, Judged: 7.5, Graded: true},
		{Name: "dl", Queries: 43, Depth: 1000, Judged: 216, Graded: true},
		{Name: "msdev", Queries: 6980, Depth: 1000, Judged: 1.07},
		{Name: "wide", Queries: 200, Depth: 20_000, Judged: 50, Graded: true},
		{Name: "large", Queries: 50_000, Depth: 200, Judged: 1.07},
	}
}

// A Generator writes the files of one shape.
type Generator struct {
	Shape
	Seed uint64
}

// query returns the id of query i; the ids are distinct and in no order.
func query(i int) int { return 1 + (i*7919+104_729)%1_199_999 }

// A walk gives the documents of a query: every index another one.
type walk struct{ start, step int }

func (g Generator) walk(q int) walk {
	rng := rand.New(rand.NewPCG(g.Seed, uint64(q)))
	return walk{rng.IntN(documents), 1 + rng.IntN(documents-1)}
}

func (w walk) document(i int) int { return (w.start + i*w.step) % documents }

// WriteRun writes the run of a system. Systems differ in how they shuffle
// neighboring ranks and in their tag.
func (g Generator) WriteRun(w io.Writer, system uint64) error {
	out := bufio.NewWriterSize(w, 1<<16)
	tag := " sys" + string(rune('A'+system%26)) + "\n"
	var line []byte
	for q := range g.Queries {
		docs := g.walk(q)
		rng := rand.New(rand.NewPCG(g.Seed^(system+1)<<32, uint64(q)))
		shuffle := rng.IntN(8)
		micro := 35_000_000 + rng.IntN(5_000_000) // the score in millionths
		for rank := range g.Depth {
			i := rank
			if rank|7 < g.Depth {
				i ^= shuffle
			}
			line = strconv.AppendInt(line[:0], int64(query(q)), 10)
			line = append(line, " Q0 "...)
			line = strconv.AppendInt(line, int64(docs.document(i)), 10)
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(rank+1), 10)
			line = append(line, ' ')
			line = appendMicro(line, micro)
			line = append(line, tag...)
			if _, err := out.Write(line); err != nil {
				return err
			}
			if rng.IntN(400) != 0 { // a tie has two members: one in 400 makes half a percent
				micro -= 1 + rng.IntN(max(2, 60_000_000/g.Depth))
			}
		}
	}
	return out.Flush()
}

// appendMicro appends millionths as a number with six decimals.
func appendMicro(b []byte, micro int) []byte {
	if micro < 0 {
		b = append(b, '-')
		micro = -micro
	}
	b = strconv.AppendInt(b, int64(micro/1_000_000), 10)
	b = append(b, '.')
	for div := 100_000; div > 0; div /= 10 {
		b = append(b, byte('0'+micro/div%10))
	}
	return b
}

// WriteQrels writes the judgments. About nine in ten of the judged documents
// are in the runs, more of them near the top.
func (g Generator) WriteQrels(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for q := range g.Queries {
		docs := g.walk(q)
		rng := rand.New(rand.NewPCG(g.Seed+1, uint64(q)))
		n := int(g.Judged + rng.Float64())
		taken := make(map[int]bool, n)
		for len(taken) < n {
			u := rng.Float64()
			i := int(u * u * 1.2 * float64(max(g.Depth, n)))
			if taken[i] {
				continue
			}
			taken[i] = true
			grade := 1
			if g.Graded {
				grade = max(0, rng.IntN(7)-3)
			}
			line = strconv.AppendInt(line[:0], int64(query(q)), 10)
			line = append(line, " 0 "...)
			line = strconv.AppendInt(line, int64(docs.document(i)), 10)
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(grade), 10)
			line = append(line, '\n')
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}
