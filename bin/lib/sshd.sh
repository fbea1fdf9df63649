# For bin/test: an sshd for Tests/EndToEnd, which is never installed, as its package would start a public server. It is
# extracted into a cache outside the sources, with the libraries that the system lacks. Needs common.sh.
# shellcheck shell=bash

sshd_folder=${XDG_CACHE_HOME:-$HOME/.cache}/mortise/sshd

# Downloads sshd if there is none. If that fails, the ssh tests are skipped with a message, but where CI is set, they fail.
prepare_sshd() {
  local log="$root/.build/logs/sshd.log" sshd
  for sshd in "${MORTISE_SSHD-}" /usr/sbin/sshd "$sshd_folder/usr/sbin/sshd"; do
    [ ! -x "$sshd" ] || return 0
  done
  mkdir -p "${log%/*}"
  (fetch_sshd) >"$log" 2>&1 || say "no ssh tests: sshd can't be downloaded (see $log)"
}

# The commands are joined by &&: set -e has no effect in a function whose result is tested.
fetch_sshd() {
  local work
  mkdir -p "${sshd_folder%/*}" && work=$(mktemp -d "${sshd_folder%/*}/fetching.XXXXXX") || return 1
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  mkdir "$work/packages" "$work/sshd" && cd "$work/packages" || return 1
  # The package lists may be missing or outdated. Those of the system are for root to change.
  download_sshd || {
    mkdir -p "$work"/lists/partial "$work"/cache/archives/partial &&
      lists=(-o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache") &&
      apt-get "${lists[@]}" update && download_sshd
  } || return 1
  local package
  for package in *.deb; do dpkg-deb --extract "$package" "$work/sshd" || return 1; done
  mv "$work/sshd" "$sshd_folder"
}

# Options of apt for lists of packages in another place.
lists=()

# Downloads the package of sshd, and the libraries that it depends on and the system lacks. apt checks their hashes.
download_sshd() {
  local dependencies library
  apt-get "${lists[@]}" download openssh-server &&
    dependencies=$(apt-cache "${lists[@]}" depends openssh-server) || return 1
  for library in $(sed -n 's/^ *Depends: \(lib[^ ]*\)$/\1/p' <<<"$dependencies"); do
    dpkg-query --show "$library" >/dev/null 2>&1 || apt-get "${lists[@]}" download "$library" || return 1
  done
}
