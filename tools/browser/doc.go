// Package browser tests pages in Chromium: what a page does there that no test
// of its bytes can see. It is a module of its own, so that no one who builds the
// program downloads a client of a browser.
//
// Without Chromium its tests skip and say so; `apt-get install chromium` is all
// they need. axe-core, which looks for what a screen reader would stumble over,
// comes with the sources of the page's script (`make web`).
package browser
