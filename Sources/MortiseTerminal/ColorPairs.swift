import CTerminal
import MortiseScreen

/// The colour pairs that curses requires for colours, defined on first use.
struct ColorPairs {
  /// The pairs by colours: styles without attributes.
  private var pairs: [Style: Int32] = [:]
  /// The last result, as most cells look like the one before.
  private var last: (style: Style, pair: Int32) = (.plain, 0)
  private let depth: ColorDepth
  /// Pair 0 is the terminal's default colours and can't be redefined.
  private let limit: Int
  private let hasDirectColor: Bool
  private let define: (_ pair: Int32, _ foreground: Int32, _ background: Int32) -> Bool

  init(
    depth: ColorDepth, limit: Int, hasDirectColor: Bool,
    define: @escaping (Int32, Int32, Int32) -> Bool = { cn_define_pair($0, $1, $2) }
  ) {
    self.depth = depth
    self.limit = limit
    self.hasDirectColor = hasDirectColor
    self.define = define
  }

  /// The pair for a style's colours. When no pair is left, returns one with the same background: text in the wrong
  /// colour is still readable.
  mutating func pair(for style: Style) -> Int32 {
    if style != last.style { last = (style, definedPair(for: style)) }
    return last.pair
  }

  private mutating func definedPair(for style: Style) -> Int32 {
    let shown = depth.reducing(style)
    let colors = Style(foreground: shown.foreground, background: shown.background)
    if colors == .plain { return 0 }
    if let pair = pairs[colors] { return pair }
    let next = Int32(pairs.count + 1)
    if Int(next) < limit,
      define(next, terminalColor(colors.foreground), terminalColor(colors.background))
    {
      pairs[colors] = next
      return next
    }
    let similar = pairs.filter { $0.key.background == colors.background }.map(\.value).min()
    return similar ?? 0
  }

  /// The colour number for a colour. Terminals with direct colours interpret numbers from 8 as RGB, and smaller ones as
  /// palette indices, for which they may brighten bold text. Other indices are converted with xterm's palette; black
  /// becomes the darkest of the other greys.
  private func terminalColor(_ color: Color) -> Int32 {
    if let index = color.index, !hasDirectColor || index < 8 { return Int32(index) }
    guard let rgb = color.rgb else { return -1 }
    return rgb.hex < 8 ? 0x010101 : Int32(rgb.hex)
  }
}
