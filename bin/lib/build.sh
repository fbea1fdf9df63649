# For the scripts in bin/: how this project is built, which packages that depend on it don't see. Needs common.sh and
# packages.sh.
# shellcheck shell=bash

# Package.swift then optimizes the targets where tests spend most of their time, and offers what Tests/Tools needs.
export MORTISE_DEVELOPMENT=1

# Several packages share the build folder, so the plan of the last build may be that of another package.
plan_flags=(--disable-build-manifest-caching)

# Building and testing share these flags, so that nothing is built twice.
debug_flags=("${plan_flags[@]}" -Xswiftc -warnings-as-errors -Xcc -Wall -Xcc -Wextra -Xcc -Werror)

# Where release builds are: in a folder of their own, so that one can be made beside a debug build.
release_folder="$root/.build/optimized/release"

# A self-contained binary: the Swift libraries are linked statically. What it leaves out or does differs from a debug
# build, with which the tests run, where that takes long:
# - Every use of a property of a block, input or connection would ask the runtime whether somebody is changing it: an
#   eighth of the time that a load takes, and a tenth of an edit. Every closure passed to the standard library would check
#   whether it runs on the main actor. Debug builds do ask.
# - At the first use of a type such as [String: Block], the runtime would look for it by name, and for its conformances
#   among all of the program's: 7 % of the time until the first frame.
# - Libraries would be looked for beside the program first, and 13,000 symbols exported that nobody uses: 3 %.
# - Functions that nobody calls would be linked as well, and those that are called lie on more pages: 4 %.
# Packages leave out what debuggers read, so it isn't made: 7 % of the build's time.
release_flags=(
  "${plan_flags[@]}" --configuration release --static-swift-stdlib --disable-local-rpath -debug-info-format none
  -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -disable-dynamic-actor-isolation
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --no-export-dynamic
)

# Makes a release build of a product if a source is newer than its last build.
build_release() {
  local product=$1 package=$root stamp="$root/.build/$1.built"
  if [ -x "$release_folder/$product" ] && [ -e "$stamp" ] &&
    [ -z "$(find "$root"/{Sources,Resources,Tests/Support,Tests/Tools,Package.swift,bin/lib/build.sh} -newer "$stamp" -print -quit)" ]; then
    return 0
  fi
  need_swift
  need_packages "${build_packages[@]}"
  say "building $product"
  mkdir -p "$root/.build"
  touch "$stamp.new"
  if [ "$product" != mortise ]; then package=$root/Tests/Tools; fi
  quietly "build-$product" swift build --package-path "$package" --scratch-path "${release_folder%/*}" "${release_flags[@]}" \
    --product "$product" || fail "$product could not be built"
  # A copy starts 4 % sooner, as an installed binary does: what the linker writes here and there lies in memory in single
  # pages.
  cp "$release_folder/$product" "$release_folder/$product.copy"
  mv "$release_folder/$product.copy" "$release_folder/$product"
  mv "$stamp.new" "$stamp"
}
