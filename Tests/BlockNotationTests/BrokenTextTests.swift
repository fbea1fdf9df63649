import BlockModel
import BlockNotation
import SeededTesting
import Testing

/// Broken texts give mistakes, or programs that can be written and read back.
@Suite struct BrokenTextTests {
  private static let pieces = [
    "(", ")", "{", "}", "[", "]", "~", "~{", "::", "@", "@x(", "\"", "`", "\n", "\n  ", "\n\n", ",", ";", "_", "if ",
    "else", "return", " to ", "-", "5", " with: ", "//", ":", "=", "f(", "::x(",
  ].map { Array($0.utf8) }

  @Test(arguments: Seeds.first(50)) func randomChangesAreSurvived(seed: UInt64) throws {
    let library = try NotationScene.library()
    var random = SeededGenerator(seed: seed)
    let program = try RandomProgram.workspace(seed: seed, factory: library.factory, size: 2)
    var text = NotationWriter.write(program, library: library)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...text.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: text.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
      case 1: text.removeSubrange(place..<min(text.count, place + Int.random(in: 0..<8, using: &random)))
      default: if place < text.count { text[place] = UInt8.random(in: 10...126, using: &random) }
      }
    }
    do {
      let program = try NotationReader.read(text, library: library, randomness: SeededNumbers(seed: 1)).workspace
      let again = try NotationScene.read(NotationScene.text(program, library), library)
      #expect(NotationScene.picture(again) == NotationScene.picture(program), "seed \(seed)")
    } catch let error as NotationError {
      #expect(!error.mistakes.isEmpty && error.mistakes.allSatisfy { !$0.message.isEmpty }, "seed \(seed)")
    }
  }
}
