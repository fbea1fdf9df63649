import CasePlaying
import Terminal
import TerminalUI
import Testing

@Suite struct KeyMapTests {
  @Test func everyNameIsAKey() {
    for binding in KeyMap.bindings {
      #expect(!binding.keys.isEmpty)
      for name in binding.keys { #expect(Key(name: name) != nil, "\(name)") }
    }
  }

  @Test(arguments: KeyMap.Context.allCases) func noKeyMeansTwoThings(context: KeyMap.Context) {
    var seen: Set<Key> = []
    for binding in KeyMap.bindings where binding.context == context {
      for key in binding.keys.compactMap({ Key(name: $0) }) {
        #expect(seen.insert(key).inserted, "\(key) is bound twice")
      }
    }
  }

  @Test func everyCommandHasAKey() {
    let bound = Set(KeyMap.bindings.map(\.command))
    for command in EditorCommand.allCases { #expect(bound.contains(command), "\(command)") }
  }

  @Test func theDocumentationIsTheTable() throws {
    let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/docs"
    let documented = try #require(CaseFolder(path: path).text(of: "keys.md"))
    #expect(TextDifference.of(documented, KeyMap.table) == nil, "docs/keys.md is what “mortise keys” prints")
  }
}
