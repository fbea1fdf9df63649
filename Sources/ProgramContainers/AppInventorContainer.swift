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
    let entries = archive.entries.filter { $0.name.hasPrefix("src/") && $0.name.hasSuffix(".bky") }
    guard !entries.isEmpty else { return nil }
    if let reason = archive.readOnlyReason { throw ContainerError(reason) }
    let names = DistinctNames.of(
      entries.map { entry in
        String(entry.name[(entry.name.lastIndex(of: "/") ?? entry.name.startIndex)...].dropFirst().dropLast(4))
      })
    let programs = try zip(entries, names).map { entry, name in
      EmbeddedProgram(name: name, text: try ContainerError.reading { try archive.content(of: entry) })
    }
    return ContainerContent(programs) { index, text, _ in
      // Nothing that was read can't be written, if there is memory.
      text == programs[index].text ? file : (try? archive.replacing([entries[index].name: text])) ?? file
    }
  }
}
