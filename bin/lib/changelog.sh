# For bin/test: what is public changes only with a line in the changelog. Needs common.sh.
# shellcheck shell=bash

# Fails if the list of the public API differs from that of one of these commits, but the changelog's [Unreleased] says the
# same: the last one that changed the changelog, and where a branch leaves the main branch. So each change of the API has
# a line of its own, whatever was said of earlier ones. Without a history, there is nothing to compare.
check_changelog() {
  local base list=Tests/Architecture/PublicAPI.txt
  for base in $(base_commits); do
    if cmp -s <(git -C "$root" show "$base:$list" | sort) <(sort "$root/$list"); then continue; fi
    if [ "$(git -C "$root" show "$base:CHANGELOG.md" | unreleased)" != "$(unreleased <"$root/CHANGELOG.md")" ]; then continue; fi
    echo "$list has changed since ${base:0:9}: say in CHANGELOG.md, under [Unreleased], what changes for users of the API"
    return 1
  done
}

# Prints the commits to compare with.
base_commits() {
  local branch
  git -C "$root" log --max-count 1 --format=%H -- CHANGELOG.md 2>/dev/null || return 0
  for branch in origin/main main; do
    if git -C "$root" merge-base HEAD "$branch" 2>/dev/null; then return; fi
  done
}

# Prints what a changelog says of the next release.
unreleased() { sed -n '/^## \[Unreleased\]/,/^## \[[0-9]/{/^## /d;/./p}'; }
