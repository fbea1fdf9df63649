import BlockModel

/// A file format of programs. Apps add their own to `FileFormats`; see docs/develop/extending.md.
public protocol FileFormat: Sendable {
  /// The name in options and journals, such as `xml`.
  var name: String { get }
  /// The extension of the format's files, without the dot.
  var fileExtension: String { get }
  /// All extensions that only the format's files have, without the dot; `fileExtension` alone by default.
  var fileExtensions: [String] { get }
  /// Whether every file with this extension is in this format, regardless of its content; true by default.
  var isKnownByName: Bool { get }
  /// The name of the app whose files these are; nil, the default, if a file contains only a program.
  var app: String? { get }
  /// The reason why programs can't be saved in this format, as a clause; nil, the default, if they can.
  var readOnlyReason: String? { get }
  /// The supported options of `mortise convert`; none by default.
  var conversionOptions: ConversionOptions { get }

  /// Whether a file with unknown content is in this format; false by default.
  /// - Parameter text: the content in UTF-8.
  func recognises(_ text: [UInt8], factory: BlockFactory) -> Bool

  /// Finds the programs in a file of any kind; called before `recognises(_:factory:)`.
  /// - Returns: nil, the default, if the file is not in this format, or contains only a program.
  func programs(in file: [UInt8]) -> (any FilePrograms)?

  /// Reads a program.
  /// - Parameter file: the bytes of the file, in any encoding.
  /// - Throws: `MarkupError` with line, column and cause, or another error with a description for the user.
  func read(_ file: [UInt8], _ context: ReadingContext) throws -> ReadFile

  /// Writes a program in a style of this format.
  /// - Parameter cache: the program's cache.
  func write(_ workspace: Workspace, style: FileStyle, cache: ProgramCache) -> ProgramWriter.Result

  /// Whether a new file can be written in this format; true by default.
  /// - Parameter previous: the style of the program in another format; nil for a new program.
  func canBegin(after previous: FileStyle?) -> Bool

  /// Returns the style of a new file, or of an existing program that is saved in this format.
  /// - Parameter previous: the style in another format; nil for a new file.
  func style(after previous: FileStyle?) -> FileStyle

  /// Returns a message about the content that a program of another format loses in this one; nil, the default, for
  /// none.
  func loss(of style: FileStyle) -> String?

  /// Writes a program that was read in any format, as `mortise convert` does.
  /// - Returns: nil if the result equals the file.
  func convert(_ program: ReadFile, options: ConversionOptions, cache: ProgramCache) -> ProgramWriter.Result?
}

extension FileFormat {
  public var fileExtensions: [String] { [fileExtension] }
  public var isKnownByName: Bool { true }
  public var app: String? { nil }
  public var readOnlyReason: String? { nil }
  public var conversionOptions: ConversionOptions { [] }
  public func recognises(_ text: [UInt8], factory: BlockFactory) -> Bool { false }
  public func programs(in file: [UInt8]) -> (any FilePrograms)? { nil }
  public func canBegin(after previous: FileStyle?) -> Bool { true }
  public func loss(of style: FileStyle) -> String? { nil }

  public func style(after previous: FileStyle?) -> FileStyle {
    FileStyle(self, layout: previous?.layout ?? .pretty(.xml))
  }

  public func convert(
    _ program: ReadFile, options: ConversionOptions, cache: ProgramCache
  ) -> ProgramWriter.Result? {
    program.style.format.name == name
      ? nil : write(program.workspace, style: style(after: program.style), cache: cache)
  }
}
