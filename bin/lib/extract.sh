# For bin/test: programs of Debian packages that must not be installed, extracted into a cache outside the sources. Needs
# common.sh.
# shellcheck shell=bash

extracted_cache=${XDG_CACHE_HOME:-$HOME/.cache}/mortise
# Options of apt for lists of packages in another place.
lists=()

# Extracts packages, and the libraries that they depend on and the system lacks, all or nothing. The commands are joined
# by &&: set -e has no effect in a function whose result is tested.
# usage: (extract_packages FOLDER PACKAGE...)
extract_packages() {
  local folder=$1 work package
  shift
  mkdir -p "${folder%/*}" && work=$(mktemp -d "${folder%/*}/fetching.XXXXXX") || return 1
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  mkdir "$work/packages" "$work/files" && cd "$work/packages" || return 1
  # The package lists may be missing or outdated. Those of the system are for root to change.
  download_packages "$@" || {
    mkdir -p "$work"/lists/partial "$work"/cache/archives/partial &&
      lists=(-o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache") &&
      apt-get "${lists[@]}" update && download_packages "$@"
  } || return 1
  for package in *.deb; do dpkg-deb --extract "$package" "$work/files" || return 1; done
  mv "$work/files" "$folder"
}

# Downloads packages and libraries into the current folder. apt checks their hashes.
download_packages() {
  local dependencies library
  apt-get "${lists[@]}" download "$@" &&
    dependencies=$(apt-cache "${lists[@]}" depends "$@") || return 1
  for library in $(sed -n 's/^ *Depends: \(lib[^ ]*\)$/\1/p' <<<"$dependencies"); do
    dpkg-query --show "$library" >/dev/null 2>&1 || apt-get "${lists[@]}" download "$library" || return 1
  done
}
