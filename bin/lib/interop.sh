# For bin/test: what Tests/Interop and the tests of browsers need, which is Blockly Web, node with jsdom and ws, and Python's
# websockets. Blockly 11 and 12 come from packages of the Python index that contain them, and are cached outside the sources. Needs common.sh
# and packages.sh.
# shellcheck shell=bash

interop_packages=(
  nodejs:node node-jsdom:/usr/share/nodejs/jsdom node-ws:/usr/share/nodejs/ws
  python3-websockets:/usr/lib/python3/dist-packages/websockets
)
# Only needed to download the package.
fetching_packages=(python3-pip:pip3,pip)
blockly_cache=${XDG_CACHE_HOME:-$HOME/.cache}/mortise
# The packages: version, checksum of the only file, a wheel, and the folder.
blockly_11=(jupyterlab-blockly 0.3.3 sha256:91cdeb77949ba4694d92c5b28ec2b62ecb3852983f62e7a1833bb1a204eff4b3
  "${MORTISE_BLOCKLY:-$blockly_cache/jupyterlab-blockly-0.3.3}")
# ‘mortise fetch-blockly’ downloads the same: “mc-shell==VERSION --hash=CHECKSUM”.
read -r blockly_12_version blockly_12_hash <"$root/Resources/live/blockly-requirement.txt"
blockly_12=(mc-shell "${blockly_12_version#*==}" "${blockly_12_hash#--hash=}"
  "${MORTISE_BLOCKLY_12:-$blockly_cache/mc-shell-${blockly_12_version#*==}}")

# Installs and downloads what is missing. If that fails, the interop tests are skipped with a message. If nothing is
# missing, the network is not used.
prepare_interop() {
  local log="$root/.build/logs/interop.log"
  mkdir -p "${log%/*}"
  : >"$log"
  # What is installed is named in our own output.
  if ! (need_packages "${interop_packages[@]}"); then
    say "no interop tests: node, its jsdom and its ws, or python3-websockets can't be installed"
  elif ! { [ -d "${blockly_11[3]}" ] && [ -d "${blockly_12[3]}" ]; } && ! (need_packages "${fetching_packages[@]}"); then
    say "no interop tests: pip, which downloads Blockly, can't be installed"
  elif ! (fetch_blockly take_chunks "${blockly_11[@]}") >>"$log" 2>&1; then
    say "no interop tests: ${blockly_11[0]} ${blockly_11[1]} can't be downloaded (see $log)"
  elif ! (fetch_blockly take_scripts "${blockly_12[@]}") >>"$log" 2>&1; then
    say "interop tests without Blockly 12: ${blockly_12[0]} ${blockly_12[1]} can't be downloaded (see $log)"
  fi
}

# Puts a package's scripts into the cache, all or nothing. The commands are joined by &&: set -e has no effect in a
# function whose result is tested.
# usage: fetch_blockly TAKE PACKAGE VERSION CHECKSUM FOLDER, where TAKE copies from a folder to another one
fetch_blockly() {
  local take=$1 package=$2 version=$3 hash=$4 folder=$5 work
  [ ! -d "$folder" ] || return 0
  mkdir -p "${folder%/*}" && work=$(mktemp -d "${folder%/*}/fetching.XXXXXX") || return 1
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  echo "$package==$version --hash=$hash" >"$work/requirements" &&
    python3 -m pip download --no-deps --disable-pip-version-check --require-hashes --only-binary :all: --dest "$work" \
      --requirement "$work/requirements" &&
    python3 -m zipfile -e "$work"/*.whl "$work/package" &&
    mkdir "$work/taken" &&
    "$take" "$work/package" "$work/taken" &&
    [ -n "$(ls "$work/taken")" ] &&
    mv "$work/taken" "$folder"
}

# The chunks of a bundle that contains Blockly.
take_chunks() { find "$1" -path '*/static/*' -name '[0-9]*.js' -exec mv {} "$2/" \; ; }

# Blockly's scripts, as they stand in the source map of a program that contains them.
take_scripts() {
  mkdir "$2/msg" && node -e '
    const fs = require("fs");
    const [map, folder] = process.argv.slice(1);
    const {sources, sourcesContent} = JSON.parse(fs.readFileSync(map));
    for (const name of ["blockly_compressed.js", "blocks_compressed.js", "msg/en.js"]) {
      fs.writeFileSync(`${folder}/${name}`, sourcesContent[sources.indexOf(`node_modules/blockly/${name}`)]);
    }' "$(find "$1" -name 'mced.*.js.map')" "$2"
}
