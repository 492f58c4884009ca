package tables

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
)

// pageRows is how many rows are read and written at once: of the largest that
// are usual, 100 hits with their texts, some megabytes.
const pageRows = 128

// A Copying is how rows are copied.
type Copying struct {
	Replace  bool                               // what is another in the target is replaced; else it stays
	Progress func(what string, done, total int) // of one table; nil: no one wants to know
}

// A unit is a row with what belongs to it.
type unit struct {
	row   row
	parts []row
}

func (u unit) equal(other unit) bool {
	return slices.Equal(u.row, other.row) && slices.EqualFunc(u.parts, other.parts, slices.Equal[row])
}

// digest returns a digest of the content and the identity of a row and of its parts. It
// has no key: it finds what was changed, and not who computes it again.
func (u unit) digest(tr *transfer) string {
	values := u.row[:tr.digested:tr.digested]
	for _, part := range u.parts {
		values = append(values, part[len(part)-1])
	}
	return digestOf(values)
}

// seal sets the digests of a unit.
func (u unit) seal(tr *transfer) {
	if tr.digested == 0 {
		return
	}
	for _, part := range u.parts {
		part[len(part)-1] = unit{row: part}.digest(tr.parts)
	}
	u.row[len(u.row)-1] = u.digest(tr)
}

// CopyFrom adds what another store has and this one lacks, then reads both again and counts in Unequal what
// is not the same in both. Each page of rows is one transaction: what was copied stays when it is
// interrupted, and is not copied again.
func (t *Tables) CopyFrom(ctx context.Context, from *Tables, how Copying) ([]result.CopiedTable, error) {
	source, err := from.reader(ctx)
	if err != nil {
		return nil, err
	}
	target, err := t.reader(ctx)
	if err != nil {
		return nil, err
	}
	var list []result.CopiedTable
	for _, table := range transfers {
		c := copying{Copying: how, transfer: table, from: source, to: target}
		copied, err := c.copy(ctx)
		if err != nil {
			return list, fmt.Errorf("copy %s: %w", table.what, err)
		}
		list = append(list, copied)
	}
	for i, table := range transfers {
		c := copying{Copying: how, transfer: table, from: source, to: target}
		if list[i].Unequal, err = c.check(ctx, list[i].Found); err != nil {
			return list, fmt.Errorf("check %s: %w", table.what, err)
		}
	}
	return list, nil
}

// A copying is that of one table.
type copying struct {
	Copying
	transfer *transfer
	from, to reader
}

func (c *copying) copy(ctx context.Context) (done result.CopiedTable, err error) {
	all, found, err := c.from.count(ctx, c.transfer)
	if err != nil {
		return done, c.from.wrap(err, "read")
	}
	done = result.CopiedTable{Name: c.transfer.what, Found: found, Left: all - found}
	err = c.pages(ctx, c.transfer.what, found, func(source []unit, target map[string]unit) error {
		var put []unit
		for _, u := range source {
			have, ok := target[c.transfer.keyOf(u.row)]
			switch {
			case !ok:
				done.Copied++
				put = append(put, u)
			case u.equal(have):
				done.There++
			case c.Replace:
				done.Replaced++
				put = append(put, u)
			default:
				done.Differing++
			}
		}
		return c.to.wrap(c.put(ctx, put), "write")
	})
	return done, err
}

// check counts what is not in the target as it is in the source.
func (c *copying) check(ctx context.Context, found int) (unequal int, err error) {
	err = c.pages(ctx, "checking "+c.transfer.what, found, func(source []unit, target map[string]unit) error {
		for _, u := range source {
			if have, ok := target[c.transfer.keyOf(u.row)]; !ok || !u.equal(have) {
				unequal++
			}
		}
		return nil
	})
	return unequal, err
}

// pages goes through the source, with what the target has of each page.
func (c *copying) pages(ctx context.Context, what string, total int, do func(source []unit, target map[string]unit) error) error {
	var last row
	for done := 0; ; {
		rows, err := c.from.page(ctx, c.transfer, last, false, pageRows)
		if err != nil {
			return c.from.wrap(err, "read")
		}
		if c.Progress != nil {
			c.Progress(what, min(done, total), total)
		}
		if len(rows) == 0 {
			return nil
		}
		source, err := c.from.units(ctx, c.transfer, rows)
		if err != nil {
			return c.from.wrap(err, "read")
		}
		target, err := c.to.having(ctx, c.transfer, rows)
		if err != nil {
			return c.to.wrap(err, "read")
		}
		if err := do(source, target); err != nil {
			return err
		}
		last = rows[len(rows)-1]
		done += len(rows)
	}
}

// units returns rows with their parts.
func (t reader) units(ctx context.Context, tr *transfer, rows []row) ([]unit, error) {
	list := make([]unit, len(rows))
	for i, r := range rows {
		parts, err := t.partsOf(ctx, tr, r)
		if err != nil {
			return nil, err
		}
		list[i] = unit{r, parts}
		if t.older {
			list[i].seal(tr)
		}
	}
	return list, nil
}

// having returns what there is of rows that are sorted by their keys. It reads
// forward from one to the next that is missing, over what is between.
func (t reader) having(ctx context.Context, tr *transfer, rows []row) (map[string]unit, error) {
	wanted := ordered.Set(ordered.Each(rows, tr.keyOf))
	found := map[string]unit{}
	for len(rows) > 0 {
		page, err := t.page(ctx, tr, rows[0], true, pageRows)
		if err != nil {
			return nil, err
		}
		mine := slices.DeleteFunc(slices.Clone(page), func(r row) bool { return !wanted[tr.keyOf(r)] })
		units, err := t.units(ctx, tr, mine)
		if err != nil {
			return nil, err
		}
		for _, u := range units {
			found[tr.keyOf(u.row)] = u
		}
		if len(page) < pageRows {
			break
		}
		end := page[len(page)-1]
		next := slices.IndexFunc(rows, func(r row) bool { return tr.after(r, end) })
		if next < 0 {
			break
		}
		rows = rows[next:]
	}
	return found, nil
}

// put writes one page, or each unit with parts by itself: it may be large.
func (c *copying) put(ctx context.Context, units []unit) error {
	if c.transfer.parts == nil {
		rows := ordered.Each(units, func(u unit) row { return u.row })
		if len(rows) == 0 {
			return nil
		}
		return c.to.db.Write(ctx, func(during context.Context, tx *sql.Tx) error {
			return c.to.put(ctx, during, tx, c.transfer, rows, c.Replace)
		})
	}
	for _, u := range units {
		err := c.to.db.Write(ctx, func(during context.Context, tx *sql.Tx) error { return c.putWhole(ctx, during, tx, u) })
		if err != nil {
			return err
		}
	}
	return nil
}

// putWhole writes a unit in the place of whatever has its key: parts of two are never mixed.
func (c *copying) putWhole(ctx, during context.Context, tx *sql.Tx, u unit) error {
	parts := c.transfer.parts
	if err := c.to.put(ctx, during, tx, c.transfer, []row{u.row}, true); err != nil {
		return err
	}
	_, err := tx.ExecContext(during, "DELETE FROM "+parts.table+" WHERE "+parts.columns[0].name+" = $1", c.to.value(parts.columns[0].kind, u.row[0]))
	if err != nil {
		return err
	}
	return c.to.put(ctx, during, tx, parts, u.parts, false)
}
