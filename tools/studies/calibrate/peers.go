package main

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
)

//go:embed data/peers_*.csv
var peerFiles embed.FS

// A peerTable holds figures of other programs by row and column. The head of
// each file says where they come from.
type peerTable map[string]map[string]float64

// figure returns the peers' number, if they have one.
func (p peerTable) figure(row, column string) (float64, bool) {
	x, ok := p[row][column]
	return x, ok
}

// peers are the tables that ours stand next to.
type peers struct {
	coverage, rejections    peerTable // rows "n,distribution"
	changes, proofs, widths peerTable // rows "1-4", "25"
}

func readPeers() (peers, error) {
	var p peers
	for _, file := range []struct {
		into *peerTable
		name string
		keys int // columns that name the row
	}{
		{&p.coverage, "coverage", 2},
		{&p.rejections, "rejections", 2},
		{&p.changes, "changes", 1},
		{&p.proofs, "proofs", 1},
		{&p.widths, "widths", 1},
	} {
		text, err := peerFiles.ReadFile("data/peers_" + file.name + ".csv")
		if err != nil {
			return peers{}, err
		}
		if *file.into, err = parsePeers(text, file.keys); err != nil {
			return peers{}, fmt.Errorf("peers_%s.csv: %w", file.name, err)
		}
	}
	return p, nil
}

func parsePeers(text []byte, keys int) (peerTable, error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	table := make(peerTable)
	for _, row := range rows[1:] {
		key := row[0]
		if keys == 2 {
			key += "," + row[1]
		}
		table[key] = make(map[string]float64)
		for at := keys; at < len(row); at++ {
			if row[at] == "" {
				continue
			}
			if table[key][rows[0][at]], err = strconv.ParseFloat(row[at], 64); err != nil {
				return nil, err
			}
		}
	}
	return table, nil
}
