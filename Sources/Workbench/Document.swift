import BlockFormats
import BlockModel
import Markup

/// A program with its file.
public struct Document {
  /// Where the program is saved; nil until a new one gets a name.
  public var path: String?
  public let workspace: Workspace
  /// How the file is laid out.
  public var style: ProgramStyle
  /// What was met while the file was read.
  public var findings: [ProgramFinding]
  /// The file's bytes as they were read or saved last, so that an unchanged program stays the same to the byte.
  var savedBytes: [UInt8]?
  /// The bytes as they were read, for when everything is undone.
  var readBytes: [UInt8]?
  /// The program comes from unsaved work that was put aside.
  var isRecovered = false
  /// The file's state when it was read or saved last; nil for no file.
  var stamp: FileStamp?

  /// A new, empty program.
  /// - Parameter randomness: where new ids come from.
  public init(
    factory: BlockFactory, path: String? = nil, randomness: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.path = path
    workspace = Workspace(factory: factory, randomness: randomness)
    style = .pretty(path?.hasSuffix(".json") == true ? .json : .xml)
    findings = []
  }

  /// Reads a program's bytes.
  /// - Throws: `MarkupError` when they are no program.
  init(
    bytes: [UInt8], path: String, factory: BlockFactory,
    randomness: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) throws(MarkupError) {
    let program = try ProgramReader.read(bytes, factory: factory, randomness: randomness)
    self.path = path
    workspace = program.workspace
    style = program.style
    findings = program.findings
    savedBytes = bytes
    readBytes = bytes
  }

  /// Opens a program's file; where there is none, a new program that will be saved there.
  /// - Parameter randomness: where new ids come from.
  /// - Throws: `OpenError` in words for the person.
  public static func open(
    _ path: String, factory: BlockFactory, randomness: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) throws(OpenError) -> Document {
    let content: FileContent
    do throws(FileError) { content = try FileReader.read(path) } catch {
      guard error.cause == .missing else { throw OpenError("\(error)") }
      return Document(factory: factory, path: path, randomness: randomness)
    }
    do throws(MarkupError) {
      var document = try Document(bytes: content.bytes, path: path, factory: factory, randomness: randomness)
      document.stamp = content.stamp
      return document
    } catch {
      throw OpenError("\(path):\(error)")
    }
  }
}

/// Why a program could not be opened, in one line.
public struct OpenError: Error, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}
