import BlockFormats
import BlockModel
import Markup

extension ChangeEvent {
  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let members = EventMembers(json)
    let element = try Self.element(json)
    self.init(
      blockID: try members.text("blockId"), workspaceID: workspaceID, element: element,
      old: try Self.value(json["oldValue"], of: element), new: try Self.value(json["newValue"], of: element))
  }

  private static func element(_ json: JSONValue) throws(EventError) -> Element {
    let members = EventMembers(json)
    let name = try members.text("element")
    switch name {
    case "field": return .field(name: try members.text("name"))
    case "comment": return .comment
    case "collapsed": return .collapsed
    case "inline": return .inline
    case "disabled": return .disabled(reason: members.optionalText("disabledReason") ?? Block.manuallyDisabled)
    case "mutation": return .mutation
    case "deletable": return .deletable
    case "movable": return .movable
    case "editable": return .editable
    case "data": return .data
    default: throw EventError("“\(name)” is nothing of a block that can change")
    }
  }

  private static func value(_ json: JSONValue?, of element: Element) throws(EventError) -> Value {
    switch element {
    case .field: return .field(fieldState(json))
    case .comment:
      let text = json?.string ?? ""
      return .commentText(text.isEmpty ? nil : text)
    case .collapsed, .inline, .disabled, .deletable, .movable, .editable: return .flag(json?.boolean)
    case .data: return .text(json?.string)
    case .mutation:
      do throws(MarkupError) {
        return .mutation(try BlockText.mutation(of: json?.string ?? ""), shadows: [:])
      } catch {
        throw EventError("the mutation can't be read: \(error.cause)")
      }
    }
  }

  private static func fieldState(_ json: JSONValue?) -> FieldState {
    guard let json else { return .text("") }
    switch json.kind {
    case .number: return .number(json.number ?? 0)
    case .boolean: return .boolean(json.boolean ?? false)
    case .string: return .text(json.string ?? "")
    default: return .json(json.detached)
    }
  }

  func writeChange(to json: inout JSONBuilder) {
    json.member("blockId", blockID ?? "")
    var reason: String?
    switch element {
    case .field(let name):
      json.member("element", "field")
      json.member("name", name)
    case .disabled(let why):
      json.member("element", "disabled")
      reason = why
    case .comment: json.member("element", "comment")
    case .collapsed: json.member("element", "collapsed")
    case .inline: json.member("element", "inline")
    case .mutation: json.member("element", "mutation")
    case .deletable: json.member("element", "deletable")
    case .movable: json.member("element", "movable")
    case .editable: json.member("element", "editable")
    case .data: json.member("element", "data")
    }
    write(old, "oldValue", to: &json)
    write(new, "newValue", to: &json)
    if let reason { json.member("disabledReason", reason) }
  }

  private func write(_ value: Value, _ key: String, to json: inout JSONBuilder) {
    switch value {
    case .flag(nil): return
    case .flag(let flag?): json.member(key, flag)
    case .mutation(let state, _): json.member(key, BlockText.text(of: state))
    case .comment(let comment): write(comment?.text, key, to: &json)
    case .commentText(let text): write(text, key, to: &json)
    case .text(let text): write(text, key, to: &json)
    case .field(let state): write(state, key, to: &json)
    }
  }

  private func write(_ text: String?, _ key: String, to json: inout JSONBuilder) {
    json.key(key)
    if let text { json.string(text) } else { json.null() }
  }

  private func write(_ state: FieldState, _ key: String, to json: inout JSONBuilder) {
    json.key(key)
    switch state {
    case .text(let text), .lines(let text): json.string(text)
    case .number(let number): if number.isFinite { json.number(number) } else { json.string(state.text) }
    case .boolean: json.string(state.text)
    case .variable(let reference): json.string(reference.id ?? "")
    case .json(let value): json.value(value)
    }
  }
}
