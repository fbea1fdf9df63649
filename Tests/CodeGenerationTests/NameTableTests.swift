import SeededTesting
import Testing

@testable import CodeGeneration

@Suite struct NameTableTests {
  @Test func namesAreMadeAsInBlockly() {
    var names = NameTable(reserved: ["list"], variablePrefix: "")
    #expect(names.variable("list") == "list2")
    #expect(names.variable("a b") == "a_b")
    #expect(names.variable("A B") == "a_b")
    #expect(names.variable("2nd") == "my_2nd")
    #expect(names.variable("日") == "_E6_97_A5")
    #expect(names.variable("a<b") == "a_3Cb")
    #expect(names.procedure("a b") == "a_b2")
    #expect(names.procedure("") == "unnamed")
  }

  @Test func newNamesNeverRepeat() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    var names = NameTable(reserved: ["x", "y2"], variablePrefix: "$")
    var seen: Set<Code> = []
    for _ in 0..<500 {
      let name = ["x", "y", "x2", "$x", "x 2"].randomElement(using: &random) ?? ""
      let new = names.distinctVariable(name)
      #expect(seen.insert(new).inserted, "seed \(seed): \(new)")
      #expect(new.text.hasPrefix("$"), "seed \(seed): \(new)")
    }
  }
}
