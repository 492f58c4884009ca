package integration_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A cluster is Slurm on one machine: a controller, a node, and what vouches for users.
type cluster struct {
	dir, work string
	env       []string
	node      *exec.Cmd
}

// startCluster starts Debian's Slurm with a node of this machine. It ends with the test. Ports
// that were free may be taken by then: it is tried three times.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	for range 2 {
		if c := tryCluster(t); c.idles(t, 30*time.Second) {
			return c
		}
	}
	c := tryCluster(t)
	if !c.idles(t, 90*time.Second) {
		t.Fatalf("the node is not idle:\n%s", c.logs())
	}
	return c
}

func (c *cluster) idles(t *testing.T, within time.Duration) bool {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < within; time.Sleep(100 * time.Millisecond) {
		if c.nodeIs(t, "idle") {
			return true
		}
	}
	return false
}

// logs returns what the servers say.
func (c *cluster) logs() string {
	var said strings.Builder
	for _, log := range []string{"munge.log", "slurmctld.log", "slurmd.log"} {
		text, _ := os.ReadFile(filepath.Join(c.dir, log))
		fmt.Fprintf(&said, "%s:\n%s\n", log, text)
	}
	return said.String()
}

func tryCluster(t *testing.T) *cluster {
	t.Helper()
	program := os.Getenv("RANKDUEL_BIN")
	if program == "" || os.Getuid() != 0 {
		t.Skip("needs RANKDUEL_BIN, a program for jobs to start, and the rights of root")
	}
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed (Debian: slurmctld slurmd slurm-client munge); packaging/slurm is not tested", name)
		}
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{dir: t.TempDir()}
	c.work = filepath.Join(c.dir, "work")
	for _, name := range []string{"state", "spool", "bin", "work/runs"} {
		if err := os.MkdirAll(filepath.Join(c.dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c.write(t, "slurm.conf", fmt.Sprintf(slurmConf, host, freePort(t), freePort(t), c.dir), 0o644)
	c.write(t, "key", strings.Repeat("one machine, one key ", 10), 0o400)
	// The faults of a program: it fails, wants another try, or never ends, once, at shard 5.
	c.write(t, "bin/rankduel", `#!/bin/sh
case "$FAULT $SLURM_ARRAY_TASK_ID $SLURM_RESTART_COUNT" in
"fails 5 "*) exit 2 ;;
"tries-again 5 ") exit 3 ;;
"hangs 5 ") sleep 1000 ;;
esac
exec `+program+` "$@"
`, 0o755)
	c.env = append(os.Environ(), "SLURM_CONF="+filepath.Join(c.dir, "slurm.conf"), "PATH="+filepath.Join(c.dir, "bin")+":"+os.Getenv("PATH"))
	in := func(name string) string { return filepath.Join(c.dir, name) }
	c.start(t, "munged", "--foreground", "--force", "--socket="+in("munge"), "--key-file="+in("key"), "--pid-file="+in("munge.pid"), "--log-file="+in("munge.log"), "--seed-file="+in("seed"))
	c.start(t, "slurmctld", "-D", "-c")
	c.node = c.start(t, "slurmd", "-D")
	t.Cleanup(func() {
		c.killJobs() // of a test that ended before they did
		if t.Failed() {
			t.Log(c.logs())
		}
	})
	return c
}

const slurmConf = `ClusterName=one
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[2]d
SlurmdPort=%[3]d
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=cred_expire=5,socket=%[4]s/munge
StateSaveLocation=%[4]s/state
SlurmdSpoolDir=%[4]s/spool
SlurmctldPidFile=%[4]s/slurmctld.pid
SlurmdPidFile=%[4]s/slurmd.pid
SlurmctldLogFile=%[4]s/slurmctld.log
SlurmdLogFile=%[4]s/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
SlurmdTimeout=10
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
`

func (c *cluster) write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().(*net.TCPAddr).Port
}

// start starts a server that is killed when the test ends.
func (c *cluster) start(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	server := exec.CommandContext(context.WithoutCancel(t.Context()), name, args...)
	server.Env = c.env
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill() // the node may have been killed already
		_ = server.Wait()
	})
	return server
}

// says returns what a command prints in the folder of the jobs.
func (c *cluster) says(t *testing.T, env, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "env", append([]string{name}, args...)...) // which looks where jobs look
	cmd.Dir, cmd.Env = c.work, append(c.env, env)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, &stderr)
	}
	return string(out)
}

func (c *cluster) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for begin := time.Now(); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Since(begin) > 90*time.Second {
			t.Fatalf("after 90 s it is not so that %s:\n%s", what, c.says(t, "", "squeue"))
		}
	}
}

func (c *cluster) nodeIs(t *testing.T, state string) bool {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sinfo", "-h", "-o", "%t")
	cmd.Env = c.env
	out, err := cmd.Output()
	return err == nil && strings.HasPrefix(string(out), state) // an error means that the controller does not listen yet
}

// submit submits the lines that shards.sh gives, of 8 shards, and waits for the end of the
// merge. It returns the jobs of the array and of the merge.
func (c *cluster) submit(t *testing.T, fault string, meanwhile func()) (array, merge string) {
	t.Helper()
	scripts, err := filepath.Abs("../packaging/slurm")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(scripts, "shards.sh"))
	if err != nil {
		t.Fatal(err)
	}
	var recipe strings.Builder
	for line := range strings.Lines(string(page)) {
		if command, is := strings.CutPrefix(line, "#   "); is {
			recipe.WriteString(command)
		}
	}
	lines := strings.NewReplacer("0-63", "0-7", " 64)", " 8 --shard-by query)", "shards.sh", scripts+"/shards.sh", "merge.sh", scripts+"/merge.sh",
		"parts", "parts-"+fault, "bm25.csv", fault+".csv", "sbatch --dep", "sbatch --parsable --dep").Replace(recipe.String())
	got := strings.Fields(c.says(t, "FAULT="+fault, "sh", "-ec", lines+"\necho $id"))
	if len(got) != 2 {
		t.Fatalf("%s\nprints %q, want the number of two jobs", lines, got)
	}
	if meanwhile != nil {
		meanwhile()
	}
	c.until(t, "all jobs have ended", func() bool { return c.says(t, "", "squeue", "-h") == "" })
	return got[1], got[0]
}

// job returns what the controller says of a job.
func (c *cluster) job(t *testing.T, id string) string {
	t.Helper()
	return c.says(t, "", "scontrol", "show", "job", id)
}

func (c *cluster) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.work, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Tasks of an array score shards on a real cluster, and a job that waits for all of them prints
// what one command prints: of tasks that end well, of one that asks for another try, and of
// one whose node is lost. Where one fails the merge says which.
func TestSlurm(t *testing.T) {
	c := startCluster(t)
	var run, qrels strings.Builder
	rng := rand.New(rand.NewPCG(26, 11))
	for q := range 200 {
		fmt.Fprintf(&qrels, "%d 0 d%d %d\n", q, rng.IntN(20), 1+rng.IntN(3))
		for rank, d := range rng.Perm(20) {
			fmt.Fprintf(&run, "%d Q0 d%d %d %d bm25\n", q, d, rank+1, 20-rank)
		}
	}
	c.write(t, "work/runs/bm25.trec", run.String(), 0o644)
	c.write(t, "work/qrels.txt", qrels.String(), 0o644)
	want := c.says(t, "", "rankduel", "eval", "runs/bm25.trec", "--qrels", "qrels.txt", "--per-query", "--format", "csv")
	whole := func(t *testing.T, fault string) {
		t.Helper()
		if got := c.read(t, fault+".csv"); got != want || strings.Count(want, "\n") < 200 {
			t.Errorf("the merge differs from what one command prints:\n%s", got)
		}
	}

	t.Run("well", func(t *testing.T) {
		c.submit(t, "none", nil)
		whole(t, "none")
		if part := c.read(t, "parts-none/0.rdx"); !strings.Contains(part, `"shard_by":"query"`) {
			t.Error("flags behind the number of shards did not reach rankduel")
		}
	})
	t.Run("a task fails", func(t *testing.T) {
		array, merge := c.submit(t, "fails", nil)
		if job := c.job(t, array+"_5"); !strings.Contains(job, "JobState=FAILED") || !strings.Contains(job, "ExitCode=2:0") {
			t.Errorf("the task that failed:\n%s", job)
		}
		if job := c.job(t, merge); !strings.Contains(job, "JobState=FAILED") || !strings.Contains(job, "ExitCode=2:0") {
			t.Errorf("the merge:\n%s", job)
		}
		if said := c.read(t, "slurm-"+merge+".out"); !strings.Contains(said, "shards of bm25 are missing: 5 of 8") {
			t.Errorf("the merge says %q, want which shard is missing", said)
		}
		if _, err := os.Stat(filepath.Join(c.work, "fails.csv")); err == nil {
			t.Error("the merge left a file of what it could not merge")
		}
	})
	t.Run("a task tries again", func(t *testing.T) {
		array, _ := c.submit(t, "tries-again", nil)
		if job := c.job(t, array+"_5"); !strings.Contains(job, "Restarts=1") || !strings.Contains(job, "JobState=COMPLETED") {
			t.Errorf("the task that asked for another try:\n%s", job)
		}
		whole(t, "tries-again")
	})
	t.Run("a node is lost", func(t *testing.T) {
		if os.Getenv("RANKDUEL_SOAK") == "" {
			t.Skip("Slurm takes half a minute to notice; RANKDUEL_SOAK=1 does it")
		}
		array, _ := c.submit(t, "hangs", func() {
			c.until(t, "only shard 5 and the merge are left", func() bool {
				return strings.Count(c.says(t, "", "squeue", "-h", "-r"), "\n") == 2
			})
			c.kill(t)
			c.until(t, "the controller calls the node down", func() bool { return c.nodeIs(t, "down") })
			c.node = c.start(t, "slurmd", "-D")
		})
		if job := c.job(t, array+"_5"); !strings.Contains(job, "Restarts=1") || !strings.Contains(job, "JobState=COMPLETED") {
			t.Errorf("the task of the lost node:\n%s", job)
		}
		whole(t, "hangs")
	})
}

// kill kills the node with all that runs on it.
func (c *cluster) kill(t *testing.T) {
	t.Helper()
	if err := c.node.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.node.Wait()
	if killed := c.killJobs(); killed < 2 {
		t.Fatalf("%d processes of the task were killed, want its script and what it started", killed)
	}
}

// killJobs kills what the node has started, which has the settings of the cluster, and returns
// how many processes that were.
func (c *cluster) killJobs() (killed int) {
	found, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range found {
		env, _ := os.ReadFile(path) // it may have ended
		name, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "comm"))
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		server := slices.Contains([]string{"slurmctld", "slurmscriptd", "slurmd", "munged"}, strings.TrimSpace(string(name)))
		if err == nil && bytes.Contains(env, []byte(c.dir)) && pid != os.Getpid() && !server {
			killed++
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return killed
}
