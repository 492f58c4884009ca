package shell_test

import (
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/traces/shell"
)

// Commands in the forms in which agents of published trials give them, and others that
// bash(1) allows; the files are read off by eye.
func TestRead(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"cat lib/a.go", "reads [lib/a.go] names [] writes []"},
		{"cd /workspace/flask && sed -n '10,20p' src/app.py | head -5", "reads [/workspace/flask/src/app.py] names [] writes []"},
		{`grep -rn "def f" src/ --include="*.py" 2>/dev/null | grep -v test | head -20`, "reads [] names [src/] writes []"},
		{"grep -A 3 -e x -e y a.go b.go", "reads [] names [a.go b.go] writes []"},
		{"rg -n 'x|y' lib -g '*.go'", "reads [] names [lib] writes []"},
		{"head -n 20 'my file.go' \"b c.go\" d\\ e.go", "reads [my file.go b c.go d e.go] names [] writes []"},
		{"cat > out.txt <<'EOF'\ncat no.go\nEOF\ntail -5 z.go >> log.txt 2>&1; echo done", "reads [z.go] names [] writes [out.txt log.txt]"},
		{"sed -i 's/a/b/' x.go && wc -l x.go", "reads [] names [x.go] writes [x.go]"},
		{"git -C . grep -n foo -- lib | tee found.txt", "reads [] names [lib] writes [found.txt]"},
		{"bash -lc 'cat a.go && timeout 5 cat b.go'", "reads [a.go b.go] names [] writes []"},
		{"if [ -f a.go ]; then cat a.go; fi", "reads [a.go] names [] writes []"},
		{"A=1 B=2 cat a.go # and cat b.go", "reads [a.go] names [] writes []"},
		{"find . -name '*.go' -exec grep -l foo {} \\; | xargs grep -n bar", "reads [] names [] writes []"},
		{"jq . < a.json", "reads [a.json] names [] writes []"},
		{"mkdir -p out && echo 'cat a.go' && pwd", "reads [] names [] writes []"},
		{"python3 -c 'print(1)'; cat a.go", "reads [a.go] names [] writes [] unknown"},
		{"for f in a.go b.go; do cat $f; done", "reads [] names [] writes [] unknown"},
		{"cat *.go", "reads [] names [] writes [] unknown"},
		{"find . | xargs cat", "reads [] names [] writes [] unknown"},
		{"make test", "reads [] names [] writes [] unknown"},
		{"cat 'never closed", "reads [] names [] writes [] unknown"},
		{"", "reads [] names [] writes []"},
	} {
		u := shell.Read(c.command)
		got := fmt.Sprintf("reads %v names %v writes %v", u.Reads, u.Names, u.Writes)
		if u.Unknown {
			got += " unknown"
		}
		if got != c.want {
			t.Errorf("%s\n%s, want\n%s", c.command, got, c.want)
		}
	}
}

// Output as GNU ls, find and grep write it.
func TestShown(t *testing.T) {
	for _, c := range []struct{ command, output, want string }{
		{"ls /workspace/src", "a.go\nlib\nMakefile\n", "file_search [/workspace/src/a.go /workspace/src/lib /workspace/src/Makefile]"},
		{"ls -la src", "total 8\ndrwxr-xr-x 2 root root 4096 Nov 25 23:11 lib\n-rw-r--r-- 1 root root 12 Nov 25 23:11 a.go\nlrwxrwxrwx 1 root root 12 Nov 25 23:11 b.go -> a.go\n", "file_search [src/a.go src/b.go]"},
		{"ls src lib", "lib:\nb.go\n\nsrc:\na.go\n", "file_search [lib/b.go src/a.go]"},
		{"cd /w && find . -name '*.go' | sort", "./a.go\n./lib/b.go\n", "file_search [/w/a.go /w/lib/b.go]"},
		{"grep -rn foo lib", "lib/a.go:7:x\nlib/a.go-8-y\n--\nlib/b.go:1:see c.go\n", "code_search [lib/a.go lib/a.go -- lib/b.go]"},
		{"find . | xargs grep -l foo", "./a.go\n", "code_search [./a.go]"},
		{"rg --files lib", "lib/a.go\n", "file_search [lib/a.go]"},
		{"git diff", "diff --git a/x.go b/x.go\n--- a/x.go\n+++ b/x.go\n+see y.go\n", "code_search [x.go]"},
		{"cat a.go | grep foo", "lib/no.go:7:x\n", "code_search []"},
		{"echo lib/no.go", "lib/no.go\n", "code_search []"},
	} {
		u := shell.Read(c.command)
		files, category := u.Shown(c.output)
		if got := fmt.Sprint(category, " ", files); got != c.want {
			t.Errorf("%s: %s, want %s", c.command, got, c.want)
		}
	}
}

// Whatever is given for a command, reading it ends.
func FuzzRead(f *testing.F) {
	f.Add("cat <<A <<B\nA\nB\n$(x `y\"z' \\", "a:1:b")
	f.Fuzz(func(_ *testing.T, command, output string) {
		u := shell.Read(command)
		u.Shown(output)
	})
}
