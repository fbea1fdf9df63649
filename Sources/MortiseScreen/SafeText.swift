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
    /// The code point after the last glyph.
    private var upcoming: Unicode.Scalar?
    /// The remaining letters of a transliteration.
    private var remainingLetters: Substring.UnicodeScalarView = ""[...].unicodeScalars

    fileprivate init(scalars: String.UnicodeScalarView.Iterator, repertoire: Repertoire) {
      self.scalars = scalars
      self.repertoire = repertoire
      upcoming = self.scalars.next()
    }

    mutating func next() -> Glyph? {
      if !remainingLetters.isEmpty, let letter = remainingLetters.popFirst() { return Glyph(base: letter, width: 1) }
      while let scalar = upcoming {
        upcoming = scalars.next()
        if scalar.value >= 0x20, scalar.value < 0x7F, isPastMarks { return Glyph(base: scalar, width: 1) }
        switch ScalarDisplay(scalar) {
        case .base(let width):
          return glyphWithMarks(Glyph(base: scalar, width: width), scalar)
        case .space:
          return glyphWithMarks(.space, " ")
        case .mark:
          let base = GlyphSet.dottedCircle
          return glyphWithMarks(Glyph(base: base, width: 1).adding(mark: scalar), base)
        case .dropped:
          continue
        case .replaced:
          return glyphWithoutMarks(GlyphSet.replacement)
        case .lineBreak:
          if scalar == "\r", upcoming == "\n" { upcoming = scalars.next() }
          return glyphWithoutMarks(GlyphSet.lineBreak)
        case .regionalIndicator:
          return glyphWithoutMarks(Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - 0x1F1E6)))
        }
      }
      return nil
    }

    /// Whether no mark follows. There are no marks in this range, so most glyphs end here without a look-up.
    private var isPastMarks: Bool { upcoming.map { $0.value >= 0x20 && $0.value < 0xAD } ?? true }

    /// Adds the marks that follow to a glyph with a base.
    private mutating func glyphWithMarks(_ first: Glyph, _ base: Unicode.Scalar) -> Glyph {
      var glyph = first
      let takesSkinTone = glyph.width == 2 && base.properties.isEmojiModifierBase
      marks: while !isPastMarks, let scalar = upcoming {
        switch ScalarDisplay(scalar) {
        case .mark: glyph = glyph.adding(mark: scalar)
        case .dropped: break
        case _ where takesSkinTone && scalar.properties.isEmojiModifier: break
        default: break marks
        }
        upcoming = scalars.next()
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
