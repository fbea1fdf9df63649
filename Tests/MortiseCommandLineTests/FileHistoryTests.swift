import FileTesting
import MortiseFiles
import TerminalUI
import Testing

@testable import MortiseCommandLine

/// The history that the editor shows, with a real git.
@Suite struct FileHistoryTests {
  private let scene: GitFolder

  init() throws { scene = try GitFolder() }

  private func error(of file: String) -> String {
    do {
      _ = try FileHistory(of: "\(scene.path)/\(file)")
      return "none"
    } catch { return "\(error)".replacing(scene.path, with: "ROOT") }
  }

  private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  @Test func aThousandCommitsAreListed() throws {
    scene.sh(
      """
      git init -q -b main
      for i in $(seq 1 1000); do
        printf 'commit refs/heads/main\\ncommitter Ada <ada@example.org> %d +0000\\ndata 3\\n%03d\\n' $i $((i % 1000))
        printf 'M 100644 inline a.blk\\ndata <<END\\n%d\\nEND\\n\\n' $i
      done | git fast-import --quiet
      """)
    let history = try FileHistory(of: "\(scene.path)/work/a.blk")
    #expect(history.commits.count == 1000 && history.remark == nil)
    #expect(history.commits[0].heading.hasSuffix(" 1970-01-01 Ada: 000") && history.commits[0].note.isEmpty)
    #expect(history.commits[999].note == "new")
    for (index, old, new) in [(0, "999\n", "1000\n"), (500, "499\n", "500\n"), (999, nil, "1\n")]
      as [(Int, String?, String)]
    {
      let read = try history.read(index)
      #expect(text(read.old) == old && text(read.new) == new)
    }
  }

  @Test func renamesDeletionsAndMergesAreNoted() throws {
    scene.sh(
      """
      git init -q -b main; seq 1 9 > old.blk; git add .; git commit -qm one; git mv old.blk a.blk; git commit -qm two
      git checkout -qb side; echo 10 >> a.blk; git commit -qam side; git checkout -q main
      sed -i s/1/x/ a.blk; git commit -qam three; git merge -qm merge side; git rm -q a.blk; git commit -qm gone
      """)
    let history = try FileHistory(of: "\(scene.path)/work/a.blk")
    #expect(history.commits.map(\.note) == ["deleted", "merge", "", "", "was old.blk", "new"])
    #expect(history.commits[4].oldPath == "old.blk" && history.commits[4].path == "a.blk")
    #expect(try history.read(0).new == nil)
  }

  @Test func whereThereIsNoneALineSaysSo() {
    scene.sh("echo 1 > a.blk")
    #expect(error(of: "work/a.blk") == "ROOT/work isn't in a git repository")
    scene.sh("git init -q")
    #expect(error(of: "work/a.blk") == "there are no commits yet")
    #expect(error(of: "work") == "ROOT/work is a folder")
  }
}
