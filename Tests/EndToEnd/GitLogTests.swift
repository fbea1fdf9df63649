import FileTesting
import Testing

/// `mortise log` with a real git.
@Suite(.enabled(if: Tool.has("git"), "git is not installed")) struct GitLogTests {
  private let scene: GitFolder

  init() throws { scene = try GitFolder(binary: Tool.binary) }

  /// The exit status and the output, without the names of commits and what they changed.
  private func log(_ file: String, in folder: String = "work") -> String {
    let outcome = scene.sh("mortise log \(file)", in: folder)
    let text = outcome.output.replacing(scene.path, with: "ROOT").replacing(
      #/(?m)^[0-9a-f]{7} 2026-11-25 Ada: /#, with: "")
    return "\(outcome.code) \(text.replacing(#/(?m)^    .*\n/#, with: ""))"
  }

  @Test func commitsThatChangedTheFileAreListed() {
    scene.sh(
      """
      git init -q -b main; echo 1 > a.blk; echo 1 > b.blk; git add .; git commit -qm one
      echo 2 > b.blk; git commit -qam two; echo 3 > a.blk; git commit -qam three
      """)
    #expect(log("a.blk") == "0 three\none (new)\n")
    #expect(log("../work/b.blk", in: "home") == "0 two\none (new)\n")
    scene.sh(
      "git checkout -qb side; echo 4 > a.blk; git commit -qam side; git checkout -q main; echo 5 > b.blk; git commit -qam five; git merge -qm merge side"
    )
    #expect(log("a.blk") == "0 side\nthree\none (new)\n")
    scene.sh("git rm -q a.blk; git commit -qm gone")
    #expect(log("a.blk") == "0 gone (deleted)\nside\nthree\none (new)\n")
    #expect(log("c.blk") == "1 mortise: no commit has changed c.blk\n")
    #expect(log(".") == "1 mortise: . is a folder\n")
    #expect(log("no/such/folder/c.blk") == "1 mortise: no commit has changed no/such/folder/c.blk\n")
  }

  @Test func renamesAreFollowed() {
    scene.sh(
      """
      git init -q; seq 1 40 > old.blk; echo x > other.blk; git add .; git commit -qm one; seq 1 41 > old.blk; git commit -qam two
      mkdir sub; git mv old.blk sub/new.blk; git commit -qm moved
      git mv sub/new.blk last.blk; sed -i 's/^7$/seven/' last.blk; git rm -q other.blk; git add .; git commit -qm 'moved and changed'
      """)
    // Many others are deleted at the same time.
    scene.sh(
      """
      mkdir many; for i in $(seq 10 80); do seq $i > many/$i.blk; done; mkdir z; seq 100 160 > z/moved.blk; git add .; git commit -qm many
      git rm -rq many; mkdir y; git mv z/moved.blk y/moved.blk; echo end >> y/moved.blk; git add .; git commit -qm moved
      """)
    #expect(log("y/moved.blk") == "0 moved (was z/moved.blk)\nmany (new)\n")
    #expect(log("last.blk") == "0 moved and changed (was sub/new.blk)\nmoved (was old.blk)\ntwo\none (new)\n")
  }

  /// One side of a merge renames the file, and the other changes it under its old name.
  @Test func renamesOnOneSideOfAMergeAreFollowed() {
    scene.sh(
      """
      git init -q -b main; seq 1 40 > old.blk; git add .; git commit -qm one
      git checkout -qb side; git mv old.blk new.blk; sed -i 's/^7$/seven/' new.blk; git commit -qam renamed
      git checkout -q main; sed -i 's/^30$/thirty/' old.blk; git commit -qam two; echo end >> old.blk; git commit -qam three
      git merge -q side -m merged; echo more >> new.blk; git commit -qam last
      """)
    let lines = log("new.blk").split(separator: "\n").map { $0.prefix { $0 != "(" } }
    for subject in ["one ", "renamed ", "two", "three"] {
      #expect(lines.contains { $0.hasSuffix(subject) }, "\(lines)")
    }
    #expect(lines.first == "0 last")
  }

  @Test func changesAreInTheWordsOfTheBlocks() {
    scene.sh(
      """
      git init -q -b main; cp '\(programs)/fizzbuzz.xml' a.blk; git add .; git commit -qm one
      sed -i 's/FizzBuzz/Both/' a.blk; git commit -qam two
      sed -i 's/x="/x="1/' a.blk; git commit -qam moved
      echo broken > a.blk; git commit -qam broken
      git checkout -q HEAD~1 a.blk; git mv a.blk b.blk; git commit -qm mended
      """)
    let outcome = scene.sh("mortise log a.blk").output.replacing(#/(?m)^[0-9a-f]{7} 2026-11-25 Ada: /#, with: "")
    #expect(
      outcome == """
        mended (deleted)
        broken
            a.blk:1:1: this is neither Blockly XML nor Blockly JSON
        moved
            only places, ids or the layout of the file
        two
            @@ count with i from 1 to 100 by 1
              count with i from 1 to 100 by 1
                if i is divisible by 15
            ~     print "[-FizzBuzz-]{+Both+}"
                else if i is divisible by 3
                  print "Fizz"
                else if i is divisible by 5
              …
        one (new)

        """)
  }

  private var programs: String {
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Programs"
  }

  @Test func mergesAreNamed() {
    scene.sh(
      """
      git init -q -b main; seq 9 > a.blk; git add .; git commit -qm one; git checkout -qb side; seq 10 > a.blk; git commit -qam side
      git checkout -q main; seq 0 9 > a.blk; git commit -qam main; git merge -qm both side
      """)
    let outcome = log("a.blk")
    #expect(outcome.hasPrefix("0 both (merge)\n") && outcome.hasSuffix("\none (new)\n"), "\(outcome)")
  }

  @Test func whatOthersWroteIsShownSafely() {
    scene.sh(
      """
      git init -q; echo 1 > '-a.blk'; echo 1 > 'a[1].blk'; echo 2 > a1.blk; git add .
      GIT_AUTHOR_NAME="$(printf 'E\\033[31mve\\342\\200\\256')" git commit -qm "$(printf 'x\\033]0;t\\007y')"
      """)
    let shown = log("-- -a.blk")
    #expect(shown.hasSuffix("E\u{FFFD}[31mve\u{FFFD}: x\u{FFFD}]0;t\u{FFFD}y (new)\n"), "\(shown)")
    scene.sh("echo 3 > a1.blk; git commit -qam 'not the file with brackets'")
    #expect(log("'a[1].blk'") == shown)
  }

  @Test func otherKindsOfRepositories() {
    #expect(log("a.blk") == "1 mortise: ROOT/work isn't in a git repository\n")
    scene.sh("git init -q -b main")
    #expect(log("a.blk") == "1 mortise: there are no commits yet\n")
    scene.sh(
      "for i in 1 2 3; do echo $i > a.blk; git add .; git commit -qm $i; done; git clone -q --bare . ../bare; git clone -q --depth 2 file://$PWD ../shallow"
    )
    #expect(log("a.blk", in: "bare") == "0 3\n2\n1 (new)\n")
    #expect(log("a.blk", in: "shallow") == "0 3\n2 (new)\nmortise: the clone is shallow: older commits are not here\n")
    #expect(log(".git/config").hasPrefix("1 mortise: ROOT/work/.git is git's own folder"))
    scene.sh("git init -q --object-format=sha256; echo 1 > a.blk; git add .; git commit -qm sha", in: "sha")
    #expect(log("a.blk", in: "sha") == "0 sha (new)\n")
    scene.sh(
      "git worktree add -q ../tree; git -c protocol.file.allow=always submodule -q add ../sha sub 2>/dev/null || git -c protocol.file.allow=always submodule -q add ../bare sub"
    )
    #expect(log("a.blk", in: "tree") == "0 3\n2\n1 (new)\n")
    #expect(log("sub/a.blk").hasPrefix("0 "))
  }

  @Test func aPartialCloneFetchesNothing() {
    scene.sh(
      """
      git init -q; seq 1 40 > old.blk; git add .; git commit -qm one; seq 1 39 > new.blk; git rm -q old.blk; git add .; git commit -qm two
      git config uploadpack.allowFilter true
      git clone -q --filter=blob:none file://$PWD ../partial
      """)
    scene.sh("rm -rf \(scene.path)/work")
    #expect(log("new.blk", in: "partial") == "0 two (new)\n")
  }

  @Test func commitsOfAPartialCloneAreListed() {
    scene.sh(
      """
      git init -q; mkdir sub; for i in 1 2 3; do echo $i > sub/a.blk; git add .; git commit -qm $i; done
      git config uploadpack.allowFilter true; git clone -q --filter=blob:none file://$PWD ../partial
      """)
    scene.sh("rm -rf \(scene.path)/work")
    let lines = scene.sh("mortise log sub/a.blk", in: "partial").output.split(separator: "\n")
    #expect(lines.count == 5 && lines.last?.hasSuffix(": 1 (new)") == true, "\(lines)")
    #expect(lines.dropFirst().first?.contains("is not here: the clone is partial") == true, "\(lines)")
  }
}
