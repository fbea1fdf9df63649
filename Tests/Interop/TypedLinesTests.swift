import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import BlocklyCache
import Markup
import RandomEditing
import SeededTesting
import Testing

@testable import BlockNotation
@testable import Workbench

/// Every line that is typed in Mortise is one group of events, and Blockly replays it.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct TypedLinesTests {
  private static let lines = 40
  private static let exclusions = Exclusion.always.union([
    .elementsOfOurOwn, .inlineFalse, .shadowsOfPlaces, .shapeOfReturns,
  ])

  @Test(arguments: Seeds.first(8)) func blocklyReplaysTypedLines(seed: UInt64) throws {
    let start = try StartProgram.text(seed: seed)
    let typing = try Typing(seed: seed, program: start, known: try BlocklyHost.shared().types())
    var steps = [Step(line: "(start)", program: typing.text, eventCount: 0)]
    func note(_ line: String) {
      steps.append(Step(line: line, program: typing.text, eventCount: typing.recorder.lines.count))
    }
    for line in 1...Self.lines {
      if line.isMultiple(of: 8) {
        typing.workbench.endPreviews()
        for _ in 1...2 { typing.workbench.perform(.undo) }
        typing.workbench.perform(.redo)
        note("undo, undo, redo")
      } else if let taken = try typing.typeLine("seed \(seed), line \(line)") {
        note(taken)
      }
    }
    Self.taken[seed] = typing.taken
    typing.workbench.endPreviews()
    while typing.workbench.history.undoCount > 0 {
      try #require(typing.workbench.perform(.undo).refusal == nil, "seed \(seed)")
      note("undo")
    }
    #expect((steps[0].program == typing.text) as Bool, "seed \(seed): undone")

    // The first line after which the programs differ.
    func difference(after index: Int) throws -> String? {
      let host = try BlocklyHost.shared()
      try host.load(start)
      let applied = try host.apply(Array(typing.recorder.lines[..<steps[index].eventCount]))
      let ours = try ComparableProgram(text: steps[index].program, without: Self.exclusions)
      let theirs = ComparableProgram(applied.state, without: Self.exclusions)
      return ours.difference(from: theirs, names: ("Mortise", "Blockly")).map { "\($0)\n    \(applied.problems)" }
    }
    let ends = [steps.lastIndex { $0.line != "undo" } ?? 0, steps.count - 1]
    guard let end = try ends.first(where: { try difference(after: $0) != nil }) else { return }
    var (same, different) = (0, end)
    while different - same > 1 {
      let middle = (same + different) / 2
      if try difference(after: middle) == nil { same = middle } else { different = middle }
    }
    let events = typing.recorder.lines[steps[same].eventCount..<steps[different].eventCount]
    Issue.record(
      """
      seed \(seed), step \(different), \(steps[different].line): \(try difference(after: different) ?? "")
      \(events.map { "    \($0.prefix(400))" }.joined(separator: "\n"))
      """)
  }

  /// The kinds of lines that were taken, by the seeds that were played.
  private static var taken: [UInt64: Set<Typing.Kind>] = [:]

  @Test func everyKindOfLineIsTaken() throws {
    var taken: Set<Typing.Kind> = []
    // First those that were found to have rare kinds.
    for seed in [25, 5] + Array(1...60) as [UInt64] where taken.count < Typing.Kind.allCases.count {
      if Self.taken[seed] == nil { Self.taken[seed] = try kinds(seed) }
      taken.formUnion(Self.taken[seed] ?? [])
    }
    #expect(taken == Set(Typing.Kind.allCases))
  }

  private func kinds(_ seed: UInt64) throws -> Set<Typing.Kind> {
    let typing = try Typing(
      seed: seed, program: StartProgram.text(seed: seed), known: try BlocklyHost.shared().types())
    for line in 1...Self.lines { _ = try typing.typeLine("seed \(seed), line \(line)") }
    return typing.taken
  }

  /// The program after a line.
  private struct Step {
    var line: String
    var program: String
    var eventCount: Int
  }
}

/// Types random lines into random places of a program.
@MainActor private final class Typing {
  enum Kind: CaseIterable { case statement, value, edit, elseIf, otherwise, returns, items, wrapping, newVariable }

  let workbench: WorkbenchController
  let recorder: LineRecorder
  private var lines: RandomLines
  /// The types that Blockly knows.
  private let known: Set<String>
  private(set) var taken: Set<Kind> = []
  private static let mostAttempts = 6

  init(seed: UInt64, program: String, known: Set<String>) throws {
    self.known = known
    let document = try Document(
      bytes: Array(program.utf8), path: nil, format: BlocklyFormat.json, factory: try StockBlocks.factory(), seed: seed,
      idGeneratorAfterLoading: SeededGenerator(seed: seed &+ 99))
    let manager = EventManager()
    workbench = WorkbenchController(
      document: document, toolbox: try ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: manager)
    recorder = LineRecorder(of: workbench.workspace)
    manager.addListener(recorder)
    lines = RandomLines(seed: seed, library: workbench.notation, leavesOut: Self.isLossy)
  }

  /// Blockly can't replay values of “if … return”, and removed items with shadows: see `EditingSession.Restraints`.
  private static func isLossy(_ text: String) -> Bool {
    text.hasPrefix("if _ return") || text.hasPrefix("create text with")
  }

  var text: String { EditingSession.text(of: workbench.workspace) }

  /// Opens a line somewhere, or goes on with the open one; types something, and takes it.
  /// - Returns: what was typed; nil if nothing changed.
  func typeLine(_ context: Comment) throws -> String? {
    if workbench.line != nil, lines.number(3) == 0 { workbench.endPreviews() }
    // An open line that edits a block has a preview already.
    let before = text
    if workbench.line == nil, !open() { return nil }
    let line = try #require(workbench.line, context)
    let (events, steps) = (recorder.lines.count, workbench.history.undoCount)
    let own = line.text
    var typed = ""
    // Many random lines don't fit.
    for _ in 1...Self.mostAttempts where line.choice.map({ line.text == own || $0.refusal != nil }) ?? true {
      typed = next(in: line, own: own)
      // As with keys: a part of the line, then all of it.
      line.type(String(typed.prefix(lines.number(typed.count + 1))))
      line.type(typed)
    }
    let fitting = line.choices.indices.filter { line.choices[$0].refusal == nil && isKnown(line.choices[$0]) }
    if lines.number(4) == 0 || line.choice.map({ !isKnown($0) }) ?? false { line.select(lines.any(of: fitting)) }
    let place = "\(line.locationDescription): “\(typed)” as “\(line.choice?.label ?? "")”"
    #expect(recorder.lines.count == events, "\(context), \(place): events before the line is taken")
    let choice = line.choice
    let outcome = workbench.accept(line).outcome
    let groups = try Set(recorder.lines[events...].map { try JSONParser.parse(Array($0.utf8))["group"]?.string })
    guard outcome.isChange else {
      #expect(groups.isEmpty && workbench.history.undoCount == steps, "\(context), \(place)")
      workbench.endPreviews()
      #expect((text == before) as Bool, "\(context), \(place): changed")
      return nil
    }
    if let choice { taken.formUnion(kinds(of: choice, on: line)) }
    #expect(workbench.history.undoCount == steps + 1, "\(context), \(place): undo steps")
    #expect(groups.count == 1 && groups.first != .some(nil), "\(context), \(place): groups")
    return place
  }

  private func next(in line: LineSession, own: String) -> String {
    let workspace = workbench.workspace
    if line.editedID != nil, own.hasSuffix(" ") { return own + lines.value(in: workspace) }
    if line.editedID != nil { return lines.edited(own, in: workspace) }
    // Few places have these.
    let continuations = workbench.state.continuations(at: line.target)
    if continuations[.items] != nil, lines.number(2) == 0 { return lines.items(in: workspace) }
    if continuations[.otherwise] != nil, lines.number(3) == 0 { return lines.branch(in: workspace) }
    return line.kind == .statement ? lines.statement(in: workspace) : lines.value(in: workspace)
  }

  private func kinds(of choice: LineChoice, on line: LineSession) -> [Kind] {
    let own: Kind =
      switch choice.entry.continuation {
      case .elseIf: .elseIf
      case .otherwise: .otherwise
      case .returns: .returns
      case .items: .items
      case nil:
        choice.entry.wrapsSelection
          ? .wrapping : choice.entry.editedID != nil ? .edit : line.kind == .value ? .value : .statement
      }
    return choice.note.isEmpty ? [own] : [own, .newVariable]
  }

  /// Whether Blockly knows all blocks of a choice.
  private func isKnown(_ choice: LineChoice) -> Bool {
    choice.entry.snapshot.records.allSatisfy { known.contains($0.type) }
  }

  /// - Returns: whether a line could be opened.
  private func open() -> Bool {
    workbench.perform(.clearSelection)
    let blocks = workbench.workspace.topBlocks.flatMap { Array($0.descendants()) }
    guard let block = lines.any(of: blocks) else { return (try? workbench.openLine(.below)) != nil }
    let empty = block.inputs.filter { $0.connection != nil && $0.connectedBlock == nil }
    let input = lines.number(2) == 0 ? lines.any(of: empty) : nil
    workbench.perform(.focus(input.map { .emptyInput(blockID: block.id, name: $0.name) } ?? .block(id: block.id)))
    if lines.number(8) == 0 {
      for _ in 0...lines.number(3) { workbench.perform(.selectDown) }
    }
    let command: LineCommand =
      switch lines.number(6) {
      case 0, 1: .below
      case 2: .above
      case 3: .value
      case 4: .edit
      default: .operation(sign: ["+", "<", "^", "!"][lines.number(4)])
      }
    return (try? workbench.openLine(command)) != nil
  }
}
