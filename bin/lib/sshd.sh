# For bin/test: an sshd for Tests/EndToEnd, which is never installed, as its package would start a public server. Needs
# common.sh and extract.sh.
# shellcheck shell=bash

sshd_folder=$extracted_cache/sshd

# Downloads sshd if there is none. If that fails, the ssh tests are skipped with a message, but where CI is set, they fail.
prepare_sshd() {
  local log="$root/.build/logs/sshd.log" sshd
  for sshd in "${MORTISE_SSHD-}" /usr/sbin/sshd "$sshd_folder/usr/sbin/sshd"; do
    [ ! -x "$sshd" ] || return 0
  done
  mkdir -p "${log%/*}"
  (extract_packages "$sshd_folder" openssh-server) >"$log" 2>&1 || say "no ssh tests: sshd can't be downloaded (see $log)"
}
