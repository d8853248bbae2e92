package sdkcheck

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/models"
)

// TestServices resolves the rows about services in the source of their modules:
// those that this module requires, and with MCPVET_FULL all that are served.
func TestServices(t *testing.T) {
	dirs := required(t)
	rows := services(t)
	resolved := map[*models.Service]bool{}
	faults := map[*models.Service][]string{}
	for _, m := range serviceModules {
		module, version, _ := strings.Cut(m, " ")
		dir := dirs[module]
		if os.Getenv(full) != "" {
			dir = download(t, module, version)
		}
		if dir == "" || os.Getenv(full) == "" && slices.Contains(large, module) {
			continue
		}
		s, err := ReadSurface(module, dir, func(pkg string) bool {
			return slices.ContainsFunc(rows, func(r *models.Service) bool {
				return of(r, module) && (pkg == r.Package || strings.HasPrefix(pkg, r.Package+"/"))
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if of(r, module) {
				resolved[r] = true
				if list := CheckService(r, s, len(unversioned(module)) > len(r.Package)); faults[r] == nil || len(list) < len(faults[r]) {
					faults[r] = append([]string{}, list...)
				}
			}
		}
	}
	for _, r := range rows {
		for _, f := range faults[r] {
			t.Errorf("%s %v%v: %s", r.Package, r.Types, r.Suffixes, f)
		}
	}
	if len(resolved) == 0 {
		t.Error("no row was resolved")
	}
	t.Logf("%d of %d rows were resolved", len(resolved), len(rows))
}

// TestServicesListed holds each row to a module that it can be resolved in, or to
// the list of those that it can't.
func TestServicesListed(t *testing.T) {
	left := slices.Clone(unresolved)
	for _, r := range services(t) {
		has := slices.ContainsFunc(serviceModules, func(m string) bool { module, _, _ := strings.Cut(m, " "); return of(r, module) })
		listed := slices.Contains(unresolved, r.Package)
		left = slices.DeleteFunc(left, func(p string) bool { return p == r.Package })
		switch {
		case !has && !listed:
			t.Errorf("%s: add its module to serviceModules, or the package to unresolved", r.Package)
		case has && listed:
			t.Errorf("%s can be resolved, and is listed as one that can't", r.Package)
		}
	}
	for _, p := range left {
		t.Errorf("there is no row about %s", p)
	}
}

// TestCheckService proves that the check is one.
func TestCheckService(t *testing.T) {
	dir := t.TempDir()
	src := "package api\n\ntype Client struct{}\n\nfunc (c *Client) DeleteItem() {}\n\ntype ItemService interface{ PutItem() }\n"
	if err := os.WriteFile(dir+"/api.go", []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := ReadSurface("example.test/api/v3", dir, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		row  models.Service
		want string
	}{
		{models.Service{Package: "example.test/api", Types: []string{"Client"}, Verbs: map[string]string{"delete item": "delete"}}, ""},
		{models.Service{Package: "example.test/api", Suffixes: []string{"Service"}, Verbs: map[string]string{"put": "update"}}, ""},
		{models.Service{Package: "example.test/apu"}, "no package example.test/apu or below it"},
		{models.Service{Package: "example.test/api", Types: []string{"Clint"}}, "no type Clint"},
		{models.Service{Package: "example.test/api", Suffixes: []string{"Svc"}}, "no type whose name ends with Svc"},
		{models.Service{Package: "example.test/api", Types: []string{"Client"}, Verbs: map[string]string{"put": "update"}}, `no method that begins with "put"`},
	} {
		if got := strings.Join(CheckService(&test.row, s, false), "; "); got != test.want {
			t.Errorf("%+v: %q, want %q", test.row, got, test.want)
		}
	}
}

func services(t *testing.T) []*models.Service {
	t.Helper()
	var out []*models.Service
	for _, m := range builtin(t) {
		for i := range m.Services {
			out = append(out, &m.Services[i])
		}
	}
	return out
}

// of reports whether a row is about packages of a module.
func of(r *models.Service, module string) bool {
	m := unversioned(module)
	return r.Package == m || strings.HasPrefix(r.Package, m+"/") || strings.HasPrefix(m, r.Package+"/")
}

// required returns the folders of the modules that this one requires.
func required(t *testing.T) map[string]string {
	t.Helper()
	args := []string{"list", "-m", "-e", "-f", "{{.Path}} {{.Dir}}"}
	for _, m := range serviceModules {
		module, _, _ := strings.Cut(m, " ")
		args = append(args, module)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if path, dir, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			dirs[path] = dir
		}
	}
	return dirs
}

// download returns the folder of a module.
func download(t *testing.T, module, version string) string {
	t.Helper()
	out, err := exec.Command("go", "mod", "download", "-json", module+"@"+version).Output()
	if err != nil {
		t.Fatalf("%s@%s: %v", module, version, err)
	}
	var got struct{ Dir string }
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	return got.Dir
}

// serviceModules are modules with a version in which rows are resolved.
var serviceModules = []string{
	"cloud.google.com/go/bigquery v1.86.2",
	"code.gitea.io/sdk/gitea v0.25.1",
	"entgo.io/ent v0.14.5",
	"github.com/Azure/azure-sdk-for-go/sdk/azcore v1.24.0",
	"github.com/aws/aws-sdk-go-v2/service/dynamodb v1.74.0",
	"github.com/aws/aws-sdk-go v1.55.8",
	"github.com/ctreminiom/go-atlassian v1.6.1",
	"github.com/docker/docker v28.5.2+incompatible",
	"github.com/go-delve/delve v1.24.1",
	"github.com/go-git/go-git/v5 v5.11.0",
	"github.com/go-rod/rod v0.116.2",
	"github.com/google/go-github/v90 v90.0.0",
	"github.com/gotd/td v0.121.0",
	"github.com/grafana/grafana-openapi-client-go v0.0.0-20260330113218-ee77c4f6f90e",
	"github.com/hashicorp/go-tfe v1.110.0",
	"github.com/moby/moby/client v0.6.2",
	"github.com/neo4j/neo4j-go-driver/v5 v5.28.4",
	"github.com/pkg/sftp v1.13.11",
	"github.com/playwright-community/playwright-go v0.5200.1",
	"github.com/prometheus/client_golang v1.24.1",
	"github.com/redis/go-redis/v9 v9.23.0",
	"github.com/shurcooL/githubv4 v0.0.0-20240727222349-48295856cce7",
	"github.com/shurcooL/graphql v0.0.0-20230722043721-ed46e5a46466",
	"github.com/slack-go/slack v0.17.3",
	"github.com/tektoncd/pipeline v1.15.0",
	"github.com/twmb/franz-go v1.20.5",
	"github.com/twmb/franz-go/pkg/kadm v1.20.0",
	"github.com/uptrace/bun v1.3.0",
	"go.mongodb.org/mongo-driver/v2 v2.5.0",
	"google.golang.org/api v0.293.0",
	"gorm.io/gorm v1.25.0",
	"helm.sh/helm/v3 v3.21.4",
	"k8s.io/cli-runtime v0.36.3",
	"k8s.io/client-go v0.36.2",
	"k8s.io/kubectl v0.36.3",
	"k8s.io/metrics v0.36.3",
	"sigs.k8s.io/controller-runtime v0.24.1",
}

// large are modules that take long to read.
var large = []string{"github.com/aws/aws-sdk-go", "google.golang.org/api"}

// unresolved are packages of rows whose modules are resolved nowhere here: the
// rows were written from their documentation.
var unresolved = []string{
	"codeberg.org/mvdkleijn/forgejo-sdk/forgejo",
	"github.com/DataDog/datadog-api-client-go",
	"github.com/IBM/sarama",
	"github.com/andygrunwald/go-jira",
	"github.com/argoproj/argo-cd",
	"github.com/buildkite/go-buildkite",
	"github.com/bwmarrin/discordgo",
	"github.com/chromedp/chromedp",
	"github.com/cloudflare/cloudflare-go",
	"github.com/containerd/containerd",
	"github.com/containers/podman",
	"github.com/dgraph-io/badger",
	"github.com/digitalocean/godo",
	"github.com/dstotijn/go-notion",
	"github.com/elastic/go-elasticsearch",
	"github.com/emersion/go-imap",
	"github.com/emersion/go-smtp",
	"github.com/go-telegram-bot-api/telegram-bot-api",
	"github.com/hashicorp/consul/api",
	"github.com/hashicorp/nomad/api",
	"github.com/hashicorp/vault/api",
	"github.com/hasura/go-graphql-client",
	"github.com/hetznercloud/hcloud-go/hcloud",
	"github.com/jomei/notionapi",
	"github.com/jordan-wright/email",
	"github.com/ktrysmt/go-bitbucket",
	"github.com/mailgun/mailgun-go",
	"github.com/milvus-io/milvus-sdk-go",
	"github.com/minio/minio-go",
	"github.com/nats-io/nats.go",
	"github.com/opensearch-project/opensearch-go",
	"github.com/qdrant/go-client/qdrant",
	"github.com/rabbitmq/amqp091-go",
	"github.com/segmentio/kafka-go",
	"github.com/sendgrid/sendgrid-go",
	"github.com/stripe/stripe-go",
	"github.com/twilio/twilio-go/rest",
	"github.com/wneessen/go-mail",
	"github.com/xanzy/go-gitlab",
	"gitlab.com/gitlab-org/api/client-go",
	"go.etcd.io/bbolt",
	"go.etcd.io/etcd/client",
	"gopkg.in/gomail",
	"istio.io/client-go",
	"kubevirt.io/client-go",
}
