# For bin/test: what Tests/Interop and the tests of browsers need, which is Blockly Web and node with jsdom and ws. Blockly
# comes from a package of the Python index that contains it, and is cached outside the sources. Needs common.sh and
# packages.sh.
# shellcheck shell=bash

interop_packages=(nodejs:node node-jsdom:/usr/share/nodejs/jsdom node-ws:/usr/share/nodejs/ws)
# Only needed to download the package.
fetching_packages=(python3-pip:pip3,pip)
blockly_package=jupyterlab-blockly
blockly_version=0.3.3
# Of the package's only file, a wheel.
blockly_hash=sha256:91cdeb77949ba4694d92c5b28ec2b62ecb3852983f62e7a1833bb1a204eff4b3
blockly_folder=${MORTISE_BLOCKLY:-${XDG_CACHE_HOME:-$HOME/.cache}/mortise/$blockly_package-$blockly_version}

# Installs and downloads what is missing. If that fails, the interop tests are skipped with a message. If nothing is
# missing, the network is not used.
prepare_interop() {
  local log="$root/.build/logs/interop.log"
  mkdir -p "${log%/*}"
  : >"$log"
  # What is installed is named in our own output.
  if ! (need_packages "${interop_packages[@]}"); then
    say "no interop tests: node, its jsdom and its ws can't be installed"
  elif ! [ -d "$blockly_folder" ] && ! (need_packages "${fetching_packages[@]}"); then
    say "no interop tests: pip, which downloads Blockly, can't be installed"
  elif ! (fetch_blockly) >>"$log" 2>&1; then
    say "no interop tests: $blockly_package $blockly_version can't be downloaded (see $log)"
  fi
}

# Puts the package's scripts into the cache, all or nothing. The commands are joined by &&: set -e has no effect in a
# function whose result is tested.
fetch_blockly() {
  [ ! -d "$blockly_folder" ] || return 0
  local work
  mkdir -p "${blockly_folder%/*}" && work=$(mktemp -d "${blockly_folder%/*}/fetching.XXXXXX") || return 1
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  echo "$blockly_package==$blockly_version --hash=$blockly_hash" >"$work/requirements" &&
    python3 -m pip download --no-deps --disable-pip-version-check --require-hashes --only-binary :all: --dest "$work" \
      --requirement "$work/requirements" &&
    python3 -m zipfile -e "$work"/*.whl "$work/package" &&
    mkdir "$work/chunks" &&
    find "$work/package" -path '*/static/*' -name '[0-9]*.js' -exec mv {} "$work/chunks/" \; &&
    [ -n "$(ls "$work/chunks")" ] &&
    mv "$work/chunks" "$blockly_folder"
}
