#!/bin/sh
# Builds the page into a folder: its files, and the program, packed. Calls that are not inlined make the program a seventh
# smaller. It is packed here, so that it is small whatever the host does.
set -eu
mkdir -p "$1"
to=$(cd "$1" && pwd)
cd "$(dirname "$0")"
GOOS=js GOARCH=wasm CGO_ENABLED=0 go build -trimpath -buildvcs=false -gcflags=all=-l -ldflags "-s -w" -o "$to/rankduel.wasm" .
gzip -9nf "$to/rankduel.wasm"
size=$(wc -c < "$to/rankduel.wasm.gz")
if [ "$size" -gt 4000000 ]; then
  echo "rankduel.wasm.gz has $size bytes, more than 4000000: GOOS=js GOARCH=wasm go list -deps ./site/try says what is linked" >&2
  exit 1
fi
cp -R page.js page.css words.js worker.js examples "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$to"
cp ../../cmd/rankduel/program/THIRD_PARTY.txt "$to/licenses.txt"
version=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' ../../cmd/rankduel/output/version.go)
commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
sed "s/VERSION/$version${commit:++$commit}/" index.html > "$to/index.html"
