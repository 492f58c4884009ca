//go:build unix

package command_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/retrievaltest"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	does := func(what string) func(testing.TB) retrieval.Retriever {
		return func(tb testing.TB) retrieval.Retriever {
			settings := self(tb, "answers")
			settings.Env[fault] = what
			return open(tb, settings)
		}
	}
	suiteFault := func(name string, want retrievaltest.Outcome, what string) retrievaltest.Fault {
		return retrievaltest.Fault{Name: name, Want: want, Open: does(what)}
	}
	retrievaltest.RunFaults(
		t, does(""), suiteQueries[0],
		suiteFault("no match", retrievaltest.Empty, `say={"id":ID,"hits":[]}`+"\n"),
		suiteFault("dies once", retrievaltest.Recovers, "crash unless there is="+filepath.Join(dir, "mark")),
		suiteFault("slow", retrievaltest.Recovers, "sleep=300ms"),
		suiteFault("dies", retrievaltest.Fails, "crash=x"),
		suiteFault("garbage", retrievaltest.Fails, "say=garbage\n"),
		suiteFault("NaN", retrievaltest.Fails, `say={"id":ID,"hits":[{"id":"a","score":NaN}]}`+"\n"),
		suiteFault("cut off", retrievaltest.Fails, `say and exit={"id":ID,"hits":[{"id":"a"},`),
		suiteFault("never answers", retrievaltest.Hangs, "hang"),
		suiteFault("stops in the middle", retrievaltest.Hangs, `say={"id":ID,"hits":[`),
		retrievaltest.Fault{Name: "crash loop", Want: retrievaltest.Unavailable, Open: func(tb testing.TB) retrieval.Retriever {
			r := open(tb, self(tb, "exits at once"))
			_, err := r.Retrieve(tb.Context(), suiteQueries[0], 10) // the first query sees two starts at least
			if err == nil {
				tb.Error("a program that exits at once answered")
			}
			return r
		}},
	)
}

// Faults after which it is not known what the next line belongs to: the process is replaced.
func TestProcessReplaced(t *testing.T) {
	t.Parallel()
	r := open(t, self(t, "answers"))
	for _, c := range []struct{ name, query, want string }{
		{"garbage", "say=Loading the model ...\n", `malformed JSON at byte 1: invalid character 'L' looking for beginning of value; it begins "Loading the model ..."; the standard output is for responses alone`},
		{"foreign id", `say={"id":999999,"hits":[]}` + "\n", "id 999999 was not asked, or is answered already"},
		{"no id at all", `say={"hits":[]}` + "\n", "no id: want that of the request"},
		{"two ids", `say={"id":ID,"hits":[],"id":ID}` + "\n", `the key "id" comes twice in one object; it begins`},
		{"an id that is none", `say={"id":"seven","hits":[]}` + "\n", `id "seven": want that of a request`},
		{"cut off", `say and exit={"hits":[{"id`, `malformed JSON: cut off after 13 bytes; it begins "{\"hits\":[{\"id"; the standard output is for responses alone, logs belong to the standard error; the program ended (exit status 0)`},
		{"ends", "say and exit=", "the program ended (exit status 0); the query was asked twice"},
		{"crashes", "crash=by zero", "the program ended (exit status 3); its last words: some log / Traceback: / cannot divide by zero; the query was asked twice"},
		{"too long", "long", `it is longer than 32 MiB; it begins "{\"id\":`},
		{"ends and leaves a child with its output", "orphan", "the program ended (exit status 6)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := pid(t, r)
			got, err := ask(t, r, c.query)
			if err == nil || got.Hits != nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, %v, want %q", got, err, c.want)
			}
			if strings.Contains(c.query, "say=") && !strings.Contains(err.Error(), "line 1 of its standard output: ") {
				t.Errorf("%v: want the line, the first of the second process", err)
			}
			if strings.Contains(c.want, "asked twice") && got.Attempts != 2 {
				t.Errorf("%d attempts, want 2", got.Attempts)
			}
			if errors.Is(err, retrieval.ErrUnavailable) {
				t.Errorf("%v: says that the program is down", err)
			}
			if after := pid(t, r); after == before {
				t.Errorf("the process goes on")
			}
		})
	}
}

func TestCrashIsRetried(t *testing.T) {
	r := open(t, self(t, "answers"))
	query := "crash unless there is=" + filepath.Join(t.TempDir(), "mark")
	response, err := ask(t, r, query)
	if err != nil || response.Attempts != 2 {
		t.Fatalf("%d attempts, %v, want 2", response.Attempts, err)
	}
	if diff := cmp.Diff(found(query)[:3], response.Hits); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	// An answer that is given before the process ends is an answer, newline or not.
	if response, err := ask(t, r, `say and exit={"id":ID,"hits":["a"]}`); err != nil || len(response.Hits) != 1 {
		t.Errorf("got %v, %v, want one hit", response, err)
	}
}

// One query kills the process while others are under way: they are asked again, alone, and answered.
func TestInnocentQueriesSurviveACrash(t *testing.T) {
	t.Parallel()
	settings := self(t, "answers in any order")
	settings.Concurrency = 8
	r := open(t, settings)
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			query := fmt.Sprintf("sleep=%dms", i)
			if i%20 == 10 {
				query = fmt.Sprintf("crash=%d", i)
			}
			response, err := ask(t, r, query)
			if i%20 == 10 {
				if want := fmt.Sprintf("cannot divide %d", i); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, want %q", query, err, want)
				}
				return
			}
			if diff := cmp.Diff(found(query)[:3], response.Hits); diff != "" || err != nil {
				t.Errorf("%s: %v, want -, got +:\n%s", query, err, diff)
			}
		})
	}
	wg.Wait()
}

// A caller that gives up gets its context's error at once, and its answer is no one's when it comes.
func TestLateAnswer(t *testing.T) {
	t.Parallel()
	for _, concurrency := range []int{1, 4} {
		settings := self(t, "answers")
		settings.Concurrency = concurrency
		r := open(t, settings)
		before := pid(t, r)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		hits, err := r.Retrieve(ctx, retrieval.Query{Text: "sleep=300ms"}, 3)
		if !errors.Is(err, context.DeadlineExceeded) || hits != nil {
			t.Errorf("%v, %v, want context.DeadlineExceeded", hits, err)
		}
		for range 3 {
			response, err := ask(t, r, "cats")
			if diff := cmp.Diff(found("cats")[:3], response.Hits); diff != "" || err != nil {
				t.Errorf("%v, want -, got +:\n%s", err, diff)
			}
		}
		if after := pid(t, r); after != before {
			t.Errorf("process %s became %s: a late answer is none of its faults", before, after)
		}
	}
}

func TestHangingProgramIsReplaced(t *testing.T) {
	t.Parallel()
	settings := self(t, "answers")
	settings.Grace = 50 * time.Millisecond
	r := open(t, settings)
	before := pid(t, r)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if hits, err := r.Retrieve(ctx, retrieval.Query{ID: "h", Text: "hang"}, 3); !errors.Is(err, context.Canceled) || hits != nil {
		t.Errorf("%v, %v, want context.Canceled", hits, err)
	}
	if after := pid(t, r); after == before {
		t.Error("the process that hangs goes on")
	}
}

// Programs that are there and do not do their part.
func TestSilentPrograms(t *testing.T) {
	t.Run("closes its input", func(t *testing.T) {
		t.Parallel()
		settings := self(t, "closes its input")
		settings.StartTimeout = time.Minute // so that the request comes too late
		_, err := ask(t, open(t, settings), "cats")
		if want := "the program has closed its standard input"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	})
	t.Run("closes its output", func(t *testing.T) {
		t.Parallel()
		_, err := ask(t, open(t, self(t, "closes its output")), "cats")
		if want := "the program has closed its standard output"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	})
	t.Run("does not read", func(t *testing.T) { // more than a pipe holds
		t.Parallel()
		r := open(t, self(t, "does not read"))
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := r.Retrieve(ctx, retrieval.Query{Text: strings.Repeat("long ", 1<<20)}, 3); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want context.DeadlineExceeded", err)
		}
	})
}

func TestCrashLoop(t *testing.T) {
	t.Parallel()
	r := open(t, self(t, "exits at once"))
	begin := time.Now()
	var unavailable int
	for range 4 {
		_, err := ask(t, r, "cats")
		if err == nil || !strings.Contains(err.Error(), "the program ended (exit status 4); its last words: no model found") {
			t.Fatalf("got %v, want the end of the program", err)
		}
		if errors.Is(err, retrieval.ErrUnavailable) {
			unavailable++
		}
	}
	// One query makes two starts at most, so that the third start belongs to the second query.
	if unavailable < 3 {
		t.Errorf("%d of 4 queries say that the program is unavailable, want all but the first", unavailable)
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}
