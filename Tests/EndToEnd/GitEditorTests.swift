import FileTesting
import Testing

/// The editor with a real git: what has changed since the last commit, and the history of the file.
@Suite(.enabled(if: TmuxSession.isNeeded && Tool.has("git"), "tmux or git is not installed")) struct GitEditorTests {
  private let scene: GitFolder
  private var program: String { "\(scene.path)/work/a.xml" }

  init() throws {
    scene = try GitFolder()
    scene.sh("git init -q")
    for number in [5, 6, 7] {
      try Tool.write(
        #"<xml><block type="math_number" x="0" y="0"><field name="NUM">\#(number)</field></block></xml>"#, to: program)
      if number < 7 { scene.sh("git add .; git commit -qm 'Number \(number)'") }
    }
  }

  @Test func theLastCommitAndTheHistoryAreShown() throws {
    let session = try TmuxSession([program], stateFolder: "\(scene.path)/state")
    for (keys, text) in [
      ("_m_m", "changes since the last commit: ~1"), ("_w", "before: 6"),
      ("_h", "Ada: Number 6 · 1 of 2 · History of a.xml"), ("<Enter>", "~1 · commit 1 of 2"),
      ("<Left>", "Number 5 (new) · +1 · commit 2 of 2"), ("<Esc>", "2 of 2 · History of a.xml"),
    ] {
      try session.press(keys)
      #expect(try session.sees(text), "\(keys)")
    }
  }
}
