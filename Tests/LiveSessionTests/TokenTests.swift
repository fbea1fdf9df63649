import SeededTesting
import Testing

@testable import LiveSession

/// Tokens are compared in constant time, and still as a whole.
@Suite struct TokenTests {
  @Test func onlyEqualTokensAreEqual() {
    #expect("ada-0123456789abcdef".equals("ada-0123456789abcdef"))
    #expect(!"ada-0123456789abcdef".equals("bob-0123456789abcdef"))
    #expect(!"a".equals("") && "".equals(""))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1_000 {
      let token = String((0..<32).map { _ in "0123456789abcdef".randomElement(using: &random)! })
      var other = Array(token)
      for _ in 0..<Int.random(in: 1...16, using: &random) {
        other[Int.random(in: 0..<31, using: &random)] = "0123456789abcdef".randomElement(using: &random)!
      }
      #expect(token.equals(String(other)) == (token == String(other)))
    }
  }
}
