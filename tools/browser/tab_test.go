package browser_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// chromium returns where the browser is, "" when it is not installed.
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// A tab shows one page, and remembers what the page asked for and complained of.
type tab struct {
	testing.TB
	ctx context.Context

	mu       sync.Mutex
	requests []string
	console  []string
}

// newTab starts a browser; the test skips where there is none.
func newTab(t testing.TB) *tab {
	t.Helper()
	path := chromium()
	if path == "" {
		t.Skip("no Chromium: apt-get install chromium")
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.Flag("headless", true), chromedp.Flag("no-sandbox", true),
		chromedp.Flag("no-first-run", true), chromedp.Flag("no-default-browser-check", true), chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-quic", true), chromedp.WindowSize(1280, 900))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &tab{TB: t, ctx: ctx}
	b.must(chromedp.Do(ctx))
	_, err := chromedp.Call(ctx, log.Enable, cdp.Empty{})
	b.must(err)
	_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	b.must(err)
	b.must(chromedp.Listen(ctx, b.note))
	return b
}

func (b *tab) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *tab) note(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch ev := ev.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, ev.Request.URL)
	case *log.EventEntryAdded:
		b.console = append(b.console, fmt.Sprint(ev.Entry.Level, ": ", ev.Entry.Text))
	case *runtime.EventConsoleAPICalled:
		b.console = append(b.console, fmt.Sprint(ev.Type))
	case *runtime.EventExceptionThrown:
		b.console = append(b.console, "exception: "+ev.ExceptionDetails.Text)
	}
}

// quiet fails when the page asked for anything but itself, or said anything.
func (b *tab) quiet(url string) {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.requests {
		if r != url && r != "about:blank" && !isBlob(r) {
			b.Errorf("the page asked for %s", r)
		}
	}
	for _, c := range b.console {
		b.Errorf("console: %s", c)
	}
}

func isBlob(url string) bool { return len(url) > 5 && url[:5] == "blob:" }

// show opens a page and waits until its table of queries can be used.
func (b *tab) show(path, hash string) string {
	b.Helper()
	url := "file://" + path
	// From another page: to a fragment of the same one a browser only scrolls.
	b.must(chromedp.Do(b.ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url+hash)))
	b.wait(`performance.getEntriesByName("rankduel-usable").length > 0`)
	return url + hash
}

// open opens a page, which may have no table of queries, and waits for its buttons.
func (b *tab) open(path string) string {
	b.Helper()
	url := "file://" + path
	b.must(chromedp.Do(b.ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url)))
	b.wait(`document.querySelector("#tools button")`)
	return url
}

// wait waits until an expression is true.
func (b *tab) wait(js string) {
	b.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if eval[bool](b, "!!("+js+")") {
			return
		}
	}
	b.Fatalf("never true: %s", js)
}

func eval[T any](b *tab, js string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", js, err)
	}
	return v
}

// size makes the window of a size.
func (b *tab) size(width, height int64) {
	b.Helper()
	b.must(chromedp.Do(b.ctx, chromedp.EmulateViewport(width, height)))
}

// scheme makes the system light or dark.
func (b *tab) scheme(name string) {
	b.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	})
	b.must(err)
}

func (b *tab) key(keys string) {
	b.Helper()
	b.must(chromedp.Do(b.ctx, chromedp.KeyEvent(keys)))
}

// picture keeps what is seen, for anyone who asks with RANKDUEL_PICTURES=folder.
func (b *tab) picture(name string) {
	b.Helper()
	folder := os.Getenv("RANKDUEL_PICTURES")
	if folder == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	b.must(err)
	b.must(os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644))
}
