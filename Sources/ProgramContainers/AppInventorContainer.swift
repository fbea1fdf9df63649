import Archives

/// A project of App Inventor: a zip archive with a program for each screen.
struct AppInventorContainer: Container {
  let name = "appinventor"
  let app = "App Inventor"
  let fileExtensions = ["aia"]
  let code = EmbeddedCodeUse.absent

  func content(of file: [UInt8]) throws -> ContainerContent? {
    guard ZipArchive.begins(file) else { return nil }
    let archive = try ContainerError.reading { try ZipArchive(file) }
    let entries = archive.entries.filter(isProgram)
    guard !entries.isEmpty else { return nil }
    if let reason = archive.readOnlyReason { throw ContainerError(reason) }
    // All are unpacked at once.
    let count = entries.reduce(0) { min($0 + min($1.count, Self.mostPrograms), Self.mostPrograms) }
    guard count < Self.mostPrograms else {
      throw ContainerError(
        "its screens have more than \(Self.mostPrograms >> 20) MiB of blocks when unpacked")
    }
    let names = DistinctNames.of(
      entries.map { entry in
        String(entry.name[(entry.name.lastIndex(of: "/") ?? entry.name.startIndex)...].dropFirst().dropLast(4))
      })
    let programs = try zip(entries, names).map { entry, name in
      EmbeddedProgram(name: name, text: try ContainerError.reading { try archive.content(of: entry) })
    }
    return ContainerContent(programs) { index, text, _ in
      // Every archive that was read can be written if there is enough memory.
      text == programs[index].text ? file : (try? archive.replacing([entries[index].name: text])) ?? file
    }
  }

  private static let mostPrograms = 128 << 20

  private func isProgram(_ entry: ZipArchive.Entry) -> Bool {
    entry.name.hasPrefix("src/") && entry.name.hasSuffix(".bky")
  }

  /// The names of the entries, with the lines of short texts, and the sizes and checksums of all others.
  func outline(of file: [UInt8]) -> [UInt8]? {
    guard let archive = try? ZipArchive(file) else { return nil }
    let entries = archive.entries.sorted { $0.name < $1.name }
    return Array(entries.map { "\($0.name)\(isProgram($0) ? "" : summary(of: $0, in: archive))\n" }.joined().utf8)
  }

  private static let longestText = 1 << 16

  private func summary(of entry: ZipArchive.Entry, in archive: ZipArchive) -> String {
    if let content = try? archive.content(of: entry, limit: Self.longestText), !content.contains(where: isControl),
      let text = String(validating: content, as: UTF8.self)
    {
      return text.split(whereSeparator: \.isNewline).map { "\n  \($0)" }.joined()
    }
    return ": \(entry.count) bytes, checksum \(String(entry.checksum, radix: 16))"
  }

  private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) }
}
