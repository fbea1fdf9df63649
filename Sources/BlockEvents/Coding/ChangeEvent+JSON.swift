import BlockFormats
import BlockModel
import Markup

extension ChangeEvent {
  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let element = try Self.element(json)
    self.init(
      blockID: try json.text("blockId"), workspaceID: workspaceID, element: element,
      old: try Self.value(json["oldValue"], of: element, mortiseMembers: json.mortiseMembers?["old"]),
      new: try Self.value(json["newValue"], of: element, mortiseMembers: json.mortiseMembers?["new"]))
  }

  /// The elements that only their name identifies.
  private static let simpleElements: [String: Element] = [
    "comment": .comment, "collapsed": .collapsed, "inline": .inline, "mutation": .mutation, "shape": .shape,
    "deletable": .deletable,
    "movable": .movable, "editable": .editable, "data": .data, "order": .order,
  ]

  private static func element(_ json: JSONValue) throws(EventError) -> Element {
    let name = try json.text("element")
    switch name {
    case "field": return .field(name: try json.text("name"))
    case "shadow": return .shadow(input: json["name"]?.string)
    case "disabled": return .disabled(reason: json["disabledReason"]?.string ?? Block.manuallyDisabled)
    default:
      guard let element = simpleElements[name] else {
        throw EventError("unknown element “\(name)”")
      }
      return element
    }
  }

  private static func value(_ json: JSONValue?, of element: Element, mortiseMembers: JSONValue?) throws(EventError)
    -> Value
  {
    switch element {
    case .field: return .field(FieldState(event: json))
    case .comment:
      let text = json?.string ?? ""
      if text.isEmpty { return .commentText(nil) }
      return mortiseMembers.map { .comment(BlockComment(text: text, mortiseMembers: $0)) } ?? .commentText(text)
    case .disabled:
      if let index = mortiseMembers?["place"]?.integer { return .disabled(index: index) }
      return .flag(json?.boolean)
    case .collapsed, .inline, .deletable, .movable, .editable: return .flag(json?.boolean)
    case .data: return .text(json?.string)
    case .order: return .index(json?.integer ?? 0)
    case .shadow:
      do throws(MarkupError) {
        return .shadow(
          try json.flatMap { json throws(MarkupError) in
            json.isNull ? nil : try shadow(json, implicitIDs: mortiseMembers?["implicitIDs"])
          })
      } catch {
        throw EventError("the shadow can't be read: \(error.cause)")
      }
    case .mutation, .shape:
      do throws(MarkupError) {
        return .mutation(try BlockText.mutation(of: json?.string ?? ""), shadows: try shadows(mortiseMembers))
      } catch {
        throw EventError("the mutation can't be read: \(error.cause)")
      }
    }
  }

  private static func shadows(_ mortiseMembers: JSONValue?) throws(MarkupError) -> [String: BlockSnapshot] {
    var shadows: [String: BlockSnapshot] = [:]
    for (name, json) in mortiseMembers?["shadows"]?.members.map({ ($0.key, $0.value) }) ?? [] {
      shadows[name] =
        json.isNull ? BlockSnapshot() : try shadow(json, implicitIDs: mortiseMembers?["implicitIDs"]?[name])
    }
    return shadows
  }

  private static func shadow(_ json: JSONValue, implicitIDs: JSONValue?) throws(MarkupError) -> BlockSnapshot {
    var snapshot = try BlockReader.snapshot(json: json)
    snapshot.markAsShadows()
    snapshot.removeEmptyVariableTypes()
    snapshot.applyImplicitIDs(implicitIDs)
    return snapshot
  }

  func writeChange(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("blockId", blockID ?? "")
    switch element {
    case .field(let name):
      json.member("element", "field")
      json.member("name", name)
    case .disabled: json.member("element", "disabled")
    case .shadow(let input):
      json.member("element", "shadow")
      if let input { json.member("name", input) }
    default:
      if let name = Self.simpleElements.first(where: { $0.value == element })?.key { json.member("element", name) }
    }
    write(old, "oldValue", to: &json, in: workspace)
    write(new, "newValue", to: &json, in: workspace)
    if case .disabled(let reason) = element { json.member("disabledReason", reason) }
    json.nonEmptyObject(MortiseMembers.name) { json in
      json.nonEmptyObject("old") { writeMortiseMembers(old, to: &$0, in: workspace) }
      json.nonEmptyObject("new") { writeMortiseMembers(new, to: &$0, in: workspace) }
    }
  }

  private func write(_ value: Value, _ key: String, to json: inout JSONBuilder, in workspace: Workspace) {
    switch value {
    case .flag(nil): return
    case .flag(let flag?): json.member(key, flag)
    case .mutation(let state, _): json.member(key, BlockText.text(of: state))
    case .comment(let comment): json.member(key, orNull: comment?.text)
    case .commentText(let text), .text(let text): json.member(key, orNull: text)
    case .field(let state): json.member(key, state)
    case .index(let index): json.member(key, index)
    case .shadow(let shadow):
      json.key(key)
      if let shadow { json.value(BlockText.json(of: shadow, in: workspace)) } else { json.null() }
    case .disabled: json.member(key, true)
    }
  }

  private func writeMortiseMembers(_ value: Value, to json: inout JSONBuilder, in workspace: Workspace) {
    switch value {
    case .comment(let comment?): comment.writeMortiseMembers(to: &json)
    case .mutation(_, let shadows) where !shadows.isEmpty:
      let shadows = shadows.sorted { $0.key < $1.key }
      json.object("shadows") { json in
        for (name, shadow) in shadows {
          json.key(name)
          if shadow.isEmpty { json.null() } else { json.value(BlockText.json(of: shadow, in: workspace)) }
        }
      }
      json.nonEmptyObject("implicitIDs") { json in
        for (name, shadow) in shadows where shadow.records.contains(where: \.hasImplicitID) {
          json.member(name, shadow.implicitIDs)
        }
      }
    case .shadow(let shadow?): json.implicitIDs(of: shadow)
    case .disabled(let index): json.member("place", index)
    default: break
    }
  }
}

extension BlockComment {
  fileprivate init(text: String, mortiseMembers: JSONValue) {
    self.init(text: text, isPinned: mortiseMembers["pinned"]?.boolean)
    if let width = mortiseMembers["width"]?.number, let height = mortiseMembers["height"]?.number {
      size = WorkspaceSize(width: width, height: height)
    }
    if let x = mortiseMembers["x"]?.number, let y = mortiseMembers["y"]?.number {
      position = WorkspacePoint(x: x, y: y)
    }
    unknownAttributes =
      mortiseMembers["attributes"]?.members.map { XMLAttribute($0.key, $0.value.string ?? "") } ?? []
  }

  /// Writes the parts of a comment that Blockly's event JSON omits.
  fileprivate func writeMortiseMembers(to json: inout JSONBuilder) {
    json.key("pinned")
    if let isPinned { json.boolean(isPinned) } else { json.null() }
    if let size {
      json.member("width", size.width)
      json.member("height", size.height)
    }
    if let position {
      json.member("x", position.x)
      json.member("y", position.y)
    }
    json.nonEmptyObject("attributes") { json in
      for attribute in unknownAttributes { json.member(attribute.name, attribute.value) }
    }
  }
}
