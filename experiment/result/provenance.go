package result

import "encoding/json"

// A Provenance says what a document was computed from and how, so that `rankduel verify` can compute it again.
type Provenance struct {
	Program      string                     `json:"program"`                // name and version of what computed it
	Architecture string                     `json:"architecture,omitempty"` // of the processor, as Go names it
	Command      string                     `json:"command"`                // run, compare or eval
	Request      map[string]json.RawMessage `json:"request,omitempty"`      // every setting that fixes numbers; see package request
	Inputs       []Input                    `json:"inputs"`
	Store        string                     `json:"store,omitempty"` // that stored runs and recordings are read from
}

// An Input is a file, or a stored run, that a document was computed from.
type Input struct {
	Role   InputRole `json:"role"`
	Name   string    `json:"name,omitempty"` // of the system, where it was given
	Path   string    `json:"path"`           // from the working folder, with slashes; of a stored run its id; - is standard input
	SHA256 string    `json:"sha256"`         // of the bytes as stored; of a stored run that of its rows as canonical JSON
	Bytes  int64     `json:"bytes,omitempty"`
}

// An InputRole is what an input is to the command that read it.
type InputRole string

// The roles of inputs.
const (
	InputRun        InputRole = "run"
	InputScores     InputRole = "scores"
	InputStoredRun  InputRole = "stored_run"
	InputQrels      InputRole = "qrels"
	InputTestSet    InputRole = "test_set"
	InputPaths      InputRole = "paths"
	InputSilver     InputRole = "silver"  // labels of a model
	InputSample     InputRole = "sample"  // the order in which people label
	InputColumns    InputRole = "columns" // weights and covariates of queries
	InputExperiment InputRole = "experiment"
	InputPart       InputRole = "part_of_experiment" // that the experiment file names
)

// VerificationSchema names the JSON document of a Verification.
const VerificationSchema = "rankduel/verification/v1"

// A Verification says whether a document is what its inputs give.
type Verification struct {
	Schema          string       `json:"schema"`
	Report          string       `json:"report"` // path
	ReportSchema    string       `json:"report_schema"`
	SHA256          string       `json:"sha256"` // of the report
	Outcome         Outcome      `json:"outcome"`
	Program         string       `json:"program"`                // that computed the report
	ProgramNow      string       `json:"program_now"`            // that computed it again
	Architecture    string       `json:"architecture,omitempty"` // of the processor that computed the report
	ArchitectureNow string       `json:"architecture_now"`
	Tolerance       float64      `json:"tolerance"`    // 0: values were compared exactly, as on the same kind of processor
	NotCompared     []string     `json:"not_compared"` // what is another one each time
	Inputs          []InputFound `json:"inputs"`
	Compared        int          `json:"compared_values"`
	Differing       int          `json:"differing_values"`
	Close           int          `json:"close_values"` // that differ by less than the tolerance, and count as equal
	Differences     []Difference `json:"differences"`  // the first of them, settings before numbers
}

// An Outcome is what a verification ends in.
type Outcome string

// The outcomes.
const (
	VerifiedEqual    Outcome = "equal"                  // every byte of what is compared
	VerifiedLaidOut  Outcome = "equal_values"           // every value; the file is laid out otherwise
	VerifiedWithin   Outcome = "equal_within_tolerance" // every value, on another kind of processor
	VerifiedDiffers  Outcome = "differs"                // values differ
	VerifiedOther    Outcome = "other_inputs"           // values are equal, and yet inputs are not those of then
	VerifiedNotFound Outcome = "inputs_missing"         // nothing could be computed
)

// An InputFound is an input as it is now.
type InputFound struct {
	Input
	State     InputState `json:"state"`
	SHA256Now string     `json:"sha256_now,omitempty"` // where it is another one
	Found     string     `json:"found,omitempty"`      // where it was moved to
}

// An InputState says what became of an input.
type InputState string

// The states of an input.
const (
	InputSame    InputState = "same"
	InputMoved   InputState = "moved"   // the same bytes, elsewhere
	InputChanged InputState = "changed" // other bytes
	InputMissing InputState = "missing"
	InputAdded   InputState = "added" // read now, and not by the report
)

// A Difference is one value of a document that is another one when it is
// computed again. A side that has no such value is empty.
type Difference struct {
	Path     string `json:"path"`
	Setting  bool   `json:"setting,omitempty"` // it is not a number that was found, but what was asked for
	Report   string `json:"report"`            // as JSON, cut where it is long
	Computed string `json:"computed"`
}
