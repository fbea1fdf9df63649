import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// The clipboard between programs, and pasted text.
@MainActor @Suite struct ClipboardTests {
  private func program(_ text: String) throws -> WorkbenchController {
    WorkbenchController(
      document: try Document(bytes: Array(text.utf8), path: "a.blocktext", factory: try StockBlocks.factory()),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }

  private func text(_ controller: WorkbenchController) -> String {
    String(decoding: controller.bytes().bytes, as: UTF8.self)
  }

  /// Copies from one program into another.
  private func transfer(
    from text: String, into other: String, copy: Intent = .copyStack, paste: Intent = .paste
  ) throws -> (target: WorkbenchController, message: String?) {
    let (source, target) = (try program(text), try program(other))
    #expect(source.perform(copy).refusal == nil)
    try target.takeSharedClipboard(try #require(source.sharedClipboard()))
    let before = self.text(target)
    let outcome = target.perform(paste)
    #expect(outcome.refusal == nil && target.history.undoCount == 1)
    // One step, undone and redone.
    let after = self.text(target)
    target.perform(.undo)
    #expect(self.text(target) == before)
    target.perform(.redo)
    #expect(self.text(target) == after)
    return (target, outcome.statusMessage)
  }

  @Test(arguments: [
    // Variables are the same if they have the same name.
    ("set x to 5\nprint x\n", "print x\n", "print x\nset x to 5\nprint x\n"),
    // Mutations.
    (
      "if true\n  print 1\nelse if false\n  print 2\nelse\n  print 3\n", "print 0\n",
      "print 0\nif true\n  print 1\nelse if false\n  print 2\nelse\n  print 3\n"
    ),
    // A function that the program lacks, with one that calls itself through another.
    (
      "f with: a 1\n\nto f with: a\n  g with: b a\n\nto g with: b\n  f with: a b\n", "print a\n",
      "print a\nf with: a 1\n\nto f with: a\n  g with: b a\n\nto g with: b\n  f with: a b\n"
    ),
    // A function that the program has stays as it is.
    (
      "f\n\nto f\n  print 1\n", "print 0\n\nto f\n  print 2\n",
      "print 0\nf()\n\nto f\n  print 2\n"
    ),
    // One of the needed functions is there.
    (
      "f\n\nto f\n  g\n\nto g\n  print 1\n", "print 0\n\nto g\n  print 2\n",
      "print 0\nf()\n\nto g\n  print 2\n\nto f\n  g()\n"
    ),
    // A definition brings what it calls.
    (
      "to f\n  g\n\nto g\n  f\n", "print 0\n",
      "print 0\n\nto f\n  g()\n\nto g\n  f()\n"
    ),
  ])
  func everythingTravelsAlong(source: String, target: String, expected: String) throws {
    #expect(text(try transfer(from: source, into: target).target) == expected)
  }

  @Test func theMessageNamesTheFunction() throws {
    let message = try transfer(from: "f\n\nto f\n  print 1\n", into: "print 0\n").message
    #expect(message?.hasSuffix(", with the function “f”") == true)
    let above = try transfer(
      from: "f\ng\n\nto f\n  print 1\n\nto g\n  print 2\n", into: "print 0\n", paste: .pasteAbove)
    #expect(above.message?.hasSuffix(", with 2 functions") == true)
    // The stack keeps its place in the file.
    #expect(text(above.target).hasPrefix("f()\ng()\nprint 0\n"))
  }

  /// To Swift, "\r\n" is one Character.
  @Test(arguments: ["\n", "\r\n"]) func textIsPastedWithAnyLineEnds(lineBreak: String) throws {
    let controller = try program("print 0\n")
    let text = "    repeat 3 times\n      print 1\n\n    print 2\n".replacing("\n", with: lineBreak)
    #expect(controller.perform(.paste(text: text)).refusal == nil)
    #expect(self.text(controller) == "print 0\n\nrepeat 3 times\n  print 1\n\nprint 2\n")
  }

  /// Values, comments, and a copy into an empty program.
  @Test func otherThingsTravelToo() throws {
    let (source, target) = (try program("// A remark.\n"), try program(""))
    source.perform(.copy)
    try target.takeSharedClipboard(try #require(source.sharedClipboard()))
    target.perform(.paste)
    #expect(text(target) == "// A remark.\n")
    #expect(text(try transfer(from: "print (x + 1)\n", into: "").target) == "print x + 1\n")
  }

  @Test func theLaterCopyCounts() throws {
    let (source, target) = (try program("print 1\n"), try program("print 2\n"))
    source.perform(.copy)
    let shared = try #require(source.sharedClipboard())
    target.perform(.copy)
    try target.takeSharedClipboard(shared)
    target.perform(.paste)
    #expect(text(target) == "print 2\nprint 2\n")
    source.perform(.copy)
    try target.takeSharedClipboard(try #require(source.sharedClipboard()))
    target.perform(.paste)
    #expect(text(target) == "print 2\nprint 2\nprint 1\n")
  }

  @Test(arguments: ["", "{}", "{}\n{}", "{\"mortiseClipboard\":2,\"time\":9,\"functions\":0}\n{}"])
  func damageLeavesTheOwnClipboard(content: String) throws {
    let target = try program("print 1\n")
    target.perform(.copy)
    #expect(throws: OpenError.self) { try target.takeSharedClipboard(Array(content.utf8)) }
    target.perform(.paste)
    #expect(text(target) == "print 1\nprint 1\n")
  }

  @Test func aCutChunkOfAnyLengthIsDamageOrThePast() throws {
    let source = try program("f with: a 1\n\nto f with: a\n  print a\n")
    source.perform(.copy)
    let shared = try #require(source.sharedClipboard())
    let target = try program("print 1\n")
    for count in stride(from: 0, to: shared.count - 1, by: 7) {
      #expect(throws: OpenError.self) { try target.takeSharedClipboard(Array(shared[..<count])) }
    }
  }

  @Test func theTextIsTheNotation() throws {
    let source = try program("f with: a 1\nprint x\n\nto f with: a\n  print a\n")
    #expect(source.clipboardText(limit: 100) == nil)
    source.perform(.copyStack)
    #expect(source.clipboardText(limit: 100) == "f with: a 1\nprint x\n")
    #expect(source.clipboardText(limit: 10) == nil)
  }

  // MARK: - Pasted text

  @Test(arguments: [
    ("set y to 5", "print 1\nset y to 5\n"), ("  print 2\n  print 3\n", "print 1\nprint 2\nprint 3\n"),
    ("\n\n\tif true\n\t  print 2\n", "print 1\nif true\n  print 2\n"),
    ("f\n\nto f\n  print 2", "print 1\n\nf()\n\nto f\n  print 2\n"),
    ("to f\n  g\n\nto g\n  f", "print 1\n\nto f\n  g()\n\nto g\n  f()\n"),
    ("<xml><block type='text_print'/></xml>", "print 1\nprint _\n"),
  ])
  func pastedTextBecomesBlocks(pasted: String, expected: String) throws {
    let target = try program("print 1\n")
    #expect(target.perform(.paste(text: pasted)).refusal == nil)
    #expect(text(target) == expected)
    target.perform(.undo)
    #expect(text(target) == "print 1\n")
  }

  @Test(arguments: [
    ("set x 5", "the pasted text can't be read: 1:7: “5” doesn't fit here; expected “to” or “=”"),
    (
      "  set x 5\n  print )",
      "the pasted text can't be read: 1:9: “5” doesn't fit here; expected “to” or “=” (and 1 more)"
    ),
    ("// only\n@at(1", "the pasted text can't be read: 2:1: the parenthesis of “@at” isn't closed on its line"),
    ("  \n", "there are no blocks in the pasted text"),
  ])
  func whatCantBeReadIsTold(pasted: String, reason: String) throws {
    let target = try program("print 1\n")
    #expect(target.perform(.paste(text: pasted)).refusal == reason)
    #expect(!target.isModified)
  }
}
