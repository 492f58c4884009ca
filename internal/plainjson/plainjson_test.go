package plainjson_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/rankduel/rankduel/internal/plainjson"
)

func TestObjectsKeepTheirOrder(t *testing.T) {
	o := plainjson.Object{{"b", 1}, {"a", plainjson.Object{{"<", []string{}}, {"none", nil}}}}
	o.Add("last", "x & y")
	const want = `{"b":1,"a":{"<":[],"none":null},"last":"x & y"}` // by hand, after RFC 8259
	if got, err := plainjson.Line(o); err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	if got, err := json.Marshal(plainjson.Object{}); err != nil || string(got) != "{}" {
		t.Errorf("got %s, %v, want {}", got, err)
	}
	if _, err := plainjson.Line(plainjson.Object{{"a", func() {}}}); err == nil {
		t.Error("no error for what JSON has no form of")
	}
}

func TestSignsOfHTMLStayAsTheyAre(t *testing.T) {
	if got := plainjson.Text(`<a & "b">`); got != `"<a & \"b\">"` {
		t.Errorf("got %s", got)
	}
	got, err := plainjson.Line("東京\xff\n") // bytes that are not UTF-8 are replaced, as encoding/json says
	if err != nil || string(got) != `"東京\ufffd\n"` {
		t.Errorf("got %s, %v", got, err)
	}
	if got, err := plainjson.Line(math.NaN()); err == nil {
		t.Errorf("NaN is %s, want an error", got)
	}
	if got, err := plainjson.Document(map[string]string{"a": "<b>"}); err != nil || string(got) != "{\n  \"a\": \"<b>\"\n}\n" {
		t.Errorf("got %s, %v", got, err)
	}
}
