//go:build unix

package command_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/command"
	"github.com/rankduel/rankduel/retrieval/internal/adaptertest"
)

// behaviour is the variable that makes the test binary a program of the tests.
const behaviour = "COMMAND_TEST_BEHAVIOUR"

// fault is the variable with what the program does at every query; otherwise the query says it.
const fault = "COMMAND_TEST_FAULT"

func TestMain(m *testing.M) {
	if b := os.Getenv(behaviour); b != "" {
		os.Exit(programMain(b))
	}
	os.Exit(m.Run())
}

// self returns the declaration of the test binary as a program that behaves in that way.
func self(t testing.TB, b string) command.Settings {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return command.Settings{Argv: []string{path}, Env: map[string]string{
		behaviour: b,
		"GORACE":  "atexit_sleep_ms=0", // built with -race, a program sleeps a second before it ends
	}}
}

func open(t testing.TB, s command.Settings) *command.Retriever {
	t.Helper()
	return adaptertest.Open(t, command.Open, s)
}

// A request is one as the program sees it.
type request struct {
	ID      int    `json:"id"`
	QueryID string `json:"query_id"`
	Query   string `json:"query"`
	K       int    `json:"k"`
}

// found returns the ranking that a working program gives to a query. The ids hold the query, so that the answer to another
// one would be noticed.
func found(query string) []retrieval.Hit {
	var hits []retrieval.Hit
	for i := range 5 {
		hits = append(hits, retrieval.Hit{
			ID: fmt.Sprintf("%s/%d", query, i), Score: 1 / float64(i+1), Text: "text", Document: "d", Spans: []retrieval.Span{{Start: i + 1, End: i + 2}},
		})
	}
	return hits
}

func foundJSON(query string) string {
	var list []any
	for _, h := range found(query) {
		list = append(list, map[string]any{"id": h.ID, "score": h.Score, "text": h.Text, "document": h.Document, "spans": h.Spans})
	}
	raw, err := json.Marshal(list)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// readyAfter is how long a program takes to load.
const readyAfter = 300 * time.Millisecond

// programMain returns the program. What it does depends on its behaviour, and on the query where that says so.
func programMain(b string) int {
	switch b {
	case "exits at once":
		fmt.Fprintln(os.Stderr, "no model found")
		return 4
	case "is ready late":
		time.Sleep(readyAfter)
		fmt.Println(`{"ready":true}`)
	case "is never ready":
		time.Sleep(time.Hour)
	case "closes its output":
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case "closes its input":
		_ = os.Stdin.Close()
		fmt.Println(`{"ready":true}`)
		time.Sleep(time.Hour)
	case "does not read":
		time.Sleep(time.Hour)
	case "once":
		return onceMain()
	case "shows its environment":
		fmt.Fprintln(os.Stderr, "the key is", os.Getenv("SECRET_KEY"))
		return 1
	}
	p := &answering{behaviour: b}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			if b == "outlives its input" {
				time.Sleep(time.Hour)
			}
			return 0
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			fmt.Fprintln(os.Stderr, "cannot read", string(line), err)
			return 5
		}
		if b == "answers in any order" {
			wg.Go(func() {
				time.Sleep(time.Duration(len(r.Query)*7%5) * time.Millisecond)
				p.answer(r)
			})
			continue
		}
		p.answer(r)
	}
}

type answering struct {
	behaviour string
	mu        sync.Mutex
}

func (p *answering) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Printf(format, args...)
}

// answer does what the query says, and otherwise answers it.
func (p *answering) answer(r request) {
	action := r.Query
	if always := os.Getenv(fault); always != "" {
		action = always
	}
	what, value, _ := strings.Cut(action, "=")
	switch what {
	case "crash":
		fmt.Fprintf(os.Stderr, "some log\n\nTraceback:\n  cannot divide %s\n", value)
		os.Exit(3)
	case "crash unless there is":
		if _, err := os.Stat(value); err != nil {
			if err := os.WriteFile(value, nil, 0o600); err != nil {
				panic(err)
			}
			os.Exit(3)
		}
	case "hang":
		time.Sleep(time.Hour)
	case "sleep":
		d, err := time.ParseDuration(value)
		if err != nil {
			panic(err)
		}
		time.Sleep(d)
	case "say": // exactly this, with the id in it
		p.say("%s", strings.ReplaceAll(value, "ID", fmt.Sprint(r.ID)))
		return
	case "say and exit":
		p.say("%s", strings.ReplaceAll(value, "ID", fmt.Sprint(r.ID)))
		os.Exit(0)
	case "long":
		p.say(`{"id":%d,"hits":["%s"]}`+"\n", r.ID, strings.Repeat("x", 33<<20))
		return
	case "pid":
		p.say(`{"id":%d,"hits":[%d]}`+"\n", r.ID, os.Getpid())
		return
	case "child", "orphan":
		child := exec.Command("sleep", "1000")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		if what == "orphan" {
			os.Exit(6)
		}
		p.say(`{"id":%d,"hits":[%d,%d]}`+"\n", r.ID, os.Getpid(), child.Process.Pid)
		return
	}
	p.say(`{"id":%d,"hits":%s}`+"\n", r.ID, foundJSON(r.Query))
}

// onceMain answers one query, from its arguments if it has some.
func onceMain() int {
	r := request{ID: -1}
	if len(os.Args) > 1 {
		r.Query, r.QueryID = os.Args[1], strings.Join(os.Args[1:], "|")
		if rest, err := io.ReadAll(os.Stdin); err != nil || len(rest) > 0 {
			fmt.Fprintln(os.Stderr, "there is something on the standard input:", string(rest), err)
			return 7
		}
	} else if err := json.NewDecoder(os.Stdin).Decode(&r); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 7
	}
	what, value, _ := strings.Cut(r.Query, "=")
	switch what {
	case "crash":
		fmt.Fprintln(os.Stderr, "cannot divide", value)
		return 3
	case "hang":
		child := exec.Command("sleep", "1000")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		if err := os.WriteFile(value, fmt.Appendf(nil, "%d %d", os.Getpid(), child.Process.Pid), 0o600); err != nil {
			panic(err)
		}
		time.Sleep(time.Hour)
	case "say":
		fmt.Print(value)
	case "arguments":
		fmt.Printf("[%q]", r.QueryID)
	case "request":
		fmt.Printf(`["id=%d query_id=%s k=%d"]`, r.ID, r.QueryID, r.K)
	case "long":
		fmt.Print(strings.Repeat("x", 33<<20))
	case "background":
		child := exec.Command("sleep", "1000")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Print("[]")
	default:
		fmt.Print(foundJSON(r.Query))
	}
	return 0
}
