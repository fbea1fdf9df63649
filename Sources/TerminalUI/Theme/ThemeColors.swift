import BlockResources
import Markup
import MortiseScreen

/// The colours of a theme, which terminals with 256 colours or true colours show. Fewer colours have fixed styles
/// (`Role.basicStyle`).
public nonisolated struct ThemeColors: Hashable, Sendable {
  /// The parts of the screen that have colours of their own.
  public enum Role: String, CaseIterable, Hashable, Sendable {
    /// A text or number that can be typed. On a block, only its text has this colour.
    case field
    /// A comment of the workspace.
    case note
    /// The item under the cursor.
    case focus
    /// The sign of a selected block.
    case selection
    /// The sign of a block with a problem.
    case problem
    /// The sign of a breakpoint.
    case breakpoint
    /// The row of the statement that runs next.
    case running
    /// The first row of the screen.
    case title
    /// The status line.
    case status
    /// The keys in the status line.
    case hint
    /// A line between parts of the screen.
    case rule
    /// The inside of a window or popup.
    case window
    /// Less important words in a window, such as its keys.
    case windowHint
    /// A message that refuses an input.
    case refusal
    /// Words of the language in code.
    case keyword
    /// Texts in code.
    case string
    /// Numbers in code.
    case number
    /// Comments in code.
    case comment
  }

  /// The style of a role.
  public struct RoleColors: Hashable, Sendable {
    /// nil for the terminal's own colour.
    public var foreground: RGB?
    /// nil for the terminal's own colour.
    public var background: RGB?
    /// Whether the role's text is bold.
    public var isBold: Bool

    /// - Parameters:
    ///   - foreground: nil for the terminal's own colour.
    ///   - background: nil for the terminal's own colour.
    public init(foreground: RGB? = nil, background: RGB? = nil, isBold: Bool = false) {
      (self.foreground, self.background, self.isBold) = (foreground, background, isBold)
    }
  }

  /// The parts of blocks that have their block's hue.
  public enum BlockPart: String, CaseIterable, Hashable, Sendable {
    /// The rows of a statement.
    case surface
    /// The left edge.
    case bar
    /// The words of a statement.
    case word
    /// Values, and everything in them.
    case tint
    /// The background of texts, numbers and empty inputs.
    case inset
    /// The words of disabled blocks, and the signs of dropdowns.
    case faint
  }

  /// A lightness from 0 to 1 and a chroma from 0 to 0.4 in OKLCH, in which all hues of a tone weigh the same.
  public struct Tone: Hashable, Sendable {
    /// From 0 to 1.
    public var lightness: Double
    /// From 0 to 0.4; 0 is grey.
    public var chroma: Double
    /// How much of the lightness of the block's own colour remains, from 0 to 1.
    public var spread = 0.0
  }

  /// The styles of the roles; a missing one has the terminal's own colours.
  public var roles: [Role: RoleColors] = [:]
  /// The tones of blocks; a missing one is black.
  public var tones: [BlockPart: Tone] = [:]
  /// The colours of block styles that differ from Blockly's default theme.
  public var blocks: [String: RGB] = [:]
  /// The terminal's background for which the theme is made; of several, the one with the least contrast.
  public var canvas = RGB(hex: 0)
  /// The minimum contrast of text on blocks, from 1 to 15. Texts become lighter or darker until they have it.
  public var contrast = 4.5
  /// The maximum number of colours to use.
  public var colors = ColorDepth.trueColor.colors

  /// A theme without colours for roles.
  public init() {}

  // MARK: - The stock themes

  /// For terminals with a dark background.
  public static let dark = named("dark") ?? ThemeColors()
  /// For terminals with a light background.
  public static var light: ThemeColors { named("light") ?? ThemeColors() }

  /// For terminals whose background isn't known: the dark theme, with the terminal's own colours on its background.
  static var neutral: ThemeColors {
    var colors = dark
    for (role, own) in dark.roles where own.background == nil {
      colors.roles[role] = RoleColors(isBold: own.isBold || role == .keyword)
    }
    return colors
  }

  /// The stock theme for a background.
  public static func suiting(isLight: Bool) -> ThemeColors { isLight ? .light : .dark }

  /// The names of the stock themes.
  public static var names: [String] { EmbeddedFiles.themes.map(\.name) }

  /// Returns a stock theme; nil if there is none with that name.
  public static func named(_ name: String) -> ThemeColors? {
    EmbeddedFiles.themes.first { $0.name == name }.flatMap { try? ThemeColors(json: $0.json()) }
  }
}

/// A mistake in a theme's file.
public nonisolated struct ThemeError: Error, CustomStringConvertible {
  public let description: String
}

nonisolated extension ThemeColors {
  /// Reads a theme; `docs/use/themes.md` describes the format. Missing parts are as in the theme that it extends.
  /// - Throws: `MarkupError` for text that is not JSON, and `ThemeError` for invalid content.
  public init(json bytes: [UInt8]) throws {
    let json = try JSONParser.parse(bytes)
    guard json.kind == .object else { throw ThemeError(description: "a theme must be a JSON object") }
    if let name = json["extends"] {
      guard let base = name.string.flatMap(Self.named) else {
        throw ThemeError(description: "“extends” takes \(Self.names.joined(separator: ", "))")
      }
      self = base
    }
    for (name, value) in json.members {
      switch name {
      case "extends": break
      case "canvas": canvas = try Self.color(value, name)
      case "colors":
        guard let count = value.integer, ColorDepth.allCases.contains(where: { $0.colors == count }) else {
          throw ThemeError(description: "“colors” takes 0, 8, 16, 256 or 16777216")
        }
        colors = count
      case "contrast":
        guard let ratio = value.number, (1...15).contains(ratio) else {
          throw ThemeError(description: "“contrast” takes a number from 1 to 15")
        }
        contrast = ratio
      case "blocks":
        for (style, color) in value.members { blocks[style] = try Self.color(color, style) }
      case "roles":
        for (role, style) in value.members { try read(role, style) }
      case "tones":
        for (part, tone) in value.members { try readTone(part, tone) }
      default:
        throw ThemeError(
          description: "a theme has no “\(name)”, only extends, canvas, contrast, colors, tones, blocks and roles")
      }
    }
  }

  private mutating func read(_ name: String, _ value: JSONValue) throws {
    guard let role = Role(rawValue: name) else {
      let known = Role.allCases.map(\.rawValue).joined(separator: ", ")
      throw ThemeError(description: "there is no role “\(name)”; known are \(known)")
    }
    var colors = RoleColors()
    for (part, value) in value.members {
      switch part {
      case "text": colors.foreground = try Self.color(value, name)
      case "background": colors.background = try Self.color(value, name)
      case "bold": colors.isBold = value.boolean == true
      default: throw ThemeError(description: "the role “\(name)” has no “\(part)”, only text, background and bold")
      }
    }
    roles[role] = colors
  }

  private mutating func readTone(_ name: String, _ value: JSONValue) throws {
    guard let part = BlockPart(rawValue: name) else {
      let known = BlockPart.allCases.map(\.rawValue).joined(separator: ", ")
      throw ThemeError(description: "there is no tone “\(name)”; known are \(known)")
    }
    let numbers = value.elements.compactMap(\.number)
    guard (2...3).contains(numbers.count), numbers.count == Array(value.elements).count,
      zip(numbers, [1, 0.4, 1]).allSatisfy({ (0...$1).contains($0) })
    else {
      throw ThemeError(
        description:
          "the tone “\(name)” takes a lightness from 0 to 1, a chroma from 0 to 0.4, and a spread from 0 to 1")
    }
    tones[part] = Tone(lightness: numbers[0], chroma: numbers[1], spread: numbers.count > 2 ? numbers[2] : 0)
  }

  private static func color(_ value: JSONValue, _ name: String) throws -> RGB {
    guard let color = value.string.flatMap({ RGB($0) }) else {
      throw ThemeError(description: "“\(name)” needs a colour as #RRGGBB")
    }
    return color
  }
}
