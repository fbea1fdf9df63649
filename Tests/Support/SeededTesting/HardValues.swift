/// Texts and numbers that formats get wrong.
public enum HardValues {
  private static let pieces: [String] = [
    "", " ", "  ", "a", "é", "e\u{301}", "日本", "😀", "\n", "\r", "\r\n", "\t", "\u{0}", "\u{1}", "\u{8}", "\u{B}",
    "\u{C}", "\u{1B}[31m",
    "\u{1F}", "\u{7F}", "\u{85}", "\u{9B}", "\u{A0}", "\u{2028}", "\u{202E}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}",
    "\u{FFFF}",
    "\u{1FFFF}", "\u{F0000}", "\u{F0001}", "\u{FFFFD}", "\u{10D7FF}", "\u{10D800}", "\u{10DBFF}", "x\u{10DFFF}",
    "\u{10E000}",
    "\u{10FFFF}", "&", "&amp;", "&#1;", "&#x1;", "&#10;", "<", ">", "]]>", "<![CDATA[", "<!--", "-->", "<?", "\"", "'",
    "\\", "\\u0001",
    "\\ud800", "/", "%", "%20", "%+1", ",", ":", "{", "}", "null", "NaN", "-0", "1e999",
  ]

  /// A text of up to eight pieces, each of which some format treats in its own way.
  public static func text(using generator: inout some RandomNumberGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.1, 1e15, 1e20, 2e19, -2e19, 1e21, 1e22, 1e-6, 1e-7, 1.7976931348623157e308,
    .leastNonzeroMagnitude,
    9_007_199_254_740_994, 9_223_372_036_854_775_808, -9_223_372_036_854_777_856, 18_446_744_073_709_551_616,
    123_456_789_012_345_683_968,
  ]

  /// A finite number.
  public static func number(using generator: inout some RandomNumberGenerator) -> Double {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return numbers.randomElement(using: &generator) ?? 0
    case 1:
      // As large integers as doubles say without an exponent, in ECMAScript.
      let power = (0..<Int.random(in: 0...22, using: &generator)).reduce(1.0) { power, _ in power * 10 }
      return (Double.random(in: -1...1, using: &generator) * power).rounded()
    default:
      let number = Double(bitPattern: generator.next())
      return number.isFinite ? number : 1e300
    }
  }

  /// An integer of up to 60 digits, as JSON text.
  public static func integerText(using generator: inout some RandomNumberGenerator) -> String {
    let first = Int.random(in: -9...9, using: &generator)
    if first == 0 { return "0" }
    let rest = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
      String(Int.random(in: 0...9, using: &generator))
    }
    return "\(first)" + rest.joined()
  }
}
