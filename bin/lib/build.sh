# For the scripts in bin/: the optimised build. Needs common.sh and packages.sh.
# shellcheck shell=bash

# One self-contained binary: the Swift libraries are inside.
release_flags=(--configuration release --static-swift-stdlib)

# Builds a product, optimised, when a source is newer than the last build of it.
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
