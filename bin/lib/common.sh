# For the scripts in bin/: messages to the user, and the package's root in $root.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# Runs a command with its output in a log file, which is shown only if the command fails.
# usage: quietly NAME COMMAND...
quietly() {
  local log="$root/.build/logs/$1.log"
  shift
  mkdir -p "${log%/*}"
  if "$@" >"$log" 2>&1 </dev/null; then return 0; fi
  cat "$log" >&2
  return 1
}

# The Swift sources to format, relative to the root.
swift_sources=(Sources Tests Resources Package.swift examples/extension)
