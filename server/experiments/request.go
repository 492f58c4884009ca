package experiments

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/internal/textfaults"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/testsets"
)

// A Request is what someone wants compared. What is left out is as the experiment file says.
type Request struct {
	*request.Request
	TestSet json.RawMessage // the name of a set of the server's, or name@version; or a set
}

// Rows returns the settings of such a request, besides its test set.
func Rows() []setting.Field[request.Request] { return request.Of(compare.OfJob) }

// A kept request knows which content its test set had when it was accepted, and of which experiment it is.
type kept struct {
	Request    `json:"-"`
	SHA256     string
	Experiment string // of meaning; jobs of older versions have none
	Shard      recording.Shard
}

func (k kept) keep() ([]byte, error) {
	values, err := k.Record(Rows())
	if err != nil {
		return nil, err
	}
	if len(k.TestSet) > 0 {
		values["test_set"] = k.TestSet
	}
	values["sha256"], values["experiment"] = json.RawMessage(`"`+k.SHA256+`"`), json.RawMessage(`"`+k.Experiment+`"`) // digits
	if values["shard"], err = json.Marshal(k.Shard); err != nil {
		return nil, err
	}
	return json.Marshal(values)
}

// readKept reads what keep returned, and behind it what a shard adds.
func readKept(data []byte) (k kept, err error) {
	var values map[string]json.RawMessage
	for d := json.NewDecoder(bytes.NewReader(data)); err == nil && (values == nil || d.More()); {
		var text json.RawMessage
		if err = d.Decode(&text); err == nil {
			err = errors.Join(json.Unmarshal(text, &values), json.Unmarshal(text, &k))
		}
	}
	if err != nil {
		return k, err
	}
	delete(values, "sha256")
	delete(values, "experiment")
	delete(values, "shard")
	k.Request, err = requestOf(values, request.ReadRecord)
	return k, err
}

func requestOf(values map[string]json.RawMessage, read func([]setting.Field[request.Request], map[string]json.RawMessage) (*request.Request, error)) (Request, error) {
	r := Request{TestSet: values["test_set"]}
	delete(values, "test_set")
	var err error
	r.Request, err = read(Rows(), values)
	return r, err
}

// meaning returns the same for two plans that ask the same of the same components, wherever
// and under whatever name their files lie.
func meaning(p *plan.Plan) (string, error) {
	type named struct {
		Name string
		Is   any
	}
	var said struct {
		Components, Configs []named
		Baseline, Profile   string
		Measures            []string
		Silver, Sample      string `json:",omitempty"`
	}
	said.Components = ordered.Each(p.Components, func(c plan.Component) named { return named{c.Name, c.Written} })
	said.Configs = ordered.Each(p.Configs, func(c plan.Config) named { return named{c.Name, c.Identity()} })
	said.Baseline, said.Profile, said.Measures, said.Silver, said.Sample = p.Baseline, p.Profile.Name, metrics.Texts(p.Measures), p.Silver, p.Sample
	return fingerprint.Of(said)
}

// maxBesideSet bounds what is sent next to the test set and labels: names, of which each
// that is wrong is in the answer.
const maxBesideSet = 64 << 10

// Read reads a request strictly: a key that it does not know is a fault, and not something that is done otherwise.
func Read(body []byte) (Request, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return Request{}, asked(errors.New("request: the body is empty; {} asks for the experiment as it is"))
	}
	if _, err := textfaults.CheckJSON(body, 1); err != nil { // labels of other documents than were meant
		return Request{}, asked(fmt.Errorf("request: %w", err))
	}
	if key := repeated(body); key != "" {
		return Request{}, asked(fmt.Errorf("request: %s is there twice; give it once", key))
	}
	var values map[string]json.RawMessage
	err := json.Unmarshal(body, &values)
	if kind, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		err = fmt.Errorf("the body: want an object, not %s", kind.Value)
	}
	if err == nil && values == nil {
		err = errors.New("the body: want an object, not null; {} asks for the experiment as it is")
	}
	if err != nil {
		return Request{}, asked(fmt.Errorf("request: %w", err))
	}
	if n := len(body) - len(values["test_set"]) - len(values["silver"]) - len(values["sample"]); n > maxBesideSet {
		return Request{}, asked(fmt.Errorf("request: %d bytes next to the test set, and this server takes %d", n, maxBesideSet))
	}
	r, err := requestOf(values, request.Read)
	if err != nil {
		return r, asked(fmt.Errorf("request: %w", err))
	}
	return r, nil
}

// repeated returns a key that an object has twice, of which package json keeps the last without a word; a
// key is the same in capitals. What a test set has twice, package testsets says.
func repeated(object []byte) string {
	seen := map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return ""
	}
	for d.More() {
		token, err := d.Token()
		var value json.RawMessage
		key, isKey := token.(string)
		if err = errors.Join(err, d.Decode(&value)); err != nil || !isKey {
			return ""
		}
		if key = strings.ToLower(key); seen[key] {
			return key
		}
		seen[key] = true
	}
	return ""
}

// over returns the server's experiment over the test set of a request, and that set.
func (e *Experiments) over(r Request) (*plan.Plan, *testsets.TestSet, error) {
	text := bytes.TrimSpace(r.TestSet)
	own := len(text) == 0 || bytes.Equal(text, []byte("null"))
	set, err := e.set(text, own)
	if err != nil {
		return nil, nil, err
	}
	over, err := e.Plan.Over(set)
	if err == nil && own {
		over.Part, over.Silver, over.Sample = e.Plan.Part, e.Plan.Silver, e.Plan.Sample
	}
	if err == nil && (own || r.Has("silver")) {
		over.Compare = e.Plan.Compare
	}
	return over, set, asked(err)
}

// set returns a test set that the server has, the experiment's own one as it is now, or one that was sent.
func (e *Experiments) set(text []byte, own bool) (*testsets.TestSet, error) {
	switch {
	case own:
		return e.Sets.Own()
	case text[0] == '"':
		var name string
		if err := json.Unmarshal(text, &name); err != nil {
			return nil, asked(fmt.Errorf("test_set: %w", err))
		}
		return e.Sets.Open(name)
	case text[0] != '{':
		return nil, asked(errors.New("test_set: want the name of a set, or a set as an object"))
	}
	return system.ReadSent("upload.json", text, testsets.Sent{Most: e.Queries}) // as /v1/evaluate calls a set without a name
}

// plan returns the server's experiment as the request wants it, and its test set.
func (e *Experiments) plan(r Request) (*plan.Plan, *testsets.TestSet, error) {
	over, set, err := e.over(r)
	if err != nil {
		return nil, nil, err
	}
	chosen, err := over.Choose(r.Request)
	if err == nil {
		err = checkResamples(chosen.Compare, e.Plan.Compare)
	}
	if err != nil {
		return nil, nil, asked(err)
	}
	if err := refuseHeldOut(set, chosen.Part); err != nil {
		return nil, nil, asked(err)
	}
	if part, err := set.Part(judgments.PartEvaluation); err == nil && chosen.Part == judgments.PartAll && len(part.Queries) == len(set.Queries) {
		chosen.Part = judgments.PartEvaluation // the same queries, of which no one has to ask whether some were held out
	}
	judged, err := judgments.Of(set, chosen.Part)
	if err != nil {
		return nil, nil, asked(err)
	}
	return chosen, set, asked(judged.Check(chosen.Profile, chosen.Measures))
}

// asked makes an error the fault of who asked.
func asked(err error) error {
	if err == nil {
		return nil
	}
	return &system.AskError{Err: err}
}

// refuseHeldOut keeps held-out queries for a check that is counted: anyone who may
// start jobs could look at them without an end.
func refuseHeldOut(set *testsets.TestSet, part string) error {
	if part == judgments.PartEvaluation {
		return nil
	}
	if held, err := set.Part(judgments.PartHeldOut); err != nil || len(held.Queries) == 0 {
		return nil // anyone who reads the part says what is wrong with it
	}
	return fmt.Errorf("part %s of test set %s has held-out queries, which experiments over HTTP would use up; take the evaluation part, and `rankduel holdout check` at the end", part, set.Name)
}
