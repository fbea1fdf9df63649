import Glibc
import Testing

@testable import MortiseScreen

/// `ScalarDisplay` uses Unicode's data, but terminals mostly follow the C library's `wcwidth`. The two must agree on
/// every scalar that is shown unchanged, except for the differences listed here.
@Suite struct CLibraryWidthTests {
  /// Scalars with an intended difference, and the reason.
  private static let intended: [Unicode.Scalar: String] = [
    "\u{1171E}": "Unicode 16 made this Ahom sign a spacing mark; older libraries combine it"
  ]

  @Test func widthsAgree() throws {
    let locale = try #require(newlocale(Int32(1 << LC_CTYPE), "C.UTF-8", nil))
    defer { freelocale(locale) }
    let before = uselocale(locale)
    defer { uselocale(before) }
    // The C header declares it only for X/Open programs.
    typealias Width = @convention(c) (wchar_t) -> Int32
    let wcwidth = unsafeBitCast(try #require(dlsym(nil, "wcwidth")), to: Width.self)
    var compared = 0
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), let own = Self.width(of: scalar) else { continue }
      let other = wcwidth(wchar_t(value))
      // The library may be older than the scalar.
      guard other >= 0 else { continue }
      compared += 1
      #expect(own == other || Self.intended[scalar] != nil, "U+\(String(value, radix: 16)): \(own), wcwidth: \(other)")
    }
    #expect(compared > 140_000)
  }

  /// The columns of a scalar that is shown unchanged; nil if it is replaced or dropped.
  private static func width(of scalar: Unicode.Scalar) -> Int32? {
    switch ScalarDisplay(scalar) {
    case .base(let width): Int32(width)
    case .mark: 0
    case .dropped, .replaced, .space, .lineBreak, .regionalIndicator: nil
    }
  }
}
