// Command options carries its arguments in structs, builders and contexts.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options say how to build an image.
type Options struct {
	Dir    string
	Target string
	Labels map[string]string
	Jobs   int
}

// An Option changes options.
type Option func(*Options)

// WithTarget sets what is built.
func WithTarget(t string) Option { return func(o *Options) { o.Target = t } }

// WithJobs sets how much is done at the same time.
func WithJobs(n int) Option { return func(o *Options) { o.Jobs = n } }

func build(ctx context.Context, opts ...Option) ([]byte, error) {
	o := Options{Dir: "/srv/build", Target: "all", Jobs: 1}
	for _, f := range opts {
		f(&o)
	}
	return exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("cd %s && make -j%d %s", o.Dir, o.Jobs, o.Target)).CombinedOutput() // want `argument "target" of tool "functional" becomes part of`
}

type in struct {
	Target string            `json:"target"`
	Jobs   int               `json:"jobs"`
	Labels map[string]string `json:"labels"`
	Steps  []step            `json:"steps"`
	Deep   nested            `json:"deep"`
}

type step struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

type nested struct {
	Inner struct {
		Line  string `json:"line"`
		Count int    `json:"count"`
	} `json:"inner"`
	Next *step `json:"next"`
}

func text(out []byte, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func functional(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(build(ctx, WithTarget(a.Target), WithJobs(a.Jobs)))
}

func functionalJobs(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(build(ctx, WithJobs(a.Jobs)))
}

// A line is put together word by word.
type line struct {
	words []string
	err   error
}

func newLine(program string) *line { return &line{words: []string{program}} }

func (l *line) word(w string) *line {
	l.words = append(l.words, w)
	return l
}

// safe takes letters only.
func (l *line) safe(w string) *line {
	for _, r := range w {
		if r < 'a' || r > 'z' {
			l.err = errors.New("only letters are allowed")
			return l
		}
	}
	l.words = append(l.words, w)
	return l
}

func (l *line) run(ctx context.Context) ([]byte, error) {
	if l.err != nil {
		return nil, l.err
	}
	return exec.CommandContext(ctx, "sh", "-c", strings.Join(l.words, " ")).CombinedOutput() // want `argument "target" of tool "builder" becomes part of`
}

func builder(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(newLine("make").word("-k").word(a.Target).run(ctx))
}

func safeBuilder(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(newLine("make").word("-k").safe(a.Target).run(ctx))
}

type key struct{}

func withTarget(ctx context.Context, t string) context.Context {
	return context.WithValue(ctx, key{}, t)
}

func target(ctx context.Context) string {
	t, _ := ctx.Value(key{}).(string)
	return t
}

func runTarget(ctx context.Context) ([]byte, error) {
	return exec.CommandContext(ctx, "sh", "-c", "make "+target(ctx)+" 2>&1 | tail").Output() // want `argument "target" of tool "carried" becomes part of`
}

func carried(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(runTarget(withTarget(ctx, a.Target)))
}

type jobsKey struct{}

// carriedJobs has a number in the context.
func carriedJobs(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	ctx = context.WithValue(ctx, jobsKey{}, a.Jobs)
	n, _ := ctx.Value(jobsKey{}).(int)
	return text(exec.CommandContext(ctx, "sh", "-c", fmt.Sprint("make -j", n)).Output())
}

func labels(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	o := &Options{Dir: "/srv", Labels: map[string]string{"built": "now"}}
	for k, v := range a.Labels {
		o.Labels[k] = v
	}
	var words []string
	for k, v := range o.Labels {
		words = append(words, "--label", k+"="+v)
	}
	return text(exec.CommandContext(ctx, "bash", "-c", "docker build "+strings.Join(words, " ")+" . | tail").Output()) // want `argument "labels" of tool "labels" becomes part of`
}

func steps(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var lines []string
	for _, s := range a.Steps {
		lines = append(lines, fmt.Sprintf("run-step %s --times %d", s.Name, s.N))
	}
	return text(exec.CommandContext(ctx, "bash", "-c", strings.Join(lines, "\n")).Output()) // want `argument "steps" of tool "steps" becomes part of`
}

func stepCounts(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var lines []string
	for i, s := range a.Steps {
		lines = append(lines, fmt.Sprintf("run-step %d --times %d", i, s.N))
	}
	return text(exec.CommandContext(ctx, "bash", "-c", strings.Join(lines, "\n")).Output())
}

func deep(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(exec.CommandContext(ctx, "bash", "-c", a.Deep.Inner.Line).Output()) // want `argument "deep" of tool "deep" is the command text`
}

func deepCount(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(exec.CommandContext(ctx, "bash", "-c", fmt.Sprintf("head -n %d app.log", a.Deep.Inner.Count)).Output())
}

func pointed(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Deep.Next == nil {
		return nil, nil, errors.New("nothing to do")
	}
	s := *a.Deep.Next
	return text(exec.CommandContext(ctx, "bash", "-c", "run-step "+s.Name).Output()) // want `argument "deep" of tool "pointed" becomes part of`
}

// Another field of the same struct is constant.
func otherField(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	o := Options{Dir: "/srv/build", Target: a.Target}
	log.Printf("target %s", o.Target)
	return text(exec.CommandContext(ctx, "bash", "-c", "cd "+o.Dir+" && make").Output())
}

func overwritten(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Target != "test" {
		a.Target = "all"
	}
	// A gap: that the field is overwritten unless it is "test" is not seen.
	return text(exec.CommandContext(ctx, "bash", "-c", "make "+a.Target).Output()) // want `argument "target" of tool "overwritten"`
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "options", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "functional"}, functional)
	mcp.AddTool(s, &mcp.Tool{Name: "functional_jobs"}, functionalJobs)
	mcp.AddTool(s, &mcp.Tool{Name: "builder"}, builder)
	mcp.AddTool(s, &mcp.Tool{Name: "safe_builder"}, safeBuilder)
	mcp.AddTool(s, &mcp.Tool{Name: "carried"}, carried)
	mcp.AddTool(s, &mcp.Tool{Name: "carried_jobs"}, carriedJobs)
	mcp.AddTool(s, &mcp.Tool{Name: "labels"}, labels)
	mcp.AddTool(s, &mcp.Tool{Name: "steps"}, steps)
	mcp.AddTool(s, &mcp.Tool{Name: "step_counts"}, stepCounts)
	mcp.AddTool(s, &mcp.Tool{Name: "deep"}, deep)
	mcp.AddTool(s, &mcp.Tool{Name: "deep_count"}, deepCount)
	mcp.AddTool(s, &mcp.Tool{Name: "pointed"}, pointed)
	mcp.AddTool(s, &mcp.Tool{Name: "other_field"}, otherField)
	mcp.AddTool(s, &mcp.Tool{Name: "overwritten"}, overwritten)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
