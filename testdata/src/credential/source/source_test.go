package main

import "testing"

func TestSign(t *testing.T) {
	const password = "Br4nd!Teig-7" // of a test
	if sign(password) == "" {
		t.Error("no signature")
	}
}
