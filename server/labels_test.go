package server_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/labels"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
)

// A labelling is a server with a pool of documents that ada and ben label, and
// cem and dan decide about.
type labelling struct {
	testing.TB
	url     string
	folder  string
	secrets map[string]string
	tasks   *labels.Labels
}

const documents = 4

// poolFile writes a pool of a query with some documents.
func poolFile(t testing.TB, path string) *label.Pool {
	t.Helper()
	var lines strings.Builder
	for i := range documents {
		fmt.Fprintf(&lines, `{"query_id":"secret-query","query_text":"how much <b>metformin</b>","doc_id":"secret-%d","title":"","text":"text %d"}`+"\n", i, i)
	}
	if err := os.WriteFile(path, []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	pool, err := label.OpenPool(path)
	if err != nil {
		t.Fatal(err)
	}
	return pool
}

func labelled(t *testing.T, away time.Duration) *labelling {
	t.Helper()
	l := &labelling{TB: t, folder: t.TempDir(), secrets: map[string]string{}}
	file := filepath.Join(l.folder, "pool.jsonl")
	task := labels.Task{
		Name: "q3", Pool: poolFile(t, file), File: file, Folder: filepath.Join(l.folder, "labels"), Seed: 7, Guideline: "what a 2 means",
		Labellers: []string{"ada", "ben"}, Rule: adjudicate.Third, Table: filepath.Join(l.folder, "adjudicated.csv"),
	}
	var err error
	plain := labels.Task{Name: "plain", Pool: task.Pool, File: file, Folder: filepath.Join(l.folder, "theirs"), Seed: 7}
	if l.tasks, err = labels.New([]labels.Task{task, plain}, time.Now, away); err != nil {
		t.Fatal(err)
	}
	var list keys
	for name, scope := range map[string]access.Scope{
		"ada": access.Label, "ben": access.Run, "cem": access.Label, "dan": access.Label, "eva": access.Read, "../fay": access.Label,
	} {
		token, secret, err := access.New(name, scope, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		list, l.secrets[name] = append(list, token), secret
	}
	front := httptest.NewServer(newServer(t, clinical(t, "hybrid.yaml"), func(c *server.Config) {
		c.API.Labels, c.Guard.Tokens = l.tasks, list
	}).Handler())
	t.Cleanup(func() { front.Close(); l.tasks.Close() })
	l.url = front.URL
	return l
}

func (l *labelling) request(person, method, path, body string) *http.Request {
	l.Helper()
	req, err := http.NewRequestWithContext(l.Context(), method, l.url+path, strings.NewReader(body))
	if err != nil {
		l.Fatal(err)
	}
	if secret := l.secrets[person]; secret != "" {
		req.Header.Set("Authorization", "Bearer "+secret)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	return req
}

// question is what a page reads of one.
type question struct {
	Seq             int
	Person          string
	Done            bool
	Text, Others    string
	Answered, Total int
	Decides         bool
}

// asked returns what a person is to answer, or what is said to an answer.
func (l *labelling) asked(person, what, body string) (status int, q question, text string) {
	l.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	resp, err := http.DefaultClient.Do(l.request(person, method, "/v1/labels/q3/"+what, body))
	if err != nil {
		l.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		question
		Question *question
		Detail   string
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		l.Fatal(err)
	}
	if answer.Question != nil {
		return resp.StatusCode, *answer.Question, answer.Detail
	}
	return resp.StatusCode, answer.question, answer.Detail
}

func graded(seq, grade int) string {
	return fmt.Sprintf(`{"seq":%d,"state":"graded","grade":%d,"comment":"c"}`, seq, grade)
}

// gradeAll answers everything that a person is asked.
func (l *labelling) gradeAll(person, what string, grade func(text string) int) {
	l.Helper()
	_, q, _ := l.asked(person, what, "")
	for !q.Done {
		status, next, detail := l.asked(person, what, graded(q.Seq, grade(q.Text)))
		if status != http.StatusOK {
			l.Fatalf("%s: %d %s", person, status, detail)
		}
		q = next
	}
}

func (l *labelling) journal(person string) *label.Journal {
	l.Helper()
	j, err := label.ReadJournal(label.File(filepath.Join(l.folder, "labels"), person))
	if err != nil {
		l.Fatal(err)
	}
	return j
}

// last returns the digit that a text ends in.
func last(text string) int { return int(text[len(text)-1] - '0') }

// Two people label at once and two decide, each by the name of their token. What
// is kept is what the other ways of labelling keep, and an adjudication reads it.
func TestLabelsOfSeveral(t *testing.T) {
	l := labelled(t, 0)
	var all sync.WaitGroup
	all.Go(func() { l.gradeAll("ada", "labelling", func(text string) int { return last(text) % 4 }) })
	all.Go(func() { l.gradeAll("ben", "labelling", func(text string) int { return (last(text) + 1) % 4 }) })
	all.Wait()
	for _, person := range []string{"ada", "ben"} {
		j := l.journal(person)
		if len(j.Lines) != documents || j.Lines[0].Mode != "server" || j.Lines[0].Comment != "c" {
			t.Errorf("%s: %+v, want %d lines of a server", person, j.Lines, documents)
		}
	}
	_, cem, _ := l.asked("cem", "adjudication", "")
	_, dan, _ := l.asked("dan", "adjudication", "")
	if cem.Text == dan.Text || !cem.Decides || cem.Others != "" {
		t.Errorf("cem is asked %+v, dan %+v: want another document, and nothing of others", cem, dan)
	}
	_, next, _ := l.asked("cem", "adjudication", graded(cem.Seq, 2))
	if !strings.HasPrefix(next.Others, "the one before: ada said 0, ben said 1, you 2") {
		t.Errorf("after deciding cem is told %q", next.Others)
	}
	all.Go(func() { l.gradeAll("dan", "adjudication", func(string) int { return 0 }) })
	all.Wait()
	table, err := os.ReadFile(filepath.Join(l.folder, "adjudicated.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(table))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var decided []string
	for _, row := range rows[1:] {
		decided = append(decided, row[4]+row[5]+" "+row[7])
	}
	// medians of 0 1 2, and of 1 2 0, 2 3 0, 3 0 0
	if got := strings.Join(decided, ", "); got != "21 cem, 01 dan, 02 dan, 00 dan" {
		t.Errorf("third grade, label and who: %s\n%s", got, table)
	}
}

// Who answers late, twice, off the scale or at length is told what is due.
func TestLabelAnswers(t *testing.T) {
	l := labelled(t, 0)
	_, q, _ := l.asked("ada", "labelling", "")
	for name, c := range map[string]struct {
		body   string
		status int
		says   string
	}{
		"off the scale":   {graded(q.Seq, 7), 422, "7 is not on the scale"},
		"no reason":       {fmt.Sprintf(`{"seq":%d,"state":"cannot_judge"}`, q.Seq), 422, "say in a comment why"},
		"earlier":         {graded(q.Seq-1, 1), 409, "answered already"},
		"of a terminal":   {graded(0, 1), 409, "answered already"},
		"no grade":        {fmt.Sprintf(`{"seq":%d,"state":"graded"}`, q.Seq), 400, "a grade when it is graded"},
		"long":            {fmt.Sprintf(`{"seq":%d,"state":"graded","grade":1,"comment":%q}`, q.Seq, strings.Repeat("c", 10_001)), 422, "more than 10000 bytes"},
		"nothing to undo": {fmt.Sprintf(`{"seq":%d,"state":"undone"}`, q.Seq), 422, "nothing to take back"},
	} {
		status, due, detail := l.asked("ada", "labelling", c.body)
		if status != c.status || !strings.Contains(detail, c.says) || due.Seq != q.Seq || due.Text != q.Text {
			t.Errorf("%s: %d %s, due %+v; want %d, %q and the same question", name, status, detail, due, c.status, c.says)
		}
	}
	for _, c := range map[string]struct {
		body   string
		status int
	}{
		"huge":      {fmt.Sprintf(`{"seq":%d,"state":"graded","grade":1,"comment":%q}`, q.Seq, strings.Repeat("c", 100_000)), 413},
		"no JSON":   {"{", 400},
		"a state":   {fmt.Sprintf(`{"seq":%d,"state":"excellent"}`, q.Seq), 422},
		"no seq":    {`{"state":"later"}`, 422},
		"of others": {fmt.Sprintf(`{"seq":%d,"state":"graded","grade":1,"person":"ben"}`, q.Seq), 422},
	} {
		wantProblem(t, l.request("ada", "POST", "/v1/labels/q3/labelling", c.body), c.status, "")
	}
	if n := len(l.journal("ada").Lines); n != 0 {
		t.Errorf("%d refused answers were kept", n)
	}
	status, next, _ := l.asked("ada", "labelling", graded(q.Seq, 1))
	if again, due, _ := l.asked("ada", "labelling", graded(q.Seq, 1)); status != 200 || again != 409 || due != next {
		t.Errorf("twice: %d, then %d and %+v due; want 200, then 409 and %+v", status, again, due, next)
	}
	if _, back, _ := l.asked("ada", "labelling", fmt.Sprintf(`{"seq":%d,"state":"undone"}`, next.Seq)); back.Text != q.Text || back.Answered != 0 {
		t.Errorf("taken back: %+v, want %q again", back, q.Text)
	}
}

// Who may not, and what is not there.
func TestLabelsRefused(t *testing.T) {
	l := labelled(t, 0)
	for name, c := range map[string]struct {
		person, method, path string
		status               int
		says                 string
	}{
		"no token":              {"", "GET", "/v1/labels/q3/labelling", 401, "rankduel token add"},
		"no token, list":        {"", "GET", "/v1/labels", 401, "rankduel token add"},
		"read":                  {"eva", "GET", "/v1/labels/q3/labelling", 403, "--scope label"},
		"read, answer":          {"eva", "POST", "/v1/labels/q3/labelling", 403, "--scope label"},
		"label looks":           {"ada", "GET", "/v1/runs", 403, "needs read"},
		"label looks again":     {"ada", "GET", "/metrics", 403, "needs read"},
		"label evaluates":       {"ada", "POST", "/v1/evaluate?test_set=clinical", 403, "needs run"},
		"label by way of dots":  {"ada", "GET", "/v1/labels/%2e%2e/runs", 404, ""},
		"no labeller":           {"cem", "GET", "/v1/labels/q3/labelling", 403, "cem is no labeller of q3, which has ada and ben"},
		"a name that is a path": {"../fay", "GET", "/v1/labels/q3/adjudication", 403, "is no name for a labeller"},
		"the same, of a pool":   {"../fay", "GET", "/v1/labels/plain/labelling", 403, "is no name for a labeller"},
		"a pool":                {"cem", "GET", "/v1/labels/plain/adjudication", 409, "nothing of it is adjudicated"},
		"no task":               {"ada", "GET", "/v1/labels/q4/labelling", 404, "there is no such task"},
		"a path":                {"ada", "GET", "/v1/labels/..%2F..%2Fetc/labelling", 404, "there is no such task"},
		"a whole path":          {"ada", "GET", "/v1/labels/" + strings.ReplaceAll(l.folder, "/", "%2F") + "/labelling", 404, "there is no such task"},
		"no activity":           {"ada", "GET", "/v1/labels/q3/finish", 404, ""},
		"too early":             {"cem", "GET", "/v1/labels/q3/adjudication", 409, "labelling is not finished"},
		"labelled already":      {"ada", "GET", "/v1/labels/q3/adjudication", 403, "ada labelled already"},
	} {
		t.Run(name, func(t *testing.T) {
			req := l.request(c.person, c.method, c.path, "")
			if strings.Contains(c.path, "%2e") { // a redirect of the mux to what the token may not see
				resp, _ := do(t, req)
				if resp.StatusCode == 200 {
					t.Errorf("%s = %s", c.path, resp.Status)
				}
				return
			}
			wantProblem(t, req, c.status, c.says)
			if _, body := do(t, l.request(c.person, c.method, c.path, "")); strings.Contains(body, l.folder) && name != "a whole path" {
				t.Errorf("the refusal tells a path: %s", body)
			}
		})
	}
	if files, err := filepath.Glob(filepath.Join(l.folder, "*", "*")); err != nil || len(files) != 0 {
		t.Errorf("files came of refused requests: %v, %v", files, err)
	}
}

// Without tokens there are no names to keep labels by.
func TestLabelsWithoutTokens(t *testing.T) {
	l := labelled(t, 0)
	s := serve(t, clinical(t, "hybrid.yaml"), func(c *server.Config) { c.API.Labels = l.tasks })
	if _, body := ask(t, "GET", s.URL+"/v1/labels", "", ""); !strings.Contains(body, `"person":""`) || !strings.Contains(body, `"labels":false`) {
		t.Errorf("the list is %s", body)
	}
	for _, method := range []string{"GET", "POST"} {
		body := ""
		if method == "POST" {
			body = graded(0, 1)
		}
		wantProblem(t, request(t, method, s.URL+"/v1/labels/q3/labelling", body, "Content-Type", "application/json"), 403, "rankduel token add ada --scope label")
	}
	if _, body := ask(t, "GET", s.URL+"/v1/whoami", "", ""); !strings.Contains(body, `"name":"local"`) {
		t.Errorf("who asks: %s", body)
	}
}

// The list says how far everybody is, and neither it nor a question says what
// anybody said, which document it is or who found it.
func TestLabelsAreBlind(t *testing.T) {
	l := labelled(t, 0)
	_, q, _ := l.asked("ada", "labelling", "")
	l.asked("ada", "labelling", graded(q.Seq, 3))
	_, list := do(t, l.request("ben", "GET", "/v1/labels", ""))
	if want := `{"person":"ada","answered":1,"total":4},{"person":"ben","answered":0,"total":4}`; !strings.Contains(list, want) {
		t.Errorf("the list is %s, want %s in it", list, want)
	}
	_, due := do(t, l.request("ben", "GET", "/v1/labels/q3/labelling", ""))
	if !strings.Contains(due, "how much") || !strings.Contains(due, "what a 2 means") {
		t.Errorf("the question is %s", due)
	}
	for _, hidden := range []string{"secret", "rank", "score\"", "doc_id", "query_id", "pool", "system", `"grade":3,"comment"`} {
		if strings.Contains(due+list, hidden) {
			t.Errorf("a labeller is told %s: %s %s", hidden, list, due)
		}
	}
	for person, want := range map[string]string{"ada": `{"name":"ada","scope":"label"}`, "eva": `{"name":"eva","scope":"read"}`} {
		if _, body := do(t, l.request(person, "GET", "/v1/whoami", "")); strings.TrimSpace(body) != want {
			t.Errorf("who asks: %s, want %s", body, want)
		}
	}
	if resp, _ := do(t, l.request("eva", "GET", "/v1/labels", "")); resp.StatusCode != 200 {
		t.Errorf("progress for whoever may read: %s", resp.Status)
	}
}

// A journal is written at one place at a time, and a seat is given back when its
// person is away: then the number of an old question is good for none.
func TestLabelSeats(t *testing.T) {
	l := labelled(t, 200*time.Millisecond)
	terminal, err := label.Open(poolFile(t, filepath.Join(t.TempDir(), "p")), filepath.Join(l.folder, "labels"), label.Settings{Person: "ada", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if status, _, detail := l.asked("ada", "labelling", ""); status != 409 || !strings.Contains(detail, "another program") {
		t.Errorf("while a terminal has the journal: %d %s", status, detail)
	}
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	_, q, _ := l.asked("ada", "labelling", "")
	open := func() error {
		s, err := label.Open(poolFile(t, filepath.Join(t.TempDir(), "p")), filepath.Join(l.folder, "labels"), label.Settings{Person: "ada", Now: time.Now})
		if err == nil {
			err = s.Close()
		}
		return err
	}
	if open() == nil {
		t.Error("a terminal opens the journal that the server writes")
	}
	for end := time.Now().Add(10 * time.Second); open() != nil; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the seat of who is away is never given back")
		}
	}
	status, due, _ := l.asked("ada", "labelling", graded(q.Seq, 1))
	if status != 409 || due.Text != q.Text {
		t.Errorf("an answer to the seat before: %d, due %+v", status, due)
	}
	if status, _, detail := l.asked("ada", "labelling", graded(due.Seq, 1)); status != 200 {
		t.Errorf("an answer to this one: %d %s", status, detail)
	}
}

// Everybody with the scope labels a pool that is not a refresh.
func TestLabelsOfAPool(t *testing.T) {
	l := labelled(t, 0)
	_, first := do(t, l.request("dan", "GET", "/v1/labels/plain/labelling", ""))
	seq := decode(t, first)["seq"].(float64)
	if resp, body := do(t, l.request("dan", "POST", "/v1/labels/plain/labelling", graded(int(seq), 1))); resp.StatusCode != 200 {
		t.Errorf("an answer: %s %s", resp.Status, body)
	}
	if _, list := do(t, l.request("cem", "GET", "/v1/labels", "")); !strings.Contains(list, `"people":[{"person":"dan","answered":1,"total":4}],"labels":true,"decides":false`) {
		t.Errorf("the list is %s", list)
	}
}

// What cannot be written is not acknowledged, and anyone who asks is not told where.
func TestLabelNotKept(t *testing.T) {
	l := labelled(t, 0)
	l.gradeAll("ada", "labelling", func(string) int { return 0 })
	l.gradeAll("ben", "labelling", func(string) int { return 3 })
	_, q, _ := l.asked("cem", "adjudication", "")
	table := filepath.Join(l.folder, "adjudicated.csv")
	if err := os.Remove(table); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(table, "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	req := l.request("cem", "POST", "/v1/labels/q3/adjudication", graded(q.Seq, 1))
	if resp, body := do(t, req); resp.StatusCode != 500 || !strings.Contains(body, "nothing was kept") || strings.Contains(body, l.folder) {
		t.Errorf("%s %s, want 500 without a path", resp.Status, body)
	}
	if _, again, _ := l.asked("cem", "adjudication", ""); again != q {
		t.Errorf("then %+v is due, want %+v still", again, q)
	}
}

func TestLabelsOfOneName(t *testing.T) {
	task := labels.Task{Name: "q3", File: "pool.jsonl"}
	if _, err := labels.New([]labels.Task{task, task}, time.Now, 0); err == nil || !strings.Contains(err.Error(), "two folders of labels are called q3") {
		t.Errorf("two tasks of one name: %v", err)
	}
}

// A label that changes, or a pool that is made again, is noticed by anyone who is at
// work.
func TestLabelsThatChange(t *testing.T) {
	l := labelled(t, 0)
	l.gradeAll("ada", "labelling", func(string) int { return 0 })
	l.gradeAll("ben", "labelling", func(string) int { return 3 })
	_, q, _ := l.asked("cem", "adjudication", "")
	_, q, _ = l.asked("cem", "adjudication", graded(q.Seq, 2))
	_, ada, _ := l.asked("ada", "labelling", "")
	_, ada, _ = l.asked("ada", "labelling", fmt.Sprintf(`{"seq":%d,"state":"undone"}`, ada.Seq))
	if status, _, detail := l.asked("cem", "adjudication", graded(q.Seq, 2)); status != 409 || !strings.Contains(detail, "not finished") {
		t.Errorf("while a label is taken back: %d %s", status, detail)
	}
	l.asked("ada", "labelling", graded(ada.Seq, 1))
	if status, due, _ := l.asked("cem", "adjudication", graded(q.Seq, 2)); status != 409 || due.Done {
		t.Errorf("an answer about labels that changed: %d, due %+v", status, due)
	}
	l.gradeAll("cem", "adjudication", func(string) int { return 2 })
	file := filepath.Join(l.folder, "pool.jsonl")
	if err := os.WriteFile(file, []byte(`{"query_id":"q","query_text":"t","doc_id":"d","text":"x"}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, detail := l.asked("ada", "labelling", ""); status != 409 || !strings.Contains(detail, "made again") {
		t.Errorf("after the pool was made again: %d %s", status, detail)
	}
}
