import AppModules
import BlockModel
import MortiseScreen
import Workbench

struct CanvasContext: ProgramContext {
  let routingContext: RoutingContext
  let program: OpenProgram
  /// The number of open programs.
  let programCount: () -> Int
  /// Whether further programs can be opened.
  let opensPrograms: Bool
  let windows: ModuleWindows
  let viewport: Viewport
  let runner: ProgramRunner
  let settings: EditorSettings
  let ringBell: () -> Void
  /// Performs a paste once it is known what other running editors copied.
  let readClipboard: (_ paste: @escaping @MainActor () -> Void) -> Void
}

/// The canvas: moves the cursor in the program, and edits the item at the cursor.
final class CanvasModule: ProgramModule<CanvasContext, CanvasEvent>, Module, PageRepresenting {
  let pageName = "Canvas"
  let section = "program"
  let pageType = "canvas"

  /// The click or drag in progress while the mouse button is pressed.
  var mouseDrag: MouseDrag?
  /// The rectangle that the mouse draws while its button is pressed.
  var selectionRectangle: SelectionRectangle?
  var keyCount = KeyCount()
  /// Whether the mouse moves the scrollbar.
  var isScrolling = false
  lazy var isMouseEnabled = context.settings.usesMouse

  func unmanagedRootViewController() -> (any ViewController)? { CanvasMode(module: self) }

  // MARK: - Commands that depend on the cursor

  /// What a command does at the cursor's current position.
  enum Step {
    case intent(Intent)
    /// Emits an event that opens a window.
    case opening(CanvasEvent)
    /// Opens the mutator dialog of the block at the cursor.
    case mutating
    /// Opens a line to type on.
    case typing(LineCommand)
    case unavailable(reason: String)
  }

  func run(_ step: Step) {
    switch step {
    case .intent(let intent): perform(intent)
    case .opening(let event): emit(event)
    case .mutating:
      do throws(FieldError) { emit(.mutatorRequested(try workbench.beginMutation())) } catch {
        showStatus(error.reason)
      }
    case .typing(let command): openLine(command)
    case .unavailable(let reason): showStatus(reason)
    }
  }

  /// What Enter does at the cursor.
  var edit: Step {
    if let comment = workbench.cursorComment { return edit(comment) }
    if case .mutator = workbench.cursor { return editParts }
    if case .emptyInput = workbench.cursor { return typing(.below) }
    if workbench.state.callAtCursor != nil { return .intent(.followCall) }
    guard let (block, field) = workbench.fieldAtCursor(), !block.isCollapsed else {
      if workbench.cursorBlock?.isCollapsed == true { return .intent(.expand) }
      return .unavailable(
        reason: workbench.cursor == nil ? "t opens the toolbox" : "this block has nothing to edit; t inserts, m moves")
    }
    do throws(FieldError) {
      return edit(
        try workbench.editing(of: field, in: block), FieldLocation(blockID: block.id, name: field.name ?? ""))
    } catch {
      return .unavailable(reason: error.reason)
    }
  }

  private func edit(_ editing: WorkbenchController.FieldEditing, _ place: FieldLocation) -> Step {
    switch editing {
    case .tick(let isTicked): .intent(.setField(place, input: isTicked ? "FALSE" : "TRUE"))
    case .choose, .type: .opening(.fieldRequested(place))
    case .chooseVariable: .opening(.variableRequested(place))
    }
  }

  private func edit(_ comment: WorkspaceComment) -> Step {
    workbench.refusal(toEdit: comment).map { .unavailable(reason: $0) }
      ?? .opening(.commentRequested(commentID: comment.id))
  }

  var editComment: Step {
    let intent = Intent.setCommentOfSelection("")
    if !workbench.selectedIDs.isEmpty {
      return workbench.refusal(of: intent).map { .unavailable(reason: $0) } ?? .opening(.selectionCommentRequested)
    }
    if let comment = workbench.cursorComment { return edit(comment) }
    guard let block = workbench.cursorBlock else { return .unavailable(reason: "there is no block here") }
    // An existing comment can be read even if the block is locked.
    if block.comment == nil, !block.isEditable {
      return .unavailable(reason: "this block is locked against editing")
    }
    return .opening(.blockCommentRequested(blockID: block.id))
  }

  /// Opens the mutator dialog of the block at the cursor.
  var editParts: Step {
    workbench.refusal(of: .beginMutation).map { .unavailable(reason: $0) }
      ?? .mutating
  }

  // MARK: - Typing

  /// Opening a line, if it can be opened at the cursor.
  func typing(_ command: LineCommand) -> Step {
    workbench.refusal(toOpenLine: command).map { .unavailable(reason: $0) } ?? .typing(command)
  }

  /// Opens a line to type blocks on.
  /// - Parameter text: what was typed already.
  func openLine(_ command: LineCommand, text: String = "") {
    do throws(FieldError) {
      emit(.lineRequested(try workbench.openLine(command, text: text)))
    } catch {
      showStatus(error.reason)
    }
  }

  /// Whether a value can be typed in place of what is at the cursor.
  var canTypeValue: Bool { workbench.refusal(toOpenLine: .value) == nil }

  /// Whether an operator can follow the value at the cursor.
  var canTypeOperator: Bool { workbench.refusal(toOpenLine: .operation(sign: "/")) == nil }

  /// Whether a comma adds an item to the list or text at the cursor.
  var canTypeItem: Bool { workbench.refusal(toOpenLine: .item) == nil }

  /// Whether a bracket begins a list at the cursor.
  var canTypeList: Bool {
    if case .emptyInput = workbench.cursor { canTypeValue } else { false }
  }

  // MARK: - Reading and finding

  var showBlockHelp: Step {
    workbench.cursorBlock.map { .opening(.blockHelpRequested(blockID: $0.id)) }
      ?? .unavailable(reason: "there is no block here")
  }

  var replaceText: Step {
    guard case .text? = workbench.search?.query else {
      return .unavailable(reason: "no text was searched for; / finds")
    }
    return workbench.search?.count == 0
      ? .unavailable(reason: "nothing was found to replace") : .opening(.replacementRequested)
  }

  var showProperties: Step {
    guard let block = workbench.cursorBlock, !block.isShadow else {
      return .unavailable(reason: "only a block has properties")
    }
    return .opening(.propertiesRequested(blockID: block.id))
  }

  var editBookmark: Step {
    guard let block = workbench.cursorBlock, !block.isShadow else {
      return .unavailable(reason: "only a block can have a bookmark")
    }
    return .opening(.bookmarkRequested(blockID: block.id))
  }

  var showBookmarks: Step {
    workbench.bookmarkedBlocks.isEmpty
      ? .unavailable(reason: "there are no bookmarks; k sets one") : .opening(.bookmarksRequested)
  }

  var showDeletedBlocks: Step {
    workbench.deletedStacks.isEmpty
      ? .unavailable(reason: "no blocks were deleted since the program was opened") : .opening(.deletedBlocksRequested)
  }

  var saveSnippet: Step {
    do throws(FieldError) {
      return .opening(.newSnippetRequested(text: try workbench.snippetText()))
    } catch {
      return .unavailable(reason: error.reason)
    }
  }

  var showSnippets: Step {
    workbench.snippets.isEmpty
      ? .unavailable(reason: "no snippets were saved; T saves one") : .opening(.snippetsRequested)
  }

  // MARK: - Programs

  var refusalToOpen: String? { context.opensPrograms ? nil : "this editor has one program" }

  var refusalToSwitch: String? {
    context.programCount() > 1 ? nil : refusalToOpen ?? "this is the only program; F3 opens another one"
  }

  var refusalToClose: String? { context.programCount() > 1 ? nil : "this is the only program; q quits" }

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

extension CanvasModule.Step {
  /// Why the step is unavailable; nil if it is available.
  var unavailable: String? {
    if case .unavailable(let reason) = self { reason } else { nil }
  }
}
