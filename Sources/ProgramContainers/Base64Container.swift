import Markup

/// A file that consists of a program in Base64.
struct Base64Container: Container {
  let name: String
  let app: String
  let fileExtensions: [String] = []
  let code = EmbeddedCodeUse.absent

  /// The beginnings of Blockly's XML in Base64: `<xml` or `<?x`.
  private static let beginnings = ["PHhtb", "PD94"]

  func content(of file: [UInt8]) throws -> ContainerContent? {
    let body = file[..<file.trimmedEnd.count].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard Self.beginnings.contains(where: { body.starts(with: $0.utf8) }), let text = Base64.decode(body),
      ProgramFirst.isXML(text[...])
    else { return nil }
    let range = body.indices
    return ContainerContent([EmbeddedProgram(text: text, start: range.lowerBound)]) { _, text, _ in
      file.replacing([Replacement(range: range, bytes: Array(Base64.encode(text).utf8))])
    }
  }
}
