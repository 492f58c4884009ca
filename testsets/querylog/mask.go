package querylog

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// A Kind is what masked text looked like.
type Kind string

// The kinds that are masked, in the order in which they are looked for.
const (
	Email     Kind = "email"
	URL       Kind = "url"        // an address with a query, which may hold a session or a key
	UUID      Kind = "uuid"       // names a session or a record
	IBAN      Kind = "iban"       // by its check digits
	Card      Kind = "card"       // by Luhn's sum
	IPv4      Kind = "ipv4"       //
	SSN       Kind = "ssn"        // social security number of the United States
	BirthDate Kind = "birth-date" // a full date of a day in 1900 to 2029
	Phone     Kind = "phone"
	Number    Kind = "number" // seven digits or more, but for error codes, 0x80070005
)

// A rule finds one kind. A find that accept refuses stays.
type rule struct {
	kind   Kind
	find   func() *regexp.Regexp
	accept func(found string) bool
}

var rules = []rule{
	{kind: Email, find: pattern.Lazy(`(?i)[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}`)},
	{kind: URL, find: pattern.Lazy(`(?i)(https?://|www\.)[^\s?]+\?\S+`)},
	{kind: UUID, find: pattern.Lazy(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)},
	{kind: IBAN, find: pattern.Lazy(`(?i)\b[a-z]{2}\d{2}( ?[a-z0-9]{4}){2,7}( ?[a-z0-9]{1,3})?\b`), accept: isIBAN},
	{kind: Card, find: pattern.Lazy(`\b\d(?:[ -]?\d){12,18}\b`), accept: isCard},
	{kind: IPv4, find: pattern.Lazy(`\b(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\b`)},
	{kind: SSN, find: pattern.Lazy(`\b\d{3}-\d{2}-\d{4}\b`)},
	{kind: BirthDate, find: pattern.Lazy(`\b(?:(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|[12]\d|3[01])[./-](?:19\d\d|20[0-2]\d)|(?:19\d\d|20[0-2]\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))\b`)},
	{kind: Phone, find: pattern.Lazy(`(?:\+|\b00|\(|\b)\d[\d ()/.-]{5,}\d\b`), accept: isPhone},
	{kind: Number, find: pattern.Lazy(`(?i)0x[0-9a-f]+|\d{7,}`), accept: func(s string) bool { return !strings.ContainsAny(s, "xX") }},
}

// Mask puts [email] and the like in place of what looks like personal data, and says which kinds it found, each once.
func Mask(text string) (masked string, found []Kind) {
	if !strings.ContainsAny(text, "0123456789@?") {
		return text, nil
	}
	for _, r := range rules {
		hit := false
		text = r.find().ReplaceAllStringFunc(text, func(s string) string {
			if r.accept != nil && !r.accept(s) {
				return s
			}
			hit = true
			return "[" + string(r.kind) + "]"
		})
		if hit {
			found = append(found, r.kind)
		}
	}
	return text, found
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// isPhone wants 7 to 15 digits, and a sign that they are dialled: a plus, a bracket, or groups.
func isPhone(text string) bool {
	n := len(digits(text))
	return n >= 7 && n <= 15 && (n < len(text))
}

// isCard is Luhn's sum: from the right every second digit doubled, in all a multiple of ten.
func isCard(text string) bool {
	d := digits(text)
	sum := 0
	for i := range len(d) {
		n := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			n *= 2
		}
		sum += n/10 + n%10
	}
	return sum%10 == 0
}

// isIBAN takes the number, the first four characters at its end and letters as 10 to 35, modulo 97 (ISO 13616).
func isIBAN(text string) bool {
	s := strings.ToUpper(strings.ReplaceAll(text, " ", ""))
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	var b strings.Builder
	for _, r := range s[4:] + s[:4] {
		if r >= 'A' {
			b.WriteString(big.NewInt(int64(r-'A') + 10).String())
		} else {
			b.WriteRune(r)
		}
	}
	n, ok := new(big.Int).SetString(b.String(), 10)
	return ok && new(big.Int).Mod(n, big.NewInt(97)).Int64() == 1
}
