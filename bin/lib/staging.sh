# For bin/install and bin/package: the files to install, which `mortise` itself describes. Needs common.sh, packages.sh
# and build.sh.
# shellcheck shell=bash

# Relative to the prefix.
program_file=bin/mortise
manual_file=share/man/man1/mortise.1.gz
bash_file=share/bash-completion/completions/mortise
zsh_file=share/zsh/site-functions/_mortise
fish_file=share/fish/vendor_completions.d/mortise.fish
desktop_file=share/applications/mortise.desktop
types_file=share/mime/packages/mortise.xml
code_file=share/mortise/iobroker-code.js
doc_folder=share/doc/mortise
# Relative to the root: what the program, its manual page and these files themselves refer to.
mapfile -t documents < <(cd "$root" && printf '%s\n' README.md CHANGELOG.md CONTRIBUTING.md docs/*.md docs/*/*.* docs/use/advice/*)

# Puts a command's output into a file.
# usage: put FILE COMMAND...
put() {
  local file=$1
  shift
  mkdir -p "${file%/*}" && "$@" >"$file" && chmod 644 "$file"
}

# Builds Mortise and puts all files except the documents into a folder.
stage() {
  local folder=$1 mortise="$release_folder/mortise"
  need_packages "${install_packages[@]}"
  build_release mortise
  umask 022
  mkdir -p "$folder/${program_file%/*}"
  strip --remove-section=.comment --remove-section=.note -o "$folder/$program_file" "$mortise"
  chmod 755 "$folder/$program_file"
  put "$folder/${manual_file%.gz}" "$mortise" man
  gzip -9nf "$folder/${manual_file%.gz}"
  put "$folder/$bash_file" "$mortise" completions bash
  put "$folder/$zsh_file" "$mortise" completions zsh
  put "$folder/$fish_file" "$mortise" completions fish
  put "$folder/$desktop_file" "$mortise" desktop entry
  put "$folder/$types_file" "$mortise" desktop types
  put "$folder/$code_file" cat "$root/Resources/iobroker-code.js"
}
