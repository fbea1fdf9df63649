/// A kind of file in which an app keeps programs among other things, such as their code. A container finds the
/// programs, and replaces them; it copies every other byte. See docs/use/apps.md.
public protocol Container: Sendable {
  /// The name in options and journals, such as `iobroker`.
  var name: String { get }
  /// The app, as its users call it.
  var app: String { get }
  /// The extensions that only its files have, without the dot; empty if other files have the same.
  var fileExtensions: [String] { get }
  /// The app's use of the code beside the blocks.
  var code: EmbeddedCodeUse { get }
  /// The id of the code's language (`CodeLanguage`); nil if Mortise doesn't generate the code.
  var language: String? { get }
  /// The reason why such a file can't be saved, as a clause; nil, the default, if it can.
  var readOnlyReason: String? { get }

  /// Finds the programs in a file.
  /// - Returns: nil if this is not such a file.
  /// - Throws: `ContainerError` if it is one, but damaged or too large; `MarkupError` if its text is damaged.
  func content(of file: [UInt8]) throws -> ContainerContent?

  /// Returns the rest of a file, without its programs and the code that the app generates from them, as text or JSON:
  /// for files that are not text themselves. Files with the same rest have the same outline, however they were
  /// packed.
  /// - Returns: nil, the default, if no outline is needed.
  func outline(of file: [UInt8]) -> [UInt8]?

  /// Converts a file of another kind to this kind, for “save as”.
  /// - Returns: nil, the default, if that isn't possible.
  func file(from other: any Container, _ file: [UInt8]) -> [UInt8]?
}

extension Container {
  public var language: String? { nil }
  public var readOnlyReason: String? { nil }
  public func outline(of file: [UInt8]) -> [UInt8]? { nil }
  public func file(from other: any Container, _ file: [UInt8]) -> [UInt8]? { nil }
}
