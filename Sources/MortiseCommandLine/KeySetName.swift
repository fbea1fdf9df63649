import TerminalUI

/// Reads the name of a set of keys.
enum KeySetName {
  private static let all = EditorSettings.KeySet.allCases.map(\.rawValue)

  static func option(_ name: String) -> Option {
    Option(name, value: "SET", values: .words(all), help: "a set of keys: \(all.joined(separator: ", "))")
  }

  /// Returns the set that an option names; nil if it isn't given.
  /// - Throws: `UsageError` if there is no such set.
  static func keySet(_ arguments: Arguments, _ option: String) throws(UsageError) -> EditorSettings.KeySet? {
    guard let name = arguments.value(option) else { return nil }
    guard let set = EditorSettings.KeySet(rawValue: name) else {
      throw UsageError("there is no key set “\(name)”; the sets are \(all.joined(separator: ", "))")
    }
    return set
  }
}
