package querylog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/querylog"
)

// The account is the example of ISO 13616 in the register of SWIFT, the card the
// test number that Visa gives to shops, the social security number the one that
// the authority withdrew after it stood on a wallet's sample card (078-05-1120),
// the address one of RFC 5737, the UUID that of RFC 9562, appendix A.
func TestMask(t *testing.T) {
	tests := []struct {
		text, want string
		found      []querylog.Kind
	}{
		{"mail jane.doe@example.org please", "mail [email] please", []querylog.Kind{querylog.Email}},
		{"müller@größe.example", "[email]", []querylog.Kind{querylog.Email}},
		{"https://example.org/reset?token=abc", "[url]", []querylog.Kind{querylog.URL}},
		{"https://example.org/about", "https://example.org/about", nil},
		{"record f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "record [uuid]", []querylog.Kind{querylog.UUID}},
		{"GB82 WEST 1234 5698 7654 32", "[iban]", []querylog.Kind{querylog.IBAN}},
		{"gb82west12345698765432 balance", "[iban] balance", []querylog.Kind{querylog.IBAN}},
		{"card 4111 1111 1111 1111", "card [card]", []querylog.Kind{querylog.Card}},
		{"host 192.0.2.17 down", "host [ipv4] down", []querylog.Kind{querylog.IPv4}},
		{"ssn 078-05-1120", "ssn [ssn]", []querylog.Kind{querylog.SSN}},
		{"born 24.12.1961", "born [birth-date]", []querylog.Kind{querylog.BirthDate}},
		{"born 1961-12-24", "born [birth-date]", []querylog.Kind{querylog.BirthDate}},
		{"call +49 30 901820", "call [phone]", []querylog.Kind{querylog.Phone}},
		{"call (212) 555-0143", "call [phone]", []querylog.Kind{querylog.Phone}},
		{"patient 10023456", "patient [number]", []querylog.Kind{querylog.Number}},
		{"a@b.example and c@d.example", "[email] and [email]", []querylog.Kind{querylog.Email}},
		// What is asked every day stays.
		{"metformin 500 mg", "metformin 500 mg", nil},
		{"covid 19", "covid 19", nil},
		{"windows 11 error 0x80070005", "windows 11 error 0x80070005", nil},
		{"bundesliga 2020-2021", "bundesliga [phone]", []querylog.Kind{querylog.Phone}}, // and this, which no one can tell from one
		{"what is E=mc2?", "what is E=mc2?", nil},
		{"ICD-10 E11.9", "ICD-10 E11.9", nil},
		{"", "", nil},
	}
	for _, tt := range tests {
		got, found := querylog.Mask(tt.text)
		if got != tt.want || !slices.Equal(found, tt.found) {
			t.Errorf("Mask(%q) = %q, %v; want %q, %v", tt.text, got, found, tt.want, tt.found)
		}
		if again, more := querylog.Mask(got); again != got || more != nil {
			t.Errorf("Mask(%q) masks again: %q", got, again)
		}
	}
}

// A name is not found. This is what the least number of clients is for.
func TestMaskMissesNames(t *testing.T) {
	if got, found := querylog.Mask("is john smith of leeds ill"); found != nil || got != "is john smith of leeds ill" {
		t.Errorf("%q, %v: say in the docs that names are found", got, found)
	}
}

func FuzzMask(f *testing.F) {
	for _, s := range []string{"a@b.example", "4111 1111 1111 1111", "GB82 WEST 1234 5698 7654 32", "\xff1234567", "+49 (0) 30/901820"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		masked, found := querylog.Mask(s)
		if (len(found) > 0) == (masked == s) {
			t.Errorf("%q: found %v, masked %q", s, found, masked)
		}
		if strings.Contains(masked, "@example.org") {
			t.Errorf("%q: %q", s, masked)
		}
	})
}

func ExampleMask() {
	fmt.Println(querylog.Mask("reset for jane@example.org, card 4111-1111-1111-1111"))
	// Output: reset for [email], card [card] [email card]
}
