package gate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/unpack"
)

// deciding returns the files that decide what the gate says, as they are found from
// the working folder: not what is measured, such as runs and corpora.
func (o *gateOptions) deciding(known []gateInput) (files []string, err error) {
	files = []string{o.ruleFile, o.waivers, o.Qrels}
	if config := o.flags.Lookup("config"); config != nil {
		files = append(files, config.Value.String())
	}
	addSet := func(dir, ref string) {
		if ref != "" {
			found, unread := flags.SetFiles(dir, ref)
			files, err = append(files, found...), errors.Join(err, unread)
		}
	}
	addSet(".", o.TestSet)
	for i, in := range known {
		switch {
		case in.plan != nil:
			files = append(files, in.plan.Path, in.plan.Resolve(in.plan.Paths))
			addSet(filepath.Dir(in.plan.Path), in.plan.TestSet)
		case i > 0 && in.kind != gateStored:
			for _, one := range in.Each() {
				if files = append(files, one.Path); one.InFiles() { // of which the base may have others
					err = errors.Join(err, fmt.Errorf("--protect: %s is several files, and cannot be compared; write them to one, or `rankduel gate bless %s -o baseline.json`", one.Path, one.Path))
				}
			}
		}
	}
	slices.Sort(files)
	return slices.DeleteFunc(slices.Compact(files), func(path string) bool { return path == "" }), err
}

// compareWithBase says of each file whether it is in the base as it is here. The base is a folder, a second
// checkout that is laid out as the working folder is, or else a revision of git.
func compareWithBase(ctx context.Context, base string, files []string) ([]result.ProtectedFile, error) {
	inBase := func(path string) ([]byte, error) { return ofCheckout(base, path) }
	if !output.IsFolder(base) {
		commit, err := commitOf(ctx, base)
		if err != nil {
			return nil, err
		}
		inBase = func(path string) ([]byte, error) { return ofRevision(ctx, commit, path) }
	} else if folder, err := filepath.EvalSymlinks(base); err != nil {
		return nil, err
	} else if _, err := relative(folder, "."); err == nil {
		return nil, fmt.Errorf("--protect %s: the working folder is in it, and would be compared with itself; name a second checkout", base)
	}
	var compared []result.ProtectedFile
	for _, path := range files {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("--protect %s: %s is not a regular file, and cannot be compared", base, path)
		}
		now, absent := unpack.ReadFile(path)
		before, unread := inBase(path)
		state := result.ProtectedSame
		switch gone, added := errors.Is(absent, fs.ErrNotExist), errors.Is(unread, fs.ErrNotExist); {
		case gone && added: // a ledger without a look
			continue
		case gone:
			state = result.ProtectedRemoved
		case added:
			state = result.ProtectedNew
		case absent != nil || unread != nil:
			return nil, fmt.Errorf("--protect %s: %s: %w", base, path, errors.Join(absent, unread))
		case !bytes.Equal(before, now):
			state = result.ProtectedChanged
		}
		compared = append(compared, result.ProtectedFile{File: filepath.ToSlash(path), State: state})
	}
	return compared, nil
}

// ofCheckout reads a file of a second checkout, which may be named there already.
func ofCheckout(base, path string) ([]byte, error) {
	if _, err := relative(base, path); err == nil {
		return unpack.ReadFile(path)
	}
	within, err := relative(".", path)
	if err != nil {
		return nil, err
	}
	return unpack.ReadFile(filepath.Join(base, within))
}

// relative returns a path as it is named in a folder that has it.
func relative(folder, path string) (string, error) {
	top, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	within, err := filepath.Rel(top, full)
	if err != nil || !filepath.IsLocal(within) {
		return "", fmt.Errorf("it is not below %s, and cannot be compared", top)
	}
	return within, nil
}

// commitOf returns the commit that a revision names. Of a tag and a branch of one name git
// would take the tag, which anyone who may push can make.
func commitOf(ctx context.Context, revision string) (string, error) {
	var said bytes.Buffer
	ask := git(ctx, ".", "-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify", revision+"^{commit}")
	ask.Env, ask.Stderr = append(os.Environ(), "LC_ALL=C"), &said
	commit, err := ask.Output()
	switch {
	case err != nil:
		return "", fmt.Errorf("--protect %s: it is not a folder, and not a revision that git knows here (%w); `git fetch` brings a branch, and `actions/checkout` with fetch-depth: 0", revision, err)
	case strings.Contains(said.String(), "ambiguous"):
		return "", fmt.Errorf("--protect %s: a branch and a tag, or two branches, have that name; write refs/heads/%s, refs/remotes/%s or a commit", revision, revision, revision)
	}
	return strings.TrimSpace(string(commit)), nil
}

// ofRevision reads a file as a commit has it. Git finds it from the file's own folder.
func ofRevision(ctx context.Context, commit, path string) ([]byte, error) {
	folder, name := filepath.Dir(path), "./"+filepath.Base(path)
	if err := git(ctx, folder, "cat-file", "-e", commit).Run(); err != nil {
		return nil, errors.New("it is in no checkout that has the base, and cannot be compared")
	}
	listed, err := git(ctx, folder, "ls-tree", "--name-only", commit, name).Output()
	switch {
	case err != nil:
		return nil, err
	case len(listed) == 0:
		return nil, fs.ErrNotExist
	}
	return git(ctx, folder, "show", "--no-textconv", commit+":"+name).Output()
}

// git asks the repository of a folder for its objects as they are, whatever replaces them.
func git(ctx context.Context, folder string, arguments ...string) *exec.Cmd {
	return exec.CommandContext(ctx, "git", append([]string{"--no-replace-objects", "-C", folder}, arguments...)...)
}

// changes says which files are not as in the base, "" where all are.
func changes(base string, files []result.ProtectedFile) string {
	var named []string
	for _, f := range files {
		if f.State != result.ProtectedSame {
			named = append(named, fmt.Sprintf("%s (%s)", f.File, f.State))
		}
	}
	if named == nil {
		return ""
	}
	return fmt.Sprintf("what decides is not as in %s: %s; a person has to approve that, and the gate passes once it is merged there", base, strings.Join(named, ", "))
}
