import AppModules
import BlockModel
import Workbench

/// The program: moving about in it, and what is done to what the cursor is on.
final class CanvasModule: EditorModule<PlainContext, CanvasEvent>, Module {
  /// What the mouse's button holds.
  var mouseDrag: MouseDrag?
  var isMouseEnabled = true

  func unmanagedRootViewController() -> any ViewController { CanvasMode(module: self) }

  /// Edits what the cursor is on.
  func edit() {
    if let comment = workbench.cursorComment { return edit(comment) }
    if case .mutator = workbench.cursor { return mutate() }
    if let items = workbench.itemsForEmptyInput() {
      return items.isEmpty ? say("nothing in the toolbox fits here") : emit(.fittingBlocksRequested)
    }
    if workbench.state.callAtCursor != nil {
      perform(.followCall)
      return
    }
    guard let (block, field) = workbench.fieldAtCursor(), !block.isCollapsed else {
      if workbench.cursorBlock?.isCollapsed == true {
        perform(.toggleCollapsed)
      } else {
        say(workbench.cursor == nil ? "t opens the toolbox" : "this block has nothing to edit; t inserts, m moves")
      }
      return
    }
    do throws(FieldRefusal) {
      edit(try workbench.editing(of: field, in: block), FieldLocation(blockID: block.id, name: field.name ?? ""))
    } catch {
      say(error.reason)
    }
  }

  private func edit(_ editing: WorkbenchController.FieldEditing, _ place: FieldLocation) {
    switch editing {
    case .tick(let isTicked): perform(.setField(place, input: isTicked ? "FALSE" : "TRUE"))
    case .choose, .type: emit(.fieldRequested(place))
    case .chooseVariable: emit(.variableRequested(place))
    }
  }

  private func edit(_ comment: WorkspaceComment) {
    if let reason = workbench.refusal(toEdit: comment) { return say(reason) }
    emit(.commentRequested(commentID: comment.id))
  }

  func editComment() {
    if let comment = workbench.cursorComment { return edit(comment) }
    guard let block = workbench.cursorBlock else { return }
    // A comment that is there can be read.
    if block.comment == nil, !block.isEditable { return say("this block is locked against editing") }
    emit(.blockCommentRequested(blockID: block.id))
  }

  /// Opens the dialog for what the block at the cursor is made of.
  func mutate() {
    let outcome = workbench.perform(.beginMutation)
    if let reason = outcome.refusal { say(reason) } else { emit(.mutatorRequested) }
  }

  func wantProperties() {
    guard let block = workbench.cursorBlock, !block.isShadow else { return say("only a block has properties") }
    emit(.propertiesRequested(blockID: block.id))
  }

  func wantBookmark() {
    guard let block = workbench.cursorBlock, !block.isShadow else { return say("only a block can have a bookmark") }
    emit(.bookmarkRequested(blockID: block.id))
  }

  func wantBookmarks() {
    if workbench.bookmarkedBlocks.isEmpty { return say("there are no bookmarks; k sets one") }
    emit(.bookmarksRequested)
  }

  /// Takes hold of what the cursor is on, for the keyboard.
  func startMove(takesStack: Bool) {
    if let reason = workbench.perform(.beginDrag(takesStack: takesStack, by: .keyboard)).refusal { return say(reason) }
    push(DragMode(workbench.isDraggingComment(by: .keyboard) ? .comment : .block, module: self))
  }
}
