import Glibc
import MortiseFiles

/// The lines of an attributes file that assign files to Mortise.
enum GitAttributes {
  /// The extensions that only Blockly's apps use, and that of Mortise's text. XML, JSON and code files may be
  /// anything.
  static let patterns = [
    "*.bky", "*.blk", "*.blocks", "*.blockly", "*.blockly.json", "*.blockly.xml", "*.blocktext", "*.mix", "*.m5f2",
    "*.v5blocks", "*.iqblocks", "*.mkcd", "*.aia",
  ]

  /// Returns the reason why a pattern can't be in an attributes file; nil if it can.
  static func refusal(of pattern: String) -> String? {
    if pattern.hasPrefix("!") { return "“\(pattern)” begins with “!”, which git forbids here" }
    if pattern.hasPrefix("[attr]") { return "“\(pattern)” would define an attribute" }
    return pattern.contains { $0.isNewline } ? "“\(pattern)” contains a line break" : nil
  }

  /// The line for a pattern.
  /// - Parameter driver: the name of the drivers, such as `mortise`.
  static func line(_ pattern: String, driver: String) -> String {
    let isPlain = !pattern.contains { $0.isWhitespace } && !pattern.hasPrefix("#") && !pattern.hasPrefix("\"")
    let quoted = pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\t", with: "\\t")
    return "\(isPlain ? pattern : "\"\(quoted)\"") diff=\(driver) merge=\(driver)"
  }

  /// Returns the patterns whose files a driver merges.
  static func patterns(in text: [UInt8], driver: String) -> [String] {
    text.split(separator: UInt8(ascii: "\n")).compactMap { bytes in
      guard let (pattern, rest) = pattern(in: String(pathBytes: Array(bytes))) else { return nil }
      return rest.split { $0.isWhitespace }.contains("merge=\(driver)") ? pattern : nil
    }
  }

  private static func pattern(in line: String) -> (String, Substring)? {
    let line = line.drop { $0.isWhitespace }
    if line.isEmpty || line.first == "#" { return nil }
    guard line.first == "\"" else {
      let pattern = line.prefix { !$0.isWhitespace }
      return (String(pattern), line[pattern.endIndex...])
    }
    var pattern = ""
    var index = line.index(after: line.startIndex)
    while index < line.endIndex, line[index] != "\"" {
      if line[index] == "\\", line.index(after: index) < line.endIndex {
        index = line.index(after: index)
        pattern.append(line[index] == "t" ? "\t" : line[index])
      } else {
        pattern.append(line[index])
      }
      index = line.index(after: index)
    }
    return index < line.endIndex ? (pattern, line[line.index(after: index)...]) : nil
  }

  /// Whether a pattern matches a file, by its path in the repository.
  static func covers(_ pattern: String, _ path: String) -> Bool {
    var pattern = pattern[...]
    while pattern.hasPrefix("**/") { pattern = pattern.dropFirst(3) }
    let isAnywhere = !pattern.contains("/")
    if pattern.hasPrefix("/") { pattern = pattern.dropFirst() }
    let name = isAnywhere ? FileLocation(path: path).name : path
    func terminated(_ text: some StringProtocol) -> [CChar] {
      String(text).pathBytes.map { CChar(bitPattern: $0) } + [0]
    }
    return fnmatch(terminated(pattern), terminated(name), FNM_PATHNAME) == 0
  }
}
