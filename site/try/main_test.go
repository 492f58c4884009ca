package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// What the page shows is what the program prints, to the last byte.
func TestAsTheProgram(t *testing.T) {
	program := os.Getenv("RANKDUEL_BIN")
	if program == "" {
		t.Skip("RANKDUEL_BIN is not set: make test builds the program and sets it")
	}
	for folder, lines := range map[string]map[string]string{
		"examples": {
			"doctor old.csv":                                     `{"verb": "doctor", "files": ["old.csv"]}`,
			"doctor old.csv --format json":                       `{"verb": "doctor", "files": ["old.csv"], "format": "json"}`,
			"doctor old.csv new.csv":                             `{"verb": "doctor", "files": ["old.csv", "new.csv"]}`,
			"doctor search.run judged.qrels":                     `{"verb": "doctor", "files": ["search.run", "judged.qrels"]}`,
			"compare --scores old.csv new.csv":                   `{"verb": "compare", "files": ["old.csv", "new.csv"], "settings": {"scores": true}}`,
			"compare --scores old.csv new.csv -m RR@10":          `{"verb": "compare", "files": ["old.csv", "new.csv"], "settings": {"scores": true, "measures": ["RR@10"]}}`,
			"compare --scores --margin 0.2 old.csv new.csv":      `{"verb": "compare", "files": ["old.csv", "new.csv"], "settings": {"scores": true, "margin": 0.2}}`,
			"compare --scores old.csv":                           `{"verb": "compare", "files": ["old.csv"], "settings": {"scores": true}}`,
			"eval search.run --qrels judged.qrels":               `{"verb": "eval", "files": ["search.run"], "qrels": "judged.qrels"}`,
			"eval search.run --qrels judged.qrels -m none":       `{"verb": "eval", "files": ["search.run"], "qrels": "judged.qrels", "settings": {"measures": ["none"]}}`,
			"eval absent.run --qrels judged.qrels":               `{"verb": "eval", "files": ["absent.run"], "qrels": "judged.qrels"}`,
			"eval search.run --qrels old.csv":                    `{"verb": "eval", "files": ["search.run"], "qrels": "old.csv"}`,
			"eval search.run --profile trec --qrels old.csv":     `{"verb": "eval", "files": ["search.run"], "qrels": "old.csv", "settings": {"profile": "trec"}}`,
			"compare search.run search.run --qrels judged.qrels": `{"verb": "compare", "files": ["search.run", "search.run"], "qrels": "judged.qrels"}`,
		},
		"../../examples/runs": {
			"doctor ../clinical/testset.yaml":                                  `{"verb": "doctor", "files": ["../clinical/testset.yaml"]}`,
			"compare baseline.trec candidate.trec --qrels qrels.txt":           `{"verb": "compare", "files": ["baseline.trec", "candidate.trec"], "qrels": "qrels.txt"}`,
			"compare baseline.trec candidate.trec --qrels qrels.txt -m P@5,RR": `{"verb": "compare", "files": ["baseline.trec", "candidate.trec"], "qrels": "qrels.txt", "settings": {"measures": ["P@5", "RR"]}}`,
			"eval baseline.trec --test-set ../clinical/testset.yaml":           `{"verb": "eval", "files": ["baseline.trec"], "testset": "../clinical/testset.yaml"}`,
		},
	} {
		t.Run(folder, func(t *testing.T) {
			t.Chdir(folder)
			for line, text := range lines {
				cmd := exec.Command(program, strings.Fields(line)...)
				cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
				var out, faults, got bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &faults
				failed := cmd.Run() != nil
				fault := run(t.Context(), text, &got)
				if got.String() != out.String() {
					t.Errorf("%s:\n%s\nand the program:\n%s", line, got.String(), out.String())
				}
				if (fault != nil) != failed || fault != nil && !strings.Contains(faults.String(), strings.ReplaceAll(fault.Error(), "\n", "\n  ")) {
					t.Errorf("%s: %v; the program: %s", line, fault, faults.String())
				}
			}
		})
	}
}
