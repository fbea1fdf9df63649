# For bin/test: what is public changes only with a line in the changelog. Needs common.sh.
# shellcheck shell=bash

# Fails if the list of the public API differs from the one of the last release, or else of the main branch or the commit
# before, but the changelog's [Unreleased] says the same. Without a history, there is nothing to compare.
check_changelog() {
  local base list=Tests/Architecture/PublicAPI.txt
  base=$(base_commit) || return 0
  if cmp -s <(git -C "$root" show "$base:$list" | sort) <(sort "$root/$list"); then return 0; fi
  if [ "$(git -C "$root" show "$base:CHANGELOG.md" | unreleased)" != "$(unreleased <"$root/CHANGELOG.md")" ]; then return 0; fi
  echo "$list has changed since ${base:0:9}: say in CHANGELOG.md, under [Unreleased], what changes for users of the API"
  return 1
}

# Prints the commit to compare with.
base_commit() {
  local commit head
  head=$(git -C "$root" rev-parse --verify --quiet HEAD 2>/dev/null) || return 1
  if commit=$(git -C "$root" describe --tags --abbrev=0 --match '[0-9]*' 2>/dev/null); then
    git -C "$root" rev-parse "$commit^{commit}"
    return
  fi
  for branch in origin/main main; do
    if commit=$(git -C "$root" merge-base HEAD "$branch" 2>/dev/null) && [ "$commit" != "$head" ]; then
      echo "$commit"
      return
    fi
  done
  git -C "$root" rev-parse --verify --quiet HEAD~
}

# Prints what a changelog says of the next release.
unreleased() { sed -n '/^## \[Unreleased\]/,/^## \[[0-9]/{/^## /d;/./p}'; }
