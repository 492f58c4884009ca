package testsets

// A shape is the kind of value a key takes, for the JSON Schema. The reader of
// the key decides; a test holds the two together.
type shape int

const (
	shapeText       shape = iota // any scalar but null, kept as it is written; not blank
	shapeLabel                   // the same, and may be empty
	shapeName                    // text without @ and /
	shapeDate                    // a date or an RFC 3339 time
	shapeHash                    // 64 lower-case hexadecimal digits
	shapeFormat                  // native or golden
	shapeSplit                   // evaluation or heldout
	shapeFlag                    // true or false
	shapeGrade                   // a whole number
	shapeTexts                   // list of text, no two the same
	shapeScale                   // mapping from grades to words
	shapeParent                  // mapping, see parentKeys
	shapeProvenance              // mapping, see provenanceKeys
	shapeDraw                    // mapping, see drawKeys
	shapeSeed                    // a whole number from 0 on
	shapeRatio                   // a number between 0 and 1
	shapeBy                      // group or query
	shapeDocs                    // list of docKeys
	shapeChunks                  // list of chunkKeys
	shapeSpans                   // list of spanKeys, or of text like d7:3-12
	shapeQueries                 // list of queryKeys or goldenKeys
)

// schema describes a value of the shape as JSON Schema.
func (s shape) schema() object {
	switch s {
	case shapeLabel:
		return object{{"type", scalars()}}
	case shapeName:
		return object{{"type", scalars()}, {"pattern", `^[^@/]*[^@/\s][^@/]*$`}}
	case shapeDate:
		return object{{"type", "string"}, {"pattern", `^\d{4}-\d{2}-\d{2}([Tt ].+)?$`}}
	case shapeHash:
		return object{{"type", scalars()}, {"pattern", sha256Text().String()}}
	case shapeFormat:
		return object{{"enum", []string{"native", string(Golden)}}}
	case shapeSplit:
		return object{{"enum", []Split{Evaluation, HeldOut}}}
	case shapeFlag:
		return object{{"type", "boolean"}}
	case shapeGrade:
		return object{{"type", "integer"}}
	case shapeTexts:
		return object{{"type", "array"}, {"items", shapeText.schema()}}
	case shapeScale:
		return object{
			{"type", "object"},
			{"required", []string{"0"}},
			{"minProperties", 2},
			{"patternProperties", object{{`^(0|-?[1-9]\d*)$`, shapeLabel.schema()}}},
			{"additionalProperties", false},
		}
	case shapeParent:
		return object{{"$ref", "#/$defs/parent"}}
	case shapeProvenance:
		return object{{"$ref", "#/$defs/provenance"}}
	case shapeDraw:
		return object{{"$ref", "#/$defs/split"}}
	case shapeSeed:
		return object{{"type", "integer"}, {"minimum", 0}}
	case shapeRatio:
		return object{{"type", "number"}, {"exclusiveMinimum", 0}, {"exclusiveMaximum", 1}}
	case shapeBy:
		return object{{"enum", []string{ByGroup, ByQuery}}}
	case shapeDocs:
		return listOf("judged_document")
	case shapeChunks:
		return listOf("judged_chunk")
	case shapeSpans:
		return object{{"type", "array"}, {"items", object{{"anyOf", []object{
			{{"type", "string"}, {"pattern", spanText.String()}}, {{"$ref", "#/$defs/span"}},
		}}}}}
	case shapeQueries:
		return object{{"type", "array"}, {"minItems", 1}}
	default:
		return object{{"type", scalars()}, {"pattern", `\S`}}
	}
}

// scalars are the types that are read as the text that was written.
func scalars() []string { return []string{"string", "number", "boolean"} }

func listOf(def string) object {
	return object{{"type", "array"}, {"items", object{{"$ref", "#/$defs/" + def}}}}
}
