//go:build unix

package service_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/examples"
)

// certificate writes one for 127.0.0.1 that signs itself, and its key, as files
// name.pem and name.key in a folder.
func certificate(t *testing.T, dir, name string) (trusted *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	signed, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	scripttest.Write(t, filepath.Join(dir, name+".pem"), public)
	scripttest.Write(t, filepath.Join(dir, name+".key"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
	trusted = x509.NewCertPool()
	trusted.AppendCertsFromPEM(public)
	return trusted
}

// With a certificate the server speaks TLS 1.2 or newer and nothing else: no older
// version, and no plain HTTP.
func TestServeTLS(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		t.Fatal(err)
	}
	trusted := certificate(t, dir, "own")
	t.Setenv("GODEBUG", "tls10server=1") // a default of the language must not be what refuses
	s := serveFile(t, scripttest.LiveRun{Dir: dir}, "hybrid.yaml", "--tls-cert", "own.pem", "--tls-key", "own.key", "--store", filepath.Join(dir, "s.db"))
	if !strings.HasPrefix(s.url, "https://") {
		t.Fatalf("it serves %s", s.url)
	}
	address := strings.TrimPrefix(s.url, "https://")
	for _, tt := range []struct {
		name   string
		client *tls.Config
		wants  uint16 // 0: no connection
	}{
		{"newest", &tls.Config{RootCAs: trusted}, tls.VersionTLS13},
		{"1.2", &tls.Config{RootCAs: trusted, MaxVersion: tls.VersionTLS12}, tls.VersionTLS12},
		{"1.1", &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}, 0},
		{"1.0", &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS10}, 0},
	} {
		transport := &http.Transport{TLSClientConfig: tt.client, ForceAttemptHTTP2: true}
		defer transport.CloseIdleConnections()
		resp, err := (&http.Client{Transport: transport}).Get(s.url + "/v1/testsets")
		if tt.wants == 0 {
			if err == nil || !strings.Contains(err.Error(), "protocol version") {
				t.Errorf("TLS %s: %v, want it refused for its version", tt.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("TLS %s: %v", tt.name, err)
			continue
		}
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusOK || resp.TLS.Version != tt.wants || !bytes.Contains(body, []byte(`"clinical"`)) {
			t.Errorf("TLS %s: %s, version %x: %.200s", tt.name, resp.Status, resp.TLS.Version, body)
		}
		if got := resp.Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
			t.Errorf("TLS %s: Strict-Transport-Security %q", tt.name, got)
		}
		if resp.ProtoMajor != 2 {
			t.Errorf("TLS %s: %s, want HTTP/2", tt.name, resp.Proto)
		}
	}
	resp, err := http.Get("http://" + address + "/v1/testsets")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusBadRequest || bytes.Contains(body, []byte("clinical")) {
		t.Errorf("plain HTTP was answered %s %.200s", resp.Status, body)
	}
}

// Files that are replaced apply to new connections; while they do not fit, the last
// certificate stays.
func TestServeRenewedCertificate(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		t.Fatal(err)
	}
	before := certificate(t, dir, "own")
	s := serveFile(t, scripttest.LiveRun{Dir: dir}, "hybrid.yaml", "--tls-cert", "own.pem", "--tls-key", "own.key", "--store", filepath.Join(dir, "s.db"))
	connects := func(trusted *x509.CertPool) bool {
		connection, err := tls.Dial("tcp", strings.TrimPrefix(s.url, "https://"), &tls.Config{RootCAs: trusted})
		if err == nil {
			_ = connection.Close()
		}
		return err == nil
	}
	eventually := func(trusted *x509.CertPool) bool {
		for range 100 {
			if connects(trusted) {
				return true
			}
			time.Sleep(50 * time.Millisecond)
		}
		return false
	}
	if !connects(before) {
		t.Fatal("the first certificate is not used")
	}
	after := certificate(t, dir, "new")
	replace := func(ending string) {
		if err := os.Rename(filepath.Join(dir, "new"+ending), filepath.Join(dir, "own"+ending)); err != nil {
			t.Fatal(err)
		}
	}
	replace(".pem")
	time.Sleep(1100 * time.Millisecond) // longer than files are not looked at
	if !connects(before) {
		t.Error("the first certificate went with its file, before the key came")
	}
	replace(".key")
	if !eventually(after) {
		t.Error("the new certificate is not used")
	}
	if connects(before) {
		t.Error("the first certificate is still used")
	}
}

// Files that are no certificate with its key are refused before anything is served,
// with the name of the flag and exit code 2.
func TestServeTLSFiles(t *testing.T) {
	dir := t.TempDir()
	certificate(t, dir, "own")
	certificate(t, dir, "other")
	scripttest.Write(t, filepath.Join(dir, "text"), []byte("no PEM\n"))
	in := func(name string) string { return filepath.Join(dir, name) }
	experiment := "../../../examples/clinical/hybrid.yaml"
	for _, tt := range []struct{ cert, key, says string }{
		{"none.pem", "own.key", "no such file"},
		{"own.pem", "none.key", "no such file"},
		{"own.pem", "other.key", "does not match"},
		{"own.key", "own.pem", "failed to find certificate PEM data"},
		{"text", "own.key", "failed to find any PEM data"},
		{"own.pem", "text", "failed to find any PEM data"},
		{"own.pem", "", "--tls-cert and --tls-key belong together"},
		{"", "own.key", "--tls-cert and --tls-key belong together"},
	} {
		args := []string{"serve", experiment, "--addr", "127.0.0.1:0", "--store", in("s.db")}
		for flag, name := range map[string]string{"--tls-cert": tt.cert, "--tls-key": tt.key} {
			if name != "" {
				args = append(args, flag, in(name))
			}
		}
		_, said := scripttest.Does(t, program.ExitInput, args...)
		if !strings.Contains(said, "--tls-cert") || !strings.Contains(said, tt.says) {
			t.Errorf("%s with %s: %q, want %q", tt.cert, tt.key, said, tt.says)
		}
	}
	if _, err := os.Stat(in("s.db")); err == nil {
		t.Error("a server that never began has made a store")
	}
}
