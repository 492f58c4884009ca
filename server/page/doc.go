// Package page is what a browser sees of the service: a page that asks the
// operations of server/api as any other client does, and shows a comparison by the
// script and the static part of the HTML report itself, in parts. It holds no data;
// anyone who opens it is asked for a token by the page, which keeps it for the tab.
package page
