package result

// ConversionSchema names the JSON document of a Conversion.
const ConversionSchema = "rankduel/conversion/v1"

// A Conversion is what became of a test set that came from another format or
// went into one.
type Conversion struct {
	Schema    string              `json:"schema"`
	Direction string              `json:"direction"` // import or export
	Format    string              `json:"format"`
	Detected  bool                `json:"detected"` // the format was recognized, not named
	Sources   []string            `json:"sources"`
	Written   []string            `json:"written"`            // files; none for standard output
	TestSet   *TestSetDescription `json:"test_set,omitempty"` // absent when label files alone were asked for
	Unjudged  int                 `json:"unjudged_queries"`
	Notes     []ConversionNote    `json:"notes"`
}

// A ConversionNote is one thing that a conversion dropped, changed or decided.
type ConversionNote struct {
	Kind  string `json:"kind"` // dropped, changed or note
	Code  string `json:"code"`
	Count int    `json:"count"`
	Text  string `json:"text"`
}
