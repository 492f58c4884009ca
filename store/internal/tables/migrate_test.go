package tables

import "testing"

func TestLatestIsTheLastMigration(t *testing.T) {
	for name, dialect := range map[string]Dialect{"SQLite": SQLite(), "PostgreSQL": PostgreSQL()} {
		list, err := (&Tables{dialect: dialect}).migrations()
		if err != nil {
			t.Fatal(err)
		}
		seen := map[int64]bool{}
		for _, m := range list {
			seen[m.Version] = true
		}
		for version := range int64(latest) {
			if !seen[version+1] {
				t.Errorf("%s has no migration %d", name, version+1)
			}
		}
		if len(list) != latest || len(seen) != latest {
			t.Errorf("%s: %d migrations of %d numbers, and latest is %d", name, len(list), len(seen), latest)
		}
	}
}
