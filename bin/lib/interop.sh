# For bin/test: what Tests/Interop needs, which is real Blockly Web and node with a document model. Blockly is taken from
# a package of the Python index that has it inside, into a cache outside the sources. Needs common.sh and packages.sh.
# shellcheck shell=bash

interop_packages=(nodejs:node node-jsdom:/usr/share/nodejs/jsdom)
# Only to fetch the package.
fetching_packages=(python3-pip:pip3,pip)
blockly_package=jupyterlab-blockly
blockly_version=0.3.3
blockly_folder=${MORTISE_BLOCKLY:-${XDG_CACHE_HOME:-$HOME/.cache}/mortise/$blockly_package-$blockly_version}

# Gets what is missing. Without it the interop tests are skipped, and a line says why; nothing is asked of the network
# when everything is there.
prepare_interop() {
  local log="$root/.build/logs/interop.log"
  mkdir -p "${log%/*}"
  : >"$log"
  if ! (need_packages "${interop_packages[@]}") >>"$log" 2>&1; then
    say "no interop tests: node and its jsdom can't be installed (see $log)"
  elif ! (fetch_blockly) >>"$log" 2>&1; then
    say "no interop tests: $blockly_package $blockly_version can't be downloaded (see $log)"
  fi
}

# Puts the scripts of the package into the cache, all or nothing. Every step asks for the one before, as a caller that
# tests the outcome switches the ending at errors off.
fetch_blockly() {
  [ ! -d "$blockly_folder" ] || return 0
  need_packages "${fetching_packages[@]}"
  local work
  mkdir -p "${blockly_folder%/*}" && work=$(mktemp -d "${blockly_folder%/*}/fetching.XXXXXX") || return 1
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  python3 -m pip download --no-deps --disable-pip-version-check --dest "$work" "$blockly_package==$blockly_version" &&
    python3 -m zipfile -e "$work"/*.whl "$work/package" &&
    mkdir "$work/chunks" &&
    find "$work/package" -path '*/static/*' -name '[0-9]*.js' -exec mv {} "$work/chunks/" \; &&
    [ -n "$(ls "$work/chunks")" ] &&
    mv "$work/chunks" "$blockly_folder"
}
