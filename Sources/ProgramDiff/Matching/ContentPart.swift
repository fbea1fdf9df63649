import BlockModel

/// A part of what a block itself says, which is merged as a whole.
enum ContentPart: Hashable {
  case field(String)
  /// The shadow of an input, or of the next connection if the name is empty.
  case shadow(String)
  case mutation, inline, collapsed, deletable, movable, editable, comment, data, disabled

  /// The part in words, for a user.
  var words: String {
    switch self {
    case .field(let name), .shadow(let name): name
    case .mutation: "shape"
    case .inline: "inline inputs"
    case .collapsed: "collapsed"
    case .deletable: "deletable"
    case .movable: "movable"
    case .editable: "editable"
    case .comment: "comment"
    case .data: "data"
    case .disabled: "disabled"
    }
  }
}

extension BlockContent {
  /// The parts of a block's content, in a form that can be compared with that of another program's block. Parts that say
  /// nothing are left out.
  func parts(of block: Block) -> [ContentPart: String] {
    var parts: [ContentPart: String] = [:]
    for input in block.inputs {
      for field in input.fields {
        if let name = field.name, let state = field.state { parts[.field(name)] = text(of: state) }
      }
    }
    for connection in block.superiorConnections {
      guard let shadow = connection.shadowSnapshot else { continue }
      parts[.shadow(connection.sourceInput?.name ?? "")] = shadow.records.map { record in
        "\(record.type) \(record.parent) \(record.mutation?.element?.xmlText() ?? "") "
          + record.fields.map { "\($0.name)=\(text(of: $0.state))" }.joined(separator: " ")
      }.joined(separator: "\n")
    }
    let mutation = mutationText(of: block)
    if !mutation.isEmpty { parts[.mutation] = mutation }
    if let inline = block.inlineOverride { parts[.inline] = "\(inline)" }
    if block.isCollapsed { parts[.collapsed] = "" }
    if !block.isDeletable { parts[.deletable] = "" }
    if !block.isMovable { parts[.movable] = "" }
    if !block.isEditable { parts[.editable] = "" }
    if let comment = block.comment { parts[.comment] = comment.text }
    if let data = block.data { parts[.data] = data }
    if !block.disabledReasons.isEmpty { parts[.disabled] = block.disabledReasons.joined(separator: "\n") }
    return parts
  }

  private func text(of state: FieldState) -> String {
    guard case .variable(let reference) = state else { return state.plainText }
    return variableNumbers[reference.id ?? ""].map { "variable \($0)" } ?? "variable " + state.text
  }
}
