/// A JSON or YAML file whose programs are where the user says.
struct MemberContainer: Container {
  let name = "member"
  let app = "JSON or YAML"
  let fileExtensions: [String] = []
  let code = EmbeddedCodeUse.absent
  private let json: JSONContainer
  private let yaml: YAMLContainer

  /// - Parameter path: keys with dots between them, `*` for all elements of an array.
  /// - Returns: nil if that is no path.
  init?(path: String) {
    guard let json = JSONContainer(memberPath: path) else { return nil }
    self.json = json
    yaml = YAMLContainer(name: name, app: app, fileExtensions: [], code: .absent, paths: json.paths)
  }

  func content(of file: [UInt8]) throws -> ContainerContent? {
    try json.content(of: file) ?? yaml.content(of: file)
  }
}
