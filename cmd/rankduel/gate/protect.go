package gate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
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
			files = append(files, in.Path)
		}
	}
	slices.Sort(files)
	return slices.DeleteFunc(slices.Compact(files), func(path string) bool { return path == "" }), err
}

// compareWithBase says of each file whether it is in the base as it is here. The base is
// a folder, a second checkout that is laid out as the working folder is, or else a
// revision of git.
func compareWithBase(ctx context.Context, base string, files []string) ([]result.ProtectedFile, error) {
	inBase := func(path string) ([]byte, error) { return ofRevision(ctx, base, path) }
	if flags.IsFolder(base) {
		inBase = func(path string) ([]byte, error) { return ofCheckout(base, path) }
	} else if err := git(ctx, ".", "rev-parse", "--verify", "--quiet", base+"^{commit}").Run(); err != nil {
		return nil, fmt.Errorf("--protect %s: it is not a folder, and not a revision that git knows here (%w); `git fetch` brings a branch, and `actions/checkout` with fetch-depth: 0", base, err)
	}
	var compared []result.ProtectedFile
	for _, path := range files {
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

// ofRevision reads a file as a revision has it. Git finds it from the file's own folder.
func ofRevision(ctx context.Context, revision, path string) ([]byte, error) {
	folder, name := filepath.Dir(path), "./"+filepath.Base(path)
	if err := git(ctx, folder, "rev-parse", "--verify", "--quiet", revision+"^{commit}").Run(); err != nil {
		return nil, fmt.Errorf("it is in no checkout that has %s, and cannot be compared", revision)
	}
	listed, err := git(ctx, folder, "ls-tree", "--name-only", revision, name).Output()
	switch {
	case err != nil:
		return nil, err
	case len(listed) == 0:
		return nil, fs.ErrNotExist
	}
	return git(ctx, folder, "show", "--no-textconv", revision+":"+name).Output()
}

func git(ctx context.Context, folder string, arguments ...string) *exec.Cmd {
	return exec.CommandContext(ctx, "git", append([]string{"-C", folder}, arguments...)...)
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
