package main

import (
	"bytes"
	"encoding/json"
	"fmt"
)

type topic struct {
	Topic string `json:"topic"`
}

func decode(raw json.RawMessage) (topic, error) {
	var t topic
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		return topic{}, fmt.Errorf("decode the arguments: %w", err)
	}
	return t, nil
}
