import BlockEditing
import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation

/// One of the meanings that a line can have.
public struct LineChoice {
  /// The whole line; an ellipsis stands for what is missing.
  public var label: String
  /// The line with its last words completed.
  public var completion: String
  /// The names of the things that would be created besides blocks, such as a variable; empty for none.
  public var note: String
  /// Why it can't be accepted; nil if it can.
  public var refusal: String?
  /// The colour of the line's block, for lists.
  public var colour: BlockBuilder.Colour
  /// How likely this meaning is.
  var rank: LineReading.Rank
  /// The called functions that it creates.
  public var newFunctions: [String] = []
  /// Whether it is another meaning of the same words as the choice above.
  package var isOtherMeaning = false
  /// Whether its blocks may do something other than the typed text does in its language; the note begins with that.
  package var differs = false
  /// Whether it is a value that nothing uses, in a program that is typed.
  var isLooseValue = false
  /// Whether there is an “if” around its loop that wasn't typed.
  var isGuarded = false
  /// Differences between its blocks and the same text in other languages.
  package var notes: [String] = []
  /// Whether `//` begins a comment in it that may be a divisor as well.
  var isUnsureOfSlashes = false
  /// The blocks to insert when the choice is accepted.
  public var entry: LineEntry

  /// Whether it is exactly the typed text, with a variable that doesn't exist yet.
  package var isWholeWithNewName: Bool {
    rank == .newName && newFunctions.isEmpty && entry.holes.isEmpty && refusal == nil
  }
  /// Whether a value is missing in it.
  package var isIncomplete: Bool { entry.continuation == nil && label.contains("…") }
  /// Whether words were added to the text.
  package var isCompleted: Bool { rank > .typed && rank < .newName }

  /// The type of its first block; empty if it has none.
  var type: String { entry.snapshot.records.first?.type ?? "" }

  /// Whether it is accepted only if the user selects it: guesses from few letters or mistyped words must not become
  /// blocks or functions by mistake. Brackets after a statement show that a call is meant.
  func isUnsure(for text: String) -> Bool {
    let isCall = text.contains("(") && entry.snapshot.records.first?.type == "procedures_callnoreturn"
    return rank >= .similar || !newFunctions.isEmpty && !isCall || isUnsureOfSlashes
  }
}

/// A line that is being typed. Its best meaning is previewed in place, until the user accepts or closes it.
public final class LineSession: Preview {
  /// The place of the line.
  public let target: LineTarget
  /// Whether a statement or a value belongs there.
  public let kind: LineKind
  /// The number of statements around it.
  package let depth: Int
  /// The place of the line, or the block that it edits, as text. A preview doesn't change it.
  public let locationDescription: String
  /// The typed text.
  public private(set) var text: String
  /// The text that the line began with.
  package var openedText = ""
  /// The meanings of the text, the most likely first.
  public private(set) var choices: [LineChoice] = []
  /// Why the text has no meaning; nil if the reason isn't known, or if there are choices.
  public private(set) var mistake: String?
  /// Why no block matches the text; nil if no reason is known.
  public private(set) var objection: String?
  /// Whether the text is longer than a line that is read.
  package var isTooLong: Bool { LineReader.isTooLong(text) }
  /// The meaning of a text that becomes no block, such as a comment; nil if it has none.
  public private(set) var remark: LineRemark?
  /// Whether the text ends the body around the line.
  package private(set) var endsBody = false
  /// Whether the branch of the line before has ended by itself, as nothing can follow in it: `break`, `return x`.
  package var hasLeftBranch = false
  /// The line that the editor opened, if its indentation moved it elsewhere; nil otherwise.
  var home: LineSession?
  /// The indentations of the lines before.
  var margins = LineMargins()
  /// The number of columns before its text.
  package var columns = 0
  /// Why it was refused; nil if it wasn't, or if it was changed since.
  package var rejection: String?
  /// The comment from earlier lines for the next block; nil for none.
  public internal(set) var comment: String?
  /// Whether the text is a value, which does nothing where a statement belongs.
  public private(set) var isValueAlone = false
  /// The index of the selected choice; nil for none.
  public private(set) var selection: Int?
  /// The block that the line edits; nil for a new one.
  public let editedID: String?
  /// The blocks as which the edited block's line was read before it was changed; nil if it isn't a line of code.
  var former: BlockSnapshot?
  /// Whether the selected blocks go into the typed one.
  public let wrapsSelection: Bool
  /// Whether further lines follow when this one is accepted.
  let continues: Bool
  /// The inputs that earlier lines left empty.
  let waiting: [ConnectionTarget]
  /// The statement that earlier lines belong to.
  let statementID: String?
  /// The cursor when the line was opened.
  let cursor: FocusItem?
  private unowned let controller: WorkbenchController
  /// The toolbox's blocks, which stay the same while the line is open.
  private(set) lazy var toolboxBlocks = LineToolboxBlock.all(for: target, in: controller)
  /// The kinds of values in the program's variables, which stay the same as well.
  private lazy var kinds = controller.presumedKinds ?? ValueKinds(controller.workspace)
  private lazy var scopes = VariableScopes(
    controller.workspace, at: target.connection(in: controller.workspace)?.sourceBlock)
  private lazy var certain = CertainValues(controller.workspace, at: target.connection(in: controller.workspace))

  init(
    _ controller: WorkbenchController, at target: LineTarget, editing editedID: String? = nil,
    wrapsSelection: Bool = false,
    continues: Bool,
    waiting: [ConnectionTarget] = [], statementID: String? = nil
  ) {
    self.controller = controller
    self.target = target
    self.editedID = editedID
    self.wrapsSelection = wrapsSelection
    text = ""
    self.continues = continues
    self.waiting = waiting
    self.statementID = statementID
    kind = target.kind(editing: editedID, in: controller.workspace)
    cursor = controller.cursor
    depth = target.depth(in: controller.workspace)
    locationDescription =
      if wrapsSelection {
        "around the selected blocks"
      } else if let block = editedID.flatMap({ controller.workspace.blocks[$0] }) {
        "editing \(named: block)"
      } else {
        controller.state.description(of: target)
      }
    super.init(.line, coordinator: controller.coordinator)
  }

  override var isIntact: Bool {
    let workspace = controller.workspace
    if let editedID, workspace.blocks[editedID] == nil { return false }
    return switch target {
    case .free: true
    case .above(let id): workspace.blocks[id] != nil
    case .connection: target.connection(in: workspace) != nil
    }
  }

  /// Whether nothing but spaces was typed.
  package var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// Whether it is a new statement, which may go out of its branch.
  package var canLeaveBranch: Bool { continues && kind == .statement && editedID == nil }

  /// Whether the line goes below a statement.
  package var isBelowStatement: Bool {
    if case .connection(let target) = target { target.inputName == nil } else { false }
  }

  /// Whether a whole program can be typed there.
  package var takesProgram: Bool { kind == .statement && editedID == nil && !wrapsSelection }

  /// Whether it goes into an input, such as an empty body.
  var isInBody: Bool {
    if case .connection(let target) = target { target.inputName != nil } else { false }
  }

  /// Whether the text is a comment.
  var isComment: Bool { if case .comment? = remark { true } else { false } }

  /// The meaning that is previewed, and becomes blocks when the user accepts it; nil for none.
  public var choice: LineChoice? { selection.map { choices[$0] } }

  /// Whether the text of a statement ends in an operator, so that its second value is missing: `x = 50%`.
  var lacksOperand: Bool {
    guard kind == .statement, let choice, LineReader.endsInOperator(text) else { return false }
    return choice.isIncomplete || text.last { $0 != " " } == "%"
  }

  /// Finds the meanings of the text, and previews the best one.
  public func type(_ text: String) {
    update { read(text) }
  }

  private func read(_ text: String) {
    self.text = text
    let found = LineChoices(
      controller, at: target, editing: editedID, wrapsSelection: wrapsSelection, text: text,
      toolboxBlocks: { [self] in toolboxBlocks }, kinds: kinds, scopes: scopes, certain: certain)
    remark = kind == .statement && editedID == nil ? found.remark : nil
    endsBody = remark != nil && found.endsBody
    if case .documentation(let text)? = remark, text.isEmpty || documentedFunction == nil {
      remark = .needless("a text alone does nothing, so it is left out; # begins a comment")
    }
    (choices, objection) = remark == nil ? found.find() : ([], nil)
    for index in choices.indices { choices[index].entry.former = former }
    mistake = choices.isEmpty && !text.isEmpty ? found.mistake : nil
    let first = choices.first
    if objection == nil, first?.isUnsureOfSlashes == true { objection = "// divides or begins a comment" }
    let isUnsure = first?.isUnsure(for: text) ?? true
    let isKnown = first.map { $0.rank == .typed && $0.newFunctions.isEmpty } ?? false
    isValueAlone = !text.isEmpty && !isKnown && first?.isLooseValue != true && found.isValueAlone
    selection = isBlank || isValueAlone || isUnsure || objection != nil ? nil : 0
  }

  /// Makes it a line that can't become blocks.
  func refuse(_ reason: String) {
    update { (choices, selection, objection, mistake) = ([], nil, reason, nil) }
  }

  /// Takes a line that becomes no block: a comment is kept for the next block.
  /// - Returns: the status message.
  func note(_ remark: LineRemark) -> String {
    type("")
    openedText = ""
    switch remark {
    case .needless(let reason): return reason
    case .comment(let text):
      comment = [comment, text].compactMap(\.self).joined(separator: "\n")
      return "the comment “\(quoted: text)” goes to the next block"
    case .documentation(let text):
      return "“\(quoted: text)” is the function's comment"
    }
  }

  /// The function whose empty body the line is in; nil anywhere else.
  var documentedFunction: Block? {
    guard let connection = target.connection(in: controller.workspace), connection.sourceInput != nil,
      connection.targetBlock == nil, ProcedureBlocks.name(definedBy: connection.sourceBlock) != nil
    else { return nil }
    return connection.sourceBlock
  }

  /// Chooses another meaning; nil for none.
  public func select(_ index: Int?) {
    update { selection = index.flatMap { choices.indices.contains($0) ? $0 : nil } }
  }

  /// Selects a meaning that does what the text says, without completing it: `list` may be a new name.
  func selectMeaning() {
    if choice?.isCompleted == true, let whole = choices.firstIndex(where: \.isWholeWithNewName) { select(whole) }
  }

  override var shownChanges: [ProgramChange] {
    guard let choice, choice.refusal == nil,
      case .changes(let plan) = resolve(.typeLine(choice.entry), controller.state)
    else { return [] }
    return plan.changes
  }

  override func didShow(_ events: [BlocklyEvent]) {
    if events.isEmpty { return }
    let typedID = choice?.entry.snapshot.records.first?.id
    let shown = [typedID, editedID].compactMap(\.self).first { controller.workspace.blocks[$0] != nil }
      .map { FocusItem.block(id: $0) }
    if let shown, let item = controller.order?.visibleItem(for: shown), item.blockID == shown.blockID {
      controller.cursor = item
    }
  }

  override func didRollBack() {
    controller.cursor = cursor
    controller.normalizeCursor()
  }
}
