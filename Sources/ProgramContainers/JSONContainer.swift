import Markup

/// A JSON file with programs in members: as text, or as Blockly's JSON itself.
struct JSONContainer: Container {
  /// The form of a program in its member.
  enum Kind: Hashable, Sendable {
    /// A string of Blockly's XML or JSON.
    case text
    /// A string of Blockly's XML without its root.
    case textWithoutRoot
    /// An object of Blockly's JSON.
    case value
    /// A string, as in `text`, or an object, even of an empty program.
    case textOrValue
  }

  let name: String
  let app: String
  let fileExtensions: [String]
  let code: EmbeddedCodeUse
  var language: String?
  let kind: Kind
  /// The places of the programs: keys from the root, `*` for all elements of an array.
  let paths: [[String]]
  /// Other members that the same object must have, with their text if it isn't nil.
  var conditions: [(key: String, text: String?)] = []
  /// The key of the code beside the program; nil if there is none.
  var codeKey: String?
  /// The keys of possible names of the program; the first one that exists is used.
  var nameKeys: [String] = []

  init(
    name: String, app: String, fileExtensions: [String], code: EmbeddedCodeUse, language: String? = nil, kind: Kind,
    paths: [[String]], conditions: [(key: String, text: String?)] = [], codeKey: String? = nil, nameKeys: [String] = []
  ) {
    (self.name, self.app, self.fileExtensions, self.code) = (name, app, fileExtensions, code)
    (self.language, self.kind, self.paths, self.conditions) = (language, kind, paths, conditions)
    (self.codeKey, self.nameKeys) = (codeKey, nameKeys)
  }

  func content(of file: [UInt8]) throws -> ContainerContent? {
    // Most JSON files are programs: don't parse those a second time.
    guard let first = file.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      paths.contains(where: { path in path.allSatisfy { $0 == "*" || file[...].contains(text: "\"\($0)\"") } }),
      let root = try JSONParser.parseIfValid(file)
    else { return nil }
    var members: [Member] = []
    for path in paths { members += self.members(at: path, in: root) }
    guard !members.isEmpty else { return nil }
    for (index, name) in DistinctNames.of(members.map(\.name)).enumerated() { members[index].name = name }
    let indices = members.flatMap { member in [member.program, member.code].compactMap { $0?.tapeIndex } }
    let ranges = JSONParser.ranges(of: indices, in: file)
    let found = members.compactMap { member -> Found? in
      guard let range = ranges[member.program.tapeIndex] else { return nil }
      let kind = kind == .textOrValue ? member.program.kind == .object ? .value : .text : kind
      return Found(
        range: range, codeRange: member.code.flatMap { ranges[$0.tapeIndex] }, kind: kind,
        program: program(member, kind, range, in: file))
    }
    guard !found.isEmpty else { return nil }
    return ContainerContent(found.map(\.program)) { index, text, code in
      let location = found[index]
      var parts = [
        Replacement(range: location.range, bytes: Self.written(text, location.kind, like: file, at: location.range))
      ]
      if let code, let range = location.codeRange {
        parts.append(Replacement(range: range, bytes: JSONStringStyle(of: file[range]).write(code)))
      }
      return file.replacing(parts)
    }
  }

  private struct Member {
    var owner: JSONValue
    var program: JSONValue
    var code: JSONValue?
    var name: String
  }

  private struct Found {
    var range: Range<Int>
    var codeRange: Range<Int>?
    /// Never `textOrValue`.
    var kind: Kind
    var program: EmbeddedProgram
  }

  private func members(at path: [String], in root: JSONValue) -> [Member] {
    guard let last = path.last else { return [] }
    var owners = [root]
    for key in path.dropLast() {
      owners = owners.flatMap { key == "*" ? Array($0.elements) : [$0[key]].compactMap(\.self) }
    }
    return owners.compactMap { owner in
      guard let program = owner[last], isProgram(program),
        conditions.allSatisfy({ condition in
          owner[condition.key].map { condition.text == nil || $0.string == condition.text } ?? false
        })
      else { return nil }
      let name = nameKeys.lazy.compactMap { owner[$0]?.string }.first { !$0.isEmpty }
      return Member(
        owner: owner, program: program, code: codeKey.flatMap { owner[$0] }.flatMap { $0.string == nil ? nil : $0 },
        name: name ?? "")
    }
  }

  private func isProgram(_ value: JSONValue) -> Bool {
    switch kind {
    case .value: value["blocks"]?.kind == .object
    case .textOrValue where value.kind == .object:
      value["blocks"]?.kind == .object || value["variables"]?.kind == .array || value.isEmpty
    case .text, .textOrValue: value.string.map { $0.isEmpty || ProgramFirst.isProgram(Array($0.utf8)[...]) } ?? false
    case .textWithoutRoot:
      value.string.map { text in ["<block", "<variables", "<shadow", "<comment"].contains { text.hasPrefix($0) } }
        ?? false
    }
  }

  private static let rootBegin = Array("<xml>".utf8)
  private static let rootEnd = Array("</xml>".utf8)

  private func program(_ member: Member, _ kind: Kind, _ range: Range<Int>, in file: [UInt8]) -> EmbeddedProgram {
    let text: [UInt8]
    switch kind {
    case .text, .textOrValue: text = Array((member.program.string ?? "").utf8)
    case .textWithoutRoot: text = Self.rootBegin + (member.program.string ?? "").utf8 + Self.rootEnd
    case .value: text = Indentation.removed(from: file[range], by: Indentation.ofLine(at: range.lowerBound, in: file))
    }
    return EmbeddedProgram(
      name: member.name, text: text, code: member.code?.string.map { Array($0.utf8) }, start: range.lowerBound)
  }

  private static func written(
    _ text: [UInt8], _ kind: Kind, like file: [UInt8], at range: Range<Int>
  ) -> [UInt8] {
    switch kind {
    case .text, .textOrValue: return JSONStringStyle(of: file[range]).write(text)
    case .textWithoutRoot:
      var body = text[...]
      if let begin = body.firstRange(ofText: "<xml")?.lowerBound,
        let end = body[begin...].firstIndex(of: UInt8(ascii: ">"))
      {
        body = body[(end + 1)...]
        body = body[..<(body.lastRange(ofText: "</xml>")?.lowerBound ?? body.startIndex)]
      }
      return JSONStringStyle(of: file[range]).write(Array(body))
    case .value:
      return Indentation.added(to: text.trimmedEnd, by: Indentation.ofLine(at: range.lowerBound, in: file))
    }
  }
}

/// The indentation of a JSON value in another one. Line breaks occur only between values.
enum Indentation {
  /// The white space at the beginning of the line of an offset.
  static func ofLine(at offset: Int, in file: [UInt8]) -> [UInt8] {
    let start = file[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Array(file[start...].prefix { $0 == 0x20 || $0 == 0x09 })
  }

  static func removed(from text: ArraySlice<UInt8>, by indentation: [UInt8]) -> [UInt8] {
    if indentation.isEmpty { return Array(text) }
    var result: [UInt8] = []
    var rest = text
    while let lineBreak = rest.firstIndex(of: 0x0A) {
      result += rest[...lineBreak]
      rest = rest[(lineBreak + 1)...]
      if rest.starts(with: indentation) { rest = rest.dropFirst(indentation.count) }
    }
    return result + rest
  }

  static func added(to text: [UInt8], by indentation: [UInt8]) -> [UInt8] {
    if indentation.isEmpty { return text }
    return text.flatMap { $0 == 0x0A ? [0x0A] + indentation : [$0] }
  }
}
