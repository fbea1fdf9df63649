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

/// Names that tell the programs of a file apart.
enum DistinctNames {
  /// Returns the names with numbers where they are the same or empty.
  static func of(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.enumerated().map { index, name in
      let name = name.isEmpty ? String(index + 1) : name
      var own = name
      var number = 2
      while !taken.insert(own).inserted {
        own = "\(name) (\(number))"
        number += 1
      }
      return own
    }
  }
}
