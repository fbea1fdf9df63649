import Archives
import Markup

/// A kind of file in which an app keeps programs among other things, such as their code. A container finds the
/// programs, and puts them back; it copies every other byte. See docs/apps.md.
public protocol Container: Sendable {
  /// The name in options and journals, such as `iobroker`.
  var name: String { get }
  /// The app, as its users call it.
  var app: String { get }
  /// The extensions that only its files have, without the dot; empty if they are called like others.
  var fileExtensions: [String] { get }
  /// What the app does with the code that stands beside the blocks.
  var code: EmbeddedCodeUse { get }
  /// The id of the code's language (`CodeLanguage`); nil if Mortise doesn't make it.
  var language: String? { get }
  /// Why such a file can't be saved, as a clause; nil, the default, if it can.
  var readOnlyReason: String? { get }

  /// Finds the programs in a file.
  /// - Returns: nil if this is not such a file.
  /// - Throws: `ContainerError` if it is one, but damaged or too large; `MarkupError` if its text is damaged.
  func content(of file: [UInt8]) throws -> ContainerContent?

  /// Returns what a file has besides its programs, and the code that the app makes of them, as text or JSON: for files
  /// that are no text themselves. Two with the same content have the same, whenever and however they were packed.
  /// - Returns: nil, the default, if the file itself will do.
  func outline(of file: [UInt8]) -> [UInt8]?

  /// Makes a file of this kind of one of another kind, for “save as”.
  /// - Returns: nil, the default, if it can't.
  func file(from other: any Container, _ file: [UInt8]) -> [UInt8]?
}

extension Container {
  public var language: String? { nil }
  public var readOnlyReason: String? { nil }
  public func outline(of file: [UInt8]) -> [UInt8]? { nil }
  public func file(from other: any Container, _ file: [UInt8]) -> [UInt8]? { nil }
}

/// What an app does with the code that its file keeps beside the blocks.
public enum EmbeddedCodeUse: Hashable, Sendable {
  /// There is none.
  case absent
  /// The app makes it from the blocks when it opens the file.
  case remade
  /// The app runs it as it is: blocks that are saved without new code do nothing.
  case run
}

/// How the code that an app's file keeps beside the blocks relates to them.
public enum EmbeddedCodeState: String, Hashable, Sendable {
  /// Mortise makes the same code of the blocks.
  case matches
  /// Mortise makes other code: the blocks or the code were changed alone, or the app makes other code than Mortise.
  case differs
  /// Mortise has no generators for some blocks.
  case unknown
  /// The app makes the code when it opens the file.
  case remade

  /// One word for the title.
  public var word: String {
    switch self {
    case .matches: "matches"
    case .differs: "differs"
    case .unknown: "unknown"
    case .remade: "remade by the app"
    }
  }

  /// A clause for the user.
  /// - Parameter app: the app's name.
  public func sentence(app: String) -> String {
    switch self {
    case .matches: "the code beside the blocks matches them"
    case .differs: "the code beside the blocks is not what Mortise makes of them; \(app) runs the code"
    case .unknown: "whether the code matches the blocks is unknown, as some have no generator; \(app) runs the code"
    case .remade: "\(app) makes the code from the blocks when it opens the file"
    }
  }
}

/// Why an app's file can't be read.
public struct ContainerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence in lower case, without the file's name.
  public var description: String
  /// The names of the programs if one has to be chosen; otherwise empty.
  public var programNames: [String] = []

  /// - Parameter description: a sentence in lower case, without the file's name.
  public init(_ description: String) { self.description = description }
}

extension ContainerError {
  /// Reads an archive, and turns its errors into those of a container.
  /// - Throws: `ContainerError` for an archive that is damaged, and what the body throws.
  static func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ArchiveError { throw ContainerError(error.message) }
  }
}
