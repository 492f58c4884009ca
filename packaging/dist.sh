#!/usr/bin/env bash
# Builds what a release holds, into dist/: an archive, a wheel and an npm package
# for each target, deb, rpm and apk for Linux, and SHA256SUMS.
#
#   packaging/dist.sh [linux-amd64] [linux-arm64] [windows-amd64]   (default: linux-amd64)
#   packaging/dist.sh --packages linux-amd64                        (deb, rpm and apk too)
#
# The same commit gives the same bytes, in whatever folder. Needs musl-tools for
# linux-amd64, gcc-aarch64-linux-gnu and libc6-dev-arm64-cross for linux-arm64,
# gcc-mingw-w64-x86-64 and zip for windows-amd64; darwin-* is built on a Mac, with
# GNU tar and coreutils.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=
if [ "${1-}" = --packages ]; then packages=1; shift; fi
targets=("$@")
if [ ${#targets[@]} = 0 ]; then targets=(linux-amd64); fi

version=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' cmd/rankduel/output/version.go)
[ -n "$version" ] || { echo "dist: no version in cmd/rankduel/output/version.go" >&2; exit 1; }
given="${GOFLAGS-} -trimpath"
export SOURCE_DATE_EPOCH TZ=UTC GOFLAGS="-trimpath -buildvcs=true"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
umask 022

rm -rf dist && mkdir -p dist
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT

static=(-tags sqlite_omit_load_extension,osusergo,netgo)

build() { # TARGET FILE
  local os=${1%-*} arch=${1#*-} libc="-linkmode external -extldflags -static"
  case $1 in
    linux-amd64) CC=musl-gcc ;;
    linux-arm64) CC=aarch64-linux-gnu-gcc ;;
    windows-amd64) CC=x86_64-w64-mingw32-gcc ;;
    darwin-*) CC=clang libc= ;; # on a Mac, which has no static C library
    *) echo "dist: $1 is none of linux-amd64, linux-arm64, windows-amd64, darwin-amd64, darwin-arm64" >&2; exit 2 ;;
  esac
  command -v $CC >/dev/null || { echo "dist: $1 needs $CC, see the head of this script" >&2; exit 2; }
  CC=$CC CGO_ENABLED=1 CGO_CFLAGS="-O2 -g0" GOOS=$os GOARCH=$arch \
    go build "${static[@]}" -ldflags "-s -w $libc" -o "$2" ./cmd/rankduel
}

archive() { # FOLDER FILE, sorted, without times and owners of this machine
  tar -C "$(dirname "$1")" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "$(basename "$1")" | gzip -9n > "$2"
}

# What writes pages and packages is compiled as tests are (see the Makefile), which have it in the cache.
like_tests() { CGO_ENABLED=1 CGO_CFLAGS="-O1 -g0" GOFLAGS=$given "$@"; }

like_tests go -C tools/man run . "$work/man"
gzip -9n "$work"/man/man1/*

for target in "${targets[@]}"; do
  name=rankduel-$version-$target
  folder=$work/$name
  program=$folder/rankduel
  case $target in windows-*) program+=.exe ;; esac
  mkdir -p "$folder"
  build "$target" "$program"
  cp -r LICENSE cmd/rankduel/program/THIRD_PARTY.txt README.md CHANGELOG.md "$work/man" "$folder"
  case $target in
    windows-*) find "$folder" -exec touch -d "@$SOURCE_DATE_EPOCH" {} + && (cd "$work" && find "$name" | LC_ALL=C sort | zip -qX9 "$OLDPWD/dist/$name.zip" -@) ;;
    *) archive "$folder" "dist/$name.tar.gz" ;;
  esac
  python3 python/wheel.py --binary "$program" --version "$version" --platform "$target" -o dist
  packaging/npm/pack.sh "$target" "$program" "$version" dist
  if [ -n "$packages" ] && [ "${target%-*}" = linux ]; then
    export RANKDUEL_VERSION=$version RANKDUEL_ARCH=${target#*-} RANKDUEL_PROGRAM=$program RANKDUEL_MAN=$work/man
    for kind in deb rpm apk; do
      like_tests go run github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0 package -f packaging/nfpm.yaml -p $kind -t dist/
    done
  fi
done
(cd dist && sha256sum -- * > "$work/sums" && mv "$work/sums" SHA256SUMS)
ls -l dist
