/// The names of keys as shown to users.
enum KeyText {
  /// Returns the name for help and documentation, such as `Shift+↑`.
  static func long(_ name: String) -> String {
    text(name, shift: "Shift+", names: [:])
  }

  /// Returns the name for hints, such as `⇧↑`.
  static func short(_ name: String) -> String {
    text(name, shift: "⇧", names: ["Delete": "Del"])
  }

  private static let arrows = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]

  private static func text(_ name: String, shift: String, names: [String: String]) -> String {
    guard name.count > 1 else { return name }
    if name.contains(" ") {
      return name.split(separator: " ").map { Self.text(String($0), shift: shift, names: names) }.joined(separator: " ")
    }
    var rest = name.dropFirst().dropLast()
    var text = ""
    while rest.count > 2, rest.dropFirst().first == "-" {
      text += ["C": "Ctrl+", "S": shift, "A": "Alt+"][rest.prefix(1)] ?? ""
      rest = rest.dropFirst(2)
    }
    let base = String(rest)
    return text + (arrows[base] ?? names[base] ?? (base.count == 1 ? base.uppercased() : base == "Lt" ? "<" : base))
  }
}
