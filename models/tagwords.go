package models

import (
	"regexp"
	"slices"
	"strings"
)

// A TagWord row says what words in struct tags promise of a field that a call
// has checked by them (see Barrier.Tag).
type TagWord struct {
	Keys  []string `yaml:"keys"`  // of the tags: validate
	Words []string `yaml:"words"` // in the tag, without "=" and what follows

	// What a text is like that passes: the expression matches it from its
	// beginning to its end, or it can do no harm of the kinds in Clears.
	Pattern string   `yaml:"pattern,omitempty"`
	Clears  []string `yaml:"clears,omitempty"`
	// Number says that Clears is about a field that is a number, not a text; for
	// sign only where the number behind the word is not below zero.
	Number bool `yaml:"number,omitempty"`
	// Means is what the word does besides: one of TagMeanings.
	Means string `yaml:"means,omitempty"`
}

// What a word in a tag does (TagWord.Means).
const (
	TagOneOf = "oneof" // what follows "=" lists the texts that pass, with spaces between and quotes around those with spaces
	TagEmpty = "empty" // an empty value passes, whatever the other words say
	TagEach  = "each"  // what follows is about the elements
	TagStops = "stops" // nothing is known of what follows, or of what is in the field
)

// TagMeanings lists what a word in a tag can do.
func TagMeanings() []string { return []string{TagOneOf, TagEmpty, TagEach, TagStops} }

// TagWord returns the row about a word in tags with a key, or nil.
func (s *Set) TagWord(key, word string) *TagWord {
	for _, m := range s.models {
		for i := range m.TagWords {
			if r := &m.TagWords[i]; slices.Contains(r.Keys, key) && slices.Contains(r.Words, word) {
				return r
			}
		}
	}
	return nil
}

func (c *checker) tagWords(rows []TagWord) {
	for i, r := range rows {
		c.section, c.index, c.symbol = "tag_words", i, strings.Join(r.Words, " ")
		if len(r.Keys) == 0 {
			c.fail("keys", "the keys are missing")
		}
		if len(r.Words) == 0 {
			c.fail("words", "the words are missing")
		}
		for _, w := range r.Words {
			if w == "" || strings.ContainsAny(w, ",|=") {
				c.fail("words", "%q is no word of a tag", w)
			}
			c.unique(w+" "+strings.Join(r.Keys, " "), "")
		}
		c.kinds(r.Clears)
		c.oneOf("means", r.Means, append(TagMeanings(), ""))
		if r.Pattern == "" && len(r.Clears) == 0 && r.Means == "" {
			c.fail("clears", "give a pattern, clears or means: what is the value safe for?")
		}
		if _, err := regexp.Compile(r.Pattern); err != nil {
			c.fail("pattern", "%v", err)
		}
	}
}
