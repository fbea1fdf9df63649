/// The glyphs that represent a text on the screen, in order. Determines which characters may reach a terminal.
///
/// Control characters are replaced by a visible symbol. Bidi controls, zero-width characters and variation selectors
/// are dropped. A mark without a base gets a dotted circle. The parts of joined emoji are shown one after the other,
/// because terminals disagree about the width of the whole.
struct SafeText: Sequence {
  private let text: String
  private let repertoire: Repertoire

  init(_ text: String, repertoire: Repertoire) {
    self.text = text
    self.repertoire = repertoire
  }

  func makeIterator() -> Iterator {
    Iterator(scalars: text.unicodeScalars.makeIterator(), repertoire: repertoire)
  }

  struct Iterator: IteratorProtocol {
    private var scalars: String.UnicodeScalarView.Iterator
    private let repertoire: Repertoire
    /// A code point that was read but belongs to the next glyph.
    private var pushedBack: Unicode.Scalar?
    /// The remaining letters of a transliteration.
    private var remainingLetters: Substring.UnicodeScalarView = ""[...].unicodeScalars

    fileprivate init(scalars: String.UnicodeScalarView.Iterator, repertoire: Repertoire) {
      self.scalars = scalars
      self.repertoire = repertoire
    }

    mutating func next() -> Glyph? {
      if !remainingLetters.isEmpty, let letter = remainingLetters.popFirst() { return Glyph(base: letter, width: 1) }
      while let scalar = nextScalar() {
        if scalar.value >= 0x20 && scalar.value < 0x7F { return glyphWithMarks(scalar, width: 1) }
        switch ScalarDisplay(scalar) {
        case .base(let width):
          return glyphWithMarks(scalar, width: width)
        case .space:
          return glyphWithMarks(" ", width: 1)
        case .mark:
          pushedBack = scalar
          return glyphWithMarks(GlyphSet.dottedCircle, width: 1)
        case .dropped:
          continue
        case .replaced:
          return glyphWithoutMarks(GlyphSet.replacement)
        case .lineBreak:
          if scalar == "\r" { skipLineFeed() }
          return glyphWithoutMarks(GlyphSet.lineBreak)
        case .regionalIndicator:
          return glyphWithoutMarks(Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - 0x1F1E6)))
        }
      }
      return nil
    }

    private mutating func nextScalar() -> Unicode.Scalar? {
      if let scalar = pushedBack {
        pushedBack = nil
        return scalar
      }
      return scalars.next()
    }

    private mutating func skipLineFeed() {
      if let following = nextScalar(), following != "\n" { pushedBack = following }
    }

    /// Reads the marks that follow a base, and returns the glyph.
    private mutating func glyphWithMarks(_ base: Unicode.Scalar, width: Int) -> Glyph {
      var glyph = Glyph(base: base, width: width)
      let takesSkinTone = width == 2 && base.properties.isEmojiModifierBase
      while let scalar = nextScalar() {
        // No code point in this range is a mark: most glyphs end here without a look-up.
        if scalar.value >= 0x20 && scalar.value < 0xAD {
          pushedBack = scalar
          break
        }
        if takesSkinTone && scalar.properties.isEmojiModifier { continue }
        let kind = ScalarDisplay(scalar)
        if case .mark = kind {
          glyph = glyph.adding(mark: scalar)
        } else if case .dropped = kind {
          continue
        } else {
          pushedBack = scalar
          break
        }
      }
      return repertoire == .unicode ? glyph : glyphWithoutMarks(base)
    }

    /// The glyph of a base without marks, transliterated to ASCII if necessary.
    private mutating func glyphWithoutMarks(_ scalar: Unicode.Scalar) -> Glyph {
      if repertoire == .unicode || scalar.isASCII { return Glyph(base: scalar, width: 1) }
      let transliteration = GlyphSet.ascii(for: scalar) ?? ScalarDisplay.fallback(for: scalar)
      remainingLetters = transliteration[...].unicodeScalars
      return Glyph(base: remainingLetters.popFirst() ?? "?", width: 1)
    }
  }
}

extension ScalarDisplay {
  /// The base letter of an accented Latin-1 letter; a question mark for all others.
  fileprivate static func fallback(for scalar: Unicode.Scalar) -> String {
    let letters = "AAAAAA?CEEEEIIII?NOOOOO??UUUUY??aaaaaa?ceeeeiiii?nooooo??uuuuy?y"
    guard (0xC0...0xFF).contains(scalar.value) else { return "?" }
    let offset = Int(scalar.value - 0xC0)
    return String(letters[letters.index(letters.startIndex, offsetBy: offset)])
  }
}
