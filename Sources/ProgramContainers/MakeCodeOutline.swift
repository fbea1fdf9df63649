import Markup

/// The rest of a MakeCode project, without its blocks and their code: JSON with the project's files as members,
/// however they are packed. The machine code in a hex file is derived from the project, and so is the picture that
/// holds one.
struct MakeCodeOutline {
  let text: [UInt8]

  /// - Parameter json: a whole project, with its files as JSON in a string.
  /// - Returns: nil if it isn't a project.
  init?(project json: [UInt8]) {
    guard let root = try? JSONParser.parse(json), let files = root["source"]?.string else { return nil }
    self.init(files: Array(files.utf8)) { writer, writeFiles in
      for (key, value) in root.members {
        writer.key(key)
        if key == "source" { writeFiles(&writer) } else { writer.value(value) }
      }
    }
  }

  /// - Parameter description: a hex file's description of its project.
  /// - Returns: nil if the files are not JSON.
  init?(description: JSONValue?, files: [UInt8]) {
    self.init(files: files) { writer, writeFiles in
      if let description {
        writer.key("meta")
        writer.value(description)
      }
      writer.key("source")
      writeFiles(&writer)
    }
  }

  private init?(files: [UInt8], _ write: (inout JSONWriter, _ writeFiles: (inout JSONWriter) -> Void) -> Void) {
    guard let files = try? JSONParser.parse(files) else { return nil }
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    write(&writer) { Self.write(files, to: &$0) }
    writer.endObject()
    text = writer.takeBytes()
  }

  private static func write(_ files: JSONValue, to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, content) in files.members {
      writer.key(name)
      if ["main.blocks", "main.ts"].contains(name) {
        writer.string("")
      } else if name.hasSuffix(".json"), let json = content.string.flatMap({ try? JSONParser.parse($0) }) {
        writer.value(json)
      } else {
        writer.value(content)
      }
    }
    writer.endObject()
  }
}
