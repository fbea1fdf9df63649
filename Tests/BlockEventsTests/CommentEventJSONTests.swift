import BlockModel
import Markup
import Testing

@testable import BlockEvents

/// The JSON of workspace comment events matches Blockly's, and reading it gives the same event.
@MainActor @Suite struct CommentEventJSONTests {
  private let workspace = Workspace(id: "w", factory: BlockFactory())

  private func read(_ json: String) throws -> BlocklyEvent {
    try BlocklyEventFactory().event(from: try JSONParser.parse(Array(json.utf8)), workspaceID: workspace.id)
  }

  /// Returns the members after `group`, and checks that reading the JSON gives the same event.
  private func members(_ event: some CommentEvent, isSame: (CommentEvent) -> Bool) throws -> String {
    event.groupID = "g"
    let text = event.json(in: workspace).text()
    let again = try #require(try read(text) as? CommentEvent)
    #expect(type(of: again) == type(of: event) && again.json(in: workspace).text() == text)
    #expect((again.commentID, again.groupID, again.workspaceID) == (event.commentID, "g", "w"))
    #expect(isSame(again), "\(text)")
    let beginning = "{\"type\":\"\(event.type)\",\"group\":\"g\","
    #expect(text.hasPrefix(beginning))
    return String(text.dropFirst(beginning.count).dropLast())
  }

  private func existence(_ comment: CommentSnapshot, _ place: Int? = nil) throws -> String {
    let made = CommentCreateEvent(comment: comment, fileIndex: place, workspaceID: "w")
    let gone = CommentDeleteEvent(comment: comment, fileIndex: place, workspaceID: "w")
    func isSame(_ event: CommentEvent) -> Bool {
      let event = event as? CommentExistenceEvent
      return event?.comment == comment && event?.fileIndex == place
    }
    let text = try members(made, isSame: isSame)
    #expect(try members(gone, isSame: isSame) == text)
    return text
  }

  @Test func comingAndGoingSayTheCommentInBothFormats() throws {
    var comment = CommentSnapshot(
      id: "c", text: "a < b\nc", position: WorkspacePoint(x: 10.5, y: -20), size: WorkspaceSize(width: 120, height: 100)
    )
    #expect(
      try existence(comment)
        == #""commentId":"c","xml":"<comment xmlns=\"https://developers.google.com/blockly/xml\" id=\"c\" x=\"10.5\" "#
        + #"y=\"-20\" w=\"120\" h=\"100\">a &lt; b\nc</comment>","#
        + #""json":{"height":100,"width":120,"id":"c","x":10.5,"y":-20,"text":"a < b\nc"}"#)
    comment.text = ""
    comment.isCollapsed = true
    comment.isEditable = false
    comment.isMovable = false
    comment.isDeletable = false
    #expect(
      try existence(comment).hasSuffix(
        #""json":{"height":100,"width":120,"id":"c","x":10.5,"y":-20,"collapsed":true,"editable":false,"#
          + #""movable":false,"deletable":false}"#))
  }

  @Test func whatBlocklyHasNoPlaceForStandsInAMemberOfOurOwn() throws {
    var comment = CommentSnapshot(id: "c", text: "x", position: .zero)
    comment.hasImplicitID = true
    comment.hasImplicitPosition = true
    var parts = UnknownParts()
    parts.attributes = [XMLAttribute("shape", "round")]
    parts.members = [UnknownParts.Member(key: "tone", value: try JSONParser.parse(Array("[1]".utf8)))]
    comment.unknownParts = parts
    #expect(
      try existence(comment, 5).hasSuffix(
        #""json":{"height":100,"width":120,"id":"c","x":0,"y":0,"text":"x","tone":[1],"#
          + #""mortise":{"xml":"<parts shape=\"round\"></parts>"}},"#
          + #""mortise":{"place":5,"implicit":["id","place","size"]}"#))
    #expect(try existence(CommentSnapshot(id: "c", text: "x", position: .zero)).hasSuffix(#"{"implicit":["size"]}"#))
  }

  @Test func textsMayBeEmpty() throws {
    func members(_ old: String, _ new: String) throws -> String {
      let event = CommentChangeEvent(commentID: "c", oldText: old, newText: new, workspaceID: "w")
      return try self.members(event) {
        ($0 as? CommentChangeEvent)?.oldText == old && ($0 as? CommentChangeEvent)?.newText == new
      }
    }
    #expect(try members("a", "b\nc") == #""commentId":"c","oldContents":"a","newContents":"b\nc""#)
    #expect(try members("", "b") == #""commentId":"c","oldContents":"","newContents":"b""#)
    #expect(try members("a", "") == #""commentId":"c","oldContents":"a","newContents":"""#)
  }

  @Test func placesAreRoundedAsBlocklyDoesAndKept() throws {
    func members(_ old: CommentLocation, _ new: CommentLocation) throws -> String {
      let event = CommentMoveEvent(commentID: "c", old: old, new: new, workspaceID: "w")
      return try self.members(event) {
        ($0 as? CommentMoveEvent)?.old == old && ($0 as? CommentMoveEvent)?.new == new
      }
    }
    let whole = CommentLocation(WorkspacePoint(x: 10, y: -20))
    #expect(
      try members(whole, CommentLocation(WorkspacePoint(x: 0, y: 7)))
        == #""commentId":"c","oldCoordinate":"10, -20","newCoordinate":"0,7""#)
    #expect(
      try members(CommentLocation(.zero, isImplicit: true), CommentLocation(WorkspacePoint(x: 1.5, y: -0.25)))
        == #""commentId":"c","oldCoordinate":"0, 0","newCoordinate":"2,0","#
        + #""mortise":{"old":{"implicit":true},"new":{"x":1.5,"y":-0.25}}"#)
  }

  @Test(arguments: ["1,2", "1, 2", " 1 ,2 ", "1.0,2"]) func placesAreReadWithAndWithoutBlanks(_ text: String) throws {
    let event = try read(
      #"{"type":"comment_move","group":"","commentId":"c","oldCoordinate":"\#(text)","newCoordinate":"\#(text)"}"#)
    let place = CommentLocation(WorkspacePoint(x: 1, y: 2))
    #expect((event as? CommentMoveEvent)?.old == place && (event as? CommentMoveEvent)?.new == place)
    #expect(event.isNull && event.groupID == nil)
  }

  @Test func sizesAreRoundedAsBlocklyDoesAndKept() throws {
    func members(_ old: WorkspaceSize?, _ new: WorkspaceSize?) throws -> String {
      let event = CommentResizeEvent(commentID: "c", old: old, new: new, workspaceID: "w")
      return try self.members(event) {
        ($0 as? CommentResizeEvent)?.old == old && ($0 as? CommentResizeEvent)?.new == new
      }
    }
    #expect(
      try members(WorkspaceSize(width: 120, height: 100), WorkspaceSize(width: 160, height: 96))
        == #""commentId":"c","oldWidth":120,"oldHeight":100,"newWidth":160,"newHeight":96"#)
    #expect(
      try members(nil, WorkspaceSize(width: 99.5, height: 33))
        == #""commentId":"c","oldWidth":120,"oldHeight":100,"newWidth":100,"newHeight":33,"#
        + #""mortise":{"old":{"implicit":true},"new":{"width":99.5,"height":33}}"#)
  }

  @Test func collapsingSaysOnlyWhatIsNew() throws {
    for isCollapsed in [true, false] {
      let event = CommentCollapseEvent(commentID: "c", isCollapsed: isCollapsed, workspaceID: "w")
      let text = try members(event) { ($0 as? CommentCollapseEvent)?.isCollapsed == isCollapsed }
      #expect(text == "\"commentId\":\"c\",\"newCollapsed\":\(isCollapsed)")
    }
  }

  /// Older versions of Blockly wrote only the XML.
  @Test func aCommentIsReadFromItsXMLToo() throws {
    let event = try read(
      #"{"type":"comment_create","group":"","commentId":"c","#
        + #""xml":"<comment xmlns=\"https://developers.google.com/blockly/xml\" id=\"c\" x=\"3\" y=\"4\" h=\"50\" "#
        + #"w=\"60\">old</comment>"}"#)
    let expected = CommentSnapshot(
      id: "c", text: "old", position: WorkspacePoint(x: 3, y: 4), size: WorkspaceSize(width: 60, height: 50))
    #expect((event as? CommentCreateEvent)?.comment == expected)
  }

  /// As in Blockly, whose filter only merges moves and changes of blocks.
  @Test func twoEventsStayTwo() {
    let move = CommentMoveEvent(
      commentID: "c", old: CommentLocation(.zero), new: CommentLocation(WorkspacePoint(x: 1, y: 1)), workspaceID: "w")
    let change = CommentChangeEvent(commentID: "c", oldText: "a", newText: "b", workspaceID: "w")
    #expect(move.merged(with: move) == nil && change.merged(with: change) == nil)
  }

  @Test(arguments: [
    (#"{"type":"comment_create","commentId":"c"}"#, "“json” and “xml” are missing"),
    (#"{"type":"comment_delete","json":{}}"#, "“commentId” is missing or not a string"),
    (
      #"{"type":"comment_create","commentId":"c","json":{"x":1e10}}"#,
      "the comment can't be read: “x” is 10000000000, which is out of range"
    ),
    (#"{"type":"comment_change","commentId":"c","oldContents":"a"}"#, "“newContents” is missing or not a string"),
    (#"{"type":"comment_move","commentId":"c","oldCoordinate":"1,2"}"#, "“newCoordinate” is missing"),
    (
      #"{"type":"comment_move","commentId":"c","oldCoordinate":"nan,2","newCoordinate":"1,2"}"#,
      "nan is out of range"
    ),
    (
      #"{"type":"comment_resize","commentId":"c","oldWidth":1,"oldHeight":2,"newWidth":3}"#,
      "“newWidth” or “newHeight” is missing or not a number"
    ),
    (#"{"type":"comment_collapse","commentId":"c"}"#, "“newCollapsed” is missing or neither true nor false"),
  ])
  func whatIsMissingIsNamed(json: String, reason: String) throws {
    let error = #expect(throws: EventError.self) { _ = try read(json) }
    #expect(error?.reason == reason)
  }
}
