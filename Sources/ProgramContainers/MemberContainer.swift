/// A JSON or YAML file with programs in members: as text, or, in JSON files, as Blockly's JSON itself.
struct MemberContainer: Container {
  let name: String
  let app: String
  let fileExtensions: [String] = []
  let code: EmbeddedCodeUse
  let language: String?
  private let json: JSONContainer
  private let yaml: YAMLContainer

  /// - Parameters:
  ///   - jsonKind: the form of the programs in JSON.
  ///   - paths: the places of the programs: keys from the root, `*` for all elements of an array.
  ///   - codeKey: the key of the code beside the program; nil if there is none.
  ///   - nameKeys: the keys of possible names of a program in JSON; the first one that exists is used.
  init(
    name: String, app: String, code: EmbeddedCodeUse, language: String? = nil, jsonKind: JSONContainer.Kind = .text,
    paths: [[String]], codeKey: String? = nil, nameKeys: [String] = []
  ) {
    (self.name, self.app, self.code, self.language) = (name, app, code, language)
    json = JSONContainer(
      name: name, app: app, fileExtensions: [], code: code, language: language, kind: jsonKind, paths: paths,
      codeKey: codeKey, nameKeys: nameKeys)
    yaml = YAMLContainer(
      name: name, app: app, fileExtensions: [], code: code, language: language, paths: paths, codeKey: codeKey)
  }

  func content(of file: [UInt8]) throws -> ContainerContent? {
    try json.content(of: file) ?? yaml.content(of: file)
  }
}
