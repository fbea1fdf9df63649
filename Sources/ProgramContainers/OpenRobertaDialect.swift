import Markup

/// The dialect of an Open Roberta file: the attributes and elements that its blocks have and Blockly's don't.
struct OpenRobertaDialect {
  /// The attribute that says whether a stack runs. The app sets it for all blocks of a stack.
  static let inTask = "intask"

  private struct FieldName: Hashable {
    var type: String
    var name: String
  }

  /// Whether a stack runs, by the type of its first block.
  private var tasks: [String: String] = [:]
  private var hiddenFields: Set<FieldName> = []
  /// Whether the inputs of blocks with a mutation are in `repetitions`, by type.
  private var repetitions: [String: Bool] = [
    "robControls_if": true, "robControls_ifElse": true, "robControls_wait": true, "robControls_wait_for": true,
    "robProcedures_defreturn": true, "controls_if": true,
  ]
  private let isConfiguration: Bool

  init(of set: XMLElement, isConfiguration: Bool) {
    self.isConfiguration = isConfiguration
    var blocks: [XMLElement] = []
    for instance in set.elements {
      guard let head = Self.blocks(in: instance).first else { continue }
      if let task = head[attribute: Self.inTask] { tasks[Self.type(of: head)] = task }
      blocks += Self.blocks(in: instance)
    }
    var own: [String: Bool] = [:]
    while let block = blocks.popLast() {
      let type = Self.type(of: block)
      var work = Array(block.elements)
      let repeats = work.contains { $0.name == "repetitions" }
      if repeats || work.contains(where: { $0.name == "mutation" }) { own[type] = repeats || own[type] ?? false }
      while let part = work.popLast() {
        switch part.name {
        case "hide": hiddenFields.insert(FieldName(type: type, name: part[attribute: "name"] ?? ""))
        case "repetitions": work += part.elements
        default: blocks += Self.blocks(in: part)
        }
      }
    }
    repetitions.merge(own) { $1 }
  }

  /// Whether a new stack runs, as the attribute's value; nil if no stack of this file has the attribute.
  func task(ofStack head: XMLElement) -> String? {
    if tasks.isEmpty { return nil }
    let type = Self.type(of: head)
    return tasks[type] ?? (isConfiguration || type.hasPrefix("robProcedures_def") ? "true" : "false")
  }

  func isHidden(_ field: String, of type: String) -> Bool {
    hiddenFields.contains(FieldName(type: type, name: field))
  }

  /// Whether the inputs of a block with a mutation are in `repetitions`.
  func repeatsInputs(ofType type: String) -> Bool { repetitions[type] ?? false }

  static func blocks(in element: XMLElement) -> [XMLElement] {
    element.elements.filter { ["block", "shadow"].contains($0.name) }
  }

  static func type(of block: XMLElement) -> String { block[attribute: "type"] ?? "" }

  // MARK: - Comments of the workspace

  private static let commentMark = "mortise:"

  /// The workspace comment in an XML comment; nil for any other. The app itself has no workspace comments.
  static func comment(in text: String) -> XMLElement? {
    guard text.hasPrefix(commentMark) else { return nil }
    let comment = try? XMLParser.parse(String(text.dropFirst(commentMark.count)))
    return comment?.name == "comment" ? comment : nil
  }

  /// The XML comment for a workspace comment. XML comments can't contain two hyphens in a row.
  static func text(of comment: XMLElement) -> String {
    "<!--\(commentMark)\(comment.xmlText().replacing("--", with: "-&#45;"))-->"
  }
}
