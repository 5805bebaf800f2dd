package remote

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"strings"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// Address says where a cluster is, and how it is spoken to.
type Address struct {
	Target   string // HOST:PORT
	Instance string // the instance of the REAPI; "" is one too
	Secure   bool   // TLS (grpcs)
	// CA, Cert and Key are files in PEM: of who signs the server's certificate, and of our own; "" for none.
	CA, Cert, Key string
	Headers       []string          // NAME, VALUE, ... that go with each call
	Platform      map[string]string // the properties that a worker must have
}

// ReadAddress reads an address such as grpc://localhost:8980/main. What it does not say is taken from the environment
// variables that tools for the REAPI read: RBE_instance, RBE_tls_ca_cert, RBE_tls_client_auth_cert,
// RBE_tls_client_auth_key, RBE_remote_headers and RBE_platform, the last two as name=value,name=value.
func ReadAddress(text string, env func(string) string) (*Address, error) {
	a := &Address{CA: env("RBE_tls_ca_cert"), Cert: env("RBE_tls_client_auth_cert"),
		Key: env("RBE_tls_client_auth_key")}
	scheme, rest, _ := strings.Cut(text, "://")
	if a.Secure = scheme == "grpcs"; scheme != "grpc" && !a.Secure {
		return nil, wrongAddress(text)
	}
	a.Target, a.Instance, _ = strings.Cut(rest, "/")
	if host, port, err := net.SplitHostPort(a.Target); err != nil || host == "" || port == "" {
		return nil, wrongAddress(text)
	}
	a.Instance = cmp.Or(strings.Trim(a.Instance, "/"), env("RBE_instance"))
	var err error
	if a.Platform, err = readPairs("RBE_platform", env); err != nil {
		return nil, err
	}
	headers, err := readPairs("RBE_remote_headers", env)
	if err != nil {
		return nil, err
	}
	for _, name := range sortedKeys(headers) {
		a.Headers = append(a.Headers, strings.ToLower(name), headers[name])
	}
	if !a.Secure && a.CA+a.Cert+a.Key != "" {
		return nil, fmt.Errorf("%s: certificates are set in the environment (RBE_tls_…): expected grpcs://", text)
	}
	if (a.Cert == "") != (a.Key == "") {
		return nil, fmt.Errorf("RBE_tls_client_auth_cert and RBE_tls_client_auth_key: expected both or none")
	}
	return a, nil
}

func wrongAddress(text string) error {
	return fmt.Errorf("the executor %q: expected grpc://HOST:PORT or grpcs://HOST:PORT, and /INSTANCE behind it where "+
		"the cluster has instances", text)
}

// readPairs reads a variable of the form name=value,name=value.
func readPairs(variable string, env func(string) string) (map[string]string, error) {
	out := map[string]string{}
	for pair := range strings.SplitSeq(env(variable), ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		if name == "" && !ok {
			continue
		}
		if name == "" || !ok {
			return nil, fmt.Errorf("%s: expected name=value,name=value, found %q", variable, pair)
		}
		out[name] = value
	}
	return out, nil
}

// credentials returns how the cluster and we know each other.
func (a *Address) credentials() (credentials.TransportCredentials, error) {
	if !a.Secure {
		return insecure.NewCredentials(), nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if a.CA != "" {
		data, err := os.ReadFile(a.CA)
		if err != nil {
			return nil, fmt.Errorf("RBE_tls_ca_cert: %w", err)
		}
		if c.RootCAs = x509.NewCertPool(); !c.RootCAs.AppendCertsFromPEM(data) {
			return nil, fmt.Errorf("RBE_tls_ca_cert: %s has no certificate in PEM", a.CA)
		}
	}
	if a.Cert != "" {
		pair, err := tls.LoadX509KeyPair(a.Cert, a.Key)
		if err != nil {
			return nil, fmt.Errorf("RBE_tls_client_auth_cert: %w", err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return credentials.NewTLS(c), nil
}
