import Markup
import Testing

@testable import ProgramJournal
@testable import Workbench

/// The journal keeps what is entered in an open dialog, until that is applied or cancelled.
@MainActor @Suite struct DialogDraftTests {
  private static let comment = DialogDraft.Dialog.blockComment(blockID: "a")

  private func typed(_ text: String) -> DialogDraft { DialogDraft(Self.comment, text: text) }

  private func draft(after drafts: [DialogDraft?]) throws -> DialogDraft? {
    let scene = try JournalScene(JournalScene.program)
    for draft in drafts {
      scene.session.writer.note(draft)
      scene.session.flush()
    }
    scene.kill()
    return try scene.journalContent().draft
  }

  @Test func theLastDraftIsFound() throws {
    for texts in [
      ["a"], ["a", "ab", "abc"], ["abc", "abXc", "bXc", ""], ["one\ntwo", "one\n\ntwo"], ["aaa", "aa", "aaaa"],
      ["e\u{301}x", "ex", "e\u{301}"], ["👩‍👩‍👧", "👩‍👧", "👩"],
    ] {
      #expect(try draft(after: texts.map(typed))?.text == texts.last, "\(texts)")
    }
  }

  @Test func everyDialogIsFound() throws {
    for dialog: DialogDraft.Dialog in [
      .blockComment(blockID: "a"), .comment(id: "c"), .newComment, .field(blockID: "a", name: "TEXT"),
      .data(blockID: "a"), .mutator(blockID: "a"), .line(.free, editedID: nil), .line(.below("a"), editedID: "b"),
      .line(.above(blockID: "a"), editedID: nil), .line(.input("TEXT", of: "a"), editedID: nil),
    ] {
      let whole = DialogDraft(dialog, text: "x", mutation: JSONValue.building { $0.member("name", "f") }, row: 2)
      #expect(try draft(after: [typed("y"), whole]) == whole)
    }
  }

  @Test func anAppliedOrCancelledDraftIsGone() throws {
    #expect(try draft(after: [typed("a"), nil]) == nil)
    let scene = try JournalScene(JournalScene.program)
    scene.session.writer.note(typed("a"))
    scene.session.flush()
    scene.session.write("b")
    scene.session.writer.note(nil)
    scene.session.flush()
    scene.kill()
    #expect(try scene.journalContent().draft == nil)
    let lines = try scene.journalLines().filter { if case .draft = $0 { false } else { true } }
    #expect(lines.count == 1)
  }

  @Test func aDraftSurvivesCompacting() throws {
    let scene = try JournalScene(JournalScene.program)
    for name in ["b", "c", "d"] {
      scene.session.write(name)
      scene.session.flush()
      _ = scene.session.controller.undo()
    }
    for text in ["a", "ab", "abc"] {
      scene.session.writer.note(typed(text))
      scene.session.flush()
    }
    scene.kill()
    #expect(try scene.compact())
    #expect(try scene.orphan().draft == typed("abc"))
  }

  /// No step is added, and the program is not modified by it.
  @Test func aDraftIsUnsavedWorkAndNoStep() throws {
    let scene = try JournalScene(JournalScene.program)
    let before = scene.session.texts
    scene.session.writer.note(typed("a"))
    scene.session.flush()
    scene.kill()
    let orphan = try scene.orphan()
    #expect(orphan.hasUnsavedWork && orphan.unsavedGroupCount == 0 && orphan.draft == typed("a"))
    let session = try scene.recover(orphan)
    #expect(session.texts == before && session.controller.history.undoCount == 0 && !session.controller.isModified)
    session.writer.close(removing: true)
  }

  @Test func aLongTextIsNotWrittenForEachKey() throws {
    let scene = try JournalScene(JournalScene.program)
    var text = String(repeating: "word ", count: 2000)
    scene.session.writer.note(typed(text))
    scene.session.flush()
    let size = scene.journalBytes.count
    for number in 1...100 {
      text.insert("x", at: text.index(text.startIndex, offsetBy: number * 50))
      scene.session.writer.note(typed(text))
      scene.session.flush()
    }
    #expect(scene.journalBytes.count - size < 10_000)
    scene.kill()
    #expect(try scene.orphan().draft?.text == text)
  }

  /// The lines before a save may be dropped.
  @Test func theWholeDraftFollowsASave() throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.write("b")
    scene.session.writer.note(typed("abc"))
    scene.session.flush()
    scene.session.save()
    scene.session.writer.note(typed("abcd"))
    scene.session.flush()
    let lines = String(decoding: scene.journalBytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let save = try #require(lines.firstIndex { $0.hasPrefix(#"{"saved""#) })
    #expect(lines[(save + 1)...].first == #"{"draft":{"dialog":"comment","block":"a","text":"abc"}}"#)
    scene.kill()
    #expect(try scene.orphan().draft == typed("abcd"))
  }

  @Test(arguments: [
    #"{"draft":{"dialog":"comment","block":"a","keep":[3,0],"text":"x"}}"#,
    #"{"draft":{"dialog":"comment","block":"a","keep":[-1,0],"text":"x"}}"#,
    #"{"draft":{"dialog":"comment","block":"b","keep":[1,0],"text":"x"}}"#,
    #"{"draft":{"dialog":"nothing"}}"#, #"{"draft":7}"#,
  ])
  func anInvalidDraftIsDamage(line: String) throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.writer.note(typed("ab"))
    scene.session.flush()
    scene.kill()
    scene.journalBytes += Array("\(line)\n".utf8)
    let orphan = try scene.orphan()
    #expect(orphan.damagedBytes == line.utf8.count + 1 && orphan.draft == typed("ab"))
    orphan.discard()
  }
}
