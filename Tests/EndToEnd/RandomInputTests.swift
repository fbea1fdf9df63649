import FileTesting
import PtyDriver
import Testing

/// Random keys, pastes, clicks and sizes of the screen don't end the editor, leave no event group open, and can all be
/// undone and redone.
@Suite struct RandomInputTests {
  @Test(arguments: ["hello.json", "fizzbuzz.xml", "primes.xml", "guessing-game.json", "turtle-unknown.xml"])
  func isSurvived(program: String) throws {
    for seed in 1...3 {
      let folder = try TemporaryFolder()
      let outcome = try Tool.run(
        [program, "\(seed)"], program: BuiltPrograms.path(of: "random-input"),
        shell: "cp Tests/Programs/\(program) \(folder.path) && cd \(folder.path)")
      #expect(outcome.code == 0, "\(program), seed \(seed): \(outcome.errors)")
    }
  }
}
