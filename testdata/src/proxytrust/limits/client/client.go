// Package client finds out who a caller is.
package client

import (
	"net"
	"net/http"
	"strings"
)

// Header is where the load balancer puts the address.
const Header = "X-Real-IP"

// Resolver finds the address of a client.
type Resolver interface{ Address(r *http.Request) string }

// First believes the header.
type First struct{}

// Address implements Resolver.
func (First) Address(r *http.Request) string {
	if ip := firstOf(header(r, "X-Forwarded-For")); ip != "" { // want `warning regular: the header "X-Forwarded-For" decides which entry of a map stands for the caller`
		return ip
	}
	return r.RemoteAddr
}

// Peer believes the header only from proxies that the operator lists.
type Peer struct{ Proxies []*net.IPNet }

// Address implements Resolver.
func (p Peer) Address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if !p.trusted(host) {
		return host
	}
	if ip := firstOf(r.Header.Get("X-Forwarded-For")); ip != "" {
		return ip
	}
	return host
}

func (p Peer) trusted(host string) bool {
	ip := net.ParseIP(host)
	for _, n := range p.Proxies {
		if n.Contains(ip) {
			return true
		}
	}
	return false
}

func header(r *http.Request, name string) string { return strings.TrimSpace(r.Header.Get(name)) }

func firstOf(list string) string {
	first, _, _ := strings.Cut(list, ",")
	return strings.TrimSpace(first)
}
