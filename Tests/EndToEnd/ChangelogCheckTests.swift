import FileTesting
import Testing

/// `bin/test` insists on a line in the changelog where the public API has changed.
@Suite(.enabled(if: Tool.has("git"))) struct ChangelogCheckTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// Runs a script, then the check, in a new repository whose first commit lists the API `one`.
  private func check(_ script: String) throws -> Tool.Outcome {
    let folder = try TemporaryFolder()
    return try Tool.run(
      [
        "-c",
        """
        set -euo pipefail
        root=$0; . "$1/bin/lib/changelog.sh"; cd "$root"; trap 'rm -rf "$root"/* "$root"/.git' EXIT
        export GIT_CONFIG_GLOBAL=/dev/null GIT_{AUTHOR,COMMITTER}_{NAME,EMAIL}=x
        commit() { git add . && git commit --quiet --allow-empty --message x; }
        mkdir -p Tests/Architecture
        api=Tests/Architecture/PublicAPI.txt
        changelog() { printf '# Changelog\\n\\n## [Unreleased]\\n\\n%s\\n## [0.1.0]\\n\\n- Old.\\n' "$1" >CHANGELOG.md; }
        git init --quiet --initial-branch main
        echo one >$api; changelog ''; commit
        \(script)
        check_changelog
        """,
        folder.path, Self.root,
      ], program: "/bin/bash")
  }

  @Test(arguments: [
    "echo two >$api", "echo two >$api; commit", "git checkout --quiet -b work; echo two >$api; commit; commit",
    "git tag 0.1.0; echo two >$api; commit; commit",
    "git tag 0.1.0; changelog '- New.'; echo two >$api; commit; echo three >$api; commit",
    "git checkout --quiet -b work; echo two >$api; commit; sed -i 's/Old/Older/' CHANGELOG.md; commit",
    "echo two >$api; sed -i 's/Old/Older/' CHANGELOG.md",
  ]) func aChangedAPIWithoutALineFails(script: String) throws {
    let outcome = try check("commit; \(script)")
    #expect(outcome.code == 1 && outcome.output.hasPrefix("Tests/Architecture/PublicAPI.txt has changed since "))
    #expect(outcome.output.hasSuffix(": say in CHANGELOG.md, under [Unreleased], what changes for users of the API\n"))
  }

  @Test(arguments: [
    "", "commit", "changelog '- New.'; echo two >$api", "commit; changelog '- New.'; echo two >$api; commit",
    "git tag 0.1.0; changelog '- New.'; echo two >$api; commit; commit",
    "changelog '- New.'; echo two >$api; commit; changelog '- Newer.'; echo three >$api; commit",
    "git checkout --quiet -b work; echo two >$api; commit; changelog '- New.'; commit", "rm -rf .git; echo two >$api",
    "printf '1\\n2\\n' >$api; changelog '- New.'; commit; printf '2\\n1\\n' >$api; commit",
  ]) func everythingElsePasses(script: String) throws {
    let outcome = try check(script)
    #expect(outcome == Tool.Outcome(code: 0, output: "", errors: ""))
  }
}
