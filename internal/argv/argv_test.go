package argv

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/models"
)

func builtin(t testing.TB) *models.Set {
	t.Helper()
	set, err := models.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// parse makes a command line of text: "?" is an unknown word, "x?" one of which
// the start is known, "*" any number of words, "·" a space inside a word.
func parse(text string) []Word {
	var words []Word
	for _, f := range strings.Fields(text) {
		f = strings.ReplaceAll(f, "·", " ")
		switch prefix, open := strings.CutSuffix(f, "?"); {
		case f == "*":
			words = append(words, Word{Many: true})
		case open:
			words = append(words, Word{Prefix: prefix})
		default:
			words = append(words, Word{Text: f, Known: true})
		}
	}
	return words
}

// print writes the roles of the words that are not known: the kind, the
// language of code, "file", the option of a value as "--opt=", "!" before what
// is dangerous, "~" before what is uncertain. A plain value is "-".
func print(words []Word, roles []Role) string {
	var texts []string
	for i, r := range roles {
		if words[i].Known {
			continue
		}
		texts = append(texts, printRole(r))
	}
	return strings.Join(texts, " ")
}

func printRole(r Role) string {
	text := r.Kind
	switch {
	case r.Kind == models.KindCode || r.Kind == models.KindShell && r.Language != "shell":
		text += ":" + r.Language
	case r.Kind == "" && r.Option != "":
		text = strings.TrimSuffix(r.Option, "=") + "="
		if len(r.Dangerous) > 0 {
			text = "!" + text
		}
	case r.Kind == "":
		text = "-"
	}
	if r.File {
		text += ":file"
	}
	if !r.Certain {
		text = "~" + text
	}
	return text
}

func TestRoles(t *testing.T) {
	set := builtin(t)
	for _, test := range []struct{ line, want string }{
		// shells
		{"sh -c ?", "shell"},
		{"/bin/sh -c ?", "shell"},
		{"bash -lc ?", "shell"},
		{"sh -ec ?", "shell"},
		{"bash -c -e ?", "shell"},
		{"bash -euo pipefail -c ?", "shell"},
		{"bash -o pipefail -c ?", "shell"},
		{"bash -co pipefail ?", "shell"},
		{"bash --norc --noprofile -c ?", "shell"},
		{"bash --rcfile ? -c ls", "!--rcfile="},
		{"bash -c -- ?", "shell"},
		{"zsh +x -c ?", "shell"},
		{"sh -c prefix·?", "shell"},
		{"sh -c ls ? ?", "- -"},
		{"sh -c exec·\"$@\" _ ? ?", "program ~option"},
		{"sh -c \"$@\" _ git log ?", "option"},
		{"sh -c eval·\"$1\" _ ?", "~shell"},
		{"sh -c grep·\"$1\"·x _ ?", "-"},
		{"sh script.sh ?", "-"},
		{"sh ?", "shell:file"},
		{"sh -e ? ?", "shell:file -"},
		{"bash -s ?", "option"},
		{"sh *", "~shell"},
		{"sh -c *", "shell"},
		{"sh * ?", "~shell ~shell"},
		{"sh script.sh *", "-"},
		{"fish --command=?", "shell"},
		{"busybox sh -c ?", "shell"},
		{"busybox ls ?", "option"},
		{"busybox ?", "program"},
		{"cmd /c ?", "shell:cmd"},
		{"cmd.exe /C dir ? ?", "shell:cmd shell:cmd"},
		{`C:\Windows\System32\cmd.exe /d /s /c ?`, "shell:cmd"},
		{"powershell -NoProfile -Command ?", "shell:powershell"},
		{"powershell.exe -nop -ExecutionPolicy Bypass -c Get-Item ?", "shell:powershell"},
		{"powershell ?", "shell:powershell"},
		{"powershell -EncodedCommand ?", "shell:powershell"},
		{"powershell -File script.ps1 ?", "-"},
		{"pwsh -File ?", "shell:powershell:file"},
		{"pwsh -WorkingDirectory ? -File x.ps1", "-WorkingDirectory="},
		// other interpreters
		{"python3 -c ?", "code:python"},
		{"python3.12 -c ?", "code:python"},
		{"python -u -c ? ?", "code:python -"},
		{"python script.py ?", "-"},
		{"python ?", "code:python:file"},
		{"python -m ? x", "code:python:file"},
		{"python -m http.server ?", "-"},
		{"python -W ignore script.py ?", "-"},
		{"python - ?", "-"},
		{"perl -e ? x", "code:perl"},
		{"perl -ne ? file", "code:perl"},
		{"perl -e? x", "code:perl"},
		{"perl -e 1 ?", "option"},
		{"perl -e 1 -- ?", "-"},
		{"node --eval=?", "code:javascript"},
		{"node -e ?", "code:javascript"},
		{"node index.js ?", "-"},
		{"ruby -r? -e x", "!-r="},
		{"deno run --allow-net ?", "~code:javascript:file"},
		{"deno eval ?", "code:javascript"},
		{"php -r ?", "code:php"},
		{"awk ? file", "code:awk"},
		{"awk -F , ? file", "code:awk"},
		{"awk -f prog.awk ?", "option"},
		{"awk {print} ?", "-"},
		{"awk -v n=? {print}", "!-v="},
		{"gawk -e ? file", "code:awk"},
		{"sed ? file", "code:sed"},
		{"sed -i ? file", "code:sed"},
		{"sed -n -e ? file", "code:sed"},
		{"sed p ?", "option"},
		{"sed p -- ?", "-"},
		{"go run ? x", "code:go:file"},
		{"go run main.go ?", "-"},
		{"go test -run ? ./...", "-run="},
		{"go test ?", "option"},
		{"go build -o ? .", "!-o="},
		{"osascript -e ?", "code:AppleScript"},
		{"psql -c ?", "sql"},
		{"psql -h localhost -d ? -c x", "!-d="},
		{"psql --command=? db", "sql"},
		{"mysql -u root -e ?", "sql"},
		{"mysql -e? db", "sql"},
		{"sqlite3 db.sqlite ?", "sql"},
		{"sqlite3 -json db.sqlite ?", "sql"},
		{"sqlite3 -separator ? db x", "-separator="},
		{"mongosh --quiet --eval ?", "code:javascript"},
		{"redis-cli -h x EVAL ? 0", "code:lua"},
		{"vim -c ? file", "code:vim"},
		{"vim +?", "code:vim"},
		{"make --eval=?", "code:make"},
		{"make ?", "option"},
		// wrappers
		{"env -i PATH=/bin ?", "program"},
		{"env X=? sh -c ?", "X= shell"},
		{"env sh -c ?", "shell"},
		{"env -u HOME git log ?", "option"},
		{"env ?", "program"},
		{"env X=1 prog ?", "option"},
		{"env -S ?", "shell"},
		{"/usr/bin/env python3 -c ?", "code:python"},
		{"sudo -u ? ls", "-u="},
		{"sudo env X=1 sh -c ?", "shell"},
		{"sudo -n -- sh -c ?", "shell"},
		{"nice -n 10 timeout 5 bash -c ?", "shell"},
		{"timeout ? ls", "option"},
		{"timeout 5 ?", "program"},
		{"timeout -k 1 5 ls -- ?", "-"},
		{"nohup sh -c ?", "shell"},
		{"xargs -I {} sh -c ?", "shell"},
		{"xargs grep ?", "option"},
		{"su - postgres -c ?", "shell"},
		{"su -c ? root", "shell"},
		{"script -qc ? /dev/null", "shell"},
		{"flock /tmp/lock sh -c ?", "shell"},
		{"flock /tmp/lock -c ?", "shell"},
		{"flock -n /tmp/lock grep -c ?", "option"},
		{"watch -n 1 ?", "shell"},
		{"chroot /jail sh -c ?", "shell"},
		{"nsenter -t 1 -m -- sh -c ?", "shell"},
		{"unshare --net --fork sh -c ?", "shell"},
		{"systemd-run --user -p MemoryMax=1G sh -c ?", "shell"},
		{"bwrap --ro-bind / / --dev /dev --unshare-all sh -c ?", "shell"},
		{"bwrap --ro-bind ? / python3 -c ?", "--ro-bind= code:python"},
		{"firejail --net=none python3 ?", "code:python:file"},
		{"ssh host ?", "shell"},
		{"ssh -i key host ?", "shell"},
		{"ssh -i ? host uptime", "-i="},
		{"ssh -p 22 -o BatchMode=yes user@host ls ?", "shell"},
		{"ssh host -p 22 ls ?", "shell"},
		{"ssh ? uptime", "option"},
		{"ssh -- ? uptime", "-"},
		{"ssh user@? uptime", "-"},
		{"ssh -o ? host", "!-o="},
		{"ssh -oProxyCommand=? host", "!-o="},
		{"sshpass -p ? ssh host ?", "-p= shell"},
		{"docker exec box sh -c ?", "shell"},
		{"docker exec -it box sh -c ?", "shell"},
		{"docker exec -u root -w /x box ?", "program"},
		{"docker exec ? ls", "option"},
		{"docker exec box *", "program"},
		{"docker exec *", "~program"},
		{"docker exec * sh -c ?", "~program ~shell"},
		{"docker -H tcp://x exec box bash -c ?", "shell"},
		{"docker run --rm -v ? alpine ls", "!-v="},
		{"docker run --rm ? ls", "option"},
		{"docker run --rm alpine sh -c ?", "shell"},
		{"docker run --rm alpine ls ?", "option"},
		{"docker compose -f x.yml exec web sh -c ?", "shell"},
		{"docker ps --filter ?", "--filter="},
		{"docker logs ?", "option"},
		{"docker ?", "option"},
		{"podman run --network=? alpine", "!--network="},
		{"kubectl -n ? get pods", "-n="},
		{"kubectl -n ns get ?", "option"},
		{"kubectl get pods -n ns ?", "option"},
		{"kubectl get pods --namespace=?", "--namespace="},
		{"kubectl exec pod -- sh -c ?", "shell"},
		{"kubectl exec -it -n ns pod -c box -- sh -c ?", "shell"},
		{"kubectl exec ? -- ls", "option"},
		{"kubectl exec pod -- ?", "program"},
		{"kubectl exec pod -- ls ?", "option"},
		{"kubectl exec pod ?", "program"},
		{"kubectl *", "option"},
		{"kubectl get *", "option"},
		{"kubectl get -- *", "-"},
		{"kubectl --kubeconfig ? get pods", "!--kubeconfig="},
		{"lxc exec box -- bash -c ?", "shell"},
		{"npx ? x", "program"},
		{"npx -y ? x", "program"},
		{"uvx --from ? tool", "!--from="},
		{"uv run python -c ?", "code:python"},
		{"gcloud compute ssh box --command ?", "shell"},
		{"gcloud compute ssh box --command=?", "shell"},
		{"adb -s ? shell ls", "-s="},
		{"adb shell pm list ?", "shell"},
		{"ansible all -m shell -a ?", "shell"},
		// find
		{"find . -exec ? {} ;", "program"},
		{"find . -exec sh -c ? ;", "shell"},
		{"find . -name ?", "-name="},
		{"find ? -name x", "option"},
		{"find -- ? -name x", "option"},
		{`find . -exec grep x {} \; -name ?`, "-name="},
		{"find . -fprintf ? x", "!-fprintf="},
		{"find . *", "option"},
		{"find ./? -name x", "-"},
		// other programs
		{"git commit -m ?", "-m="},
		{"git commit -am ?", "-m="},
		{"git commit --message=?", "--message="},
		{"git -C ? status", "!-C="},
		{"git -c ? status", "!-c="},
		{"git -C dir log ?", "option"},
		{"git log --oneline ?", "option"},
		{"git log --unheard-of ?", "~option"},
		{"git log --grep ?", "--grep="},
		{"git log --grep=?", "--grep="},
		{"git log -- ?", "-"},
		{"git log --end-of-options ?", "-"},
		{"git log -n? x", "-n="},
		{"git log -?", "option"},
		{"git log --?", "option"},
		{"git branch -m ?", "option"},
		{"git clone --upload-pack=? url", "shell"},
		{"git clone ? dir", "option"},
		{"git clone -- ? dir", "-"},
		{"git rebase -x ? main", "shell"},
		{"git submodule foreach ?", "shell"},
		{"git bisect run ?", "program"},
		{"git ?", "option"},
		{"git *", "option"},
		{"git log *", "option"},
		{"git log -n *", "option"},
		{"grep -c ? file", "option"},
		{"grep -e ? file", "-e="},
		{"grep -rn -- ? .", "-"},
		{"grep x ?", "option"},
		{"rg --pre ? x", "!--pre="},
		{"gcc -c ?", "option"},
		{"tar xzf ?", "-f="},
		{"tar -xzf ?", "-f="},
		{"tar xfC ? ?", "-f= !-C="},
		{"tar -czf out.tgz ?", "option"},
		{"tar --checkpoint-action=?", "shell"},
		{"tar -I ? -xf x", "shell"},
		{"rsync -e ? a b", "shell"},
		{"curl -o ? http://x", "!-o="},
		{"curl -s ?", "option"},
		{"curl -sSL ?", "option"},
		{"curl -X ? http://x", "-X="},
		{"curl https://?", "-"},
		{"curl -H Authorization:·? x", "!-H="},
		{"terraform -chdir=? plan", "!-chdir="},
		{"helm upgrade --install x ?", "option"},
		{"nmap -p ? host", "-p="},
		{"nmap -sV ?", "option"},
		{"ping -c 3 ?", "option"},
		{"jq --arg x ? .", "--arg="},
		{"zip -r out.zip ?", "option"},
		// programs that no row is about, and programs that are not known
		{"frobnicate ?", "option"},
		{"frobnicate --name ?", "~-"},
		{"frobnicate -- ?", "-"},
		{"frobnicate --name=?", "--name="},
		{"frobnicate -x?", "option"},
		{"frobnicate * ?", "option option"},
		{"?", "program"},
		{"*", "program"},
		{"/usr/bin/?", "program"},
		{"? -c ?", "program ~shell"},
		{"? ?", "program ~option"},
		{"? -x ls -- ?", "program ~-"},
		{"", ""},
	} {
		words := parse(test.line)
		if got := print(words, Roles(set, words)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.line, got, test.want)
		}
	}
}

func TestStdin(t *testing.T) {
	set := builtin(t)
	for line, want := range map[string]string{
		"sh":                        "shell",
		"bash -s":                   "shell",
		"bash -s arg":               "shell",
		"bash -x":                   "shell",
		"sh -c ls":                  "",
		"sh script.sh":              "",
		"sh *":                      "~shell",
		"python3 -":                 "code:python",
		"python3":                   "code:python",
		"python3 -m json.tool":      "",
		"python3 -c x":              "",
		"sudo -n bash":              "shell",
		"env X=1 python3 -u":        "code:python",
		"ssh host":                  "shell",
		"ssh host bash -s":          "shell",
		"ssh host cat":              "",
		"docker exec -i box sh":     "shell",
		"kubectl exec -i p -- bash": "shell",
		"psql -d db":                "sql",
		"psql -c x":                 "",
		"sqlite3 db":                "sql",
		"mysql -u root":             "sql",
		"awk {print}":               "",
		"grep x":                    "",
		"git apply":                 "",
		"powershell -NoProfile":     "shell:powershell",
		"cmd":                       "shell:cmd",
		"at now":                    "shell",
		"crontab -":                 "shell",
		"?":                         "",
		"":                          "",
	} {
		role, ok := Stdin(set, parse(line))
		got := ""
		if ok {
			got = printRole(role)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// TestDangerous proves that an option says what it could be.
func TestDangerous(t *testing.T) {
	set := builtin(t)
	for line, want := range map[string]string{
		"git clone ?":    "--upload-pack",
		"git log ?":      "--output",
		"git -C x log ?": "--ext-diff",
		"find ?":         "-exec",
		"tar -xf x ?":    "--to-command",
		"curl ?":         "--config",
		"rg ?":           "--pre",
	} {
		words := parse(line)
		roles := Roles(set, words)
		last := roles[len(roles)-1]
		if last.Kind != models.KindOption || !slices.Contains(last.Dangerous, want) {
			t.Errorf("%s: got %+v, want an option that may be %s", line, last, want)
		}
		if name := strings.Fields(line)[0]; last.Program != name {
			t.Errorf("%s: read by %q, want %q", line, last.Program, name)
		}
	}
}

// TestUserRows proves that a row of a user is heeded.
func TestUserRows(t *testing.T) {
	rows, err := models.ParseRows("test.yaml", []byte(`programs: [{names: [runit], language: shell, text: [--run], values: [--in], argv: 1}]`))
	if err != nil {
		t.Fatal(err)
	}
	set := builtin(t).With(rows)
	words := parse("runit --in ? --run ? x python -c ?")
	if got, want := print(words, Roles(set, words)), "--in= shell code:python"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzRoles looks for panics, and holds the roles to the words.
func FuzzRoles(f *testing.F) {
	for _, line := range []string{"sudo env X=1 sh -c ?", "tar xzf ? *", "find . -exec sh -c ? ;", "bash -co x ?", "git -C * log --?", "vim +? -"} {
		f.Add(line)
	}
	set := builtin(f)
	f.Fuzz(func(t *testing.T, line string) {
		words := parse(line)
		if got := len(Roles(set, words)); got != len(words) {
			t.Errorf("%d roles for %d words", got, len(words))
		}
		Stdin(set, words)
	})
}
