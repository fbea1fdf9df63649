import BlockEvents
import BlockModel

/// Keeps fired events as lines of text: what happened to which block, from what to what. Groups are separated by `--`.
final class EventRecorder: EventManagerListener {
  private(set) var lines: [String] = []
  private let workspace: Workspace
  private var types: [String: String] = [:]
  private var lastGroup: String??

  private let showsViewEvents: Bool

  init(workspace: Workspace, showsViewEvents: Bool) {
    self.showsViewEvents = showsViewEvents
    self.workspace = workspace
    for block in workspace.blocks.values { types[block.id] = block.type }
  }

  var wantsLoadingEvents: Bool { false }

  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    let isOfView = event.isUIEvent || event is FinishedLoadingEvent || event is FieldIntermediateChangeEvent
    if isOfView {
      if showsViewEvents { lines.append(viewText(of: event)) }
      return
    }
    if let lastGroup, lastGroup != event.groupID { lines.append("--") }
    lastGroup = .some(event.groupID)
    lines.append(text(of: event) + (event.recordsUndo ? "" : " (derived)"))
  }

  private func text(of event: BlocklyEvent) -> String {
    switch event {
    case let event as CreateEvent:
      note(event.snapshot)
      return "create \(description(event.snapshot))"
    case let event as DeleteEvent:
      note(event.snapshot)
      return "delete \(description(event.snapshot))"
    case let event as MoveEvent:
      return "move \(type(event.blockID)): \(description(event.old)) → \(description(event.new))"
    case let event as ChangeEvent:
      return
        "change \(type(event.blockID)) \(description(event.element)): \(description(event.old)) → \(description(event.new))"
    case let event as VariableCreateEvent: return "make variable \(event.variable.name)"
    case let event as VariableDeleteEvent: return "delete variable \(event.variable.name)"
    case let event as VariableRenameEvent: return "rename variable \(event.oldName) → \(event.newName)"
    case let event as CommentEvent: return CommentEventText.description(of: event)
    default: return "\(event.type) \(type(event.blockID))"
    }
  }

  private func viewText(of event: BlocklyEvent) -> String {
    func name(_ id: String?) -> String { id.map { type($0) } ?? "none" }
    let words =
      switch event {
      case let event as SelectedEvent: "\(name(event.oldElementID)) → \(name(event.newElementID))"
      case let event as ClickEvent: "\(event.target) \(name(event.blockID))"
      case let event as DragEvent: "\(name(event.blockID)) \(event.isStart ? "begins" : "ends")"
      case let event as CommentDragEvent: event.isStart ? "begins" : "ends"
      case let event as BubbleOpenEvent:
        "\(event.bubble) of \(name(event.blockID)) \(event.isOpen ? "opens" : "closes")"
      case let event as ToolboxItemSelectEvent: "\(event.oldItem ?? "none") → \(event.newItem ?? "none")"
      case let event as ViewportChangeEvent: "\(Int(event.corner.x)),\(Int(event.corner.y))"
      case let event as FieldIntermediateChangeEvent:
        "\(event.fieldName) of \(name(event.blockID)): \(event.old.text) → \(event.new.text)"
      default: ""
      }
    return words.isEmpty ? "(\(event.type))" : "(\(event.type): \(words))"
  }

  private func note(_ snapshot: BlockSnapshot) {
    for record in snapshot.records { if let id = record.id { types[id] = record.type } }
  }

  private func type(_ id: String?) -> String {
    guard let id else { return "?" }
    if let block = workspace.blocks[id] { types[id] = block.type }
    return types[id] ?? "?"
  }

  private func description(_ snapshot: BlockSnapshot) -> String {
    snapshot.records.map { ($0.isShadow ? "shadow " : "") + $0.type }.joined(separator: ", ")
  }

  private func description(_ place: BlockLocation) -> String {
    if let parent = place.parentID {
      return place.inputName.map { "\($0) of \(type(parent))" } ?? "below \(type(parent))"
    }
    return place.coordinate.map { "\(FieldState.number($0.x).text),\(FieldState.number($0.y).text)" } ?? "free"
  }

  private func description(_ element: ChangeEvent.Element) -> String {
    switch element {
    case .field(let name): "field \(name)"
    case .disabled(let reason): "disabled \(reason)"
    default: "\(element)"
    }
  }

  private func description(_ value: ChangeEvent.Value) -> String {
    switch value {
    case .field(let state): "“\(state.text.replacing("\n", with: "\\n"))”"
    case .comment(let comment): comment.map { "“\($0.text.replacing("\n", with: "\\n"))”" } ?? "none"
    case .flag(let flag): flag.map { "\($0)" } ?? "default"
    case .mutation: "…"
    case .disabled: "true"
    case .shadow(let shadow): shadow.map { "shadow \($0.records.first?.type ?? "?")" } ?? "none"
    case .index(let index): "\(index)"
    case .text(let text), .commentText(let text): text ?? "none"
    }
  }
}
