import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import Testing
import WorkbenchTesting

@testable import BlockEditing
@testable import Workbench

/// Each refactoring changes programs as its name says, as one step that undo takes back to the byte, and is refused with
/// the reason where the program might do something else.
@MainActor @Suite struct RefactoringTests {
  private static let library = (try? StockBlocks.factory()).map { NotationLibrary(factory: $0) }

  /// A scene with a program in the notation.
  private func scene(_ text: String) throws -> (WorkbenchScene, NotationLibrary) {
    let library = try #require(Self.library)
    let workspace = try NotationReader.read(
      Array(text.utf8), library: library, randomness: SeededNumbers(seed: 3)
    ).workspace
    for block in workspace.blocks.values { block.hasImplicitID = false }
    let json = ProgramWriter.write(workspace, style: .pretty(.json)).bytes
    return (try WorkbenchScene(String(decoding: json, as: UTF8.self), .json), library)
  }

  /// The block that a line of the notation, or a value in it, begins with.
  private func block(_ line: String, in scene: WorkbenchScene, _ library: NotationLibrary) throws -> Block {
    let blocks = scene.workspace.topBlocks.lazy.flatMap { $0.descendants() }
    return try #require(
      blocks.first { LineWriter.line(of: $0, library: library, in: scene.workspace) == line }, "\(line)")
  }

  private func text(_ scene: WorkbenchScene, _ library: NotationLibrary) -> String {
    String(decoding: NotationWriter.write(scene.workspace, library: library), as: UTF8.self)
  }

  nonisolated struct Change: CustomTestStringConvertible, Sendable {
    var kind: RefactoringKind
    var line: String
    var before: String
    var after: String

    init(_ kind: RefactoringKind, at line: String, _ before: String, _ after: String) {
      (self.kind, self.line, self.before, self.after) = (kind, line, before, after)
    }

    var testDescription: String { "\(kind.rawValue): \(before.prefix(60))" }
  }

  nonisolated static let changes = [
    Change(
      .invert, at: "x = 1", "if x = 1\n  print 1\nelse\n  print 2", "if x ≠ 1\n  print 2\nelse\n  print 1"),
    Change(
      .invert, at: "x < 1", "set x to 5\nif x < 1\n  print 1\nelse\n  print 2",
      "set x to 5\nif x ≥ 1\n  print 2\nelse\n  print 1"),
    // `x` may be “not a number”, or no number.
    Change(
      .invert, at: "x < 1", "if x < 1\n  print 1\nelse\n  print 2", "if not x < 1\n  print 2\nelse\n  print 1"),
    Change(
      .invert, at: "repeat while x = 1 and not y", "repeat while x = 1 and not y\n  print 1",
      "repeat until x ≠ 1 or y\n  print 1"),
    Change(.mergeIfs, at: "if x = 1", "if x = 1\n  if y = 2\n    print 1", "if x = 1 and y = 2\n  print 1"),
    Change(
      .mergeIfs, at: "y = 2", "if x = 1\n  print 1\nelse\n  if y = 2\n    print 2\n  else\n    print 3",
      "if x = 1\n  print 1\nelse if y = 2\n  print 2\nelse\n  print 3"),
    Change(.splitIf, at: "if x = 1 and y = 2", "if x = 1 and y = 2\n  print 1", "if x = 1\n  if y = 2\n    print 1"),
    Change(
      .splitIf, at: "x = 1", "if x = 1\n  print 1\nelse if y = 2\n  print 2\nelse\n  print 3",
      "if x = 1\n  print 1\nelse\n  if y = 2\n    print 2\n  else\n    print 3"),
    Change(
      .simplifyCondition, at: "if b = true", "set b to x = 1\nif b = true\n  print 1", "set b to x = 1\nif b\n  print 1"
    ),
    Change(
      .simplifyCondition, at: "x = 1", "if x = 1\n  set b to true\nelse\n  set b to false", "set b to x = 1"),
    Change(
      .extractFunction, at: "print x + 1", "print x + 1\nprint 5\nprint x + 1",
      "part()\nprint 5\npart()\n\nto part\n  print x + 1"),
    Change(
      .extractFunction, at: "print i", "count with i from 1 to 3 by 1\n  print i",
      "count with i from 1 to 3 by 1\n  part with: i i\n\nto part with: i\n  print i"),
    Change(
      .extractValueFunction, at: "x + 1", "print x + 1\nset y to x + 1",
      "print result()\nset y to result()\n\nto result\nreturn x + 1"),
    Change(
      .extractVariable, at: "x + 1", "set x to 1\nprint x + 1\nset y to x + 1\nset x to 2\nprint x + 1",
      "set x to 1\nset value to x + 1\nprint value\nset y to value\nset x to 2\nprint x + 1"),
    Change(
      .inlineVariable, at: "set t to x + 1", "set x to 1\nset t to x + 1\nprint t\nprint t × 2",
      "set x to 1\nprint x + 1\nprint (x + 1) × 2"),
    Change(
      .inlineFunction, at: "f with: a 5, b x", "f with: a 5, b x\n\nto f with: a, b\n  print a\n  change b by a",
      "set b2 to x\nprint 5\nchange b2 by 5~1"),
    Change(
      .convertToCount, at: "repeat 3 times", "repeat 3 times\n  print 1", "count with i from 1 to 3 by 1\n  print 1"),
    Change(
      .convertToRepeat, at: "count with i from 2 to 7 by 2", "count with i from 2 to 7 by 2\n  print 1",
      "repeat 3 times\n  print 1"),
    Change(
      .convertToWhile, at: "count with i from 5 to 1 by 2", "count with i from 5 to 1 by 2\n  print i",
      "set i to 5\nrepeat while i ≥ 1\n  print i\n  change i by -2"),
    Change(
      .convertToCount, at: "repeat while i < 4", "set i to 0\nrepeat while i < 4\n  print i\n  change i by 1",
      "count with i from 0 to 3 by 1\n  print i"),
    Change(.sequenceToLoop, at: "print “a”", "print \"a\"\nprint \"a\"\nprint \"a\"", "repeat 3 times\n  print \"a\""),
    Change(
      .sequenceToLoop, at: "print 10", "print 10\nprint 8\nprint 6",
      "count with i from 10 to 6 by 2\n  print i"),
    Change(
      .loopToSequence, at: "count with i from 1 to 3 by 1", "count with i from 1 to 3 by 1\n  print i + 1",
      "print 1~1 + 1\nprint 2~1 + 1\nprint 3~1 + 1"),
    Change(
      .moveIntoFunction, at: "print 2", "f()\nprint 2\nprint 3\nf()\nprint 2\n\nto f\n  print 1",
      "f()\nprint 3\nf()\n\nto f\n  print 1\n  print 2"),
    Change(
      .makeParameter, at: "2", "print 1\nf()\n\nto f\n  print x × 2",
      "print 1\nf with: input 2\n\nto f with: input\n  print x × input~2"),
  ]

  @Test(arguments: changes) func programsChange(_ change: Change) throws {
    let (scene, library) = try scene(change.before)
    let line = change.line.replacing("“", with: "\"").replacing("”", with: "\"")
    scene.controller.perform(.jump(blockID: try block(line, in: scene, library).id))
    try scene.check {
      let outcome = scene.controller.perform(.refactor(change.kind))
      #expect(outcome.isChange, "\(outcome.refusal ?? "")")
    }
    let after = text(scene, library)
    #expect(Self.lines(after) == Self.lines(change.after), "\(after)")
    #expect(scene.controller.cursor != nil)
  }

  /// Without the header, marks of shadows and blank lines between stacks.
  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.hasPrefix("@") }
  }

  nonisolated struct Refusal: CustomTestStringConvertible, Sendable {
    var kind: RefactoringKind
    var line: String
    var program: String
    var reason: String

    init(_ kind: RefactoringKind, at line: String, _ program: String, _ reason: String) {
      (self.kind, self.line, self.program, self.reason) = (kind, line, program, reason)
    }

    var testDescription: String { "\(kind.rawValue): \(reason)" }
  }

  nonisolated static let refusals = [
    Refusal(.invert, at: "if x = 1", "if x = 1\n  print 1", "this if has no else"),
    Refusal(
      .simplifyCondition, at: "print x = true", "set x to 5\nprint x = true",
      "x may be something else than true or false"),
    Refusal(
      .extractFunction, at: "change a by 1", "f with: a 1\n\nto f with: a\n  change a by 1\n  print a",
      "“a” is set, which only this function knows"),
    Refusal(
      .extractFunction, at: "break out of loop", "repeat 3 times\n  break out of loop",
      "break out would leave the function"),
    Refusal(
      .extractVariable, at: "x + 1", "repeat while x + 1 < 5\n  change x by 1",
      "isn't evaluated each time that the statement runs"),
    Refusal(
      .extractVariable, at: "f()", "print x + f()\n\nto f\n  change x by 1\nreturn 1",
      "may change another value, which is evaluated before it"),
    Refusal(.inlineVariable, at: "set t to x", "set t to x\nset x to 2\nprint t", "x may change before “t” is read"),
    Refusal(.inlineVariable, at: "set t to [1]", "set t to [1]\nprint t\nprint t", "would make several times"),
    Refusal(
      .inlineFunction, at: "f()", "f()\n\nto f\n  if x = 1\n    f()", "the function calls itself"),
    Refusal(
      .inlineFunction, at: "f()", "count with x from 1 to 2 by 1\n  f()\n\nto f\n  print x",
      "“x” means something else in the function"),
    Refusal(.convertToCount, at: "repeat n times", "repeat n times\n  print 1", "it isn't known how often it repeats"),
    Refusal(.convertToCount, at: "repeat 0 times", "repeat 0 times\n  print 1", "a count would go down"),
    Refusal(
      .convertToRepeat, at: "count with i from 1 to 3 by 1", "count with i from 1 to 3 by 1\n  print 1\nprint i",
      "“i” is also read outside the loop"),
    Refusal(
      .convertToWhile, at: "count with i from 1 to 3 by 1",
      "count with i from 1 to 3 by 1\n  if x = 1\n    continue with next iteration of loop", "would not count"),
    Refusal(
      .moveIntoFunction, at: "print 2", "f()\nprint 2\nf()\n\nto f\n  print 1",
      "doesn't have the same statements beside it"),
    Refusal(
      .makeParameter, at: "x + 1", "f()\n\nto f\n  change x by 1\n  print x + 1", "the function may change this value"),
  ]

  @Test(arguments: refusals) func changesThatMightDoSomethingElseAreRefused(_ refusal: Refusal) throws {
    let (scene, library) = try scene(refusal.program)
    scene.controller.perform(.jump(blockID: try block(refusal.line, in: scene, library).id))
    let outcome = scene.controller.perform(.refactor(refusal.kind))
    let reason = try #require(outcome.refusal)
    #expect(reason.contains(refusal.reason), "\(reason)")
    #expect(scene.bytes == scene.start && scene.fired.isEmpty)
  }
}
