import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import Testing

@testable import Workbench

/// Events of workspace comments, as Blockly Web fires them, are applied, undone and redone.
@MainActor @Suite struct CommentEventsReplayTests {
  private static let program = """
    {"workspaceComments":[{"height":100,"width":120,"id":"a","x":1,"y":2,"text":"first"},
      {"height":100,"width":120,"id":"b","x":300,"y":2,"text":"second"}]}
    """

  /// Applies events to a program, then undoes and redoes all of them.
  private func replayed(_ events: String..., on program: String = program) throws -> [WorkspaceComment] {
    let workspace = try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace
    let before = saved(workspace)
    let replay = EventReplay(workspace: workspace)
    if let problem = replay.apply(Array(events.joined(separator: "\n").utf8), named: "events").first { throw problem }
    let after = saved(workspace)
    try replay.undo(nil)
    #expect(saved(workspace) == before)
    try replay.redo(nil)
    #expect(saved(workspace) == after)
    return workspace.comments
  }

  private func saved(_ workspace: Workspace) -> String {
    String(decoding: ProgramWriter.write(workspace, style: .pretty(.json)).bytes, as: UTF8.self)
  }

  /// Blockly fires the creation of a comment while it is still empty.
  @Test func aCommentIsCreatedAndThenFilled() throws {
    let comments = try replayed(
      #"{"type":"comment_create","group":"g","commentId":"c","xml":"<comment id=\"c\" x=\"0\" y=\"0\" w=\"120\" h=\"100\"></comment>","json":{"height":100,"width":120,"id":"c","x":0,"y":0}}"#,
      #"{"type":"comment_change","group":"g","commentId":"c","oldContents":"","newContents":"new"}"#,
      #"{"type":"comment_move","group":"g","commentId":"c","oldCoordinate":"0, 0","newCoordinate":"40,50"}"#)
    #expect(comments.map(\.id) == ["a", "b", "c"])
    #expect(comments.last?.text == "new" && comments.last?.position == WorkspacePoint(x: 40, y: 50))
  }

  @Test func undoRestoresADeletedCommentAtItsIndex() throws {
    let comments = try replayed(
      #"{"type":"comment_delete","group":"g","commentId":"a","xml":"<comment id=\"a\"></comment>","json":{"height":100,"width":120,"id":"a","x":1,"y":2,"text":"first"}}"#
    )
    #expect(comments.map(\.id) == ["b"])
  }

  /// Undo leaves the file as it was, without the attributes that it omitted.
  @Test func undoneAttributesStayOmittedFromTheFile() throws {
    let program = #"{"workspaceComments":[{"id":"a","text":"first"},{"text":"second"}]}"#
    let comments = try replayed(
      #"{"type":"comment_move","group":"1","commentId":"a","oldCoordinate":"0, 0","newCoordinate":"40,50"}"#,
      #"{"type":"comment_resize","group":"2","commentId":"a","oldWidth":120,"oldHeight":100,"newWidth":200,"newHeight":64}"#,
      #"{"type":"comment_collapse","group":"3","commentId":"a","newCollapsed":true}"#,
      #"{"type":"comment_delete","group":"4","commentId":"a","json":{"height":64,"width":200,"id":"a","x":40,"y":50,"text":"first","collapsed":true}}"#,
      on: program)
    #expect(comments.map(\.text) == ["second"])
  }

  @Test func anUnknownCommentIsNamedInTheError() throws {
    let error = #expect(throws: ReplayError.self) {
      try replayed(#"{"type":"comment_collapse","group":"","commentId":"z","newCollapsed":true}"#)
    }
    #expect(error?.description == "events:1:1: there is no comment “z”")
  }

  /// The undo stack is stored as JSON, and restored in a session that has read the saved file.
  @Test func theUndoStackSurvivesSavingAndReading() throws {
    let program = """
      <xml><comment id="a" x="1.5" y="2">first</comment><block type="text" id="t" x="0" y="0"></block>
      <comment id="b">between</comment><comment id="c" x="3" y="4" w="99.5" h="20">last</comment>
      <block type="text" id="u" x="0" y="90"></block></xml>
      """
    let first = try session(program)
    let start = first.written
    for (index, id) in ["b", "a", "c", "c", "b", "a"].enumerated() {
      guard let comment = first.coordinator.workspace.comment(withID: id) else { continue }
      first.manager.pushNewGroup()
      switch index {
      case 0: try first.coordinator.move(comment, to: WorkspacePoint(x: 7, y: 8.5))
      case 1: try first.coordinator.resize(comment, to: WorkspaceSize(width: 10, height: 20))
      case 2: try first.coordinator.setText("", of: comment)
      case 3: first.coordinator.setCollapsed(true, of: comment)
      default: try first.coordinator.delete(comment)
      }
      first.manager.popGroup()
      first.manager.firePendingEvents()
    }
    let second = try session(first.written)
    try second.history.restore(first.history.lines(), factory: BlocklyEventFactory())
    while try second.history.undo() {}
    #expect(second.written == start)
    while try second.history.redo() {}
    #expect(second.written == first.written)
  }

  private func session(_ program: String) throws -> EditedComments {
    EditedComments(try ProgramReader.read(Array(program.utf8), factory: StockBlocks.factory()).workspace)
  }
}

@MainActor private final class EditedComments {
  let manager = EventManager()
  let coordinator: WorkspaceLayoutCoordinator
  let history: UndoHistory

  init(_ workspace: Workspace) {
    coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
    history = UndoHistory(target: coordinator, eventManager: manager)
  }

  var written: String {
    String(decoding: ProgramWriter.write(coordinator.workspace, style: .pretty(.xml)).bytes, as: UTF8.self)
  }
}
