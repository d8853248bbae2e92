package models

import "testing"

func TestRequestAct(t *testing.T) {
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		method string
		url    []string
		want   string
	}{
		{"GET", []string{"/items/1"}, ActRead}, {"", nil, ActRead}, {"delete", []string{"/items/1"}, ActDelete}, {"PATCH", nil, ActUpdate},
		{"POST", []string{"https://x.test/items"}, ActCreate}, {"POST", []string{"https://x.test/items/_search?q=1"}, ActRead}, {"POST", []string{"", "/api/ds/query"}, ActRead},
		{"POST", []string{"/orders/", "/cancel"}, ActDelete}, {"POST", []string{"/nodes/", "/restart"}, ActUpdate}, {"POST", []string{"/mcp/get_logs"}, ActRead}, {"PURGE", nil, ""},
	} {
		if got := s.RequestAct(tt.method, tt.url); got != tt.want {
			t.Errorf("RequestAct(%q, %q) = %q, want %q", tt.method, tt.url, got, tt.want)
		}
	}
}

func TestService(t *testing.T) {
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ sym, act string }{
		{"(*github.com/google/go-github/v89/github.IssuesService).Create", ActCreate},
		{"(*github.com/google/go-github/v89/github.IssuesService).ListByRepo", ActRead},
		{"(*github.com/google/go-github/v89/github.RepositoriesService).DeleteFile", ActDelete},
		{"(k8s.io/client-go/kubernetes/typed/core/v1.PodInterface).Delete", ActDelete},
		{"(k8s.io/client-go/kubernetes/typed/authorization/v1.SelfSubjectAccessReviewInterface).Create", ActRead},
		{"(k8s.io/client-go/kubernetes/typed/core/v1.CoreV1Interface).Pods", ActNone},
		{"(*helm.sh/helm/v3/pkg/action.Uninstall).Run", ActDelete},
		{"(*helm.sh/helm/v3/pkg/action.List).Run", ActRead},
		{"(*code.gitea.io/sdk/gitea.Client).AdminDeleteUser", ActDelete},
		{"(github.com/redis/go-redis/v9.cmdable).GetDel", ActDelete},
		{"(github.com/redis/go-redis/v9.cmdable).Get", ActRead},
		{"(github.com/redis/go-redis/v9.cmdable).LPop", ActDelete},
		{"(github.com/redis/go-redis/v9.cmdable).LLen", ActRead},
		{"(github.com/redis/go-redis/v9.cmdable).LMPop", ActDelete},
	} {
		svc := s.Service(tt.sym)
		if svc == nil {
			t.Errorf("%s acts on no service", tt.sym)
			continue
		}
		p, err := ParseFunc(s.canonical(tt.sym))
		if err != nil {
			t.Fatal(err)
		}
		if got := svc.Act(s.Words(), p.Type, p.Func); got != tt.act {
			t.Errorf("%s does %q, want %q", tt.sym, got, tt.act)
		}
	}
	if s.Service("(*net/http.Client).Do") != nil {
		t.Error("the HTTP client of the standard library is a service")
	}
}

func TestActs(t *testing.T) {
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"DeleteAll": ActDelete, "BatchDelete": ActDelete, "ListMyRepos": ActRead, "Close": "", "CloseIssue": ActUpdate, "PostMessage": ActSend, "Foo": "", "": "", "GetOrCreate": ActRead,
		"NewClient": ActNone, "AddCollaborator": ActGrant,
	} {
		if got := s.Words().Act(name); got != want {
			t.Errorf("Act(%q) = %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]bool{"confirm": true, "userConfirmed": true, "force": false, "configuration": false} {
		if got := s.Words().Confirms(name); got != want {
			t.Errorf("Confirms(%q) = %v", name, got)
		}
	}
	for name, want := range map[string]bool{"dry_run": true, "dryRun": true, "drywall": false, "preview": true} {
		if got := s.Words().Rehearses(name); got != want {
			t.Errorf("Rehearses(%q) = %v", name, got)
		}
	}
	for sym, want := range map[string]struct{ changes, known bool }{
		"os.Remove": {true, true}, "os.ReadFile": {false, true}, "fmt.Println": {false, false}, "(*os.Root).RemoveAll": {true, true}, "net/http.Post": {true, true}, "net/http.NewRequest": {false, false},
	} {
		if changes, known := s.Changing(sym); changes != want.changes || known != want.known {
			t.Errorf("Changing(%s) = %v, %v", sym, changes, known)
		}
	}
}
