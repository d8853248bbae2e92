// Package dial makes clients.
package dial

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"sync"

	"golang.org/x/crypto/ssh"
)

// An Option changes the settings of a client.
type Option func(*tls.Config)

// SkipVerify says whether the certificate is taken as it comes.
func SkipVerify(skip bool) Option {
	return func(c *tls.Config) { c.InsecureSkipVerify = skip }
}

// Client makes a client.
func Client(options ...Option) *http.Client {
	c := &tls.Config{MinVersion: tls.VersionTLS13}
	for _, o := range options {
		o(c)
	}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: c}}
}

// Unused is what nobody calls.
var Unused = sync.OnceValue(func() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
})

// Used is what somebody calls.
var Used = sync.OnceValue(func() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} // want `error regular: the certificate of the server is not verified`
})

// Pinned verifies the key by itself.
func Pinned(want []byte) *tls.Config {
	return &tls.Config{
		InsecureSkipVerify: true,
		VerifyConnection: func(cs tls.ConnectionState) error {
			if !bytes.Equal(cs.PeerCertificates[0].RawSubjectPublicKeyInfo, want) {
				return errors.New("another key")
			}
			return nil
		},
	}
}

// Lax has a function in its place that lets everybody pass.
func Lax() *tls.Config {
	c := &tls.Config{InsecureSkipVerify: true} // want `error regular: the certificate of the server is not verified`
	c.VerifyPeerCertificate = func([][]byte, [][]*x509.Certificate) error { return nil }
	return c
}

// Shell logs in wherever it gets to.
func Shell(addr, user, password string) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, &ssh.ClientConfig{
		User:            user,
		Auth:            []ssh.AuthMethod{ssh.Password(password)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // want `error regular: the key of the host is not verified`
	})
}

// Easy does the same in its own words.
func Easy(addr, user, password string) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, &ssh.ClientConfig{
		User:            user,
		Auth:            []ssh.AuthMethod{ssh.Password(password)},
		HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return nil }, // want `error regular: the key of the host is not verified`
	})
}

// Known logs in to a host that it knows.
func Known(addr, user, password string, key ssh.PublicKey) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, &ssh.ClientConfig{
		User:            user,
		Auth:            []ssh.AuthMethod{ssh.Password(password)},
		HostKeyCallback: ssh.FixedHostKey(key),
	})
}
