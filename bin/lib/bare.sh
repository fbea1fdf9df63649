# For bin/test: the archive of bin/package in a Debian with nothing but its base system. Needs common.sh and packages.sh.
# shellcheck shell=bash

bare_packages=(debootstrap:debootstrap)
bare_release=bookworm

# Why this can't be tried here; nothing if it can.
bare_obstacle() {
  local id=
  # shellcheck source=/dev/null
  if [ -r /etc/os-release ]; then id=$(. /etc/os-release && echo "${ID-} ${VERSION_CODENAME-}"); fi
  # A newer system's C library would be asked for.
  if [ "$id" != "debian $bare_release" ]; then echo "this is not Debian $bare_release"; return; fi
  if [ "$(id -u)" -ne 0 ]; then echo "only root can change the root folder"; return; fi
  if [ -z "$(bare_mirror)" ]; then echo "apt has no source of Debian $bare_release"; fi
}

# Where apt gets Debian's packages from.
bare_mirror() {
  # shellcheck disable=SC2016 # $(…) is apt's own
  apt-get indextargets --format '$(SITE)' 'Created-By: Packages' "Codename: $bare_release" 'Origin: Debian' | head -n 1
}

# Unpacks the archive in a bare system, and uses it there: commands, a program in the editor, and the libraries.
run_bare() (
  need_packages "${bare_packages[@]}"
  work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT || return 1
  "$root/bin/package" >"$work/packages" || return 1
  archive=$(grep '\.tar\.gz$' "$work/packages")
  debootstrap --variant=minbase "$bare_release" "$work/system" "$(bare_mirror)" || return 1
  cp "$archive" "$work/system/tmp" || return 1
  # What a running system has. It is unmounted with the end of the namespace, before the folder is removed.
  unshare --mount /bin/sh -ec 'mount --rbind /proc "$0/proc"; mount --rbind /dev "$0/dev"; exec chroot "$0" "$@"' \
    "$work/system" env -i PATH=/usr/bin:/bin HOME=/root TERM=xterm LANG=C.UTF-8 /bin/bash -euo pipefail -c '
    cd /root
    tar xf /tmp/*.tar.gz
    cd mortise-*
    bin/mortise --version
    bin/mortise check examples/hello.json examples/primes.xml
    bin/mortise convert examples/hello.json -o /tmp/hello.xml
    bin/mortise generate examples/fizzbuzz.xml --to python >/dev/null
    printf q | timeout 20 script --quiet --return --command "bin/mortise examples/hello.json" /dev/null >/tmp/screen
    grep --quiet --text "Hello, world" /tmp/screen
    # Everything but the C library comes along.
    ldd bin/mortise | grep -v "/root/mortise\|linux-vdso\|/ld-linux\|libc\.so\|libm\.so" && exit 1
    ls NOTES README.md docs/use/editing.md lib/copyright examples/hello.json
  '
)
