import BlockEvents
import BlockLayout
import BlockModel

/// The blocks that other users deleted while local changes were on their way, and the new ones that the host refused.
/// The refused changes are made in them, so that nothing is lost when they are brought back.
struct LostBlocks {
  /// Blocks that were lost together.
  private final class Stack {
    let original: BlockSnapshot
    var changed: BlockSnapshot
    /// The reason, as a clause.
    let reason: String

    private var built: Workspace?

    init(_ blocks: BlockSnapshot, _ reason: String) { (original, changed, self.reason) = (blocks, blocks, reason) }

    /// The blocks as they were when they were lost, to get their names.
    func workspace(_ factory: BlockFactory) -> Workspace {
      if let built { return built }
      let workspace = Workspace(factory: factory)
      factory.build(original, in: workspace)
      built = workspace
      return workspace
    }
  }

  /// The stack and the index of its record, by block id.
  private var places: [String: (stack: Stack, index: Int)] = [:]
  private var refusals: [(events: [BlocklyEvent], reason: String)] = []

  /// Notes blocks that another user deleted.
  mutating func noteDeletion(of blocks: BlockSnapshot) { add(blocks, "deleted by another user") }

  private mutating func add(_ blocks: BlockSnapshot, _ reason: String) {
    let stack = Stack(blocks, reason)
    for (index, record) in blocks.records.enumerated() {
      if let id = record.id { places[id] = (stack, index) }
    }
  }

  /// Notes that the host refused local changes.
  mutating func noteRefusal(of events: [BlocklyEvent], _ reason: String) { refusals.append((events, reason)) }

  /// Returns the reports on the refused changes, and forgets them.
  mutating func takeRefusals(in workspace: Workspace) -> [LaidAside] {
    defer { refusals = [] }
    // First all of them, so that each stack has all of its changes.
    for (events, reason) in refusals { keep(events, reason) }
    let places = places
    return refusals.map { events, reason in
      let ids = events.flatMap(\.namedIDs)
      let stack = ids.lazy.compactMap { places[$0]?.stack }.first
      let programs = [stack?.workspace(workspace.factory), workspace].compactMap(\.self)
      let subject = programs.lazy.compactMap { program in
        ids.lazy.compactMap { Self.name(of: $0, in: program) }.first
      }.first
      var changed: [Stack] = []
      for event in events where event is CreateEvent || event is ChangeEvent {
        if let stack = places[event.blockID ?? ""]?.stack, !changed.contains(where: { $0 === stack }) {
          changed.append(stack)
        }
      }
      return LaidAside(
        events, reason: stack?.reason ?? reason, subject: subject, stacks: changed.map(\.changed))
    }
  }

  /// Makes refused changes in blocks that are lost.
  private mutating func keep(_ events: [BlocklyEvent], _ reason: String) {
    for event in events {
      if let event = event as? CreateEvent {
        add(event.snapshot, reason)
      } else if let event = event as? ChangeEvent, let (stack, index) = places[event.blockID ?? ""] {
        stack.changed.records[index].set(event.element, to: event.new)
      }
    }
  }

  // MARK: - Names

  /// The name of a block, or for a value, of its statement.
  static func name(of id: String, in workspace: Workspace) -> String? {
    guard var block = workspace.blocks[id] else { return nil }
    while block.outputConnection != nil, let parent = block.parent { block = parent }
    return BlockLabel.entry(of: block, limit: nameLimit)
  }

  private static let nameLimit = 30
}

extension BlocklyEvent {
  /// The ids of the blocks that the event names, starting with those that it changes.
  fileprivate var namedIDs: [String] {
    let parents = (self as? MoveEvent).map { [$0.new.parentID, $0.old.parentID].compactMap(\.self) } ?? []
    return [blockID, (self as? CommentEvent)?.commentID].compactMap(\.self) + parents
  }
}

extension BlockSnapshot.Record {
  /// Sets a value that the user has typed.
  fileprivate mutating func set(_ element: ChangeEvent.Element, to value: ChangeEvent.Value) {
    switch (element, value) {
    case (.field(let name), .field(let state)):
      if let index = fields.firstIndex(where: { $0.name == name }) {
        fields[index].state = state
      } else {
        fields.append(FieldRecord(name: name, state: state))
      }
    case (.comment, .comment(let comment)): createdExtras.values.comment = comment
    case (.data, .text(let text)): createdExtras.values.data = text
    default: break
    }
  }
}
