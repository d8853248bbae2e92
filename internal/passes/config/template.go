package config

import _ "embed"

//go:embed template.yaml
var template string

// Template returns the commented configuration that a project starts with. Lines
// that start with "#" directly before a key show what there is.
func Template() string { return template }
