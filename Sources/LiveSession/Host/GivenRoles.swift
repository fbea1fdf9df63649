import Markup
import MortiseFiles

/// The roles that owners of a program have given, stored for a restarted host: a file of JSON lines.
struct GivenRoles {
  /// The roles by author, with the author's secret.
  var authors: [String: (role: Role, secret: String?)] = [:]
  /// The roles by the names of personal tokens.
  var people: [String: Role] = [:]

  /// The role that all were last given, which also applies to clients that join later; nil if it wasn't given.
  var all: Role?

  /// The maximum number of authors that are kept.
  private static let limit = 1_000

  /// No roles.
  init() {}

  /// Reads the roles of a program; none if there are none, or none that can be read.
  init(of program: String, in files: NamedFiles) {
    let bytes = (try? files.read(NamedFiles.name(ofProgram: program))) ?? nil
    for line in bytes?.split(separator: UInt8(ascii: "\n")) ?? [] {
      guard let json = try? JSONParser.parse(Array(line)), let role = json["role"]?.string.flatMap(Role.init) else {
        continue
      }
      if json["all"]?.boolean == true { all = role }
      if let person = json["person"]?.string { people[person] = role }
      if let author = json["author"]?.string, let secret = json["secret"]?.string { authors[author] = (role, secret) }
    }
  }

  /// Stores the roles.
  /// - Throws: `FileError` if they can't be written.
  func keep(of program: String, in files: NamedFiles) throws(FileError) {
    var text: [UInt8] = []
    if let all {
      text += JSONWriter.line { json in
        json.member("all", true)
        json.member("role", all.rawValue)
      }
    }
    for (person, role) in people {
      text += JSONWriter.line { json in
        json.member("person", person)
        json.member("role", role.rawValue)
      }
    }
    // Without a secret, any client could be this author.
    for (author, entry) in authors.prefix(Self.limit) {
      guard let secret = entry.secret else { continue }
      text += JSONWriter.line { json in
        json.member("author", author)
        json.member("secret", secret)
        json.member("role", entry.role.rawValue)
      }
    }
    try files.write(text, named: NamedFiles.name(ofProgram: program))
  }
}

nonisolated extension NamedFiles {
  /// The name of the file that a host stores for a program.
  static func name(ofProgram path: String) -> String {
    let location = FileLocation(path: path)
    // The folder's number stays the same when it is renamed.
    let folder = (try? FileSystem.status(of: location.folder)).map { "\($0.st_dev) \($0.st_ino)" }
    return String(FileStamp.hash(Array("\(folder ?? location.folder) \(location.name)".utf8)), radix: 36)
  }
}
