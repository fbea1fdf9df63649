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
