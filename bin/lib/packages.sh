# For the scripts in bin/: the system packages needed. Installs what is missing with apt-get, and names it; asks before it
# uses sudo. If there is no apt-get, says what to install. None of the packages starts a service. Needs common.sh.
# shellcheck shell=bash

# Packages for building, each with one of its headers or programs, to detect it on systems with other package names.
build_packages=(
  libncurses-dev:ncurses.h libexpat1-dev:expat.h libsimdjson-dev:simdjson.h libhiredis-dev:hiredis/hiredis.h
  zlib1g-dev:zlib.h liblzma-dev:lzma.h libyaml-dev:yaml.h
)
# Packages for testing and measuring, each with its programs, one of which is enough, or with one of its files.
test_packages=(
  tmux:tmux python3:python3 nodejs:node bubblewrap:bwrap lua5.4:lua5.4 openssh-client:ssh ncurses-term:/usr/share/terminfo/x/xterm-direct
  # The package of the server would start one; that of the tools has the same program.
  redis-tools:/usr/bin/redis-check-rdb,redis-server util-linux:setpriv
)
bench_packages=(vim-tiny:vim.tiny,vim)
# Packages for installing, and for making a Debian package.
install_packages=(binutils:strip gzip:gzip)
package_packages=(dpkg-dev:dpkg-shlibdeps lintian:lintian patchelf:patchelf)

oldest_swift=6.2

need_swift() {
  local version
  command -v swift >/dev/null ||
    fail "“swift” is not in PATH: install Swift $oldest_swift or newer from https://www.swift.org/install"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  [ "$(printf '%s\n' "$oldest_swift" "${version:-0}" | sort -V | head -n 1)" = "$oldest_swift" ] ||
    fail "Swift ${version:-(unknown version)} is too old: install $oldest_swift or newer from https://www.swift.org/install"
}

# Whether a header can be included.
has_header() { printf '#include <%s>\n' "$1" | clang++ -std=c++17 -fsyntax-only -x c++ - >/dev/null 2>&1; }

# Whether an entry PACKAGE:PROOF[,PROOF...] is installed. A proof is a header, a path, or a program.
has_package() {
  local proofs=${1#*:} proof
  for proof in ${proofs//,/ }; do
    case $proof in
    /*) if [ -e "$proof" ]; then return 0; fi ;;
    *.h) if ! command -v dpkg-query >/dev/null && has_header "$proof"; then return 0; fi ;;
    *) if command -v "$proof" >/dev/null; then return 0; fi ;;
    esac
  done
  command -v dpkg-query >/dev/null &&
    [ "$(dpkg-query --show --showformat '${db:Status-Status}' "${1%%:*}" 2>/dev/null)" = installed ]
}

# Asks a question on the terminal; fails where there is nobody to answer.
confirm() {
  local answer
  [ -t 0 ] && printf '%s: %s [y/N] ' "${0##*/}" "$1" 2>/dev/null >/dev/tty || return 1
  read -r answer && [[ $answer == [yY]* ]]
}

# Installs the entries that are missing.
need_packages() {
  local entry missing=()
  for entry in "$@"; do
    has_package "$entry" || missing+=("${entry%%:*}")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || fail "please install these packages, or their equivalents on your system: ${missing[*]}"
  local as_root=() advice="please install these packages as root: apt-get install ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "$advice"
    confirm "install ${missing[*]}, and what they depend on, with sudo apt-get?" || fail "$advice"
    as_root=(sudo)
  fi
  local options=(install --yes --no-remove --no-install-recommends "${missing[@]}") all
  # The package lists may be missing or outdated.
  if ! all=$(would_install "${options[@]}"); then
    quietly apt-get-update "${as_root[@]}" apt-get update || fail "apt-get update failed"
    all=$(would_install "${options[@]}") || fail "apt-get can't install ${missing[*]}"
  fi
  say "installing ${all//$'\n'/ } with ${as_root[*]:+sudo }apt-get"
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}")
  if ! "${install[@]}" >/dev/null 2>&1 </dev/null; then
    quietly apt-get-update "${as_root[@]}" apt-get update || fail "apt-get update failed"
    quietly apt-get-install "${install[@]}" || fail "apt-get could not install ${missing[*]}"
  fi
}

# Prints the names of the packages that apt-get would install.
would_install() {
  local plan
  plan=$(apt-get --simulate "$@" 2>/dev/null) && sed -n 's/^Inst \([^ ]*\).*/\1/p' <<<"$plan"
}
