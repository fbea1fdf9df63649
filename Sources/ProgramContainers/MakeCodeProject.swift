import Markup

/// A project as MakeCode saves it: JSON that describes it, with its files as JSON in a string.
struct MakeCodeProject {
  /// The whole JSON; in a hex file, the files alone.
  private let json: [UInt8]
  /// The range of the string with the files in the JSON; nil if the JSON is the files.
  private let sourceRange: Range<Int>?
  /// The files, as JSON.
  private let files: [UInt8]
  private let programRange: Range<Int>
  private let codeRange: Range<Int>?
  let program: EmbeddedProgram

  /// - Parameter json: the unpacked JSON of a file of MakeCode's.
  /// - Returns: nil if it isn't a project.
  /// - Throws: `ContainerError` when the project has no blocks.
  init?(_ json: [UInt8]) throws {
    guard let root = try JSONParser.parseIfValid(json), let source = root["source"], let text = source.string else {
      return nil
    }
    let sourceRange = JSONParser.ranges(of: [source.tapeIndex], in: json)[source.tapeIndex]
    try self.init(json, sourceRange, Array(text.utf8), editor: root["meta"]?["editor"]?.string)
  }

  /// - Parameters:
  ///   - files: the files, as JSON.
  ///   - editor: the name of the editor that the project was made with.
  /// - Throws: `ContainerError` when the project has no blocks.
  init(files: [UInt8], editor: String?) throws { try self.init(files, nil, files, editor: editor) }

  private init(_ json: [UInt8], _ sourceRange: Range<Int>?, _ files: [UInt8], editor: String?) throws {
    let root: JSONValue
    do throws(MarkupError) { root = try JSONParser.parse(files) } catch {
      if error.isOutOfMemory { throw error }
      throw ContainerError("the files of the project are damaged: \(error.cause)")
    }
    guard let blocks = root["main.blocks"], let text = blocks.string else {
      throw ContainerError("this MakeCode project has no blocks")
    }
    // MakeCode's text editor would recreate the blocks from the text.
    guard editor == nil || editor == "blocksprj" else {
      throw ContainerError("this MakeCode project is edited as text: open it there, and switch to blocks")
    }
    let code = root["main.ts"].flatMap { $0.string == nil ? nil : $0 }
    let ranges = JSONParser.ranges(of: [blocks.tapeIndex] + (code.map { [$0.tapeIndex] } ?? []), in: files)
    guard let programRange = ranges[blocks.tapeIndex] else {
      throw ContainerError("the files of the project are damaged")
    }
    (self.json, self.sourceRange, self.files, self.programRange) = (json, sourceRange, files, programRange)
    codeRange = code.flatMap { ranges[$0.tapeIndex] }
    program = EmbeddedProgram(text: Array(text.utf8), code: code?.string.map { Array($0.utf8) })
  }

  /// Returns the JSON with another program and other code.
  /// - Parameter code: nil to keep the code.
  func json(with text: [UInt8], code: [UInt8]?) -> [UInt8] {
    var parts: [Replacement] = []
    if text != program.text {
      parts.append(Replacement(range: programRange, bytes: JSONStringStyle(of: files[programRange]).write(text)))
    }
    if let code, code != program.code, let codeRange {
      parts.append(Replacement(range: codeRange, bytes: JSONStringStyle(of: files[codeRange]).write(code)))
    }
    guard let sourceRange else { return files.replacing(parts) }
    var literal = Array(json[sourceRange])
    // From the last one, so that the ranges of the others stay valid.
    for part in parts.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      literal = JSONStringPart.replacing(part.range, with: part.bytes, in: literal[...])
    }
    return json.replacing([Replacement(range: sourceRange, bytes: literal)])
  }

  /// Returns the JSON of a project file for the files of a hex file.
  /// - Parameter description: the hex file's description of the project.
  func projectJSON(_ description: JSONValue?) -> [UInt8] {
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    writer.key("meta")
    writer.beginObject()
    for key in ["cloudId", "targetVersions", "editor", "name"] {
      guard let value = description?[key] else { continue }
      writer.key(key)
      writer.value(value)
    }
    writer.endObject()
    writer.key("source")
    writer.string(String(decoding: files, as: UTF8.self))
    writer.endObject()
    return writer.takeBytes()
  }
}
