import AppModules
import SeededTesting
import Testing

/// What is promised of deep links, on paper and on the way.
@Suite struct DeepLinkTests {
  @Test func aLinkIsAPathOfKeysWithValues() {
    let link = DeepLink([.init("block", "a1"), .init("field", "NAME")])
    #expect(link.description == "block=a1/field=NAME")
    #expect(DeepLink(printed: "block=a1/field=NAME") == link)
    #expect(link.dropFirst().description == "field=NAME")
    #expect(link.dropFirst(2).isEmpty && link.dropFirst(3).isEmpty)
    #expect(DeepLink(printed: "").isEmpty && DeepLink([]).description == "")
  }

  @Test func whatWouldBeTakenApartIsEncoded() {
    let link = DeepLink([.init("block", "{/#=%}~ \t\u{7}ä'\"$`\\!*?;&|<>()[]^")])
    #expect(
      link.description
        == "block=%7B%2F%23%3D%25%7D%7E%20%09%07%C3%A4%27%22%24%60%5C%21%2A%3F%3B%26%7C%3C%3E%28%29%5B%5D%5E")
    #expect(DeepLink(printed: link.description) == link)
  }

  @Test func whatAPersonTypesIsTakenAsFarAsItCanBe() {
    func parts(_ text: String) -> [String] { DeepLink(printed: text).parts.map { "\($0.key)|\($0.value)" } }
    #expect(parts("block=a;b=c") == ["block|a;b=c"])
    #expect(parts("help") == ["help|"])
    #expect(parts("/block=a//field=b/") == ["block|a", "field|b"])
    #expect(parts("block=100%") == ["block|100%"])
    #expect(parts("block=%4") == ["block|%4"])
    #expect(parts("block=%zz%41") == ["block|%zzA"])
    #expect(parts("block=%c3%a4") == ["block|ä"])
    // No text at all: each sign means itself.
    #expect(parts("block=%FF%41") == ["block|%FF%41"])
  }

  /// Ids of Blockly may contain any of these.
  private static let blockly = Array(
    "!#$%()*+,-./:;=?@[]^_`{|}~ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  @Test(arguments: 0..<300) func anyTextComesBackAsItWas(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func text() -> String {
      let count = Int.random(in: 0...20, using: &random)
      let scalars = (0..<count).compactMap { _ -> Unicode.Scalar? in
        switch Int.random(in: 0..<3, using: &random) {
        case 0: DeepLinkTests.blockly.randomElement(using: &random)?.unicodeScalars.first
        case 1: Unicode.Scalar(UInt8.random(in: 0...255, using: &random))
        default: Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
        }
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      return text
    }
    let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in DeepLink.Part(text(), text()) }
    let link = DeepLink(parts)
    let printed = link.description
    let read = DeepLink(printed: printed)
    // Texts are equal already when they look alike, so the bytes are compared.
    let bytes = { (link: DeepLink) in link.parts.map { [Array($0.key.utf8), Array($0.value.utf8)] } }
    #expect(bytes(read) == bytes(link), "seed \(seed)")
    #expect(read.description == printed, "seed \(seed)")
    let safe = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,:@+%=/".unicodeScalars)
    #expect(printed.unicodeScalars.allSatisfy(safe.contains), "seed \(seed)")
  }
}
