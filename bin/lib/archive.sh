# For bin/package: an archive that runs where nothing can be installed. Needs common.sh, packages.sh, build.sh and staging.sh.
# shellcheck shell=bash

# The package that a file of the system belongs to. Debian moved /lib into /usr, which dpkg calls by the old name.
package_of() {
  local file=$1 owner
  owner=$(dpkg-query --search "$(realpath "$file")" 2>/dev/null) || owner=$(dpkg-query --search "$file" 2>/dev/null) || return 1
  owner=${owner%%:*}
  echo "${owner%%,*}"
}

# The shared libraries of a program, except for those of the C library: a machine has its own, which the kernel and the
# loader must fit.
libraries_of() {
  local library
  ldd "$1" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | while read -r library; do
    if [ "$(package_of "$library")" != libc6 ]; then echo "$library"; fi
  done
}

# The newest version of the C library that any of some files needs.
needed_glibc() { objdump --dynamic-syms "$@" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -uV | tail -n 1; }

# What is said beside the program.
notes() {
  cat <<END
Mortise $1: $2

It needs Linux on $(uname -m) with glibc $3 or newer, as Debian 12 has, and nothing else. Unpack it anywhere.

  bin/mortise examples/hello.json   opens a program; ? shows the keys
  bin/mortise --help                lists the commands
  README.md, docs/                  tell more

Programs run in Python, JavaScript or Lua if the machine has them. To update, unpack the new archive; to remove Mortise, delete
this folder. lib/ holds the libraries that the program brings along; lib/copyright/ has their licences.
END
}

# Makes the archive, and prints its path.
# usage: archive FOLDER VERSION PURPOSE, where FOLDER has what `stage` puts there
archive() {
  local staged=$1 version=$2 purpose=$3 name library package
  name=mortise-$version-linux-$(uname -m)
  local folder=$work/$name
  mkdir -p "$folder"/{bin,lib/copyright}
  cp -r "$staged/bin" "$staged/share" "$folder"
  for library in $(libraries_of "$staged/$program_file"); do
    install -m 644 "$library" "$folder/lib/${library##*/}"
    package=$(package_of "$library")
    install -m 644 "/usr/share/doc/$package/copyright" "$folder/lib/copyright/$package"
  done
  # The program's own libraries first, and theirs from the same folder.
  patchelf --force-rpath --set-rpath "\$ORIGIN/../lib" "$folder/$program_file"
  patchelf --force-rpath --set-rpath "\$ORIGIN" "$folder"/lib/*.so*
  put "$folder/NOTES" notes "$version" "$purpose" "$(needed_glibc "$folder/$program_file" "$folder"/lib/*.so*)"
  for document in "${documents[@]}" LICENSE; do put "$folder/$document" cat "$root/$document"; done
  cp -r "$root/examples" "$folder"
  # The extension needs Mortise's sources.
  rm -rf "$folder/examples/extension"
  chmod -R u=rwX,go=rX "$folder"
  local file=$root/.build/dist/$name.tar.gz
  mkdir -p "${file%/*}"
  tar --create --directory "$work" --owner=0 --group=0 --numeric-owner --sort=name --mtime="@$SOURCE_DATE_EPOCH" "$name" |
    gzip -9n >"$file"
  echo "$file"
}
