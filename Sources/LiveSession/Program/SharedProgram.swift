import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import ProgramDiff
import Workbench

/// A program that several clients edit, on one of their machines or on the host. It applies batches as a whole, and
/// reverts them exactly.
public final class SharedProgram {
  let coordinator: WorkspaceLayoutCoordinator
  let eventManager: EventManager
  private let factory: BlocklyEventFactory
  let programHash: ProgramHash
  private let collector: Collector
  /// Whether a batch is being applied or reverted. Events fired meanwhile are not new changes of the user.
  private(set) var isApplying = false

  var workspace: Workspace { coordinator.workspace }

  /// The hash of the program, equal for equal programs on all machines.
  public var hash: UInt64 { programHash.value }

  /// - Parameters:
  ///   - coordinator: the program's coordinator. Nothing else may change it but user actions whose events are fired.
  ///   - eventFactory: reads the events, including those of extensions.
  public init(_ coordinator: WorkspaceLayoutCoordinator, eventFactory: BlocklyEventFactory) {
    self.coordinator = coordinator
    eventManager = coordinator.eventManager
    factory = eventFactory
    programHash = ProgramHash(of: coordinator.workspace, eventManager: eventManager)
    collector = Collector()
    eventManager.addListener(collector)
  }

  /// The program of a controller.
  public convenience init(of workbench: WorkbenchController, eventFactory: BlocklyEventFactory) {
    self.init(workbench.coordinator, eventFactory: eventFactory)
  }

  /// Collects the actual changes of a batch.
  private final class Collector: EventManagerListener {
    var events: [BlocklyEvent]?
    var wantsLoadingEvents: Bool { false }

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      if events != nil, event.isChange { events?.append(event) }
    }
  }

  // MARK: - Batches

  /// Applies a batch as its author made it, perhaps on another program: blocks displace others as in Blockly.
  /// - Parameter definitions: the definitions that new blocks must be among; nil for any.
  /// - Returns: the events of the actual changes, for `revert(_:)` and the log.
  /// - Throws: `EventError` if one of its events can't be applied; nothing has changed then.
  func apply(_ batch: Batch, among definitions: SharedDefinitions? = nil) throws(EventError) -> [BlocklyEvent] {
    let events = try read(batch)
    if let definitions {
      try checkTypes(of: events, among: definitions)
      try checkUnknown(events)
    }
    let replay = GroupReplay(of: events, on: coordinator, displaces: true)
    let variables = Set(workspace.variables.all.map(\.id))
    return try applying(inGroup: events.first?.groupID) { () throws(EventError) in
      for (index, event) in events.enumerated() {
        try checkVariable(of: event)
        if batch.isUndo, !replay.isDerived(event), let change = event.laterChange(forward: true, in: workspace) {
          throw EventError("\(change) by another user")
        }
        if event is UnknownEvent { coordinator.add(event) }
        try replay.apply(at: index)
      }
      coordinator.settleShapes(ofBlocks: events.flatMap(\.reshapedIDs))
      if definitions != nil { try checkSizes(ofBlocks: events.flatMap(\.reshapedIDs)) }
      try checkNames(ofVariablesBesides: variables)
    }
  }

  private func checkTypes(of events: [BlocklyEvent], among definitions: SharedDefinitions) throws(EventError) {
    for case let event as CreateEvent in events {
      for record in event.snapshot.records where !definitions.admits(record.type, in: workspace.factory) {
        throw EventError("the host doesn’t know blocks of the type “\(record.type)”")
      }
    }
  }

  /// The limits for the blocks that one batch makes, so that other clients' pages can still show them: the inputs of a
  /// block, the inputs of all blocks except those that hold a block, and the parameters of a function.
  private static let (inputLimit, emptyInputLimit, parameterLimit) = (2_000, 5_000, 500)

  /// - Throws: `EventError` if the blocks are larger than a program needs.
  private func checkSizes(ofBlocks ids: [String]) throws(EventError) {
    var emptyCount = 0
    for id in Set(ids) {
      guard let block = workspace.blocks[id] else { continue }
      let (count, limit) = (block.inputs.count, Self.inputLimit)
      if count > limit {
        throw EventError("a block “\(block.type)” with \(count) inputs is too large; the limit is \(limit)")
      }
      if let count = (block.mutator as? MutatorProcedureDefinition)?.parameters.count, count > Self.parameterLimit {
        throw EventError("a function with \(count) inputs is too large; the limit is \(Self.parameterLimit)")
      }
      // Most blocks have few inputs.
      if count > 20 { emptyCount += block.inputs.count { $0.connection?.targetBlock == nil } }
    }
    if emptyCount > Self.emptyInputLimit { throw EventError("these blocks have too many empty inputs") }
  }

  /// The limits for a batch's events of types that are unknown here: their size, and the depth of their values. Other
  /// apps must be able to read them.
  private static let unknownLimit = (size: 1 << 16, depth: 100)

  private func checkUnknown(_ events: [BlocklyEvent]) throws(EventError) {
    var size = 0
    for case let event as UnknownEvent in events {
      var (depth, isText, isEscaped) = (0, false, false)
      for byte in event.json.text().utf8 {
        size += 1
        switch byte {
        case _ where isEscaped: isEscaped = false
        case UInt8(ascii: "\\") where isText: isEscaped = true
        case UInt8(ascii: "\""): isText.toggle()
        case _ where isText: break
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
        if size > Self.unknownLimit.size || depth > Self.unknownLimit.depth {
          throw EventError("the event “\(event.type)” is unknown here, and too large or too deep to be kept")
        }
      }
    }
  }

  /// Checks that a field isn't set to a variable that another author has deleted, that no two variables get the same
  /// name, and that a function's input keeps its variable.
  private func checkVariable(of event: BlocklyEvent) throws(EventError) {
    if let variable = (event as? VariableCreateEvent)?.variable {
      try checkName(variable.name, of: variable.id, type: variable.type)
    } else if let event = event as? VariableRenameEvent, let variable = workspace.variables[event.variableID] {
      try checkName(event.newName, of: variable.id, type: variable.type)
    } else if let id = (event as? VariableDeleteEvent)?.variable.id, let variable = workspace.variables[id],
      let function = coordinator.procedures.names(withParameter: variable).first
    {
      throw EventError("“\(variable.name)” is an input of the function “\(function)”")
    }
    guard let change = event as? ChangeEvent, case .field(let name) = change.element,
      case .field(let state) = change.new,
      workspace.blocks[event.blockID ?? ""]?.firstField(withName: name)?.shape == .variable
    else { return }
    let id: String? = if case .variable(let reference) = state { reference.id } else { state.text }
    if let id, workspace.variables[id] == nil { throw EventError("the variable was deleted by another user") }
  }

  /// Checks the names of variables that blocks brought along. One may have been deleted, and its name given to another.
  private func checkNames(ofVariablesBesides known: Set<String>) throws(EventError) {
    for variable in workspace.variables.all where !known.contains(variable.id) {
      let name = variable.name.lowercased()
      let isTaken = workspace.variables.all.contains {
        $0 !== variable && $0.type == variable.type && $0.name.lowercased() == name
      }
      if isTaken { throw EventError("there is a variable “\(variable.name)” already") }
    }
  }

  private func checkName(_ name: String, of id: String, type: String) throws(EventError) {
    if let other = workspace.variables.variable(named: name, type: type), other.id != id {
      throw EventError("there is a variable “\(name)” already")
    }
  }

  /// Applies a batch of the log to the program that it was made on.
  /// - Returns: the events, for `revert(_:)`.
  /// - Throws: `EventError` if it can't be applied: the program differs.
  func apply(_ logged: LoggedBatch) throws(EventError) -> [BlocklyEvent] {
    let events = try read(logged.batch)
    return try applying(inGroup: events.first?.groupID) { () throws(EventError) in
      for event in events {
        if event is UnknownEvent { coordinator.add(event) } else { try coordinator.replay(event, forward: true) }
      }
    }
  }

  /// Reverts the changes of a batch. Everything that was applied after it must have been reverted before.
  /// - Throws: `EventError` if the program isn't as the batch left it; nothing has changed then.
  func revert(_ events: [BlocklyEvent]) throws(EventError) {
    _ = try applying(inGroup: events.first?.groupID) { () throws(EventError) in
      for event in events.reversed() { try coordinator.replay(event, forward: false) }
    }
  }

  /// Makes the program equal to another one, with the same ids, by as few events as possible.
  /// - Returns: whether it is equal now, and the changes.
  func become(
    _ other: Workspace, like snapshot: ProgramSnapshot, style: FileStyle
  ) -> (isEqual: Bool, events: [BlocklyEvent]) {
    let own = ProgramSnapshot(of: self, style: style, number: 0)
    guard let copy = try? own.document(factory: workspace.factory) else { return (false, []) }
    let match = ProgramMatch(copy.workspace, other, isExact: true)
    guard let difference = try? ProgramDifference(changing: match) else { return (false, []) }
    let events = try? applying(inGroup: difference.events.first?.groupID) { () throws(EventError) in
      for event in difference.events { try coordinator.replay(event, forward: true) }
    }
    // No event contains the order of variables.
    let order = other.variables.all.map(\.id)
    if workspace.variables.all.map(\.id) != order {
      workspace.variables.arrange(order)
      programHash.noteOrder()
    }
    return (hash == snapshot.hash, events ?? [])
  }

  /// Returns the events of a batch that can be read.
  func events(of batch: Batch) -> [BlocklyEvent] {
    batch.events.compactMap { try? factory.event(from: $0, workspaceID: workspace.id) }
  }

  private func read(_ batch: Batch) throws(EventError) -> [BlocklyEvent] {
    var events: [BlocklyEvent] = []
    for json in batch.events {
      let event = try factory.event(from: json, workspaceID: workspace.id)
      if !event.isUIEvent, !event.isLoading { events.append(event) }
    }
    return events
  }

  /// Makes all changes or none, and fires their events as those of a replay.
  private func applying(
    inGroup group: String?, _ changes: () throws(EventError) -> Void
  ) throws(EventError) -> [BlocklyEvent] {
    eventManager.firePendingEvents()
    isApplying = true
    collector.events = []
    defer {
      isApplying = false
      collector.events = nil
    }
    try coordinator.makeAllOrNone { () throws(EventError) in
      // The group that a drag has opened must not get these events.
      if let group {
        coordinator.eventManager.pushGroup(groupID: group)
      } else {
        coordinator.eventManager.pushNewGroup()
      }
      var problem: EventError?
      coordinator.performBatch {
        do throws(EventError) { try changes() } catch { problem = error }
      }
      if let problem { throw problem }
    }
    eventManager.firePendingEvents()
    return collector.events ?? []
  }
}

extension BlocklyEvent {
  /// The ids of the blocks whose shapes the event may have changed, or the fields and mutations that shapes depend on.
  fileprivate var reshapedIDs: [String] {
    switch self {
    case let event as CreateEvent: return event.snapshot.ids
    case let event as ChangeEvent:
      switch event.element {
      case .field, .mutation, .shape: return event.blockID.map { [$0] } ?? []
      default: return []
      }
    default: return []
    }
  }

  /// Whether it changes the program by itself: it is no event of the view, and doesn't follow from another event.
  var isChange: Bool { !isUIEvent && !isLoading && recordsUndo && !(self is FinishedLoadingEvent) }
}
