import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockModel
import Markup
import MortiseScreen
import RandomEditing
import SeededTesting
import Testing

@testable import Workbench

/// Random edits of every kind: undo and redo restore the bytes, and the incrementally updated layout equals one
/// computed from scratch.
@MainActor @Suite struct RandomEditingTests {
  /// Blocks with attributes missing from the file, an unknown block, and comments: locked, between blocks, with parts
  /// that Blockly doesn't know.
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_repeat_ext","x":10,"y":10,"inputs":{"TIMES":{"shadow":{"type":"math_number","fields":{"NUM":10}}}}},
      {"type":"some_unknown","x":400,"y":20,"fields":{"A":"b"}},
      {"type":"lists_getIndex","fields":{"MODE":"GET","WHERE":"FROM_START"},
       "inputs":{"AT":{"shadow":{"type":"math_number","fields":{"NUM":3}}}}}
    ]},"workspaceComments":[
      {"id":"c1","x":10,"y":400,"width":320,"height":96,"text":"two\\nlines"},
      {"text":"no id, no place, no size","tone":{"loud":true}},
      {"id":"c3","x":1.5,"y":-20.25,"width":99.5,"height":33,"text":"between <blocks>","collapsed":true,
       "mortise":{"blocksBefore":2,"xml":"<parts shape=\\"round\\"></parts>"}},
      {"id":"locked","x":500,"y":64,"width":120,"height":100,"text":"stays","editable":false,"movable":false,
       "deletable":false,"mortise":{"blocksBefore":2}}
    ],"variables":[{"name":"x","id":"x"}]}
    """
  private static let style = LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 60)

  /// Every other program is an XML file.
  private func session(seed: UInt64) throws -> EditingSession {
    let session = try EditingSession(
      seed: seed, program: Self.program, asXML: seed.isMultiple(of: 2), withMortiseEvents: true)
    session.coordinator.showLayout(style: Self.style)
    return session
  }

  /// The recorded events, replayed as JSON on the original program, give the edited program.
  @Test(arguments: Seeds.first(6, from: 101)) func recordedEventsReproduceTheProgram(seed: UInt64) throws {
    let session = try session(seed: seed)
    for _ in 1...150 { session.act() }
    let copy = session.start
    let replay = EventReplay(workspace: copy)
    #expect(replay.apply(Array(session.eventLines.joined(separator: "\n").utf8), named: "seed \(seed)").isEmpty)
    #expect(difference(EditingSession.texts(of: copy), session.texts) == nil, "seed \(seed)")
  }

  /// The program with ids for everything: an element without an id gets a different one in each session, so events
  /// could not find it.
  private static var programWithIDs: String {
    program.replacing(#""type":"controls_repeat_ext""#, with: #""type":"controls_repeat_ext","id":"repeat""#)
      .replacing(
        #""type":"math_number","fields":{"NUM":10}"#, with: #""type":"math_number","id":"ten","fields":{"NUM":10}"#
      )
      .replacing(#""type":"some_unknown""#, with: #""type":"some_unknown","id":"unknown""#)
      .replacing(#""type":"lists_getIndex""#, with: #""type":"lists_getIndex","id":"index""#)
      .replacing(
        #""type":"math_number","fields":{"NUM":3}"#, with: #""type":"math_number","id":"three","fields":{"NUM":3}"#
      )
      .replacing(#"{"text":"no id, no place"#, with: #"{"id":"c2","text":"no place"#)
  }

  /// The undo stacks, saved with the program, undo and redo every group in another session.
  @Test(arguments: Seeds.first(6, from: 201)) func savedUndoStacksRestoreTheBytes(seed: UInt64) throws {
    let session = try EditingSession(
      seed: seed, program: Self.programWithIDs, asXML: seed.isMultiple(of: 2), withMortiseEvents: true)
    var states = [session.texts]
    while session.history.undoCount < 80 {
      session.act()
      if session.history.undoCount == states.count { states.append(session.texts) }
    }
    // Part of the edits is undone when the program is saved.
    for _ in 0..<seed % 10 { try session.history.undo() }
    let undone = Int(seed % 10)
    let style: ProgramFormat = seed.isMultiple(of: 2) ? .xml : .json
    let bytes = ProgramWriter.write(session.workspace, style: .pretty(style)).bytes
    let copy = try ProgramReader.read(bytes, factory: session.workspace.factory).workspace
    let manager = EventManager()
    let history = UndoHistory(
      target: WorkspaceLayoutCoordinator(workspace: copy, eventManager: manager), eventManager: manager)
    try history.restore(session.history.lines(), factory: .withMortiseEvents())
    #expect(history.undoCount == states.count - 1 - undone && history.redoCount == undone)
    for index in states.indices.dropLast(undone + 1).reversed() {
      #expect(try history.undo())
      let difference = difference(EditingSession.texts(of: copy), states[index])
      try #require(difference == nil, "seed \(seed): undo to step \(index)")
    }
    for index in states.indices.dropFirst() {
      #expect(try history.redo())
      let difference = difference(EditingSession.texts(of: copy), states[index])
      try #require(difference == nil, "seed \(seed): redo to step \(index)")
    }
  }

  /// Every recorded event is read back as the same event.
  @Test(arguments: Seeds.first(4, from: 301)) func eventsAreReadBackUnchanged(seed: UInt64) throws {
    let session = try session(seed: seed)
    for _ in 1...200 { session.act() }
    let factory = BlocklyEventFactory.withMortiseEvents()
    let workspace = session.workspace
    for line in session.eventLines {
      let event = try factory.event(from: try JSONParser.parse(Array(line.utf8)), workspaceID: workspace.id)
      let written = event.json(in: workspace).text()
      #expect(written == line, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.first(6)) func undoAndRedoRestoreTheBytes(seed: UInt64) throws {
    let session = try session(seed: seed)
    var states = [session.texts]
    for step in 1...120 {
      session.act()
      let texts = session.texts
      if session.history.undoCount == states.count { states.append(texts) }
      #expect(session.history.undoCount == states.count - 1, "seed \(seed), step \(step): one action is one step")
      try checkLayout(session, "seed \(seed), step \(step)")
    }
    for index in states.indices.dropLast().reversed() {
      #expect(try session.history.undo())
      try #require(difference(session.texts, states[index]) == nil, "seed \(seed): undo to step \(index)")
      try checkLayout(session, "seed \(seed), undo to \(index)")
    }
    for index in states.indices.dropFirst() {
      #expect(try session.history.redo())
      try #require(difference(session.texts, states[index]) == nil, "seed \(seed): redo to step \(index)")
    }
  }

  /// Rows that are no block take room wherever blocks go, and none when they are gone.
  @Test(arguments: Seeds.first(3, from: 501)) func ghostsKeepTheirRoom(seed: UInt64) throws {
    let session = try session(seed: seed)
    let layout = try #require(session.coordinator.layout)
    var random = SeededGenerator(seed: seed)
    for step in 1...60 {
      var ghosts: [String: GhostRows] = [:]
      for id in session.workspace.blocks.keys.sorted() where random.next() % 4 == 0 {
        var rows = GhostRows()
        if random.next() % 2 == 0 { rows.below = [.blank, GhostRows.Row("below \(id)")] }
        if random.next() % 2 == 0 { rows.above = [GhostRows.Row("above")] }
        for input in ["DO", "DO0", "STACK"] where random.next() % 2 == 0 {
          rows.inside[GhostRows.Input(blockID: id, name: input)] = [GhostRows.Row("inside", ending: " + 1 more block")]
        }
        ghosts[id] = rows
      }
      if step % 3 == 0 { layout.show(ghosts: ghosts) }
      session.act()
      try checkLayout(session, "seed \(seed), step \(step)")
    }
    layout.show(ghosts: [:])
    let rows = layout.bounds.height
    layout.restyle(LayoutStyle(usesBrackets: true, repertoire: .unicode, canvasWidth: 60))
    layout.restyle(Self.style)
    #expect(layout.bounds.height == rows)
    try checkLayout(session, "seed \(seed), without ghosts")
  }

  /// The incrementally updated layout equals one computed from scratch.
  private func checkLayout(_ session: EditingSession, _ what: Comment) throws {
    let workspace = session.workspace
    let kept = try #require(session.coordinator.layout)
    let shown = picture(of: kept)
    let copy = Workspace(factory: workspace.factory)
    for variable in workspace.variables.all {
      copy.variables.add(id: variable.id, name: variable.name, type: variable.type)
    }
    for block in workspace.topBlocks { copy.factory.build(BlockSnapshot(of: block), in: copy) }
    for comment in workspace.comments {
      copy.add(WorkspaceComment(comment.snapshot), at: workspace.topLevelIndex(of: comment))
    }
    let fresh = WorkspaceLayout(workspace: copy, style: kept.style)
    fresh.show(ghosts: kept.ghosts)
    let expected = picture(of: fresh)
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
    for piece in layout.pieces.all { lines.append(order.firstItem(of: piece).map { "\($0)" } ?? "nothing") }
    for comment in layout.workspace.comments {
      let rect = order.rect(of: .comment(id: comment.id))
      lines.append("comment \(comment.id): \(rect.map { "\($0.origin) \($0.size)" } ?? "hidden")")
    }
    let bounds = layout.bounds
    return lines + ["\(bounds.width)x\(bounds.height)"]
  }
}

/// The first line in which two texts differ.
private func difference(_ here: String, _ there: String) -> String? {
  let lines = (here.split(separator: "\n"), there.split(separator: "\n"))
  for (mine, other) in zip(lines.0, lines.1) where mine != other { return "\(mine) instead of \(other)" }
  return lines.0.count == lines.1.count ? nil : "\(lines.0.count) lines instead of \(lines.1.count)"
}
