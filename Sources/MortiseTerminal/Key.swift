/// The modifier keys held with another key or a mouse button.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift. With a character other than the space, it makes another character instead.
  public static let shift = Modifiers(rawValue: 1)
  /// Alt, which terminals send as Escape before the key.
  public static let alt = Modifiers(rawValue: 2)
  /// Control. Terminals send some keys with it as others, such as Ctrl+I as Tab.
  public static let control = Modifiers(rawValue: 4)
}

/// A key as a terminal reports it.
public struct Key: Hashable, Sendable {
  /// The key without its modifiers.
  public enum Code: Hashable, Sendable {
    /// The character that the key types, according to Shift and the keyboard's layout: `A` is not `a`.
    case character(Character)
    /// A key that edits or ends something.
    case enter, escape, tab, backspace, delete, insert
    /// A key that moves the cursor.
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 and so on, by its number.
    case function(Int)
  }

  /// The key without its modifiers; with Control, a letter in lower case.
  public let code: Code
  /// The modifiers that the terminal reports, without a Shift that made another character.
  public let modifiers: Modifiers

  /// Normalises the key: letters with Control become lower case, and Shift is merged into any other character.
  public init(_ code: Code, modifiers: Modifiers = []) {
    var code = code
    var modifiers = modifiers
    if case .character(let character) = code {
      if modifiers.contains(.control) {
        code = .character(Key.single(character.lowercased()) ?? character)
      } else if modifiers.contains(.shift), character != " " {
        code = .character(Key.single(character.uppercased()) ?? character)
        modifiers.remove(.shift)
      }
    }
    self.code = code
    self.modifiers = modifiers
  }

  /// A character without modifiers.
  public init(_ character: Character) {
    self.init(.character(character))
  }

  /// A character with Control.
  public static func control(_ character: Character) -> Key {
    Key(.character(character), modifiers: .control)
  }

  /// A character with Alt.
  public static func alt(_ character: Character) -> Key {
    Key(.character(character), modifiers: .alt)
  }

  /// The character that the key types; nil for other keys, and with Control or Alt.
  public var typedCharacter: Character? {
    guard case .character(let character) = code, modifiers.isDisjoint(with: [.control, .alt]) else { return nil }
    return character
  }

  private static func single(_ text: String) -> Character? {
    text.count == 1 ? text.first : nil
  }
}
