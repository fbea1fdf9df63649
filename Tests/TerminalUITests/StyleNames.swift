import MortiseScreen

@testable import TerminalUI

/// Styles in words, with the parts of the theme that they are.
enum StyleNames {
  static func name(of style: Style, in theme: Theme) -> String {
    var words = ["\(colour(style.foreground)) on \(colour(style.background))"]
    if style.attributes.contains(.bold) { words.append("bold") }
    if style.attributes.contains(.dim) { words.append("dim") }
    if style.attributes.contains(.underline) { words.append("underlined") }
    if style.attributes.contains(.reverse) { words.append("reversed") }
    let parts: [(String, Style)] = [
      ("focus", theme.focus), ("selection", theme.selection), ("problem", theme.problem), ("field", theme.field),
      ("breakpoint", theme.breakpoint), ("running", theme.running), ("note", theme.note),
      ("title", theme.title), ("status", theme.status), ("hint", theme.hint), ("rule", theme.rule),
      ("window", theme.popup), ("window's hint", theme.popupHint), ("refusal", theme.refusal),
    ]
    let names = parts.filter { $0.1 == style }.map(\.0)
    return words.joined(separator: " ") + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
  }

  private static func colour(_ color: Color) -> String {
    if let index = color.index { return "\(index)" }
    guard let hex = color.trueColor?.hex else { return "default" }
    let digits = String(hex, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
