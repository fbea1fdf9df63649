import Archives
import Markup

/// A YAML file with programs in scalars.
struct YAMLContainer: Container {
  let name: String
  let app: String
  let fileExtensions: [String]
  let code: EmbeddedCodeUse
  var language: String?
  /// The places of the programs: keys from the root, `*` for all items of a list and values of a mapping.
  let paths: [[String]]
  /// The key of the code beside the program; nil if there is none.
  var codeKey: String?

  func content(of file: [UInt8]) throws -> ContainerContent? {
    // JSON is YAML, but has a container of its own.
    guard let first = file.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }),
      !"{[<".utf8.contains(first),
      Set(paths.compactMap(\.last)).contains(where: { file[...].contains(text: $0) })
    else { return nil }
    let text = try ContainerError.reading { try YAMLText(file) }
    let programs = paths.flatMap { text.scalars(at: Self.steps($0)) }.filter { scalar in
      scalar.value.isEmpty || ProgramFirst.isProgram(Array(scalar.value.utf8)[...])
    }
    let codes = codeKey.map { key in paths.flatMap { text.scalars(at: Self.steps($0.dropLast() + [key])) } } ?? []
    let found = Self.lastOfEach(programs).sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !found.isEmpty else { return nil }
    let codesByOwner = Dictionary(codes.map { (Owner($0), $0) }) { $1 }
    let embedded = zip(found, DistinctNames.of(found.map(Self.name))).map { scalar, name in
      EmbeddedProgram(
        name: name, text: Array(scalar.value.utf8), code: codesByOwner[Owner(scalar)].map { Array($0.value.utf8) },
        start: scalar.range.lowerBound)
    }
    return ContainerContent(embedded) { index, program, code in
      var changes = [(scalar: found[index], value: program)]
      if let code, let scalar = codesByOwner[Owner(found[index])] { changes.append((scalar, code)) }
      // From the last one, so that the ranges of the others stay valid.
      changes.sort { $0.scalar.range.lowerBound > $1.scalar.range.lowerBound }
      let changed = try? changes.reduce(text) {
        try $0.replacing($1.scalar, with: String(decoding: $1.value, as: UTF8.self))
      }
      // Any text can be written, at least in quotes.
      return (changed ?? text).bytes
    }
  }

  /// The mapping that a value is in.
  private struct Owner: Hashable {
    let document: Int
    let path: [String]

    init(_ scalar: YAMLScalar) { (document, path) = (scalar.document, scalar.path.dropLast()) }
  }

  /// Of values with the same key in the same mapping, the last one wins.
  private static func lastOfEach(_ scalars: [YAMLScalar]) -> [YAMLScalar] {
    Array(Dictionary(scalars.map { (Owner($0), $0) }) { $1 }.values)
  }

  private static func steps(_ path: [String]) -> [YAMLText.Step] { path.map { $0 == "*" ? .any : .key($0) } }

  /// The key of the rule that a program is in, if it has one.
  private static func name(_ scalar: YAMLScalar) -> String {
    scalar.path.first == "rules" && scalar.path.count > 1 ? scalar.path[1] : ""
  }
}
