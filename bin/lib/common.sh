# For the scripts in bin/: messages to the user, and the package's root in $root.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# Runs a command with its output in a log file, which is shown only if the command fails. On a terminal, a line shows the
# progress of a build.
# usage: quietly NAME COMMAND...
quietly() {
  local log="$root/.build/logs/$1.log"
  shift
  mkdir -p "${log%/*}"
  if [ -t 2 ]; then
    if "$@" 2>&1 </dev/null | tee "$log" | show_progress; then return 0; fi
  elif "$@" >"$log" 2>&1 </dev/null; then
    return 0
  fi
  cat "$log" >&2
  return 1
}

# Shows the progress that `swift build` reports on its input, such as “[12/60] Compiling BlockModel Block.swift”, in one
# line, and erases it at the end.
show_progress() {
  local line
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ ([A-Z][a-z]+\ (module\ )?[^ ]+) ]]; then
      printf '\r\e[K%s: %s of %s, %d %%: %s' "${0##*/}" "${BASH_REMATCH[@]:1:2}" \
        $((100 * BASH_REMATCH[1] / BASH_REMATCH[2])) "${BASH_REMATCH[3]}" >&2
    fi
  done
  printf '\r\e[K' >&2
}

# The Swift sources to format, relative to the root.
swift_sources=(Sources Tests Resources Package.swift examples/extension)
