package browser_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// secret makes a token on the service's store.
func (s service) secret(t testing.TB, name, scope string) string {
	t.Helper()
	out := s.run(t, "token", "add", name, "--scope", scope, "--store", "s.db")
	for _, word := range strings.Fields(out) {
		if regexp.MustCompile(`^[A-Za-z0-9_-]{40,}$`).MatchString(word) {
			return word
		}
	}
	t.Fatalf("no secret in %s", out)
	return ""
}

const asksForToken = `document.querySelector("input[type=password]")`

// enter types a token where the page asks for one.
func (b *tab) enter(secret string) {
	b.Helper()
	b.wait(asksForToken + ` === document.activeElement`)
	b.must(chromedp.Do(b.ctx, chromedp.KeyEvent(secret)))
	b.key(kb.Enter)
}

// The page asks for a token once in a tab, says when one is not known, keeps it
// nowhere but in the tab, and sends it in no address. Two people look at once, each
// with their own; who may only read is told so by the server, in words.
func TestServedPeople(t *testing.T) {
	w := &work{}
	real := served(t)
	s := stubbed(t, real, w)
	ada, bob := real.secret(t, "ada", "run"), real.secret(t, "bob", "read")
	a, b := newTab(t), newTab(t)
	a.shown(s.url+"/", asksForToken)
	a.enter("wrong")
	a.wait(`document.querySelector("#said").textContent === "the server does not know this token"`)
	a.enter(ada)
	a.wait(`document.querySelectorAll("select option").length > 1`)
	b.shown(s.url+"/", asksForToken)
	b.enter(bob)
	b.wait(`document.querySelectorAll("select option").length > 1`)
	clickOn(a, "Compare")
	clickOn(b, "Compare")
	a.arrived(comparisonShown)
	b.arrived(comparisonShown)
	for _, tab := range []*tab{a, b} {
		if n := rows(tab); n != 50 {
			t.Errorf("%d queries, want 50", n)
		}
		if got := eval[string](tab, `document.cookie + JSON.stringify(localStorage)`); got != "{}" {
			t.Errorf("the page keeps %q beyond the tab", got)
		}
	}
	if mine, other := eval[string](a, `sessionStorage.getItem("rankduel-token")`), eval[string](b, `sessionStorage.getItem("rankduel-token")`); mine != ada || other != bob {
		t.Error("the tabs do not have each their own token")
	}
	for _, tab := range []*tab{a, b} {
		for _, request := range tab.requests {
			if strings.Contains(request, ada) || strings.Contains(request, bob) {
				t.Errorf("a token is in an address: %s", request)
			}
		}
	}
	pressed(a, "#forget")
	a.arrived(asksForToken)
	b.shown(s.url+"/?a=run_none&b=run_none", `document.querySelector("main .empty")`)
	if got := eval[string](b, `document.querySelector("main .empty").textContent`); !strings.Contains(got, "run_none") {
		t.Errorf("of runs that are not there the page says %q", got)
	}
}

func pressed(b *tab, selector string) {
	b.Helper()
	eval[bool](b, `(document.querySelector(`+quote(selector)+`).click(), true)`)
}
