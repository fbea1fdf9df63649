import CTerminal
import Screen

/// The colour pairs that curses requires for colours, defined on first use.
struct ColorPairs {
  private struct Colors: Hashable {
    let foreground: Int16
    let background: Int16
  }

  private var pairs: [Colors: Int32] = [:]
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
    let style = depth.reducing(style)
    if style.foreground < 0 && style.background < 0 { return 0 }
    let colors = Colors(foreground: style.foreground, background: style.background)
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

  /// The colour number for a palette index. Terminals with direct colours interpret numbers from 8 as RGB, and smaller
  /// ones as palette indices, for which they may brighten bold text. Other indices are converted with xterm's palette;
  /// black becomes the darkest of the other greys.
  private func terminalColor(_ index: Int16) -> Int32 {
    guard hasDirectColor, index >= 8 else { return Int32(index) }
    let color = Int32(index)
    if color == 16 { return 0x010101 }
    if color < 16 {
      return [0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF][Int(color - 8)]
    }
    if color >= 232 { return (8 + (color - 232) * 10) * 0x010101 }
    func level(_ index: Int32) -> Int32 { index == 0 ? 0 : 55 + 40 * index }
    let cube = color - 16
    return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
  }
}
