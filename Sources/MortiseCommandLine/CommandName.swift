import BlockNotation
import MortiseFiles

/// Detects mistyped command names on the command line.
enum CommandName {
  /// Checks the arguments of the editor for a mistyped command: a first argument that resembles a command's name and is
  /// not a file.
  static func check(_ arguments: [String]) throws(UsageError) {
    guard let word = arguments.first, !word.hasPrefix("-"), !FileSystem.exists(word), suggestion(for: word) != nil
    else { return }
    throw unknown(word)
  }

  static func unknown(_ word: String) -> UsageError {
    let question = suggestion(for: word).map { "; did you mean “\($0)”?" } ?? ""
    return UsageError("“\(word)” is neither a command nor a file\(question)")
  }

  /// Returns the command whose name is most similar to a word; nil if none is similar.
  private static func suggestion(for word: String) -> String? {
    Spelling.nearest(to: word, among: MortiseApp.current.allCommands.map { $0.name })
  }
}
