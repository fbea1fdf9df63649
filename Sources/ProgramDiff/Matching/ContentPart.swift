import BlockEditing
import BlockModel
import Markup

/// A part of a block's own content, which is merged as a whole.
enum ContentPart: Hashable {
  case field(String)
  /// The shadow of an input, or of the next connection if the name is empty.
  case shadow(String)
  /// An attribute or member of the mutation, or the rest of it if the name is empty.
  case mutation(String)
  case property(ContentProperty)

  /// The name of the part in a copy's comment, by which it is found again.
  var words: String {
    switch self {
    case .field(let name), .shadow(let name): name
    case .mutation(let name): name.isEmpty ? "shape" : name
    case .property(let property): property.rawValue
    }
  }

  /// The part in words, for a user.
  nonisolated var name: String {
    switch self {
    case .field(let name): "field \(name)"
    case .shadow(let name): name.isEmpty ? "shadow below" : "shadow in \(name)"
    case .mutation: "shape"
    case .property(let property): property.name
    }
  }
}

/// A property of a block besides its type, fields, mutation and shadows.
enum ContentProperty: String, CaseIterable {
  case inline = "inline inputs"
  case collapsed, deletable, movable, editable, comment, data, disabled, bookmark

  /// The property in words, for a user.
  nonisolated var name: String {
    switch self {
    case .disabled: "reasons to be disabled"
    default: rawValue
    }
  }

  /// The block's value; nil for the default.
  func text(of block: Block) -> String? {
    switch self {
    case .inline: block.inlineOverride.map { $0 ? "true" : "false" }
    case .collapsed: block.isCollapsed ? "" : nil
    case .deletable: block.isDeletable ? nil : ""
    case .movable: block.isMovable ? nil : ""
    case .editable: block.isEditable ? nil : ""
    case .comment: block.comment?.text
    case .data: block.data
    case .disabled: block.disabledReasons.isEmpty ? nil : block.disabledReasons.joined(separator: "\n")
    case .bookmark: block.bookmark
    }
  }

  /// Sets a block's property to that of another one.
  func set(of block: Block, to other: Block, through coordinator: WorkspaceLayoutCoordinator) {
    switch self {
    case .inline: coordinator.set(.inline, to: .flag(other.inlineOverride), of: block)
    case .collapsed: coordinator.set(.collapsed, to: .flag(other.isCollapsed), of: block)
    case .deletable: coordinator.set(.deletable, to: .flag(other.isDeletable), of: block)
    case .movable: coordinator.set(.movable, to: .flag(other.isMovable), of: block)
    case .editable: coordinator.set(.editable, to: .flag(other.isEditable), of: block)
    case .comment: coordinator.set(.comment, to: .comment(other.comment), of: block)
    case .data: coordinator.set(.data, to: .text(other.data), of: block)
    case .disabled:
      let (own, wanted) = (block.disabledReasons, other.disabledReasons)
      for reason in own where !wanted.contains(reason) {
        coordinator.set(.disabled(reason: reason), to: .flag(false), of: block)
      }
      for (index, reason) in wanted.enumerated() where !own.contains(reason) {
        coordinator.set(.disabled(reason: reason), to: .disabled(index: index), of: block)
      }
    case .bookmark: coordinator.setBookmark(other.bookmark, at: other.bookmarkIndex, of: block)
    }
  }
}

extension BlockContent {
  /// The parts of a block's content, in a form that can be compared with that of another program's block. Parts with
  /// default values are left out.
  func parts(of block: Block) -> [ContentPart: String] {
    var parts: [ContentPart: String] = [:]
    for input in block.inputs {
      for field in input.fields {
        if let name = field.name, let state = field.state { parts[.field(name)] = text(of: state) }
      }
    }
    for (connection, shadow) in zip(block.superiorConnections, shadows(of: block)) {
      if let shadow { parts[.shadow(connection.sourceInput?.name ?? "")] = shadow }
    }
    for (name, text) in mutationParts(of: block) { parts[.mutation(name)] = text }
    for property in ContentProperty.allCases { parts[.property(property)] = property.text(of: block) }
    return parts
  }

  /// Whether two blocks have the same content in the same order. It is faster than comparing `parts`, which are also
  /// equal if only the order differs.
  func isSame(_ block: Block, as other: Block, in content: BlockContent) -> Bool {
    guard block.inputs.count == other.inputs.count else { return false }
    for (own, theirs) in zip(block.inputs, other.inputs) {
      guard own.name == theirs.name, own.fields.count == theirs.fields.count else { return false }
      for (field, counterpart) in zip(own.fields, theirs.fields)
      where field.name != counterpart.name || !isSame(field.state, as: counterpart.state, in: content) {
        return false
      }
    }
    let (connections, others) = (block.superiorConnections, other.superiorConnections)
    return connections.count == others.count
      && zip(connections, others).allSatisfy { isSame($0.shadowSnapshot, as: $1.shadowSnapshot, in: content) }
      && mutationText(of: block) == content.mutationText(of: other)
      && ContentProperty.allCases.allSatisfy { $0.text(of: block) == $0.text(of: other) }
  }

  private func isSame(_ shadow: BlockSnapshot?, as other: BlockSnapshot?, in content: BlockContent) -> Bool {
    guard let shadow, let other else { return shadow == nil && other == nil }
    return shadow.records.count == other.records.count
      && zip(shadow.records, other.records).allSatisfy { own, theirs in
        own.type == theirs.type && own.parent == theirs.parent && own.fields.count == theirs.fields.count
          && zip(own.fields, theirs.fields).allSatisfy {
            $0.name == $1.name && isSame($0.state, as: $1.state, in: content)
          }
          && otherText(of: own) == content.otherText(of: theirs)
      }
  }

  private func isSame(_ state: FieldState?, as other: FieldState?, in content: BlockContent) -> Bool {
    guard let state, let other else { return state == nil && other == nil }
    if case .variable = state { return text(of: state) == content.text(of: other) }
    return state == other || text(of: state) == content.text(of: other)
  }

  /// The contents of a block's shadows, connection by connection; nil for those without one.
  private func shadows(of block: Block) -> [String?] {
    block.superiorConnections.map { connection in
      connection.shadowSnapshot.map { shadow in
        shadow.records.map { record in
          "\(record.type) \(record.parent) \(otherText(of: record)) "
            + record.fields.map { "\($0.name)=\(text(of: $0.state))" }.joined(separator: " ")
        }.joined(separator: "\n")
      }
    }
  }

  private func text(of state: FieldState) -> String {
    guard case .variable(let reference) = state else { return state.plainText }
    return variableNumbers[reference.id ?? ""].map { "variable \($0)" } ?? "variable " + state.text
  }
}
