import Markup

/// A file of XML documents, one after the other: first the program, then the app's data about it.
struct DocumentsContainer: Container {
  let name: String
  let app: String
  let fileExtensions: [String]
  let code: EmbeddedCodeUse
  /// Tags that begin the part after the program, such as `<Extra>`; one of them must be present.
  let marks: [String]
  /// The tags around the code; nil if there is none.
  var codeTags: (begin: String, end: String)?
  /// The encoding of the code.
  var coding = TextCoding.plain

  func content(of file: [UInt8]) throws -> ContainerContent? {
    // The last end tag is the root's: the part after it is short, and no Blockly XML has other roots.
    guard let end = file[...].lastRange(ofText: "</xml>")?.upperBound,
      marks.contains(where: { file[end...].contains(text: $0) })
    else { return nil }
    let start = file[..<end].firstRange(ofText: "<xml")?.lowerBound ?? 0
    let coding = coding
    let codeRange = codeTags.flatMap { tags -> Range<Int>? in
      guard let begin = file[end...].firstRange(ofText: tags.begin)?.upperBound,
        let finish = file[begin...].firstRange(ofText: tags.end)?.lowerBound
      else { return nil }
      return begin..<finish
    }
    let program = EmbeddedProgram(
      text: Array(file[start..<end]), code: codeRange.flatMap { coding.decode(Array(file[$0])) }, start: start,
      isVerbatim: true)
    return ContainerContent([program]) { _, text, code in
      var parts = [Replacement(range: start..<end, bytes: text)]
      if let codeRange, let code { parts.append(Replacement(range: codeRange, bytes: coding.encode(code))) }
      return file.replacing(parts)
    }
  }
}
