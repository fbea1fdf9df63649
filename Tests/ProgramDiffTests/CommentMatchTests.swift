import BlockLibrary
import BlockModel
import Glibc
import Testing

@testable import ProgramDiff

/// Which comments of two programs belong together.
struct CommentMatchTests {
  private func comments(_ texts: [String], _ prefix: String, hasImplicitIDs: Bool = true) -> [WorkspaceComment] {
    texts.enumerated().map { index, text in
      var comment = CommentSnapshot(id: "\(prefix)\(index)", text: text, position: .zero)
      comment.hasImplicitID = hasImplicitIDs
      return WorkspaceComment(comment)
    }
  }

  private func pairs(_ old: [WorkspaceComment], _ new: [WorkspaceComment]) -> [String] {
    let match = CommentMatch(old, new)
    return old.map { "\($0.text) \(match.toNew[$0.id]?.text ?? "-")" } + match.added.map { "+ \($0.text)" }
  }

  @Test func textsComeFirstThenTheOrder() {
    #expect(pairs(comments(["a", "b"], "o"), comments(["b", "a"], "n")) == ["a a", "b b"])
    #expect(
      pairs(comments(["a", "b", "c"], "o"), comments(["x", "c", "y", "z"], "n")) == ["a x", "b y", "c c", "+ z"])
    #expect(pairs(comments(["a", "a"], "o"), comments(["a"], "n")) == ["a a", "a -"])
  }

  @Test func idsAreCheckedAgainstTexts() {
    let old = comments(["a", "b"], "c", hasImplicitIDs: false)
    #expect(pairs(old, comments(["b", "a"], "c", hasImplicitIDs: false)) == ["a a", "b b"])
    let long = "an id as long as Blockly's "
    #expect(
      pairs(comments(["a", "b"], long, hasImplicitIDs: false), comments(["b", "a"], long, hasImplicitIDs: false))
        == ["a b", "b a"])
  }

  @Test func whatNoEventChangesKeepsCommentsApart() {
    let (old, new) = (comments(["a"], "o"), comments(["a"], "n"))
    new[0].isMovable = false
    #expect(pairs(old, new) == ["a -", "+ a"])
  }

  @Test func timeGrowsWithTheirNumber() {
    // The thread's own time, whatever else the machine does.
    func now() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    func seconds(_ count: Int) -> Duration {
      let old = comments((0..<count).map { "old \($0)" }, "o")
      let new = comments((0..<count).map { "new \($0)" }, "n")
      return (0..<3).map { _ in
        let start = now()
        _ = CommentMatch(old, new)
        return now() - start
      }.min() ?? .zero
    }
    let (few, many) = (seconds(500), seconds(8_000))
    // 16 times as many; if it were quadratic, 256 times as long.
    #expect(many < few * 64)
  }
}
