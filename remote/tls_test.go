package remote_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	"github.com/ttf-int/ttf-int/remote/remotetest"
)

// makeCertificate writes a certificate that signs itself, for a server on loopback and for a client, and its key.
func makeCertificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IsCA: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	signed, err := x509.CreateCertificate(rand.Reader, of, of, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	coded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed},
		key: {Type: "PRIVATE KEY", Bytes: coded}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestCertificates: a cluster and its client know each other by their certificates, and who is not known is refused.
func TestCertificates(t *testing.T) {
	t.Parallel()
	cert, key := makeCertificate(t)
	other, otherKey := makeCertificate(t)
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	data, err := os.ReadFile(cert)
	if err != nil || !pool.AppendCertsFromPEM(data) {
		t.Fatal(err)
	}
	s := remotetest.Start(t, grpc.Creds(credentials.NewTLS(&tls.Config{Certificates: []tls.Certificate{pair},
		ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool})))
	s.Run = writeJournal
	address := strings.Replace(s.Address, "grpc://", "grpcs://", 1)
	dir, program := makeProject(t, "project: p")
	for _, test := range []struct{ ca, cert, key, want string }{
		{cert, cert, key, ""},
		{other, cert, key, "the cluster or its worker was not there"},
		{cert, other, otherKey, "the cluster or its worker was not there"},
		{cert, "", "", "the cluster or its worker was not there"},
	} {
		e := open(t, address, dir, map[string]string{"RBE_tls_ca_cert": test.ca, "RBE_tls_client_auth_cert": test.cert,
			"RBE_tls_client_auth_key": test.key})
		b := batchOf(program)
		b.Fresh = true
		_, err := e.Execute(t.Context(), b)
		wrong := err == nil || !strings.Contains(err.Error(), test.want)
		if test.want == "" && err != nil || test.want != "" && wrong {
			t.Errorf("with %+v: %v", test, err)
		}
	}
}
