#!/usr/bin/env bash
# Installs what dist/ holds for linux-amd64 and runs `rankduel demo` from each: the
# archive in a root with nothing else, the wheel in a fresh environment without a
# network, the deb (as root, on Debian), the npm packages where npm is.
set -euo pipefail
cd "$(dirname "$0")/../dist"
sha256sum --quiet -c SHA256SUMS
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
here=$PWD

demo() { # NAME COMMAND...
  local name=$1 began=$EPOCHREALTIME
  shift
  (cd "$work" && "$@" demo > "$work/out")
  grep -q 'is better than' "$work/out" || { echo "$name: no verdict in" && cat "$work/out"; exit 1; }
  awk -v n="$name" -v a="$began" -v b="$EPOCHREALTIME" 'BEGIN {printf "%s: demo in %.2f s\n", n, b - a}'
}

tar -C "$work" -xzf rankduel-*-linux-amd64.tar.gz
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$work/root/tmp" && cp "$work"/rankduel-*/rankduel "$work/root/"
  demo "archive, in an empty root" chroot "$work/root" /rankduel
else
  demo archive "$work"/rankduel-*/rankduel
fi

python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install --no-index rankduel-*manylinux*x86_64*.whl
demo wheel "$work/venv/bin/rankduel"
"$work/venv/bin/python" -c 'import rankduel; assert rankduel.power(sd=0.2, queries=150).document, "no plan"'

if [ "$(id -u)" = 0 ] && command -v dpkg > /dev/null; then
  dpkg -i rankduel_*_amd64.deb > /dev/null
  demo deb rankduel
  dpkg -r rankduel > /dev/null
fi

if command -v npm > /dev/null; then
  mkdir "$work/npm"
  (cd "$work/npm" && npm install --silent --offline --no-audit --no-fund "$here"/rankduel-linux-x64-*.tgz "$here"/rankduel-[0-9]*.tgz)
  demo npm "$work/npm/node_modules/.bin/rankduel"
fi
