import FileTesting
import Markup
import MortiseFiles
import Testing

@testable import LiveSession

/// Changes that no host has got wait for one editor.
@Suite struct UnsentChangesTests {
  private let folder: TemporaryFolder
  private let files: NamedFiles
  private let address = SessionAddress(path: "/p.xml")

  init() throws {
    folder = try TemporaryFolder()
    files = try #require(NamedFiles(in: folder.path, suffix: ".jsonl", isPrivate: true))
  }

  private func unsent(_ author: String) -> UnsentChanges {
    let event: JSONValue = .object(["type": "var_create", "varId": "v", "varName": .string(author)])
    return UnsentChanges(
      author: author, secret: "s", batches: [Batch(author: author, count: 1, events: [event])])
  }

  private func take() -> UnsentChanges? { UnsentChanges.take(for: address, from: files) }

  @Test func onlyOneEditorTakesThem() throws {
    try unsent("anna").keep(for: address, in: files)
    var first = take()
    #expect(first?.author == "anna" && first?.secret == "s" && first?.batches.first?.author == "anna")
    #expect(take() == nil)
    // Its file stays until the host has them: the editor may be killed.
    let kept = folder.names.filter { $0.hasSuffix(".jsonl") }
    #expect(kept.count == 1 && TemporaryFolder.mode(folder.file(kept.first ?? "")) == 0o600)
    first = nil
    #expect(take()?.author == "anna")
    try UnsentChanges(author: "anna", secret: nil, batches: []).keep(for: address, in: files)
    #expect(take() == nil && folder.names.isEmpty)
  }

  @Test func twoEditorsTakeThoseOfTwo() throws {
    for author in ["anna", "ben"] { try unsent(author).keep(for: address, in: files) }
    let both = [take(), take()]
    #expect(Set(both.compactMap { $0?.author }) == ["anna", "ben"])
    #expect(take() == nil)
    withExtendedLifetime(both) {}
    for author in ["anna", "ben"] {
      try UnsentChanges(author: author, secret: nil, batches: []).keep(for: address, in: files)
    }
  }

  /// Who has no connection now still has them.
  @Test func nobodyTakesThoseOfARunningEditor() throws {
    let lock = UnsentChanges.lock(for: address, author: "anna", in: files)
    try unsent("anna").keep(for: address, in: files)
    #expect(lock != nil && take() == nil)
    withExtendedLifetime(lock) {}
    #expect(UnsentChanges.take(for: SessionAddress(path: "/q.xml"), from: files) == nil)
    try UnsentChanges(author: "anna", secret: nil, batches: []).keep(for: address, in: files)
  }
}
