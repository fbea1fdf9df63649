import Archives
import Markup

/// A project file of MakeCode: its JSON, compressed with LZMA.
struct MakeCodeContainer: Container {
  let name = "makecode"
  let app = "MakeCode"
  let fileExtensions = ["mkcd"]
  let code = EmbeddedCodeUse.remade

  func content(of file: [UInt8]) throws -> ContainerContent? {
    guard LZMAFile.begins(file) else { return nil }
    let text = try ContainerError.reading { try MakeCodeText(unpacking: file) }
    guard let project = try MakeCodeProject(text.utf8) else { return nil }
    return ContainerContent([project.program]) { _, program, code in
      let json = project.json(with: program, code: code)
      return json == text.utf8 ? file : text.packed(json) ?? file
    }
  }

  func outline(of file: [UInt8]) -> [UInt8]? {
    (try? MakeCodeText(unpacking: file)).flatMap { MakeCodeOutline(project: $0.utf8)?.text }
  }

  func file(from other: any Container, _ file: [UInt8]) -> [UInt8]? {
    switch other {
    case is MakeCodePictureContainer: try? PNGPixels(file).hiddenBytes()
    case is MakeCodeHexContainer:
      (try? MakeCodeHexFile(file)).flatMap { hex in
        (try? hex.project).flatMap { try? LZMAFile.compress(SurrogatePairs.split($0.projectJSON(hex.description))) }
      }
    default: nil
    }
  }
}

/// A program for a controller, with the project that it was made from.
struct MakeCodeHexContainer: Container {
  let name = "makecode-hex"
  let app = "MakeCode"
  let fileExtensions: [String] = []
  let code = EmbeddedCodeUse.remade
  let readOnlyReason: String? = "it also holds machine code, which Mortise can't make; .mkcd can be written"

  func content(of file: [UInt8]) throws -> ContainerContent? {
    guard IntelHex.begins(file) else { return nil }
    let project = try ContainerError.reading { try MakeCodeHexFile(file).project }
    return ContainerContent([project.program]) { _, _, _ in file }
  }

  func outline(of file: [UInt8]) -> [UInt8]? { (try? MakeCodeHexFile(file))?.outline?.text }
}

/// A picture of a program, with the project in the low bits of its colours.
struct MakeCodePictureContainer: Container {
  let name = "makecode-png"
  let app = "MakeCode"
  let fileExtensions: [String] = []
  let code = EmbeddedCodeUse.remade
  let readOnlyReason: String? = "it also shows the blocks as a picture, which Mortise can't draw; .mkcd can be written"

  func content(of file: [UInt8]) throws -> ContainerContent? {
    guard PNGPixels.begins(file) else { return nil }
    let text = try ContainerError.reading { try MakeCodeText(unpacking: PNGPixels(file).hiddenBytes()) }
    guard let project = try MakeCodeProject(text.utf8) else {
      throw ContainerError("the picture holds no MakeCode project")
    }
    return ContainerContent([project.program]) { _, _, _ in file }
  }

  func outline(of file: [UInt8]) -> [UInt8]? {
    (try? MakeCodeText(unpacking: PNGPixels(file).hiddenBytes())).flatMap { MakeCodeOutline(project: $0.utf8)?.text }
  }
}

/// The project in a hex file.
struct MakeCodeHexFile {
  /// The file's description of the project; nil if it is damaged.
  let description: JSONValue?
  private let files: [UInt8]

  /// - Throws: when the file is damaged, or holds no project.
  init(_ file: [UInt8]) throws {
    let source = try EmbeddedSource(in: try IntelHex(file))
    let damaged = ContainerError("the project in the file is damaged")
    guard let meta = try JSONParser.parseIfValid(source.meta) else { throw damaged }
    guard let compression = meta["compression"]?.string, !compression.isEmpty else {
      (description, files) = (meta, source.text)
      return
    }
    guard compression == "LZMA" else {
      throw ContainerError("the project in the file is compressed in a way that isn't supported (\(compression))")
    }
    // MakeCode counts the characters of the description as JavaScript does.
    let text = String(decoding: try MakeCodeText(unpacking: source.text).utf8, as: UTF8.self)
    let count = meta["headerSize"]?.integer ?? meta["metaSize"]?.integer ?? 0
    guard count >= 0, let end = text.utf16.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex) else {
      throw damaged
    }
    description = try? JSONParser.parse(String(text[..<end]))
    files = Array(text[end...].utf8)
  }

  /// The outline; nil if the files are damaged.
  var outline: MakeCodeOutline? { MakeCodeOutline(description: description, files: files) }

  /// - Throws: when the project has no blocks.
  var project: MakeCodeProject {
    get throws { try MakeCodeProject(files: files, editor: description?["editor"]?.string) }
  }
}

/// Text compressed by MakeCode.
struct MakeCodeText {
  let utf8: [UInt8]
  /// Whether characters beyond U+FFFF are surrogate pairs, as MakeCode reads them. Only other programs write UTF-8
  /// there.
  private let hasPairs: Bool

  /// - Throws: when the bytes are damaged.
  init(unpacking file: [UInt8]) throws(ArchiveError) {
    let text = try LZMAFile.decompress(file)
    hasPairs = !SurrogatePairs.areMissing(in: text)
    utf8 = hasPairs ? SurrogatePairs.joined(text) : text
  }

  /// Returns another text, compressed; nil if there is not enough memory.
  func packed(_ text: [UInt8]) -> [UInt8]? { try? LZMAFile.compress(hasPairs ? SurrogatePairs.split(text) : text) }
}
