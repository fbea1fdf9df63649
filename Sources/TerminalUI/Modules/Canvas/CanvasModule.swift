import AppModules
import BlockModel
import BlockNotation
import MortiseScreen
import Workbench

/// The events of the canvas.
public nonisolated enum CanvasEvent: RoutingEvent {
  /// A message for the status line: the outcome of a command, or why it was refused.
  case status(String)
  /// The user wants to see something that is not on the canvas.
  case open(Route)
}

/// The canvas: moves the cursor in the program, and edits the item at the cursor.
final class CanvasModule: EditorModule<Void, CanvasEvent>, Module, PageRepresenting {
  let pageName = "Canvas"
  let pageType = "canvas"

  /// The click or drag in progress while the mouse button is pressed.
  var mouseDrag: MouseDrag?
  /// The rectangle that the mouse draws while its button is pressed.
  var selectionRectangle: SelectionRectangle?
  var keyCount = KeyCount()
  /// The count of the command that made the last change, in vi's key set; 1 if no number was typed.
  var countOfLastChange = 1
  /// Whether ↑ and ↓ select statements.
  var isSelectingStatements = false
  /// Whether the mouse moves the scrollbar.
  var isScrolling = false
  lazy var isMouseEnabled = scene.options.settings.usesMouse

  func unmanagedRootViewController() -> (any ViewController)? { CanvasMode(module: self) }

  // MARK: - Commands that depend on the cursor

  /// The action of a command at the cursor's current position.
  enum Step {
    case intent(Intent)
    /// Opens a window.
    case opening(Route)
    /// Opens the mutator dialog of the block at the cursor.
    case mutating
    /// Opens a line to type on.
    case typing(LineCommand, text: String = "")
    case unavailable(reason: String)
  }

  func run(_ step: Step) {
    switch step {
    case .intent(let intent): perform(intent)
    case .opening(let route): emit(.open(route))
    case .mutating:
      do throws(FieldError) { emit(.open(.mutator(try workbench.beginMutation()))) } catch { showStatus(error.reason) }
    case .typing(let command, let text): openLine(command, text: text)
    case .unavailable(let reason): showStatus(reason)
    }
  }

  /// The action of Enter at the cursor.
  var edit: Step {
    if let comment = workbench.cursorComment { return edit(comment) }
    if case .mutator = workbench.cursor { return editParts }
    if case .emptyInput = workbench.cursor { return typing(.below) }
    if workbench.state.callAtCursor != nil { return .intent(.followCall) }
    guard let (block, field) = workbench.fieldAtCursor(), !block.isCollapsed else {
      if workbench.cursorBlock?.isCollapsed == true { return .intent(.expand) }
      if let literal = workbench.onlyLiteralOfRow { return .opening(.field(literal)) }
      return .unavailable(
        reason: workbench.cursor == nil
          ? "there is nothing to edit" + CanvasMode.canvasCommands.hint("toolbox", "opens the toolbox")
          : "this block has nothing to edit" + CanvasMode.canvasCommands.hint("move", "moves it")
            + CanvasMode.canvasCommands.hint("type-below", "types below it"))
    }
    do throws(FieldError) {
      return edit(
        try workbench.editing(of: field, in: block), FieldLocation(blockID: block.id, name: field.name ?? ""))
    } catch {
      return .unavailable(reason: error.reason)
    }
  }

  private func edit(_ editing: FieldEditing, _ location: FieldLocation) -> Step {
    switch editing {
    case .none: .unavailable(reason: "this field can't be edited")
    case .toggle(let isOn): .intent(.setField(location, input: isOn ? "FALSE" : "TRUE"))
    case .choice, .text: .opening(.field(location))
    case .variable: .opening(.variables(.choose(location)))
    }
  }

  private func edit(_ comment: WorkspaceComment) -> Step {
    workbench.refusal(toEdit: comment).map { .unavailable(reason: $0) }
      ?? .opening(.comment(.comment(id: comment.id)))
  }

  var editComment: Step {
    let intent = Intent.setCommentOfSelection("")
    if !workbench.selectedIDs.isEmpty {
      return workbench.refusal(of: intent).map { .unavailable(reason: $0) } ?? .opening(.comment(.selection))
    }
    if let comment = workbench.cursorComment { return edit(comment) }
    guard let block = workbench.cursorBlock else { return .unavailable(reason: "there is no block here") }
    // An existing comment can be read even if the block is locked.
    if block.comment == nil, !block.isEditable {
      return .unavailable(reason: "this block is locked against editing")
    }
    return .opening(.comment(.block(id: block.id)))
  }

  /// Opens the mutator dialog of the block at the cursor.
  var editParts: Step {
    workbench.refusal(of: .beginMutation).map { .unavailable(reason: $0) }
      ?? .mutating
  }

  // MARK: - Typing

  /// Returns the step that opens a line, or why it can't be opened at the cursor.
  func typing(_ command: LineCommand) -> Step {
    workbench.refusal(toOpenLine: command).map { .unavailable(reason: $0) } ?? .typing(command)
  }

  /// Why no block can be typed around statements; nil if one can.
  var refusalToWrap: String? {
    workbench.selectedIDs.isEmpty
      ? workbench.refusal(of: .selectStatement) : workbench.refusal(toOpenLine: .below)
  }

  /// Opens a line for a block around the selected statements, else around the one at the cursor.
  func wrap() {
    if workbench.selectedIDs.isEmpty { workbench.perform(.selectStatement) }
    openLine(.below)
  }

  /// Opens a line to type blocks on.
  /// - Parameter text: the text that was already typed.
  func openLine(_ command: LineCommand, text: String = "") {
    do throws(FieldError) {
      emit(.open(.line(try workbench.openLine(command, text: text))))
    } catch {
      showStatus(error.reason)
    }
  }

  /// Inserts a pasted text. If it is refused, but may be a program in another language, its statements are typed below
  /// the cursor. A line stays open only if it was refused.
  func paste(_ text: String) {
    guard let reason = perform(.paste(text: text)).refusal else { return }
    let program = TextProgram(text)
    guard program.isOtherLanguage else { return }
    scene.screen.message = nil
    do throws(FieldError) {
      let line = try workbench.openLine(.below)
      guard line.takesProgram else {
        workbench.cancel(line)
        return showStatus(reason)
      }
      switch workbench.type(program, on: line) {
      case .typed(let summary, let next):
        workbench.cancel(next)
        showStatus("\(summary) · \(workbench.state.description())")
      case .refused(let line) where line.text.isEmpty:
        workbench.cancel(line)
        showStatus(line.rejection)
      case .refused(let line): emit(.open(.line(line)))
      case .closed(let rest): showStatus(rest)
      }
    } catch {
      showStatus(error.reason)
    }
  }

  /// Puts a number into the empty input at the cursor, or in place of the literal there.
  func type(number: Int) {
    do throws(FieldError) {
      let line = try workbench.openLine(.value, text: "\(number)")
      // If a number alone isn't accepted, the window shows the reason.
      guard line.choice?.refusal == nil, line.choice != nil else { return emit(.open(.line(line))) }
      showStatus(workbench.accept(line).outcome.sentence)
    } catch {
      showStatus(error.reason)
    }
  }

  /// Whether a value can be typed in place of the item at the cursor.
  var canTypeValue: Bool { workbench.refusal(toOpenLine: .value) == nil }

  /// Whether the value at the cursor can be divided: it is a number, or may be one.
  var canDivide: Bool {
    canContinue(with: "/") && Self.allows("Number", workbench.cursorBlock?.outputConnection)
  }

  /// Whether an operator can follow the value at the cursor.
  func canContinue(with sign: Character) -> Bool {
    workbench.refusal(toOpenLine: .operation(sign: String(sign))) == nil
  }

  private static func allows(_ type: String, _ connection: Connection?) -> Bool {
    connection?.typeChecks?.contains(type) ?? true
  }

  /// Whether a comma adds an item to the list or text at the cursor.
  var canTypeItem: Bool { workbench.refusal(toOpenLine: .item) == nil }

  /// Whether a bracket begins a list at the cursor.
  var canTypeList: Bool { takesValue(of: "Array") }

  /// Whether a quotation mark begins a text at the cursor: in an empty input, or in place of a text or number, where
  /// a text fits.
  var canTypeText: Bool {
    if case .emptyInput = workbench.cursor { return takesValue(of: "String") }
    return canTypeValue && Self.allows("String", workbench.cursorBlock?.outputConnection?.target)
  }

  /// Whether the cursor is on an empty input that takes values of a type.
  private func takesValue(of type: String) -> Bool {
    guard case .emptyInput(let id, let name) = workbench.cursor, canTypeValue else { return false }
    return Self.allows(type, workbench.workspace.blocks[id]?.firstInput(withName: name)?.connection)
  }

  // MARK: - Reading and finding

  var showBlockHelp: Step {
    workbench.cursorBlock.map { .opening(.blockHelp(blockID: $0.id)) }
      ?? .unavailable(reason: "there is no block here")
  }

  var replaceText: Step {
    guard case .text? = workbench.search?.query else {
      return .unavailable(reason: "nothing was searched for yet; / finds")
    }
    return workbench.search?.count == 0
      ? .unavailable(reason: "nothing was found to replace") : .opening(.finding(.replacement))
  }

  var showProperties: Step {
    guard let block = workbench.cursorBlock, !block.isShadow else {
      return .unavailable(reason: "only a block has properties")
    }
    return .opening(.properties(blockID: block.id))
  }

  var editBookmark: Step {
    guard let block = workbench.cursorBlock, !block.isShadow else {
      return .unavailable(reason: "only a block can have a bookmark")
    }
    return .opening(.bookmark(blockID: block.id))
  }

  var showRefactorings: Step {
    guard workbench.cursorBlock != nil else { return .unavailable(reason: "there are no blocks here") }
    return workbench.possibleRefactorings.isEmpty
      ? .unavailable(reason: "nothing here can be refactored so that the program surely does the same")
      : .opening(.refactorings)
  }

  var showBookmarks: Step {
    workbench.bookmarkedBlocks.isEmpty
      ? .unavailable(reason: "there are no bookmarks" + CanvasMode.canvasCommands.hint("bookmark", "sets one"))
      : .opening(.bookmarks)
  }

  var showDeletedBlocks: Step {
    workbench.deletedStacks.isEmpty
      ? .unavailable(reason: "no blocks were deleted since the program was opened") : .opening(.deletedBlocks)
  }

  var saveSnippet: Step {
    do throws(FieldError) {
      return .opening(.newSnippet(text: try workbench.snippetText()))
    } catch {
      return .unavailable(reason: error.reason)
    }
  }

  var showSnippets: Step {
    workbench.snippets.isEmpty
      ? .unavailable(reason: "no snippets were saved" + CanvasMode.canvasCommands.hint("save-snippet", "saves one"))
      : .opening(.snippets)
  }

  // MARK: - Programs

  var refusalToOpen: String? { scene.keeper.opensPrograms ? nil : "this editor has one program" }

  var refusalToSwitch: String? {
    scene.programs.all.count > 1
      ? nil : refusalToOpen ?? "this is the only program" + CanvasMode.canvasCommands.hint("open", "opens another one")
  }

  var refusalToList: String? { workbench.document.style.programName == nil ? refusalToSwitch : refusalToOpen }

  var refusalToClose: String? {
    scene.programs.all.count > 1 ? nil : "this is the only program" + CanvasMode.canvasCommands.hint("quit", "quits")
  }

  // MARK: - Moving

  func refusalToMove(takesStack: Bool) -> String? {
    workbench.refusal(of: .beginDrag(takesStack: takesStack, by: .keyboard))
  }

  /// Starts to drag the block or comment at the cursor with the keyboard.
  func startMove(takesStack: Bool) {
    if let reason = workbench.perform(.beginDrag(takesStack: takesStack, by: .keyboard)).refusal {
      return showStatus(reason)
    }
    push(DragMode(workbench.cursorComment == nil ? .block : .comment, module: self))
  }

  /// Moves the cursor to the part of the program at a position on the scrollbar.
  func scroll(to position: Point) {
    guard let scrollbar = context.viewport.scrollbar, let rect = workbench.cursorRect else { return }
    perform(.moveCursor(.rows(scrollbar.row(at: position) - rect.minY)))
  }

  func cancelMouseDrag() {
    if let rectangle = selectionRectangle {
      selectionRectangle = nil
      return rectangle.cancel()
    }
    mouseDrag = nil
    perform(.cancelDrag(by: .mouse))
  }
}

extension Command where Mode == CanvasMode {
  /// Creates a command that performs a step, which depends on the cursor.
  init(
    _ name: String, _ keys: String..., title: String? = nil, group: CommandGroup, help: String, hint: String? = nil,
    step: @escaping (CanvasModule) -> CanvasModule.Step
  ) {
    self.init(
      name, keys: keys, title: title, group: group, help: help, hint: hint,
      resolve: { mode in
        let step = step(mode.module)
        if case .unavailable(let reason) = step { return .unavailable(reason: reason) }
        return .run { mode.module.run(step) }
      })
  }
}
