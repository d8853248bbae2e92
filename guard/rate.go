package guard

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// A Rate is a number of calls in a time. In text it is "60/m", "5/s", "100/h"
// or "10/30s". As many calls as the number may come at once.
type Rate struct {
	N   int
	Per time.Duration
}

// ParseRate reads the text of a rate.
func ParseRate(s string) (Rate, error) {
	num, per, ok := strings.Cut(s, "/")
	n, err := strconv.Atoi(strings.TrimSpace(num))
	if !ok || err != nil || n < 1 || n > 1_000_000_000 {
		return Rate{}, fmt.Errorf("rate %q: write a number and a time, such as 60/m or 10/30s", clip(s, 40))
	}
	var d time.Duration
	switch per = strings.TrimSpace(per); per {
	case "s":
		d = time.Second
	case "m":
		d = time.Minute
	case "h":
		d = time.Hour
	case "d":
		d = 24 * time.Hour
	default:
		if d, err = time.ParseDuration(per); err != nil || d <= 0 {
			return Rate{}, fmt.Errorf("rate %q: %q is no time; write s, m, h, d or something like 30s", clip(s, 40), clip(per, 20))
		}
	}
	return Rate{N: n, Per: d}, nil
}

// String returns the rate as text.
func (r Rate) String() string { return fmt.Sprintf("%d/%s", r.N, r.Per) }

// IsZero reports whether the rate is not set.
func (r Rate) IsZero() bool { return r == Rate{} }

// UnmarshalJSON reads the rate from its text.
func (r *Rate) UnmarshalJSON(data []byte) (err error) {
	var s string
	if json.Unmarshal(data, &s) != nil {
		return fmt.Errorf("rate %s: write a text, such as \"60/m\"", clip(string(data), 40))
	}
	*r, err = ParseRate(s)
	return err
}

// MarshalJSON writes the rate as text.
func (r Rate) MarshalJSON() ([]byte, error) { return json.Marshal(r.String()) }

func (r Rate) limiter() *rate.Limiter {
	return rate.NewLimiter(rate.Limit(float64(r.N)/r.Per.Seconds()), r.N)
}

func (r Rate) valid() bool { return r.N > 0 && r.Per > 0 }

// A Duration is a time.Duration that reads and writes as text: "30s".
type Duration time.Duration

// UnmarshalJSON reads the duration from its text.
func (d *Duration) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) != nil {
		return fmt.Errorf("duration %s: write a text with a unit, such as \"30s\"", clip(string(data), 40))
	}
	v, err := time.ParseDuration(s)
	if err != nil || v <= 0 {
		return fmt.Errorf("duration %q: write a positive time with a unit, such as 30s", clip(s, 40))
	}
	*d = Duration(v)
	return nil
}

// MarshalJSON writes the duration as text.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }
