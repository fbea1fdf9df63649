import BlockNotation
import Markup

/// What is wrong with the content of a program's file.
package nonisolated enum UnreadableProgram: Error, Sendable {
  case markup(MarkupError)
  case notation(NotationError)

  /// The message for the user, with the file's name, lines and columns.
  package func message(in name: String) -> String {
    switch self {
    case .markup(let error): "\(name):\(error)"
    case .notation(let error): error.list(in: name)
    }
  }

  /// Runs a function that reads a program.
  static func catching<Result>(_ read: () throws -> Result) throws(UnreadableProgram) -> Result {
    do { return try read() } catch let error as NotationError {
      throw .notation(error)
    } catch let error as MarkupError {
      throw .markup(error)
    } catch {
      throw .markup(MarkupError(position: SourcePosition(line: 1, column: 1), cause: "\(error)"))
    }
  }
}
