// Package prose has the turns of phrase that findings and errors share.
package prose

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Plural counts things: 1 query, 2 queries, 3 keys.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if stem, ok := strings.CutSuffix(thing, "y"); ok && strings.TrimRight(stem, "aeou") == stem {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// FirstFew lists some ids and counts the rest.
func FirstFew(ids []string) string {
	const most = 5
	if len(ids) == 0 {
		return "none"
	}
	text := Quoted(ids[:min(most, len(ids))])
	if len(ids) > most {
		text += fmt.Sprintf(" and %d more", len(ids)-most)
	}
	return text
}

// Quoted lists names.
func Quoted(names []string) string {
	quoted := ordered.Each(names, func(n string) string { return fmt.Sprintf("%q", n) })
	return strings.Join(quoted, ", ")
}

// JoinFirst joins the first errors of a file and counts the rest.
func JoinFirst(errs []error) error {
	const most = 20
	if more := len(errs) - most; more > 0 {
		errs = append(slices.Clone(errs[:most]), fmt.Errorf("and %d more", more))
	}
	return errors.Join(errs...)
}

// OneLine joins the lines of a joined error, so that each fault keeps one line.
func OneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// ShellWord writes a word so that a shell reads it as one and as it is.
func ShellWord(word string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("_@%+=:,./-", r)
	}
	if word != "" && word[0] != '=' && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// AskDoctor ends an error about a file that is nothing that was expected.
const AskDoctor = "; rankduel doctor FILE says what it may be"

// Percent writes a share, 0.95 as 95 %, without the noise of its last digits.
func Percent(share float64) string { return fmt.Sprintf("%g %%", math.Round(share*1e6)/1e4) }

// Decimals returns how many show three digits of a number below .01; four of others.
func Decimals(x float64) int {
	if x = math.Abs(x); !(x >= 1e-12 && x < .01) {
		return 4
	}
	return min(9, 2-int(math.Floor(math.Log10(x))))
}

// SideOfLimit prints a number with at least these decimals, and with as many as it
// takes to be above the limit where it is above, and below where it is below.
func SideOfLimit(x, limit float64, decimals int) string {
	const most, equal = 9, 1e-9
	for ; ; decimals++ {
		text := strconv.FormatFloat(x, 'f', decimals, 64)
		printed, err := strconv.ParseFloat(text, 64)
		if err != nil || decimals >= most || math.Abs(x-limit) <= equal || cmp.Compare(printed, limit) == cmp.Compare(x, limit) {
			return text
		}
	}
}
