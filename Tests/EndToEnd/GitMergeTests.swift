import FileTesting
import Testing

/// What git does with programs once `mortise git --enable` was run. A program is one long line here, so that git's own merge
/// can do nothing with it.
@Suite(.enabled(if: Tool.has("git"), "git is not installed")) struct GitMergeTests {
  private let scene: GitFolder
  private let before: String

  init() throws {
    scene = try GitFolder(binary: Tool.binary)
    scene.sh("git init -q -b main; printf 'print \"one\"\\nprint \"two\"\\nprint \"three\"\\n' > ../text")
    before = scene.sh("cat .git/config; ls .git/info; cat .git/info/*").output
    scene.sh(
      "mortise git --enable; mortise convert ../text --to xml --compact -o a.blk; git add .; git commit -qm base")
  }

  /// Changes a word on a branch, and commits.
  private func change(_ word: String, to other: String, on branch: String, in file: String = "a.blk") {
    scene.sh(
      "git checkout -q \(branch) 2>/dev/null || git checkout -qb \(branch); sed -i 's/>\(word)</>\(other)</' \(file); git commit -qam '\(other)'"
    )
  }

  /// The exit status of commands, and the printed words of a program.
  private func words(_ file: String = "a.blk", after commands: String = "true") -> String {
    let outcome = scene.sh(commands)
    let text = scene.sh("mortise show \(file)").output
    return "\(outcome.code) "
      + text.split(separator: "\n").map { $0.replacing("print ", with: "") }.joined(separator: " ")
  }

  /// Everything that git wrote is as it was before.
  private func expectDisabled() {
    #expect(scene.sh("mortise git --disable").code == 0)
    #expect(scene.sh("cat .git/config; ls .git/info; cat .git/info/*").output == before)
  }

  @Test func branchesAreMerged() {
    change("one", to: "1", on: "side")
    change("three", to: "3", on: "main")
    #expect(words(after: "git merge -q side -m merged") == "0 \"1\" \"two\" \"3\"")
    #expect(
      words(after: "git reset -q --hard HEAD~1; git checkout -q side; git rebase -q main") == "0 \"1\" \"two\" \"3\"")
    #expect(words(after: "git reset -q --hard HEAD~1; git cherry-pick side@{1}") == "0 \"1\" \"two\" \"3\"")
    #expect(words(after: "git revert --no-edit HEAD~1") == "0 \"1\" \"two\" \"three\"")
    #expect(
      words(
        after:
          "sed -i 's/>two</>2</' a.blk; git stash -q; sed -i 's/>1</>I</' a.blk; git commit -qam I; git stash pop -q")
        == "0 \"I\" \"2\" \"three\"")
    expectDisabled()
  }

  /// Git gives the versions names that say nothing.
  @Test func messagesNameTheVersions() {
    scene.sh(
      "printf '<xml><block type=' > .merge_file_b; cp a.blk .merge_file_o; sed 's/>one</>1</' a.blk > .merge_file_t")
    #expect(
      scene.sh("mortise merge .merge_file_o .merge_file_b .merge_file_t --path a.blk").output.contains("a.blk: ours:1:")
    )
    #expect(
      scene.sh("mortise merge .merge_file_o .merge_file_t .merge_file_x --path a.blk").output
        == "mortise: a.blk: can't read theirs: there is no such file; nothing was written\n")
  }

  /// What can't be read for want of memory may be a program.
  @Test func tooLittleMemoryIsNoMergeByLines() {
    scene.sh(
      """
      for v in base ours theirs; do
        { printf '{"blocks":{"blocks":[]},"name":"%s","text":"' $v; head -c 30000000 /dev/zero | tr '\\0' x; printf '"}'; } > $v.json
      done; cp ours.json r.json
      """)
    let limit = "ulimit -v 420000; "
    let outcome = scene.sh(
      limit + "mortise merge base.json ours.json theirs.json -o r.json; echo $?; cmp ours.json r.json")
    #expect(outcome.output == "mortise: r.json: base.json: there is not enough memory; nothing was written\n2\n")
    for command in ["show", "check", "diff ours.json"] {
      let outcome = scene.sh(limit + "mortise \(command) base.json | head -c 400")
      #expect(outcome.output.contains("there is not enough memory"), "\(command)")
      #expect(outcome.output.split(separator: "\n").count == 1)
    }
  }

  @Test func histories() {
    // Criss-cross: each side has merged the other.
    change("one", to: "1", on: "side")
    change("three", to: "3", on: "main")
    scene.sh("git branch old; git merge -q side -m m1; git checkout -q side; git merge -q old -m m2")
    change("two", to: "2", on: "side")
    change("1", to: "I", on: "main")
    #expect(words(after: "git merge -q side -m m3") == "0 \"I\" \"2\" \"3\"")
    // A rename on one side.
    scene.sh("git checkout -qb moved; git mv a.blk b.blk; sed -i 's/>3</>III</' b.blk; git commit -qam moved")
    change("2", to: "II", on: "main")
    #expect(words("b.blk", after: "git merge -q moved -m m4") == "0 \"I\" \"II\" \"III\"")
    // The same file added on both sides.
    scene.sh("git checkout -qb x; mortise convert ../text --to xml --compact -o c.blk; git add .; git commit -qm x")
    scene.sh(
      "git checkout -q main; mortise convert ../text --to xml --compact -o c.blk; sed -i 's/>two</>zwei</' c.blk; git add .; git commit -qm y"
    )
    #expect(words("c.blk", after: "git merge -q x -m m5") == "0 \"one\" \"zwei\" \"two\" \"three\"")
    expectDisabled()
  }

  /// What git merged line by line while nothing was enabled says how to merge it anew.
  @Test func aConflictOfLinesIsMergedAnew() {
    change("one", to: "1", on: "side")
    change("three", to: "3", on: "main")
    scene.sh("mortise git --disable; git merge side -m merged")
    #expect(
      scene.sh("mortise check a.blk").output
        == "a.blk:1:1: git left a conflict here; ‘mortise git --enable’ and then ‘git checkout --merge FILE’ merge it\n"
    )
    #expect(
      words(after: "mortise git --enable; git checkout -q --merge a.blk") == "0 \"1\" \"two\" \"3\"")
    expectDisabled()
  }

  @Test func conflictsAreKeptApart() {
    change("two", to: "ours", on: "main")
    scene.sh("git checkout -qb side HEAD~1")
    change("two", to: "theirs", on: "side")
    scene.sh("git checkout -q main")
    let outcome = scene.sh("git merge side -m merged")
    #expect(
      outcome.code == 1 && outcome.output.contains("CONFLICT (content): Merge conflict in a.blk"), "\(outcome.output)")
    let shown = words()
    for part in ["\"one\" \"ours\" \"three\"", "theirs", "@disabled"] { #expect(shown.contains(part), "\(shown)") }
    #expect(scene.sh("mortise git --check").output == "a.blk is in conflict; ‘mortise check’ says where\n")
    #expect(scene.sh("git diff").output.contains("print \"theirs\" @disabled"))
    #expect(
      words(after: "git checkout -q --theirs a.blk; git add .; git commit -qm settled")
        == "0 \"one\" \"theirs\" \"three\"")
    #expect(scene.sh("mortise git --check").code == 0)
    expectDisabled()
  }

  @Test func aProgramThatOneSideDeletedIsNamed() {
    change("two", to: "ours", on: "main")
    scene.sh("git checkout -qb side HEAD~1; git rm -q a.blk; git commit -qm deleted; git checkout -q main")
    let advice = "‘git add’ keeps it as it is, ‘git rm’ deletes it\n"
    scene.sh("git merge side -m merged")
    #expect(scene.sh("mortise git --check").output == "a.blk is in conflict: only our side has it; " + advice)
    scene.sh("git merge --abort; git checkout -q side; git merge main -m merged")
    #expect(scene.sh("mortise git --check").output == "a.blk is in conflict: only their side has it; " + advice)
    scene.sh("git rm -q a.blk")
    #expect(scene.sh("mortise git --check").code == 0)
  }

  @Test func whatCannotBeReadStaysOurs() {
    scene.sh("git checkout -qb side; echo '<xml' > a.blk; git commit -qam broken")
    change("two", to: "2", on: "main")
    #expect(words(after: "git merge -q side -m merged") == "1 \"one\" \"2\" \"three\"")
    #expect(scene.sh("mortise git --check").output == "a.blk is in conflict, and holds only our side\n")
  }

  @Test func aSwitchGivesItAllToGit() {
    change("two", to: "ours", on: "main")
    scene.sh("git checkout -qb side HEAD~1")
    change("two", to: "theirs", on: "side")
    scene.sh("git checkout -q main; MORTISE_GIT=off git merge side -m merged")
    #expect(scene.sh("cat a.blk").output.hasPrefix("<<<<<<< "))
    scene.sh("git merge --abort")
    #expect(scene.sh("git diff --no-textconv side main").output.contains("-<xml"))
    #expect(scene.sh("git diff side main").output.contains("\n-print \"theirs\"\n+print \"ours\"\n"))
  }

  @Test func whatIsNoProgramIsMergedByLines() {
    scene.sh(
      "seq 9 > n.blk; git add .; git commit -qm numbers; git checkout -qb side; seq 10 > n.blk; git commit -qam ten; git checkout -q main; seq 0 9 > n.blk; git commit -qam zero"
    )
    #expect(
      scene.sh("git merge -q side -m merged >/dev/null; tr '\\n' ' ' < n.blk").output == "0 1 2 3 4 5 6 7 8 9 10 ")
  }

  /// An empty base says nothing about what both sides have added.
  @Test func addedFilesThatAreNoProgramsAreMergedByLines() {
    scene.sh("git checkout -qb side; echo theirs > n.blk; git add .; git commit -qm theirs; git checkout -q main")
    scene.sh("echo ours > n.blk; git add .; git commit -qm ours; git merge -q side -m merged")
    let lines = scene.sh("grep -c '^[<=>]\\{7\\}' n.blk; grep -v '^[<=>]\\{7\\}' n.blk").output
    #expect(lines == "3\nours\ntheirs\n")
  }

  /// Without a difftool of that name, git would call the mergetool, which writes.
  @Test func difftoolOnlyShows() {
    change("two", to: "2", on: "main")
    scene.sh("echo > b.blk; git add .; git commit -qm b")
    let before = scene.sh("cat a.blk").output
    #expect(
      scene.sh("git difftool --tool=mortise -y HEAD~2").output.contains("~ print \"[-two-]{+2+}\"\n"))
    #expect(scene.sh("cat a.blk").output == before)
  }

  @Test func changesAreShownInWords() {
    change("two", to: "2", on: "main")
    #expect(
      scene.sh("git log -p -1 --format=").output.hasSuffix(
        " print \"one\"\n-print \"two\"\n+print \"2\"\n print \"three\"\n"))
    #expect(scene.sh("git diff --word-diff HEAD~1").output.contains("print [-\"two\"-]{+\"2\"+}"))
    #expect(scene.sh("git blame a.blk | cut -d')' -f2").output == " print \"one\"\n print \"2\"\n print \"three\"\n")
  }
}
