package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/plainjson"
)

// A node is a JSON value with its numbers and texts as they are written.
type node struct {
	kind  byte     // { or [, or 0: a scalar
	raw   string   // of a scalar
	keys  []string // of an object, in their order, as text
	items []node
}

func parse(data []byte) (node, error) {
	if !json.Valid(data) { // which bounds the depth, too
		return node{}, jsonFault(data)
	}
	p := parser{data: data, tokens: json.NewDecoder(bytes.NewReader(data))}
	p.tokens.UseNumber()
	return p.value("")
}

// jsonFault returns what is wrong with text that is not JSON.
func jsonFault(data []byte) error {
	var v any
	err := json.Unmarshal(data, &v)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Errorf("line %d: %w", line, err)
	}
	return err
}

type parser struct {
	data   []byte
	tokens *json.Decoder
	at     int // end of the token before
}

func (p *parser) next() (json.Token, string, error) {
	token, err := p.tokens.Token()
	end := int(p.tokens.InputOffset())
	raw := strings.TrimLeft(string(p.data[p.at:end]), " \t\r\n,:")
	p.at = end
	return token, raw, err
}

func (p *parser) value(place string) (node, error) {
	token, raw, err := p.next()
	if err != nil {
		return node{}, err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return node{raw: raw}, nil
	}
	n := node{kind: byte(delim)}
	seen := map[string]bool{}
	for p.tokens.More() {
		key := ""
		if n.kind == '{' {
			token, _, err := p.next()
			if err != nil {
				return n, err
			}
			if key, _ = token.(string); seen[key] {
				return n, fmt.Errorf("%s: the key %q is there twice", place, key)
			}
			seen[key] = true
			n.keys = append(n.keys, key)
		}
		item, err := p.value(place + "." + key)
		if err != nil {
			return n, err
		}
		n.items = append(n.items, item)
	}
	_, _, err = p.next() // the end
	return n, err
}

func (n node) get(key string) (node, bool) {
	for i, k := range n.keys {
		if k == key {
			return n.items[i], true
		}
	}
	return node{}, false
}

// text returns a scalar's, "" of anything else.
func (n node) text() string {
	var s string
	if json.Unmarshal([]byte(n.raw), &s) != nil {
		return ""
	}
	return s
}

// equals tells whether two scalars are the same value: 0.00001 is 1e-05, and a
// letter its escape, as other programs write them. No digit is rounded.
func (n node) equals(m node) bool {
	if n.raw == m.raw {
		return true
	}
	if a := n.text(); a != "" && !strings.ContainsRune(a, utf8.RuneError) { // which stands for what is not text
		return a == m.text()
	}
	a, ok := decimalOf(n.raw)
	b, same := decimalOf(m.raw)
	return ok && same && a == b
}

// A decimal is a number as digits without zeros around them, and how many places the point is to the right of the last.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

func decimalOf(raw string) (d decimal, ok bool) {
	raw, d.negative = strings.CutPrefix(raw, "-")
	mantissa, power, scaled := strings.Cut(strings.ToLower(raw), "e")
	if scaled {
		var err error
		if d.exponent, err = strconv.Atoi(power); err != nil {
			return d, false
		}
	}
	whole, places, _ := strings.Cut(mantissa, ".")
	d.exponent -= len(places)
	d.digits = strings.TrimLeft(whole+places, "0")
	if strings.Trim(d.digits, "0123456789") != "" || mantissa == "" {
		return d, false
	}
	short := strings.TrimRight(d.digits, "0")
	d.exponent += len(d.digits) - len(short)
	if d.digits = short; short == "" {
		d.exponent = 0
	}
	return d, true
}

// write lays a value out as reports do: two blanks a level.
func (n node) write(to *strings.Builder, indent string) {
	if n.kind == 0 {
		to.WriteString(n.raw)
		return
	}
	to.WriteByte(n.kind)
	for i, item := range n.items {
		if i > 0 {
			to.WriteByte(',')
		}
		to.WriteString("\n" + indent + "  ")
		if n.kind == '{' {
			to.WriteString(plainjson.Text(n.keys[i]) + ": ")
		}
		item.write(to, indent+"  ")
	}
	if len(n.items) > 0 {
		to.WriteString("\n" + indent)
	}
	to.WriteByte(n.kind + 2) // } is two after {, and ] after [
}

// layout returns a document as reports lay it out.
func (n node) layout() string {
	var b strings.Builder
	n.write(&b, "")
	return b.String() + "\n"
}
