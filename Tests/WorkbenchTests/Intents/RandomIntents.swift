import BlockLayout
import BlockLibrary
import BlockModel
import MortiseScreen
import SeededTesting

@testable import Workbench

/// Draws intents of every kind, on a program's items, on items that no longer exist, and with invalid values.
struct RandomIntents {
  var random: SeededGenerator
  let toolbox: [BlockSnapshot]
  /// The ids of all blocks that ever existed.
  private var known: Set<String> = []

  init(seed: UInt64, toolbox: [BlockSnapshot]) {
    random = SeededGenerator(seed: seed)
    self.toolbox = toolbox
  }

  private static let kinds: [IntentKind] = IntentKind.allCases.flatMap { kind -> [IntentKind] in
    let weight =
      switch kind {
      case .focus: 24
      case .insert, .typeLine, .updateDrag, .setField: 8
      // Here they are refused.
      case _ where IntentKind.ofVersions.contains(kind): 1
      case .find, .fixProblem, .goBack, .goForward: 4
      case .replaceFound: 6
      case .redo: 5
      case .drop: 7
      case .beginDrag, .applyMutation, .cancelMutation, .cancelDrag: 4
      case .duplicate, .delete, .prune, .undo, .paste, .pasteAbove, .swapUp, .swapDown, .beginMutation, .change,
        .toggleSelected, .selectInward, .selectOutward,
        .selectDown:
        3
      case .pruneWorkspace, .deleteVariable, .mergeVariable, .toggleAllCollapsed: 1
      default: 2
      }
    return Array(repeating: kind, count: weight)
  }

  private static let endings: [IntentKind] = [
    .drop, .drop, .discard, .cancelDrag, .applyMutation, .cancelMutation, .updateDrag,
  ]

  /// An item for intents that apply only to certain blocks; nil if any will do.
  mutating func place(for kind: IntentKind, in workbench: WorkbenchController) -> FocusItem? {
    let blocks = workbench.workspace.blocks.values.filter { block in
      switch kind {
      case .beginMutation, .prune: workbench.state.mutatorLayout(of: block) != nil
      case .followCall, .fixProblem: block.mutator is MutatorProcedureCaller
      default: false
      }
    }
    return blocks.map(\.id).sorted().randomElement(using: &random).map { .block(id: $0) }
  }

  mutating func next(in workbench: WorkbenchController) -> Intent {
    let workspace = workbench.workspace
    known.formUnion(workspace.blocks.keys)
    // Drags and dialogs end now and then, to allow other intents.
    let isEnding = workbench.state.isPreviewing && number(3) == 0
    let kind = (isEnding ? Self.endings : Self.kinds).randomElement(using: &random) ?? .focus
    switch kind {
    case .insert: return .insert(toolbox.randomElement(using: &random) ?? BlockSnapshot())
    case .typeLine: return line(in: workbench)
    case .setField:
      let location = field(in: workspace)
      return .setField(location, input: input(for: location, in: workspace))
    case .setComment: return .setComment(text(), blockID: blockID(in: workspace))
    case .setCommentOfSelection: return .setCommentOfSelection(text())
    case .select: return .select(blockIDs: Set((0..<number(5)).map { _ in blockID(in: workspace) }))
    case .bringBack:
      let stack = workbench.deletedStacks.randomElement(using: &random)
      return .bringBack(stack ?? DeletedStack(blocks: BlockSnapshot(), description: "", colour: .none))
    case .setBookmark: return .setBookmark(text(), blockID: blockID(in: workspace))
    case .setData: return .setData(text(), blockID: blockID(in: workspace))
    case .change: return .change(property(), blockID: blockID(in: workspace))
    case .createVariable:
      return .createVariable(
        name: "v\(number(12))", type: isHeads() ? "" : "String", for: isHeads() ? nil : field(in: workspace))
    case .renameVariable: return .renameVariable(id: variableID(in: workspace), to: "v\(number(12))")
    case .mergeVariable:
      return .mergeVariable(id: variableID(in: workspace), into: variableID(in: workspace))
    case .deleteVariable: return .deleteVariable(id: variableID(in: workspace))
    case .createComment: return .createComment(text())
    case .setCommentText: return .setCommentText(text(), commentID: commentID(in: workspace))
    case .beginDrag: return .beginDrag(takesStack: isHeads(), by: pointer(in: workbench))
    case .beginInsertion:
      return .beginInsertion(
        toolbox.randomElement(using: &random) ?? BlockSnapshot(), at: Point(x: number(80), y: number(60)),
        by: pointer(in: workbench))
    case .updateDrag: return .updateDrag(update(), by: pointer(in: workbench))
    case .drop: return .drop(by: pointer(in: workbench))
    case .discard: return .discard(by: pointer(in: workbench))
    case .cancelDrag: return .cancelDrag(by: pointer(in: workbench))
    case .moveCursor:
      let motions: [CursorMotion] = [
        .left, .right, .up, .down, .first, .last, .rows(number(9) - 4), .nextStack, .previousStack, .outward,
      ]
      return .moveCursor(motions.randomElement(using: &random) ?? .right)
    case .find:
      let query = ["x", "print", "set inside repeat", "1", "text_print", ""].randomElement(using: &random) ?? ""
      return .find(.text(query), from: isHeads() ? nil : item(in: workspace))
    case .replaceFound: return .replaceFound(with: isHeads() ? "7" : text(), isEverywhere: isHeads())
    case .focus: return .focus(item(in: workspace))
    case .jump: return .jump(blockID: blockID(in: workspace))
    case .goTo: return .goTo(blockID: blockID(in: workspace), fieldName: isHeads() ? nil : "NUM")
    case .pasteText: return .paste(text: #"<block type="math_number"><field name="NUM">4</field></block>"#)
    case .insertSnippet:
      return .insert(Snippet(name: "call", text: Array("f(1)\n\nto f with: x\n  print x\n".utf8)))
    default: return Intent.plain.first { $0.kind == kind } ?? .undo
    }
  }

  private static let lines = [
    "print x", "print \"a", "if x > 3", "else", "else if x = 1", "repeat 3", "x += 1", "set new to fresh", "return x",
    "to g with: a", "g(1)", "for each", "5", "\"t\"", "x + 1", "not", "[1, 2]", "create",
  ]

  /// A line at a random target, mostly one that fits.
  private mutating func line(in workbench: WorkbenchController) -> Intent {
    let id = blockID(in: workbench.workspace)
    let inputs = workbench.workspace.blocks[id]?.inputs.map(\.name) ?? []
    let target: LineTarget =
      switch number(5) {
      case 0: .free
      case 1: .above(blockID: id)
      default: .connection(ConnectionTarget(blockID: id, inputName: inputs.randomElement(using: &random)))
      }
    let text = Self.lines.randomElement(using: &random) ?? ""
    let edited = number(3) == 0 ? workbench.workspace.blocks[id]?.id : nil
    let choices = LineChoices(workbench, at: target, editing: edited, text: text).find().choices
    let entry = isHeads() ? choices.first?.entry : choices.randomElement(using: &random)?.entry
    return .typeLine(entry ?? LineEntry(target: target, snapshot: BlockSnapshot()))
  }

  // MARK: - Choices

  mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func isHeads() -> Bool { Bool.random(using: &random) }

  /// A pointer, mostly one that is dragging.
  private mutating func pointer(in workbench: WorkbenchController) -> Pointer {
    let pointers = number(4) > 0 ? workbench.pointers : []
    return pointers.randomElement(using: &random) ?? (isHeads() ? .mouse : .keyboard)
  }

  private mutating func text() -> String {
    ["", "a", "note \(number(3))", "two\nlines"].randomElement(using: &random) ?? ""
  }

  private mutating func property() -> BlockProperty {
    let all: [BlockProperty] = [
      .deletable, .movable, .editable, .inline, .data, .moveEarlier, .moveLater, .becomesShadow,
    ]
    return all.randomElement(using: &random) ?? .data
  }

  /// The id of a block, mostly of an existing one. The ids are sorted because sets have no fixed order.
  private mutating func blockID(in workspace: Workspace) -> String {
    let ids = number(10) == 0 ? Array(known) : Array(workspace.blocks.keys)
    return ids.sorted().randomElement(using: &random) ?? "none"
  }

  private mutating func variableID(in workspace: Workspace) -> String {
    number(12) == 0 ? "none" : workspace.variables.all.randomElement(using: &random)?.id ?? "none"
  }

  private mutating func commentID(in workspace: Workspace) -> String {
    number(8) == 0 ? "none" : workspace.comments.randomElement(using: &random)?.id ?? "none"
  }

  private mutating func item(in workspace: Workspace) -> FocusItem {
    if number(8) == 0 { return .comment(id: commentID(in: workspace)) }
    let id = blockID(in: workspace)
    guard let block = workspace.blocks[id], number(3) == 0 else { return .block(id: id) }
    if isHeads() { return .mutator(blockID: id) }
    let input = block.inputs.filter { $0.kind != .dummy && $0.connectedBlock == nil }.randomElement(using: &random)
    return input.map { .emptyInput(blockID: id, name: $0.name) } ?? .field(blockID: id, name: "NUM")
  }

  private mutating func field(in workspace: Workspace) -> FieldLocation {
    let id = blockID(in: workspace)
    let names = workspace.blocks[id]?.inputs.flatMap(\.fields).compactMap(\.name) ?? []
    return FieldLocation(blockID: id, name: names.randomElement(using: &random) ?? "none")
  }

  private mutating func input(for location: FieldLocation, in workspace: Workspace) -> String {
    switch workspace.blocks[location.blockID]?.firstField(withName: location.name) {
    case let field as FieldDropdown: return field.options.randomElement(using: &random)?.value ?? ""
    case is FieldVariable: return variableID(in: workspace)
    case is FieldCheckbox: return isHeads() ? "TRUE" : "FALSE"
    case is FieldNumber: return ["0", "1", "5", "-1.5", "no number"].randomElement(using: &random) ?? ""
    case let field?: return isHeads() ? field.text : text()
    case nil: return text()
    }
  }

  private mutating func update() -> DragUpdate {
    switch number(6) {
    case 0: .nudge(columns: number(20) - 10, rows: number(20) - 10)
    case 1: .grow(columns: number(9) - 4, rows: number(9) - 4)
    case 2: .pointed(at: isHeads() ? nil : Point(x: number(80), y: number(60)), dragOffset: Point(x: number(3), y: 0))
    default: .destination(.by(number(13) - 6))
    }
  }
}

extension WorkbenchController {
  /// The pointers that drag something.
  var pointers: [Pointer] {
    previews.all.compactMap { if case .drag(let pointer) = $0.id { pointer } else { nil } }
  }

  /// The block that a pointer drags.
  func draggedBlock(by pointer: Pointer) -> MoveSession? { previews.drag(by: pointer) as? MoveSession }
}
