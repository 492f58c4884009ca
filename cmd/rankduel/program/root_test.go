package program

import "testing"

// A verb that is made alone is the one that is made among all.
func TestVerbsAreMadeAlone(t *testing.T) {
	for _, v := range allVerbs() {
		alone, _, err := NewRoot(v.name, "--help").Find([]string{v.name})
		if err != nil {
			t.Fatal(err)
		}
		among, _, err := NewRoot().Find([]string{v.name})
		if err != nil {
			t.Fatal(err)
		}
		if alone.Name() != v.name || alone.UsageString() != among.UsageString() {
			t.Errorf("%s alone is\n%s\nand among the others\n%s", v.name, alone.UsageString(), among.UsageString())
		}
		if n := len(NewRoot(v.name).Commands()); n != 1 {
			t.Errorf("%s comes with %d others", v.name, n-1)
		}
	}
}
