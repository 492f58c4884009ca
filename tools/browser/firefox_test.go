package browser_test

import (
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/reports/html"
)

// pictured returns a page as Firefox shows it.
func pictured(t testing.TB, firefox, page string) image.Image {
	t.Helper()
	dir := t.TempDir()
	picture := filepath.Join(dir, "page.png")
	cmd := exec.CommandContext(t.Context(), firefox, "--headless", "--no-remote", "--profile", dir, "--screenshot", picture, "--window-size=1280,1800", "file://"+page)
	cmd.Env = append(os.Environ(), "HOME="+dir)
	cmd.WaitDelay = 5 * time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// Firefox runs the script of a page under the page's policy, and shows figures
// in their colors: only a picture can be had of it without a driver.
func TestFirefox(t *testing.T) {
	firefox, err := exec.LookPath("firefox-esr")
	if err != nil {
		if firefox, err = exec.LookPath("firefox"); err != nil {
			t.Skip("no Firefox: apt-get install firefox-esr")
		}
	}
	page := plain(120, 20).page(t, html.Options{})
	with := pictured(t, firefox, page)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(t.TempDir(), "dead.html")
	broken := strings.Replace(string(text), "script-src &#39;sha256-", "script-src &#39;sha256-A", 1)
	if broken == string(text) {
		t.Fatal("the policy is not where this test looks")
	}
	if err := os.WriteFile(dead, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	without := pictured(t, firefox, dead)
	// The buttons at the top right are made by the script.
	changed, blue := 0, 0
	for x := 900; x < 1280; x++ {
		for y := range 70 {
			if with.At(x, y) != without.At(x, y) {
				changed++
			}
		}
	}
	for x := range 1280 {
		for y := range min(1800, with.Bounds().Dy()) {
			// About the color of what rose: screens have profiles.
			if r, g, b, _ := with.At(x, y).RGBA(); r>>8 < 0x30 && g>>8 > 0x40 && g>>8 < 0x80 && b>>8 > 0x80 {
				blue++
			}
		}
	}
	if changed < 200 {
		t.Errorf("%d pixels of the buttons are there with the script alone, want hundreds: it does not run", changed)
	}
	if blue < 50 {
		t.Errorf("%d pixels have the color of what rose, want figures in their colors", blue)
	}
}
