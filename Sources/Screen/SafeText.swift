/// The glyphs that stand for a text on the screen, in order: the one place that decides what may reach a terminal.
///
/// Controls are replaced by a visible sign; bidi controls, zero-width characters and variation selectors are
/// dropped; a mark without a base gets a dotted circle. The parts of joined emoji are shown one after the other,
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
    /// What is left of a transliteration of several characters.
    private var spelling: Substring.UnicodeScalarView = ""[...].unicodeScalars

    fileprivate init(scalars: String.UnicodeScalarView.Iterator, repertoire: Repertoire) {
      self.scalars = scalars
      self.repertoire = repertoire
    }

    mutating func next() -> Glyph? {
      if let letter = spelling.popFirst() { return Glyph(base: letter, width: 1) }
      while let scalar = nextScalar() {
        switch ScalarClass(scalar) {
        case .base(let width):
          return finishing(scalar, width: width)
        case .space:
          return finishing(" ", width: 1)
        case .mark:
          pushedBack = scalar
          return finishing(GlyphSet.markCarrier, width: 1)
        case .dropped:
          continue
        case .replaced:
          return shown(GlyphSet.replacement)
        case .lineBreak:
          if scalar == "\r" { skipLineFeed() }
          return shown(GlyphSet.lineBreak)
        case .regionalIndicator:
          return shown(Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - 0x1F1E6)))
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

    /// The glyph of a base and the marks that follow it.
    private mutating func finishing(_ base: Unicode.Scalar, width: Int) -> Glyph {
      var glyph = Glyph(base: base, width: width)
      let takesTone = width == 2 && base.properties.isEmojiModifierBase
      while let scalar = nextScalar() {
        // Latin text has no marks below U+0300: most glyphs end here without a look-up.
        if scalar.value >= 0x20 && scalar.value < 0xAD {
          pushedBack = scalar
          break
        }
        if takesTone && scalar.properties.isEmojiModifier { continue }
        let kind = ScalarClass(scalar)
        if case .mark = kind {
          glyph = glyph.adding(mark: scalar)
        } else if case .dropped = kind {
          continue
        } else {
          pushedBack = scalar
          break
        }
      }
      return repertoire == .unicode ? glyph : shown(base)
    }

    /// The glyph of a base without marks, spelled in ASCII where there is nothing else.
    private mutating func shown(_ scalar: Unicode.Scalar) -> Glyph {
      if repertoire == .unicode || scalar.isASCII { return Glyph(base: scalar, width: 1) }
      let spelled = GlyphSet.ascii(for: scalar) ?? ScalarClass.fallback(for: scalar)
      spelling = spelled[...].unicodeScalars
      return Glyph(base: spelling.popFirst() ?? "?", width: 1)
    }
  }
}

extension ScalarClass {
  /// The base letter of an accented one, or else a question mark.
  fileprivate static func fallback(for scalar: Unicode.Scalar) -> String {
    let letters = "AAAAAA?CEEEEIIII?NOOOOO??UUUUY??aaaaaa?ceeeeiiii?nooooo??uuuuy?y"
    guard (0xC0...0xFF).contains(scalar.value) else { return "?" }
    let offset = Int(scalar.value - 0xC0)
    return String(letters[letters.index(letters.startIndex, offsetBy: offset)])
  }
}
