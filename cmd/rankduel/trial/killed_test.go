//go:build unix

package trial_test

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

// TestKilled kills a run at ten random moments, as a crash or a lost
// machine would, and twice more where little time is: at its start and when the
// last answer has just come. The last run ends where an undisturbed one ends,
// and the engine was asked again only for what was under way at a kill.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("retrieves for seconds")
	}
	const queries, concurrency, kills, seed = 300, 4, 10, 20261121
	engine, server := scripttest.StartLiveEngine(t, 4*time.Millisecond)
	l := scripttest.NewLiveRun(t, server.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: concurrency})
	keys := l.Keys(t)

	dice := rand.New(rand.NewPCG(seed, 0))
	moments := []int{0, 2 * queries} // the number of answered requests; random ones between the two
	for range kills {
		moments = append(moments, dice.IntN(2*queries))
	}
	slices.Sort(moments)
	killed := 0
	for _, moment := range moments {
		wait := time.Duration(dice.IntN(10_000)) * time.Microsecond
		before := l.Recorded(t, keys)
		// One request at least is not answered before the kill, however late
		// it comes, except where the last answer has just come.
		if moment == 2*queries {
			engine.HoldAfter(-1)
		} else {
			engine.HoldAfter(min(moment+2*concurrency, 2*queries-1))
		}
		if killAt(t, l, engine, moment, wait) {
			killed++
		}
		again := 0
		for _, request := range engine.Look() {
			if before[request] {
				t.Errorf("%s was asked again although it was recorded", request)
			}
			again++
		}
		t.Logf("killed %v after request %d: %d were recorded before, %d asked now, %d are recorded", wait, moment, len(before), again, len(l.Recorded(t, keys)))
	}
	if killed < kills {
		t.Fatalf("%d runs were killed, the others ended before; want %d", killed, kills)
	}
	resumed, got := l.Finish(t)
	if extra, most := engine.Total()-2*queries, killed*concurrency; extra > most {
		t.Errorf("%d requests more than queries, want at most %d, %d for each of %d kills", extra, most, concurrency, killed)
	} else {
		t.Logf("%d requests more than queries after %d kills", extra, killed)
	}
	if resumed.Failed != 0 || resumed.Calls+resumed.Reused > 2*queries {
		t.Errorf("the last run made %d calls and found %d, %d failed", resumed.Calls, resumed.Reused, resumed.Failed)
	}
	whole, want := l.Finish(t, "--store", "undisturbed.db")
	if whole.Calls != 2*queries || engine.Distinct() != 2*queries {
		t.Errorf("the undisturbed run made %d calls, want %d", whole.Calls, 2*queries)
	}
	if got != want {
		t.Errorf("the resumed run ends with\n%s\nan undisturbed one with\n%s", got, want)
	}
}

// killAt starts the program and kills it some time after the engine was asked
// for so many different things, over all runs. It reports whether there was
// something left to kill.
func killAt(t *testing.T, l scripttest.LiveRun, engine *scripttest.LiveEngine, moment int, wait time.Duration) bool {
	t.Helper()
	cmd, _, _ := l.Command(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	engine.WaitFor(t, moment)
	time.Sleep(wait)
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	_ = cmd.Wait() // that it was killed is what is looked at
	return cmd.ProcessState.ExitCode() == -1
}

// TestInterrupted sends what ctrl-C sends: exit code 3, a message that says
// what to do, and everything that was answered is kept.
func TestInterrupted(t *testing.T) {
	engine, server := scripttest.StartLiveEngine(t, 2*time.Millisecond)
	const queries = 100
	l := scripttest.NewLiveRun(t, server.Listener.Addr().String(), "retries: 0", scripttest.LiveRun{Queries: queries, Concurrency: 2})
	cmd, stdout, stderr := l.Command(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	engine.HoldAfter(queries / 2)
	engine.WaitFor(t, queries/2+2) // both workers wait, all else is answered
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != program.ExitFault || stdout.Len() != 0 {
		t.Errorf("%v, standard output %q, want exit code %d and nothing", err, stdout, program.ExitFault)
	}
	message := regexp.MustCompile(`^rankduel: interrupted after (\d+) of 200 retrieval calls, which are recorded; run again to go on`)
	m := message.FindStringSubmatch(stderr.String())
	if m == nil {
		t.Fatalf("standard error %q", stderr)
	}
	done, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	if done != queries/2 {
		t.Errorf("%d calls are recorded, but the engine answered %d", done, queries/2)
	}
	engine.HoldAfter(-1)
	if r, _ := l.Finish(t); r.Reused != done || r.Calls != 2*queries-done {
		t.Errorf("%d calls and %d recorded before, want %d and %d", r.Calls, r.Reused, 2*queries-done, done)
	}
}

// TestEngineDown takes the engine away in the middle of a run: exit code 3, a
// message with cause and remedy, everything that was answered is kept, and the
// next run goes on from there.
func TestEngineDown(t *testing.T) {
	const queries, concurrency = 60, 2
	engine, server := scripttest.StartLiveEngine(t, time.Millisecond)
	address := server.Listener.Addr().String()
	l := scripttest.NewLiveRun(t, address, "retries: 1, max_wait: 10ms", scripttest.LiveRun{Queries: queries, Concurrency: concurrency})
	keys := l.Keys(t)
	cmd, stdout, stderr := l.Command(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	engine.HoldAfter(queries / 2)
	engine.WaitFor(t, queries/2+concurrency)        // all under way wait, all else is answered
	if err := server.Listener.Close(); err != nil { // first, so that no one comes back before the end
		t.Fatal(err)
	}
	server.CloseClientConnections()
	server.Close()
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != program.ExitFault {
		t.Fatalf("%v, want exit code %d: %s", err, program.ExitFault, stderr)
	}
	for _, want := range []string{"rankduel: component ", "stopped after 3 calls in a row found its engine unavailable", "run again when it is up", address, "engine unavailable"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("standard error %q does not say %q", stderr, want)
		}
	}
	if stdout.Len() != 0 || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("standard output %q, standard error %q, want nothing and one line", stdout, stderr)
	}
	kept := l.Recorded(t, keys)
	if len(kept) != queries/2 {
		t.Errorf("%d recorded, the engine answered %d", len(kept), queries/2)
	}

	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Skipf("the port was taken by another program meanwhile: %v", err)
	}
	server = httptest.NewUnstartedServer(engine)
	if err := server.Listener.Close(); err != nil {
		t.Fatal(err)
	}
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	engine.Look()
	engine.HoldAfter(-1)
	report, got := l.Finish(t)
	if report.Reused != len(kept) || report.Calls != 2*queries-len(kept) || report.Failed != 0 {
		t.Errorf("the next run found %d recorded and asked %d, %d failed, want %d, %d, 0", report.Reused, report.Calls, report.Failed, len(kept), 2*queries-len(kept))
	}
	for _, request := range engine.Look() {
		if kept[request] {
			t.Errorf("%s was asked again although it was recorded", request)
		}
	}
	if _, want := l.Finish(t, "--store", "undisturbed.db"); got != want {
		t.Errorf("the run in two parts ends with\n%s\nan undisturbed one with\n%s", got, want)
	}
	wantNoToken(t, l, stderr.String(), got)
}

// wantNoToken looks for the secret in texts and in every file of the experiment.
func wantNoToken(t *testing.T, l scripttest.LiveRun, texts ...string) {
	t.Helper()
	files, err := os.ReadDir(l.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(l.Dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, file.Name()+": "+string(content))
	}
	for _, text := range texts {
		if strings.Contains(text, scripttest.LiveToken) {
			t.Errorf("the token is in %.60q…", text)
		}
	}
}
