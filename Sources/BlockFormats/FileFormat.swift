import BlockModel
import Markup

/// A file format of programs. Apps add their own to `FileFormats`; see docs/extending.md.
public protocol FileFormat: Sendable {
  /// The name in options and journals, such as `xml`.
  var name: String { get }
  /// The extension of the names of its files, without the dot.
  var fileExtension: String { get }
  /// All extensions that only its files have, without the dot; `fileExtension` alone by default.
  var fileExtensions: [String] { get }
  /// Whether a file with this extension is in this format whatever it contains; true by default.
  var isKnownByName: Bool { get }
  /// The app whose files these are, as its users call it; nil, the default, if a file is nothing but a program.
  var app: String? { get }
  /// Why programs can't be saved in this format, as a clause; nil, the default, if they can.
  var readOnlyReason: String? { get }
  /// What `mortise convert` may be asked for besides the format; nothing by default.
  var conversionOptions: ConversionOptions { get }

  /// Whether bytes that may be anything are in this format; false by default.
  /// - Parameter text: the content in UTF-8.
  func recognises(_ text: [UInt8], factory: BlockFactory) -> Bool

  /// Finds the programs in a file of any kind; asked before `recognises(_:factory:)`.
  /// - Returns: nil, the default, if the file is not in this format, or is nothing but a program.
  func programs(in file: [UInt8]) -> (any FilePrograms)?

  /// Reads a program.
  /// - Parameter file: the bytes of the file, in any encoding.
  /// - Throws: `MarkupError` with line, column and cause, or another error whose description says what is wrong.
  func read(_ file: [UInt8], _ context: ReadingContext) throws -> ReadFile

  /// Writes a program in a style of this format.
  /// - Parameter cache: that of the program.
  func write(_ workspace: Workspace, style: FileStyle, cache: ProgramCache) -> ProgramWriter.Result

  /// Whether a new file can be written in this format; true by default.
  /// - Parameter previous: the style of the program in another format; nil for a new program.
  func canBegin(after previous: FileStyle?) -> Bool

  /// Returns the style of a new file, or that of a program's file when it is saved in this format.
  /// - Parameter previous: the style in another format; nil for a new file.
  func style(after previous: FileStyle?) -> FileStyle

  /// Returns what a program of another format loses in this one, as a message; nil, the default, for nothing.
  func loss(of style: FileStyle) -> String?

  /// Writes a program that was read in any format, as `mortise convert` does.
  /// - Returns: nil if a copy of the file will do.
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

/// How a program's file is written.
public struct FileStyle: Hashable, Sendable {
  /// The format that writes the file.
  public var format: any FileFormat
  /// The layout of Blockly's XML or JSON; in other formats, that of the file which the program comes from.
  public var layout: ProgramStyle
  /// What else the format keeps of the file's style.
  public var details: (any Hashable & Sendable)?
  /// The program's name in a file that has several; nil for the only one.
  public var programName: String?

  /// - Parameters:
  ///   - details: what only `format` understands; nil if it keeps nothing else.
  ///   - programName: the program's name in a file that has several.
  public init(
    _ format: any FileFormat, layout: ProgramStyle, details: (any Hashable & Sendable)? = nil,
    programName: String? = nil
  ) {
    self.format = format
    self.layout = layout
    self.details = details
    self.programName = programName
  }

  public static func == (left: FileStyle, right: FileStyle) -> Bool {
    left.format.name == right.format.name && left.layout == right.layout && left.programName == right.programName
      && left.details.map { AnyHashable($0) } == right.details.map { AnyHashable($0) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(format.name)
    hasher.combine(layout)
  }
}

/// A program that was read in any format, with its file's style and the findings.
public struct ReadFile {
  /// The program, complete but not shown yet.
  public var workspace: Workspace
  /// The file's style, so that saving changes only what the user changed.
  public var style: FileStyle
  /// What the user should know of the file; empty for most.
  public var findings: [ProgramFinding]

  /// - Parameter findings: what the user should know of the file.
  public init(workspace: Workspace, style: FileStyle, findings: [ProgramFinding] = []) {
    self.workspace = workspace
    self.style = style
    self.findings = findings
  }
}

/// What a format needs to read a program.
public struct ReadingContext {
  /// Creates the blocks.
  public var factory: BlockFactory
  /// The source of ids for blocks without one.
  public var randomness: any RandomNumberGenerator
  /// Inspects the program; its remarks are added to the findings.
  public var inspect: (Workspace) -> [BlockRemark] = { _ in [] }
  /// Reads an older version of the program, for formats without ids and positions: these stay where nothing changed.
  public var old: () -> ReadProgram? = { nil }
  /// The program to read, in a file that may have several; nil for the only one.
  public var programName: String?
  /// Which of Blockly's formats the program is going to be written in; nil if that is not known.
  public var targetFormat: ProgramFormat?
  /// The program's cache, to be passed to `FileFormat.write(_:style:cache:)` later.
  public var cache: ProgramCache

  /// - Parameters:
  ///   - randomness: the source of ids for blocks without one.
  ///   - cache: that of the program, if it was read before.
  public init(factory: BlockFactory, randomness: any RandomNumberGenerator, cache: ProgramCache = ProgramCache()) {
    self.factory = factory
    self.randomness = randomness
    self.cache = cache
  }
}

/// What reading and writing a program both need and is slow to make, such as the wordings of its blocks.
public final class ProgramCache {
  private var objects: [ObjectIdentifier: AnyObject] = [:]

  /// An empty cache, for a program that has none yet.
  public init() {}

  /// Returns the program's object of a type.
  /// - Parameter make: makes it when there is none.
  public func object<Object: AnyObject>(_ make: () -> Object) -> Object {
    if let object = existing(Object.self) { return object }
    let object = make()
    set(object)
    return object
  }

  /// Returns the program's object of a type; nil if there is none yet.
  public func existing<Object: AnyObject>(_ type: Object.Type) -> Object? {
    objects[ObjectIdentifier(type)] as? Object
  }

  /// Forgets the program's object of a type.
  public func remove<Object: AnyObject>(_ type: Object.Type) { objects[ObjectIdentifier(type)] = nil }

  /// Sets the program's object of a type.
  public func set<Object: AnyObject>(_ object: Object) { objects[ObjectIdentifier(Object.self)] = object }
}

/// What `mortise convert` is asked for besides the format.
public struct ConversionOptions: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Everything on one line.
  public static let compact = ConversionOptions(rawValue: 1)
  /// Indented.
  public static let pretty = ConversionOptions(rawValue: 2)
  /// With the ids of blocks, variables and comments.
  public static let ids = ConversionOptions(rawValue: 4)
  /// With the positions of stacks and comments, and the layout of the file that the program comes from.
  public static let places = ConversionOptions(rawValue: 8)
}
