// Package config holds what the operator sets.
package config

import "flag"

// A Config is what the operator sets.
type Config struct {
	Base         string
	TrustHeaders bool
}

// Load reads the flags.
func Load() *Config {
	c := &Config{}
	flag.StringVar(&c.Base, "base", "", "URL of the server")
	flag.BoolVar(&c.TrustHeaders, "trust-headers", false, "believe the headers of the proxy")
	flag.Parse()
	return c
}
