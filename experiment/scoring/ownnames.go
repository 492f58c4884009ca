package scoring

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// ownNames are the members of a JSON object, in the order of the original.
type ownNames []ownName

type ownName struct {
	name  string
	value any
}

func (o *ownNames) add(name string, value any) { *o = append(*o, ownName{name, value}) }

// json writes the object.
func (o ownNames) json() json.RawMessage {
	data, err := json.Marshal(o)
	if err != nil {
		panic(err) // names, counts and figures can be written
	}
	return data
}

// MarshalJSON keeps the order.
func (o ownNames) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, member := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(member.name)) // the names of a profile are ASCII
		b.WriteByte(':')
		value, err := json.Marshal(member.value)
		if err != nil {
			return nil, err
		}
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// figure writes a number as the originals do: with a point, 0.0 and not 0,
// unless it is a count; null for nil and for what JSON has no word for.
func figure(v *float64, point bool) json.RawMessage {
	if v == nil || math.IsNaN(*v) || math.IsInf(*v, 0) {
		return json.RawMessage("null")
	}
	text := strconv.FormatFloat(*v, 'g', -1, 64)
	if point && !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return json.RawMessage(text)
}
