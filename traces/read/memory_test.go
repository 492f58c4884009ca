package read_test

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/read"
)

// What was read stays bounded: a trace of 64 MiB, and a gigabyte with
// RANKDUEL_SOAK=1, need no more than the same small part of memory, in few long
// results and in many short ones. Without it a form is read in one of the two.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads an eighth of a gigabyte")
	}
	total, soak := 64<<20, os.Getenv("RANKDUEL_SOAK") != ""
	if soak {
		total = 1 << 30
	}
	for _, size := range []int{1 << 20, 4 << 10} { // of a result: few long ones, and those that agents get
		content := strings.Repeat("x", size)
		line := func(i int) string {
			return lineOf(fmt.Sprint("c", i), "Grep", `{"pattern":"p"}`, "") +
				fmt.Sprintf(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c%d","content":"src/b%d.go\n`, i, i%500) + content + `"}]}}` + "\n"
		}
		step := func(i int) string {
			return fmt.Sprintf(`{"tool_calls":[{"tool_call_id":"c%d","function_name":"Grep","arguments":{"pattern":"p"}}],"observation":{"results":[{"source_call_id":"c%d","content":"src/b%d.go\n`, i, i, i%500) + content + `"}]}},`
		}
		for name, c := range map[string]struct {
			part func(int) string
			ends [2]string
			read func(io.Reader, traces.Convention) (read.Trace, error)
		}{
			"transcript": {line, [2]string{}, read.Transcript},
			"trajectory": {step, [2]string{`{"steps": [`, `{}]}`}, read.Trajectory},
		} {
			if !soak && (name == "trajectory") != (size == 1<<20) {
				continue
			}
			calls := total / size
			meter := &peak{in: io.MultiReader(strings.NewReader(c.ends[0]), &repeated{part: c.part, n: calls}, strings.NewReader(c.ends[1]))}
			trace, err := c.read(meter, csb)
			if err != nil || trace.Calls.Len() != calls || len(trace.Calls.At(calls/2).Files) != 1 {
				t.Fatalf("%s: %v, %d calls, want %d", name, err, trace.Calls.Len(), calls)
			}
			trace.Calls.Close()
			if limit := min(60<<20, total/2); meter.most > uint64(limit) { // the program itself takes 40 after a gigabyte
				t.Errorf("%s: %d MiB of heap for %d MiB, want at most %d", name, meter.most>>20, total>>20, limit>>20)
			}
			t.Logf("%s in results of %d bytes: %d MiB", name, size, meter.most>>20)
		}
	}
}

// A repeated reads n parts.
type repeated struct {
	part func(int) string
	i, n int
	rest string
}

func (r *repeated) Read(b []byte) (int, error) {
	if r.rest == "" {
		if r.i == r.n {
			return 0, io.EOF
		}
		r.rest = r.part(r.i)
		r.i++
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// A peak notes the largest heap while it is read.
type peak struct {
	in   io.Reader
	read int
	most uint64
}

func (p *peak) Read(b []byte) (int, error) {
	n, err := p.in.Read(b)
	if p.read += n; p.read>>23 != (p.read-n)>>23 { // every 8 MiB
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		p.most = max(p.most, m.HeapSys-m.HeapReleased)
	}
	return n, err
}
