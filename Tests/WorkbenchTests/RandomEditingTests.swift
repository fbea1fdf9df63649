import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import Screen
import Testing

@testable import Workbench

/// Random edits of every kind: undo gives back the bytes, redo too, and the layout that was kept in step is the one that
/// would be made anew.
@MainActor @Suite struct RandomEditingTests {
  /// What was recorded as JSON, replayed on the program as it was at first, gives the program as it is.
  @Test(arguments: 101...112) func recordedEventsGiveTheProgram(seed: UInt64) throws {
    let session = try EditingSession(seed: seed)
    var lines: [String] = []
    let recorder = LineRecorder { lines.append($0.json(in: session.workspace).text()) }
    session.manager.addListener(recorder)
    let copy = session.start
    for _ in 1...150 { session.act() }
    let replay = EventReplay(workspace: copy)
    try replay.apply(Array(lines.joined(separator: "\n").utf8), named: "seed \(seed)")
    #expect(difference(text(of: copy), session.bytes) == nil, "seed \(seed)")
  }

  @Test(arguments: 1...24) func undoAndRedoGiveTheBytes(seed: UInt64) throws {
    let session = try EditingSession(seed: seed)
    var states = [session.bytes]
    for step in 1...120 {
      session.act()
      let bytes = session.bytes
      if session.history.undoCount == states.count { states.append(bytes) }
      #expect(session.history.undoCount == states.count - 1, "seed \(seed), step \(step): one action is one step")
      try session.checkLayout("seed \(seed), step \(step)")
    }
    for index in states.indices.dropLast().reversed() {
      #expect(try session.history.undo())
      try #require(difference(session.bytes, states[index]) == nil, "seed \(seed): undo to step \(index)")
      try session.checkLayout("seed \(seed), undo to \(index)")
    }
    for index in states.indices.dropFirst() {
      #expect(try session.history.redo())
      try #require(difference(session.bytes, states[index]) == nil, "seed \(seed): redo to step \(index)")
    }
  }
}

/// The program in both formats: what one can't say, the other does.
@MainActor private func text(of workspace: Workspace) -> String {
  [ProgramFormat.json, .xml].map {
    String(decoding: ProgramWriter.write(workspace, style: .pretty($0)).bytes, as: UTF8.self)
  }.joined()
}

@MainActor private final class LineRecorder: EventManagerListener {
  private let record: (BlocklyEvent) -> Void
  init(_ record: @escaping (BlocklyEvent) -> Void) { self.record = record }
  func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) { record(event) }
}

/// The first line in which two texts differ.
private func difference(_ here: String, _ there: String) -> String? {
  let lines = (here.split(separator: "\n"), there.split(separator: "\n"))
  for (mine, other) in zip(lines.0, lines.1) where mine != other { return "\(mine) instead of \(other)" }
  return lines.0.count == lines.1.count ? nil : "\(lines.0.count) lines instead of \(lines.1.count)"
}

/// A generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

@MainActor private final class EditingSession {
  let coordinator: WorkspaceLayoutCoordinator
  let history: UndoHistory
  let manager = EventManager()
  private var random: SeededGenerator
  private let style = LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 60)

  /// The program as it was at first, with the same ids.
  let start: Workspace

  var workspace: Workspace { coordinator.workspace }
  var bytes: String { text(of: workspace) }

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let factory = try StockBlocks.factory()
    let program = """
      {"blocks":{"languageVersion":0,"blocks":[
        {"type":"controls_repeat_ext","x":10,"y":10,"inputs":{"TIMES":{"shadow":{"type":"math_number","fields":{"NUM":10}}}}},
        {"type":"some_unknown","x":400,"y":20,"fields":{"A":"b"}},
        {"type":"lists_getIndex","fields":{"MODE":"GET","WHERE":"FROM_START"},
         "inputs":{"AT":{"shadow":{"type":"math_number","fields":{"NUM":3}}}}}
      ]},\(RandomCommentActions.program),"variables":[{"name":"x","id":"x"}]}
      """
    var bytes = Array(program.utf8)
    func read() throws -> Workspace {
      try ProgramReader.read(bytes, factory: factory, randomness: SeededGenerator(seed: seed + 99)).workspace
    }
    // Every other program is an XML file.
    if seed.isMultiple(of: 2) { bytes = ProgramWriter.write(try read(), style: .pretty(.xml)).bytes }
    start = try read()
    coordinator = WorkspaceLayoutCoordinator(workspace: try read(), eventManager: manager)
    history = UndoHistory(target: coordinator, eventManager: manager)
    coordinator.showLayout(style: style)
  }

  private var allBlocks: [Block] { workspace.topBlocks.flatMap { Array($0.descendants()) } }

  /// One action of a person, in one group.
  func act() {
    manager.pushNewGroup()
    defer {
      manager.popGroup()
      manager.firePendingEvents()
    }
    guard let block = allBlocks.randomElement(using: &random) else { return insert() }
    switch Int.random(in: 0..<18, using: &random) {
    case 0...3: insert()
    case 4...7: connect()
    case 8: if !block.isShadow { coordinator.delete(block, heal: Bool.random(using: &random)) }
    case 9: if !block.isShadow, block.parent != nil { coordinator.disconnect(block, heal: Bool.random(using: &random)) }
    case 10: coordinator.move(block, to: WorkspacePoint(x: number(800), y: number(2000)))
    case 11: coordinator.setCollapsed(Bool.random(using: &random), of: block)
    case 12: coordinator.setDisabled(Bool.random(using: &random), of: block)
    case 13:
      coordinator.setComment(
        Bool.random(using: &random)
          ? BlockComment(text: "note \(number(99))", isPinned: false, size: BlockComment.defaultSize) : nil, of: block)
    case 14: variables()
    case 15...16: RandomCommentActions(coordinator: coordinator).act(using: &random)
    default: setField(of: block)
    }
  }

  private func number(_ limit: Int) -> Double { Double(Int.random(in: 0..<limit, using: &random)) }

  private func insert() {
    let type = workspace.factory.definedTypes.randomElement(using: &random) ?? "math_number"
    var record = BlockSnapshot.Record(type: type)
    record.position = WorkspacePoint(x: number(400), y: number(3000))
    coordinator.insert(BlockSnapshot(records: [record]))
  }

  private func connect() {
    let loose = allBlocks.filter { !$0.isShadow && $0.inferiorConnection != nil }
    guard let block = loose.randomElement(using: &random), let inferior = block.inferiorConnection else { return }
    let places = allBlocks.filter { !block.holds($0) && !$0.isShadow }.flatMap(\.superiorConnections).filter {
      $0.kind.opposite == inferior.kind && $0.typesFit(inferior)
    }
    if let place = places.randomElement(using: &random) { coordinator.connect(block, to: place) }
  }

  private func variables() {
    if let variable = workspace.variables.all.randomElement(using: &random), Bool.random(using: &random) {
      if Bool.random(using: &random) {
        try? coordinator.delete(variable)
      } else {
        try? coordinator.rename(variable, to: "n\(number(20))")
      }
    } else {
      _ = try? coordinator.makeVariable(named: "v\(number(20))")
    }
  }

  private func setField(of block: Block) {
    let fields = block.inputs.flatMap(\.fields).filter { $0.isEditable && $0.name != nil }
    guard let field = fields.randomElement(using: &random), let name = field.name else { return }
    let text: String
    switch field {
    case let field as FieldDropdown: text = field.options.randomElement(using: &random)?.value ?? ""
    case is FieldVariable: text = workspace.variables.all.randomElement(using: &random)?.id ?? ""
    case is FieldCheckbox: text = Bool.random(using: &random) ? "TRUE" : "FALSE"
    default: text = String(Int(number(1_000_000)))
    }
    if let state = try? field.state(forInput: text) { coordinator.setField(name, of: block, to: state) }
  }

  /// The layout that followed every change equals one that is made from scratch.
  func checkLayout(_ what: Comment) throws {
    let kept = try #require(coordinator.layout)
    let shown = picture(of: kept)
    let copy = Workspace(factory: workspace.factory)
    for variable in workspace.variables.all {
      copy.variables.add(id: variable.id, name: variable.name, type: variable.type)
    }
    for block in workspace.topBlocks { copy.factory.build(BlockSnapshot(of: block), in: copy) }
    for comment in workspace.comments { copy.add(WorkspaceComment(comment.snapshot), at: workspace.place(of: comment)) }
    let expected = picture(of: WorkspaceLayout(workspace: copy, style: coordinator.layout?.style ?? style))
    let differences = zip(shown, expected).filter { $0 != $1 }.map { "\($0) instead of \($1)" }
    try #require(differences.first == nil, what)
  }

  private func picture(of layout: WorkspaceLayout) -> [String] {
    let order = ReadingOrder(layout)
    var lines: [String] = []
    for block in layout.workspace.topBlocks.flatMap({ Array($0.descendants()) }) {
      let rect = order.rect(of: .block(id: block.id))
      lines.append("\(block.type) \(block.id): \(rect.map { "\($0.minX),\($0.minY) \($0.width)" } ?? "hidden")")
    }
    for piece in layout.pieces { lines.append(order.firstItem(of: piece).map { "\($0)" } ?? "nothing") }
    for comment in layout.workspace.comments {
      let rect = order.rect(of: .comment(id: comment.id))
      lines.append("comment \(comment.id): \(rect.map { "\($0.origin) \($0.size)" } ?? "hidden")")
    }
    let bounds = layout.bounds
    return lines + ["\(bounds.width)x\(bounds.height)"]
  }
}
