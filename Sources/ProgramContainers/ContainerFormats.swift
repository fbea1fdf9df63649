import BlockFormats

/// The apps' files that Mortise supports, in the order of recognition. Sources: docs/use/apps.md.
extension ContainerFormat {
  /// All of them, as formats.
  public static let all: [any FileFormat] = containers.map(ContainerFormat.init)

  /// A JSON or YAML file with programs at a path that the user gives.
  /// - Parameter memberPath: keys separated by dots, `*` for all elements of an array.
  /// - Returns: nil if it isn't a valid path.
  public init?(memberPath: String) {
    let keys = memberPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard keys.allSatisfy({ !$0.isEmpty }), let last = keys.last, last != "*" else { return nil }
    self.init(
      MemberContainer(
        name: "member", app: "JSON or YAML", code: .absent, jsonKind: .textOrValue, paths: [keys],
        nameKeys: ["name", "label", "id"]))
  }

  static let containers: [any Container] = documents + comments + members + packed

  /// The containers of apps with versions in use that have, or may have, Blockly up to 10 or a fork of it. These
  /// can't read the marks of disabled blocks that newer ones write, while newer ones read theirs. docs/use/apps.md lists
  /// the examined versions.
  static let withOlderBlockly: Set = [
    "ftc", "mixly", "iobroker", "pybricks", "nodered", "uiflow", "mcreator", "vexcode", "openhab", "appinventor",
    "openroberta", "kidbright",
  ]

  private static let documents: [any Container] = [
    // The robot's page generates the code of an uploaded file.
    DocumentsContainer(name: "ftc", app: "FTC Blocks", fileExtensions: ["blk"], code: .remade, marks: ["<OpModeMeta"]),
    DocumentsContainer(
      name: "mixly", app: "Mixly", fileExtensions: ["mix"], code: .remade, marks: ["<config>", "<code>"],
      codeTags: ("<code>", "</code>"), coding: .base64),
  ]

  private static let comments: [any Container] = [
    CommentContainer(
      name: "iobroker", app: "ioBroker", fileExtensions: [], code: .run, language: "javascript", place: .lastLine,
      mark: "//", coding: .percentBase64),
    CommentContainer(
      name: "xrp", app: "XRP", fileExtensions: ["blocks"], code: .remade, place: .lastLine,
      mark: "##XRPBLOCKS ", coding: .plain, lineAbove: "## "),
    CommentContainer(
      name: "pybricks", app: "Pybricks", fileExtensions: [], code: .remade, place: .firstLine,
      mark: "# pybricks blocks file:", coding: .plain),
  ]

  private static let members: [any Container] = [
    JSONContainer(
      name: "nodered", app: "Node-RED", fileExtensions: [], code: .run, language: "javascript", kind: .text,
      paths: [["*", "workspaceXml"], ["flows", "*", "workspaceXml"]], codeKey: "func", nameKeys: ["name", "id"]),
    JSONContainer(
      name: "uiflow", app: "UIFlow", fileExtensions: ["m5f2", "m5f"], code: .remade, kind: .textWithoutRoot,
      paths: [["blockly"]]),
    JSONContainer(
      name: "mcreator", app: "MCreator", fileExtensions: ["mod.json"], code: .remade, kind: .text,
      paths: ["procedurexml", "aixml", "argsxml", "triggerxml", "featurexml"].map { ["definition", $0] }),
    JSONContainer(
      name: "vexcode", app: "VEXcode", fileExtensions: ["v5blocks", "iqblocks", "expblocks"], code: .remade,
      kind: .text, paths: [["workspace"]]),
    JSONContainer(
      name: "singular", app: "Singular Blockly", fileExtensions: [], code: .remade, kind: .value,
      paths: [["workspace"]]),
    MemberContainer(
      name: "openhab", app: "openHAB", code: .run, language: "javascript",
      paths: ["actions", "conditions"].flatMap { modules in
        ["configuration", "config"].flatMap { members in
          [[], ["*"], ["rules", "*"]].map { $0 + [modules, "*", members, "blockSource"] }
        }
      }, codeKey: "script"),
  ]

  private static let packed: [any Container] = [
    SnakieContainer(), MakeCodeContainer(), MakeCodeHexContainer(), MakeCodePictureContainer(), AppInventorContainer(),
    OpenRobertaContainer(), Base64Container(name: "kidbright", app: "KidBright"),
  ]
}
