package httpclient_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/httpclient"
)

func TestTarget(t *testing.T) {
	t.Setenv("TARGET_TEST_SERVER", "https://me:hunter2@one:9200/base?api_key=hunter2&x=1")
	t.Setenv("TARGET_TEST_HOST", "one")
	t.Setenv("TARGET_TEST_INDEX", "a b")
	for _, test := range []struct{ address, want string }{
		{"", ""},
		{"http://me:x@one/?key=public", "http://me:x@one/?key=public"},
		{"${TARGET_TEST_SERVER}", "https://one:9200/base?api_key=&x=1"},
		{"http://${TARGET_TEST_HOST}:9200/s", "http://one:9200/s"},
		{"http://me:${TARGET_TEST_UNSET}@${TARGET_TEST_HOST}/s", "http://me:${TARGET_TEST_UNSET}@one/s"},
		{"/${TARGET_TEST_INDEX}/s?in=${TARGET_TEST_INDEX}&q={{urlquery .Query}}", "/a%20b/s?in=a+b&q={{urlquery .Query}}"},
		{"/s?api-key=${TARGET_TEST_UNSET}&in=${TARGET_TEST_HOST}", "/s?api-key=${TARGET_TEST_UNSET}&in=one"},
	} {
		if got, err := httpclient.Target(test.address); got != test.want || err != nil {
			t.Errorf("Target(%q) = %q, %v, want %q", test.address, got, err, test.want)
		}
	}
	got, err := httpclient.Target("http://${TARGET_TEST_UNSET}/${TARGET_TEST_UNSET_TOO}")
	for _, want := range []string{"TARGET_TEST_UNSET is not set", "TARGET_TEST_UNSET_TOO is not set"} {
		if got != "" || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Target = %q, %v, want an error that says %q", got, err, want)
		}
	}
}
