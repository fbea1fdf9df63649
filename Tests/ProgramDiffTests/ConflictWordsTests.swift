import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Testing

@testable import ProgramDiff

/// What both sides of a conflict did is told in few words.
struct ConflictWordsTests {
  nonisolated struct Sample: Sendable, CustomStringConvertible {
    var part = ["NUM"]
    var before: String
    var ours: String
    var theirs: String
    var words: String

    var description: String { words }
  }

  nonisolated static let samples = [
    Sample(before: "wait 5", ours: "wait 6", theirs: "wait 7", words: "ours changed 5 to 6, theirs to 7"),
    Sample(before: "5", ours: "6", theirs: "7", words: "ours changed 5 to 6, theirs to 7"),
    Sample(
      part: ["TEXT", "TEXT"], before: "print “a”", ours: "print “B”", theirs: "print “two words”",
      words: "ours changed a to B, theirs to “two words”"),
    // What only one side changed isn't told.
    Sample(
      before: "count with i from 1 to 10 by 1", ours: "count with i from 2 to 11 by 1",
      theirs: "count with i from 1 to 12 by 3", words: "ours changed 10 to 11, theirs to 12"),
    Sample(
      before: "count with i from 1 to 10 by 1", ours: "count with i from 2 to 11 by 1",
      theirs: "count with i from 3 to 12 by 1", words: "ours changed 1 to 2, theirs to 3; 10 to 11, theirs to 12"),
    Sample(
      before: "set a to b + c + d", ours: "set e to f + g + d", theirs: "set h to i + j + d",
      words: "ours “e to f + g”, theirs “h to i + j”, before “a to b + c”"),
    // What both sides have now comes first where a row of 80 columns doesn't hold all.
    Sample(
      before: "print “Hello, everybody!”", ours: "print “Good morning!”", theirs: "print “Good evening!”",
      words: "ours “Good morning”, theirs “Good evening”, before “Hello, everybody”"),
    Sample(
      before: "print “a”", ours: "print “a b”", theirs: "print “a c”", words: "ours added b, theirs c"),
    Sample(
      before: "print “a b”", ours: "print “a”", theirs: "print “a c”", words: "ours deleted b, theirs changed it to c"),
    Sample(
      before: "print “a b”", ours: "print “a c”", theirs: "print “a”", words: "ours changed b to c, theirs deleted it"),
    Sample(
      before: "print [“a”, “b”]", ours: "print [“a c”, “b c”]", theirs: "print [“a d”, “b d”]",
      words: "ours added c, theirs d"),
    // The words of the block don't have it.
    Sample(
      part: ["comment"], before: "wait 5", ours: "wait 6", theirs: "wait 7", words: "both sides changed its comment"),
    Sample(
      part: ["VALUE", "data"], before: "wait 5", ours: "wait 5", theirs: "wait 5", words: "both sides changed its data"),
    Sample(
      part: ["TO", "HIDDEN"], before: "wait", ours: "wait", theirs: "wait", words: "both sides changed its HIDDEN"),
  ]

  /// A text may have megabytes: what is told of it has not.
  @Test func longTextsAreCut() throws {
    let factory = try Stock.factory.get()
    func program(_ letter: Character) throws -> Workspace {
      let text = String(repeating: letter, count: 100_000)
      let value = "<block type='text'><field name='TEXT'>\(text)</field></block>"
      let file = "<xml><block type='text_print'><value name='TEXT'>\(value)</value></block></xml>"
      return try PairOfPrograms.read(Array(file.utf8), factory).workspace
    }
    let ours = try program("b")
    let merge = try ProgramMerge(base: try program("a"), ours: ours, theirs: try program("c"))
    #expect(merge.conflicts.map(\.message.count).allSatisfy { $0 < 2_000 } && merge.conflicts.count == 1)
    let copy = try #require(ours.topBlocks.first(where: ConflictCopy.isCopy))
    let note = try #require(ConflictNote(text: copy.comment?.text ?? ""))
    #expect(note.text.count < 3_000)
    #expect(note.block?.block(in: ours, .of(factory), for: copy) === ours.topBlocks[0])
  }

  /// As earlier versions wrote it into notes.
  private static func message(of part: [String], _ before: String, _ ours: String, _ theirs: String) -> String {
    "\(part.joined(separator: " ")): before “\(before)”, ours “\(ours)”, theirs “\(theirs)”"
  }

  @Test(arguments: samples) func aChange(_ sample: Sample) {
    let message = Self.message(of: sample.part, sample.before, sample.ours, sample.theirs)
    #expect(ConflictWords.text(of: [message]) == sample.words)
  }

  @Test func aChangeThatTheLineDoesNotShow() {
    func words(_ part: ContentPart) -> String {
      ConflictWords.text(of: part, before: "wait 5", ours: "wait 6", theirs: "wait 7")
    }
    #expect(words(.field("NUM")) == "ours changed 5 to 6, theirs to 7")
    #expect(words(.property(.comment)) == "both sides changed its comment")
    #expect(words(.property(.disabled)) == "both sides changed its reasons to be disabled")
    #expect(
      ConflictWords.text(of: .field("HIDDEN"), before: "wait", ours: "wait", theirs: "wait")
        == "both sides changed its field HIDDEN")
  }

  /// Parts of one line have the same lines.
  @Test func eachIsToldOnce() {
    let messages = ["FROM", "TO", "comment"].map {
      Self.message(of: [$0], "wait 5", "wait 6", "wait 7")
    }
    #expect(
      ConflictWords.text(of: messages) == "ours changed 5 to 6, theirs to 7; both sides changed its comment")
  }

  /// What can't be taken apart for sure is told as it is.
  @Test func otherMessagesStay() {
    let unclear = Self.message(of: ["TEXT"], "a", "b”, ours “c", "d")
    for message in ["theirs deletes what ours changes: wait 5", "TEXT: before “a”, ours “b", unclear] {
      #expect(ConflictWords.text(of: [message]) == message)
    }
  }
}
