package report

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// maxLinks is how many related places a message links: GitHub shows a related
// place only where the message links it, and a long message is cut.
const maxLinks = 10

func (s *sarifWriter) result(f finding.Finding, fingerprint string) *sarif.Result {
	out := sarif.NewRuleResult(f.Rule).
		WithRuleIndex(s.rules[f.Rule]).
		WithLevel(string(f.Severity)).
		WithMessage(sarif.NewTextMessage(message(f))).
		WithLocations([]*sarif.Location{s.location(s.placeFor(f))}).
		// The library's SetPartialFingerPrint writes into a nil map.
		WithPartialFingerPrints(map[string]any{fingerprintKey: fingerprint})
	for i, e := range f.Related {
		pos := e.Pos
		if !pos.IsValid() {
			pos = s.placeFor(f)
		}
		l := s.location(pos).WithMessage(sarif.NewTextMessage(plainLinks(e.Text)))
		l.Id = ptrTo(uint(i + 1))
		out.AddRelatedLocation(l)
	}
	if flow := s.codeFlow(f); flow != nil {
		out.AddCodeFlow(flow)
	}
	for _, id := range s.r.rule(f.Rule).CWE {
		ref := sarif.NewReportingDescriptorReference().WithId(id).WithIndex(s.weaknesses[id])
		ref.ToolComponent = cweReference()
		out.AddTaxa(ref)
	}
	for _, fix := range f.Fixes {
		if c := s.fix(fix); c != nil {
			out.AddFix(c)
		}
	}
	if f.Suppressed != nil {
		out.AddSuppression(s.suppression(f, fingerprint))
	}
	out.Properties = resultProperties(f)
	return out
}

func resultProperties(f finding.Finding) sarif.Properties {
	p := sarif.Properties{}
	for key, value := range map[string]string{
		"confidence": string(f.Confidence), "profile": string(f.Profile), "tool": f.Tool, "server": f.Server,
	} {
		if value != "" {
			p[key] = value
		}
	}
	return p
}

// message is the finding's message as a sentence, with links to the related
// places. Whoever wrote the audited source must not be able to add links.
func message(f finding.Finding) string {
	out := sentence(plainLinks(f.Message))
	if len(f.Related) == 0 {
		return out
	}
	var links []string
	for i, e := range f.Related {
		if i == maxLinks {
			break
		}
		text := e.Text
		if text == "" {
			text = "here"
		}
		links = append(links, fmt.Sprintf("[%s](%d)", linkText(text), i+1))
	}
	out += " See " + strings.Join(links, ", ")
	if n := len(f.Related) - maxLinks; n > 0 {
		out += fmt.Sprintf(" and %d more", n)
	}
	return out + "."
}

// linkText escapes what would end the text of a link.
func linkText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(oneLine(s))
}

// plainLinks returns s with brackets escaped where they would make a link.
func plainLinks(s string) string {
	s = oneLine(s)
	if strings.Contains(s, "](") {
		return linkText(s)
	}
	return s
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
}

// sentence returns a clause with a capital and a period.
func sentence(s string) string {
	s = capitalised(s)
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

func capitalised(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// placeFor returns where f is shown: a result needs a file and a line. Where f
// has none it is the first of its other places, its server, the go.mod file.
func (s *sarifWriter) placeFor(f finding.Finding) finding.Position {
	places := []finding.Position{f.Pos}
	for i := len(f.Trace) - 1; i >= 0; i-- {
		places = append(places, f.Trace[i].Pos)
	}
	for _, e := range f.Related {
		places = append(places, e.Pos)
	}
	if server := s.r.server(f.Server); server != nil {
		places = append(places, positionOf(server.Position))
	}
	for _, p := range places {
		if p.IsValid() {
			return p
		}
	}
	return finding.Position{File: "go.mod", Line: 1}
}

func (s *sarifWriter) location(p finding.Position) *sarif.Location {
	return sarif.NewLocation().WithPhysicalLocation(
		sarif.NewPhysicalLocation().WithArtifactLocation(artifact(p.File)).WithRegion(s.region(p)))
}

// artifact names a file: relative to the root, or absolute where it is outside.
func artifact(file string) *sarif.ArtifactLocation {
	a := sarif.NewArtifactLocation()
	switch {
	case strings.HasPrefix(file, "/"):
		return a.WithUri("file://" + percentEncode(file))
	case isDrivePath(file):
		return a.WithUri("file:///" + file[:2] + percentEncode(file[2:]))
	}
	return a.WithUri(percentEncode(file)).WithUriBaseId(srcRoot)
}

// isDrivePath reports whether file starts with a drive of Windows: "C:/".
func isDrivePath(file string) bool {
	return len(file) > 2 && unicode.IsLetter(rune(file[0])) && file[1] == ':' && file[2] == '/'
}

// percentEncode encodes a slash-separated path as part of a URI. A colon is
// encoded too: in the first segment it would read as a scheme.
func percentEncode(path string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/!$&'()*+,;=@"
	var b strings.Builder
	for i := range len(path) {
		if strings.IndexByte(plain, path[i]) >= 0 {
			b.WriteByte(path[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", path[i])
		}
	}
	return b.String()
}

// region converts a position to lines and UTF-16 columns. An end that is not
// after the start, or unknown, is left out.
func (s *sarifWriter) region(p finding.Position) *sarif.Region {
	r := sarif.NewRegion().WithStartLine(p.Line)
	if p.Column < 1 {
		return r // the whole line
	}
	start := s.src.utf16Column(p.File, p.Line, p.Column)
	r.WithStartColumn(start)
	endLine := max(p.EndLine, p.Line)
	if p.EndColumn < 1 {
		return r
	}
	end := s.src.utf16Column(p.File, endLine, p.EndColumn)
	if endLine == p.Line && end <= start {
		return r
	}
	return r.WithEndLine(endLine).WithEndColumn(end)
}

// codeFlow returns the trace, every step of it, or nil.
func (s *sarifWriter) codeFlow(f finding.Finding) *sarif.CodeFlow {
	steps := f.Trace
	if len(steps) == 0 {
		return nil
	}
	if n := len(steps) - s.maxSteps; n > 0 {
		// The sink is what the finding is about: cut before it.
		s.cut = append(s.cut, fmt.Sprintf("%s of the trace at %s left out: a result holds %d.", count(n, "step"), f.Pos, s.maxSteps))
		steps = append(append([]finding.Step{}, steps[:s.maxSteps-1]...), steps[len(steps)-1])
	}
	flow := sarif.NewThreadFlow()
	last := s.placeFor(f)
	for _, step := range steps {
		if step.Pos.IsValid() {
			last = step.Pos // a step without a place is shown at the one before
		}
		l := s.location(last).WithMessage(sarif.NewTextMessage(plainLinks(step.Text)))
		flow.Locations = append(flow.Locations, &sarif.ThreadFlowLocation{Location: l})
	}
	return sarif.NewCodeFlow().WithThreadFlows([]*sarif.ThreadFlow{flow})
}

// fix returns the edits of a fix by file, or nil where one has no place.
func (s *sarifWriter) fix(f finding.Fix) *sarif.Fix {
	out := sarif.NewFix().WithDescriptionText(sentence(plainLinks(fixTitle(f))))
	changes := map[string]*sarif.ArtifactChange{}
	for _, e := range f.Edits {
		if !e.Pos.IsValid() || e.Pos.Column < 1 {
			return nil
		}
		change := changes[e.Pos.File]
		if change == nil {
			change = sarif.NewArtifactChange(artifact(e.Pos.File))
			changes[e.Pos.File] = change
			out.AddArtifactChanges(change)
		}
		region := s.region(e.Pos)
		if region.EndColumn == nil { // nothing is removed: an insertion
			region.WithEndLine(*region.StartLine).WithEndColumn(*region.StartColumn)
		}
		change.WithReplacement(sarif.NewReplacement(region).
			WithInsertedContent(sarif.NewArtifactContent().WithText(e.NewText)))
	}
	if len(out.ArtifactChanges) == 0 {
		return nil
	}
	return out
}

// suppression says what keeps f from being counted: something in the source, or
// outside it. Every field is set because the library writes null for one that is
// not.
func (s *sarifWriter) suppression(f finding.Finding, fingerprint string) *sarif.Suppression {
	pos := f.Suppressed.Pos
	if !pos.IsValid() {
		pos = s.placeFor(f)
	}
	kind := "inSource"
	if f.Suppressed.Kind != finding.Directive {
		kind = "external"
	}
	return &sarif.Suppression{
		Kind:          kind,
		Status:        ptrTo("accepted"),
		Location:      s.location(pos),
		Guid:          ptrTo(guid(fingerprint)),
		Justification: ptrTo(f.Suppressed.Reason),
	}
}

// guid returns a GUID made from text: the same in every run.
func guid(text string) string {
	h := sha256.Sum256([]byte(text))
	h[6] = h[6]&0x0F | 0x80 // version 8: made by a rule of one's own
	h[8] = h[8]&0x3F | 0x80 // the variant of RFC 9562
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
