import BlockModel
import BlockNotation
import Testing

@testable import BlockLibrary

/// What variables are, as the program says.
@Suite struct ValueKindTests {
  private let kinds: ValueKinds
  private let workspace: Workspace

  init() throws {
    let text = """
      set a to [1]
      set b to a
      set c to "x"
      set d to 5
      change e by 1
      to g append text "x"
      set mixed to 1
      set mixed to "x"
      set copy to unknown
      print sum of list used
      print to UPPER CASE shown
      f with: data b, word c

      to f with: data, word
        print data
      return length of word

      set result to f with: data [2], word "y"
      set made to g with: h 1

      to g with: h
        set text to "a"
        if h = 1 return "b"
      return text

      to letters
      return make list from text "a b" with delimiter " "
      """
    workspace = try NotationScene.read(text, try NotationScene.library())
    kinds = ValueKinds(workspace)
  }

  @Test(arguments: [
    ("a", ValueKind.list), ("b", .list), ("c", .text), ("d", .number), ("e", .number), ("g", .text),
    ("mixed", .unknown), ("copy", .unknown), ("used", .list), ("shown", .text), ("data", .list), ("word", .text),
    ("A", .list), ("missing", .unknown), ("made", .text),
  ])
  func aVariableIsWhatIsAssignedToItElseWhatUsesItNeed(name: String, kind: ValueKind) {
    #expect(kinds.kind(ofVariable: name) == kind)
  }

  @Test func aFunctionIsWhatItReturns() {
    #expect(kinds.kind(ofFunction: "f") == .number)
    #expect(kinds.kind(ofFunction: "g") == .text)
    #expect(kinds.kind(ofFunction: "letters") == .list)
    #expect(kinds.itemKind(ofFunction: "letters") == .text)
  }

  /// Four assignments are followed, in whatever order the variables are looked at.
  @Test func aChainOfAssignmentsIsFollowedAsFarEachTime() throws {
    let chain = ["set v0 to [1]"] + (1..<20).map { "set v\($0) to v\($0 - 1)" }
    for _ in 0..<5 {
      let workspace = try NotationScene.read(chain.joined(separator: "\n"), try NotationScene.library())
      let kinds = ValueKinds(workspace)
      let known = (0..<20).map { kinds.kind(ofVariable: "v\($0)") }
      #expect(known == (0..<20).map { $0 <= 4 ? .list : .unknown })
    }
  }
}
