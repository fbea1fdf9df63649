import CTerminal
import SeededTesting
import Testing

/// What the filter sends looks the same as what curses wrote. The tests run one at a time: the filter has one state.
@Suite(.serialized) struct RenditionFilterTests {
  /// What a terminal shows after some output: each character with its rendition.
  private struct Screen: Equatable {
    var cells: [String] = []
    private var attributes: Set<Int> = []
    private var colors = ["", ""]

    mutating func take(_ bytes: [UInt8]) {
      var index = 0
      while index < bytes.count {
        guard bytes[index] == 0x1B else {
          cells.append("\(bytes[index]) \(attributes.sorted()) \(colors)")
          index += 1
          continue
        }
        guard bytes[index + 1] == UInt8(ascii: "[") else {
          index += bytes[index + 1] == UInt8(ascii: "(") ? 3 : 2
          continue
        }
        let end = bytes[(index + 2)...].firstIndex { (0x40...0x7E).contains($0) } ?? bytes.endIndex
        let parameters = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
        switch bytes[end] {
        case UInt8(ascii: "m"):
          render(parameters.split(separator: ";", omittingEmptySubsequences: false).map(String.init))
        // What is erased has the background.
        case UInt8(ascii: "K"): cells.append("erased \(attributes.sorted()) \(colors)")
        default: break
        }
        index = end + 1
      }
    }

    private mutating func render(_ parameters: [String]) {
      var rest = parameters[...]
      while let first = rest.popFirst() {
        switch Int(first) ?? (first.isEmpty ? 0 : -1) {
        case 0: (attributes, colors) = ([], ["", ""])
        case 22: attributes.subtract([1, 2])
        case 24: attributes.remove(4)
        case 27: attributes.remove(7)
        case let number where [1, 2, 4, 5, 7].contains(number): attributes.insert(number)
        case 39: colors[0] = ""
        case 49: colors[1] = ""
        case let number where number == 38 || number == 48:
          let count = rest.first == "5" ? 2 : 4
          colors[number == 38 ? 0 : 1] = rest.prefix(count).joined(separator: ";")
          rest = rest.dropFirst(count)
        default: colors[first.hasPrefix("3") || first.hasPrefix("9") ? 0 : 1] = first
        }
      }
    }
  }

  private func filtered(_ bytes: [UInt8], cutAt cuts: [Int]) -> [UInt8] {
    var output: [UInt8] = []
    for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
      let piece = bytes[start..<end].map { CChar(bitPattern: $0) }
      let written = [CChar](unsafeUninitializedCapacity: piece.count * CN_RENDITION_GROWTH) { buffer, count in
        count = cn_filter_rendition(piece, piece.count, buffer.baseAddress)
      }
      output += written.map { UInt8(bitPattern: $0) }
    }
    return output
  }

  @Test(arguments: (0..<200).map { UInt64($0) })
  func looksTheSame(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "bc", " ", "\u{1B}[m", "\u{1B}[0;1m", "\u{1B}[1m", "\u{1B}[2m", "\u{1B}[4m", "\u{1B}[7m", "\u{1B}[31m",
      "\u{1B}[97m", "\u{1B}[44m", "\u{1B}[103m", "\u{1B}[38;5;16m", "\u{1B}[48;5;200m", "\u{1B}[38;2;1;2;3m",
      "\u{1B}[48:2::1:2:3m", "\u{1B}[K", "\u{1B}[2;3H", "\u{1B}[?25l", "\u{1B}(B",
    ]
    // Not every terminal knows these.
    let ends = ["\u{1B}[22m", "\u{1B}[24m", "\u{1B}[27m", "\u{1B}[39;49m", "\u{1B}[5m"]
    let all = seed % 2 == 0 ? pieces : pieces + ends
    var text = "\u{1B}[m"
    for _ in 0..<60 { text += all.randomElement(using: &random) ?? "" }
    let bytes = Array((text + "x").utf8)
    let cuts = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()

    cn_forget_rendition()
    let output = filtered(bytes, cutAt: cuts)

    var (plain, shown) = (Screen(), Screen())
    plain.take(bytes)
    shown.take(output)
    #expect(plain == shown, "seed \(seed): \(String(decoding: output, as: UTF8.self).debugDescription)")
    let sent = String(decoding: output, as: UTF8.self)
    if seed % 2 == 0 {
      for end in ends { #expect(!sent.contains(end), "seed \(seed) sends \(end.debugDescription)") }
    }
  }

  @Test func sequencesAreJoinedAndLeftOutWithoutEffect() {
    cn_forget_rendition()
    _ = filtered(Array("\u{1B}[m ".utf8), cutAt: [])
    let first = "\u{1B}[31m\u{1B}[44m\u{1B}[1ma\u{1B}[31m\u{1B}[44mb"
    let input = first + "\u{1B}[m\u{1B}[1;31;44m\u{1B}[3;4Hc\u{1B}[32m\u{1B}[m"
    #expect(
      String(decoding: filtered(Array(input.utf8), cutAt: []), as: UTF8.self) == "\u{1B}[1;31;44mab\u{1B}[3;4Hc")
  }

  @Test func aCharacterSetIsChosenOnce() {
    cn_forget_rendition()
    let input = "\u{1B}(B\u{1B}(Ba\u{1B}(0q\u{1B}(0q\u{1B}(Ba\u{1B}8\u{1B}(Ba"
    let output = String(decoding: filtered(Array("\u{1B}[m\(input)".utf8), cutAt: [7]), as: UTF8.self)
    #expect(output.replacing("\u{1B}[m", with: "") == "\u{1B}(Ba\u{1B}(0qq\u{1B}(Ba\u{1B}8\u{1B}(Ba")
  }

  @Test func stringsArePassedOn() {
    cn_forget_rendition()
    _ = filtered(Array("\u{1B}[m ".utf8), cutAt: [])
    let title = "\u{1B}[1m\u{1B}]2;title\u{7}\u{1B}]52;c;YQ==\u{1B}\\"
    #expect(
      String(decoding: filtered(Array((title + "x").utf8), cutAt: [12]), as: UTF8.self)
        == "\u{1B}]2;title\u{7}\u{1B}]52;c;YQ==\u{1B}\\\u{1B}[1mx")
  }

  /// An entry may write numbers with leading zeros, and any byte may end a long sequence.
  @Test func leadingZerosAreLeftOut() {
    cn_forget_rendition()
    let zeros = String(repeating: "0", count: 57)
    let input = "\u{1B}[m\u{1B}[\(zeros)31ma\u{1B}[\(zeros)44mb\u{1B}[0001;038;5;7mc\u{1B}[\(zeros)md"
    #expect(
      String(decoding: filtered(Array(input.utf8), cutAt: Array(1..<input.utf8.count)), as: UTF8.self)
        == "\u{1B}[0;31ma\u{1B}[44mb\u{1B}[1;38;5;7mc\u{1B}[md")
  }

  @Test func aZeroByteStartsNoString() {
    cn_forget_rendition()
    let input = "\u{1B}[m \u{1B}\0\u{1B}[1m\u{1B}[ma"
    #expect(String(decoding: filtered(Array(input.utf8), cutAt: []), as: UTF8.self) == "\u{1B}[m \u{1B}\0\u{1B}[ma")
  }
}
