import MortiseTerminal

/// A line of the file `keys` of a case.
public nonisolated struct CaseKeys: Sendable {
  public var line: String
  public var events: [InputEvent]

  public init(line: String, events: [InputEvent]) {
    self.line = line
    self.events = events
  }

  /// The lines that contain keys; empty lines and comments are skipped.
  public static func lines(of text: String) throws(CaseError) -> [CaseKeys] {
    var lines: [CaseKeys] = []
    for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix("# ") && line != "#" {
      do throws(UnknownEventName) {
        lines.append(CaseKeys(line: line, events: try InputEvent.events(inLine: line)))
      } catch {
        throw CaseError("keys: “\(line)”: \(error)")
      }
    }
    return lines
  }
}
