#!/usr/bin/env bash
# The step of action.yml: takes the program of a release, holds the pull request
# against what the base branch says, and reports. Ends as the gate ends.
set -euo pipefail

fail() { echo "::error::rankduel: $*" >&2; exit 2; }

folder=rankduel-gate
mkdir -p "$folder"

program=${RANKDUEL_BIN-}
if [ -z "$program" ]; then
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) target=linux-amd64 ;;
    Linux-aarch64) target=linux-arm64 ;;
    Darwin-x86_64) target=darwin-amd64 ;;
    Darwin-arm64) target=darwin-arm64 ;;
    *) fail "there is no release for $(uname -s) on $(uname -m): set RANKDUEL_BIN to a binary" ;;
  esac
  name=rankduel-$INPUT_VERSION-$target
  release=https://github.com/rankduel/rankduel/releases/download/v$INPUT_VERSION
  work=$(mktemp -d)
  curl -sSfL -o "$work/$name.tar.gz" "$release/$name.tar.gz" || fail "$release/$name.tar.gz cannot be had"
  if [ -n "$INPUT_SHA256" ]; then
    sum=$INPUT_SHA256
  else
    curl -sSfL -o "$work/SHA256SUMS" "$release/SHA256SUMS" || fail "$release/SHA256SUMS cannot be had"
    sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\.tar\.gz\$/\1/p" "$work/SHA256SUMS")
  fi
  have=$( (sha256sum "$work/$name.tar.gz" 2>/dev/null || shasum -a 256 "$work/$name.tar.gz") | cut -c1-64)
  [ "$have" = "$sum" ] || fail "$name.tar.gz has SHA-256 $have, not ${sum:-one in SHA256SUMS}"
  tar -xzf "$work/$name.tar.gz" -C "$work"
  program=$work/$name/rankduel
fi

arguments=("$INPUT_CURRENT")
if [ "$INPUT_PROTECT" = true ] && [ -n "${GITHUB_BASE_REF-}" ]; then
  git fetch -q --depth=1 origin "$GITHUB_BASE_REF" || fail "the base branch $GITHUB_BASE_REF cannot be fetched: give actions/checkout its token"
  arguments+=(--protect FETCH_HEAD)
fi
if [ -n "$INPUT_BASELINE" ]; then arguments+=(--baseline "$INPUT_BASELINE"); fi
if [ -n "$INPUT_RULES" ]; then arguments+=(--rules "$INPUT_RULES"); fi
while IFS= read -r line; do
  if [ -n "$line" ]; then arguments+=("$line"); fi
done <<< "$INPUT_ARGUMENTS"

code=0
"$program" gate "${arguments[@]}" --format github -o "$folder/gate.md" -o "$folder/gate.xml" -o "$folder/gate.json" || code=$?
case $code in
  0) state=passed ;;
  1) state=failed ;;
  4) state=inconclusive ;;
  *) state=error ;;
esac
if [ -n "${GITHUB_OUTPUT-}" ]; then
  { echo "state=$state"; echo "report=$folder/gate.md"; } >> "$GITHUB_OUTPUT"
fi
if [ -s "$folder/gate.md" ]; then
  if [ -n "${GITHUB_STEP_SUMMARY-}" ]; then cat "$folder/gate.md" >> "$GITHUB_STEP_SUMMARY"; fi
  if [ "$INPUT_COMMENT" = true ] && [ -n "${PULL_REQUEST-}" ]; then
    gh pr comment "$PULL_REQUEST" -F "$folder/gate.md" --edit-last --create-if-none ||
      echo "::warning::rankduel: the comment could not be written: the job needs the permission pull-requests: write"
  fi
fi
exit "$code"
