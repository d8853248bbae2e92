package guard

import "testing"

func TestNoDotSegments(t *testing.T) {
	for part, want := range map[string]bool{
		"": true, "a/b": true, "...": true, "a..b/c": true, ".": true, "100%": true, "a%20b": true, "%zz": true,
		"..": false, "a/../b": false, "a/..": false, "%2e%2e": false, "%2E./x": false, "a%2f..%2fb": false, "%252e%252e": false, "%2525252525252e": false, `a\..\b`: false, "x%5c..": false,
	} {
		if err := NoDotSegments("a", part); (err == nil) != want {
			t.Errorf("NoDotSegments(%q) = %v", part, err)
		}
	}
}
