#!/usr/bin/env bash
# Writes the npm packages of a target into a folder: @rankduel/OS-CPU with the
# program, and rankduel, which depends on all of them as optional ones, so that
# npm installs the one that fits and nothing runs at installation.
#
#   packaging/npm/pack.sh TARGET PROGRAM VERSION FOLDER
set -euo pipefail
target=$1 program=$2 version=$3 folder=$(realpath "$4")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT

os=${target%-*} cpu=${target#*-}
case $os in windows) os=win32 ;; esac
case $cpu in amd64) cpu=x64 ;; esac

mkdir -p "$work/one/bin" "$work/main"
cp "$program" "$work/one/bin/" && cp "$here/../../LICENSE" "$work/one/" && cp "$here/../../LICENSE" "$here/rankduel.js" "$here/../../README.md" "$work/main/"
cat > "$work/one/package.json" <<JSON
{
  "name": "@rankduel/$os-$cpu",
  "version": "$version",
  "description": "The program rankduel for $os on $cpu",
  "license": "Apache-2.0",
  "repository": "github:rankduel/rankduel",
  "os": ["$os"],
  "cpu": ["$cpu"]
}
JSON
sed "s/VERSION/$version/g" "$here/package.json" > "$work/main/package.json"

pack() { # FOLDER FILE, as npm pack does, with the same bytes each time
  tar -C "$1" --sort=name --mtime="@${SOURCE_DATE_EPOCH:-0}" --owner=0 --group=0 --numeric-owner --transform 's,^\./,package/,' -cf - . | gzip -9n > "$2"
}
pack "$work/one" "$folder/rankduel-$os-$cpu-$version.tgz"
pack "$work/main" "$folder/rankduel-$version.tgz"
