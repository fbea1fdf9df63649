# For the scripts in bin/: the release build. Needs common.sh and packages.sh.
# shellcheck shell=bash

# A self-contained binary: the Swift libraries are linked statically.
release_flags=(--configuration release --static-swift-stdlib)

# Makes a release build of a product if a source is newer than its last build.
build_release() {
  local product=$1 stamp="$root/.build/$1.built"
  if [ -x "$root/.build/release/$product" ] && [ -e "$stamp" ] &&
    [ -z "$(find "$root"/{Sources,Resources,Tests/Bench,Tests/Support,Package.swift} -newer "$stamp" -print -quit)" ]; then
    return 0
  fi
  need_swift
  need_packages "${build_packages[@]}"
  say "building $product"
  mkdir -p "$root/.build"
  touch "$stamp.new"
  quietly "build-$product" swift build --package-path "$root" "${release_flags[@]}" --product "$product" ||
    fail "$product could not be built"
  mv "$stamp.new" "$stamp"
}
