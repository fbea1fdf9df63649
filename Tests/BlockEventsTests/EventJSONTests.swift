import BlockModel
import Markup
import Testing

@testable import BlockEvents

/// The JSON of every kind of event matches Blockly's, and reading it gives the same event.
@MainActor @Suite struct EventJSONTests {
  private let workspace = Workspace(id: "w", factory: BlockFactory())

  /// Returns an event's JSON, and checks that reading it gives an event of the same type and content.
  private func roundTrip(_ event: BlocklyEvent, _ comment: Comment? = nil) throws -> String {
    event.groupID = "g"
    let text = event.json(in: workspace).text()
    let read = try BlocklyEventFactory().event(from: try JSONParser.parse(Array(text.utf8)), workspaceID: "w")
    #expect(type(of: read) == type(of: event), comment)
    #expect(read.json(in: workspace).text() == text, comment)
    #expect(read.recordsUndo == event.recordsUndo && read.isUIEvent == event.isUIEvent, comment)
    #expect((read.groupID, read.blockID, read.workspaceID) == ("g", event.blockID, "w"), comment)
    return text
  }

  @Test func theEventsOfTheViewSayWhatBlocklysSay() throws {
    let cases: [(BlocklyEvent, String)] = [
      (DragEvent(blockID: "b", isStart: true, workspaceID: "w"), #""drag","group":"g","isStart":true,"blockId":"b""#),
      (
        CommentDragEvent(commentID: "c", isStart: false, workspaceID: "w"),
        #""comment_drag","group":"g","isStart":false,"commentId":"c""#
      ),
      (
        SelectedEvent(oldElementID: nil, newElementID: "b", workspaceID: "w"),
        #""selected","group":"g","newElementId":"b""#
      ),
      (ClickEvent(target: .workspace, workspaceID: "w"), #""click","group":"g","targetType":"workspace""#),
      (
        ClickEvent(target: .block, blockID: "b", workspaceID: "w"),
        #""click","group":"g","targetType":"block","blockId":"b""#
      ),
      (
        BubbleOpenEvent(blockID: "b", isOpen: true, bubble: .mutator, workspaceID: "w"),
        #""bubble_open","group":"g","isOpen":true,"bubbleType":"mutator","blockId":"b""#
      ),
      (TrashcanOpenEvent(isOpen: true, workspaceID: "w"), #""trashcan_open","group":"g","isOpen":true"#),
      (
        ToolboxItemSelectEvent(oldItem: "Logic", newItem: "Loops", workspaceID: "w"),
        #""toolbox_item_select","group":"g","oldItem":"Logic","newItem":"Loops""#
      ),
      (ThemeChangeEvent(themeName: "dark", workspaceID: "w"), #""theme_change","group":"g","themeName":"dark""#),
      (
        ViewportChangeEvent(corner: WorkspacePoint(x: 8, y: 32), workspaceID: "w"),
        #""viewport_change","group":"g","viewTop":32,"viewLeft":8,"scale":1,"oldScale":1"#
      ),
    ]
    for (event, members) in cases {
      #expect(event.isUIEvent && !event.recordsUndo, "\(event.type)")
      #expect(try roundTrip(event) == "{\"type\":" + members + "}")
    }
  }

  @Test func finishedLoadingAndAFieldThatIsTypedIntoAreNeitherUndoneNorOfTheView() throws {
    let loaded = FinishedLoadingEvent(workspaceID: "w")
    #expect(try roundTrip(loaded) == #"{"type":"finished_loading","group":"g"}"#)
    let typing = FieldIntermediateChangeEvent(
      blockID: "b", fieldName: "TEXT", old: .text("a"), new: .text("ab"), workspaceID: "w")
    #expect(
      try roundTrip(typing)
        == #"{"type":"block_field_intermediate_change","group":"g","blockId":"b","name":"TEXT","#
        + #""oldValue":"a","newValue":"ab"}"#)
    #expect(!loaded.recordsUndo && !loaded.isUIEvent && !typing.recordsUndo && !typing.isUIEvent)
  }

  @Test func theEventsOfVariablesSayWhatBlocklysSay() throws {
    var state = VariableState(id: "v", name: "x")
    let plain = #""varId":"v","varType":"","varName":"x""#
    #expect(
      try roundTrip(VariableCreateEvent(variable: state, workspaceID: "w"))
        == #"{"type":"var_create","group":"g","# + plain + "}")
    state.index = 2
    state.hasImplicitID = true
    #expect(
      try roundTrip(VariableDeleteEvent(variable: state, workspaceID: "w"))
        == #"{"type":"var_delete","group":"g","# + plain + #","mortise":{"index":2,"implicitID":true}}"#)
    #expect(
      try roundTrip(VariableRenameEvent(variableID: "v", oldName: "x", newName: "y", workspaceID: "w"))
        == #"{"type":"var_rename","group":"g","varId":"v","oldName":"x","newName":"y"}"#)
    // Blockly's own `toJson` throws for an empty type.
    #expect(
      try roundTrip(VariableTypeChangeEvent(variableID: "v", oldType: "", newType: "Number", workspaceID: "w"))
        == #"{"type":"var_type_change","group":"g","varId":"v","oldType":"","newType":"Number"}"#)
  }

  @Test func movesSayRoundedPlacesAndKeepTheExactOnes() throws {
    var old = BlockLocation(coordinate: WorkspacePoint(x: 10.25, y: 20))
    old.fileIndex = 3
    old.isImplicit = true
    let event = MoveEvent(
      blockID: "b", workspaceID: "w", old: old, new: BlockLocation(parentID: "p", inputName: "IN"),
      reasons: [.drag, .connect])
    #expect(
      try roundTrip(event)
        == #"{"type":"move","group":"g","blockId":"b","oldCoordinate":"10, 20","newParentId":"p","newInputName":"IN","#
        + #""reason":["drag","connect"],"mortise":{"old":{"x":10.25,"y":20,"place":3,"implicit":true}}}"#)
    let derived = MoveEvent(
      blockID: "b", workspaceID: "w", old: BlockLocation(parentID: "p"),
      new: BlockLocation(coordinate: WorkspacePoint(x: -1, y: 2)), reasons: [])
    derived.recordsUndo = false
    #expect(
      try roundTrip(derived)
        == #"{"type":"move","group":"g","blockId":"b","oldParentId":"p","newCoordinate":"-1, 2","recordUndo":false}"#)
  }

  @Test func everyElementOfAChangeComesBack() throws {
    func change(_ element: ChangeEvent.Element, _ old: ChangeEvent.Value, _ new: ChangeEvent.Value) -> ChangeEvent {
      ChangeEvent(blockID: "b", workspaceID: "w", element: element, old: old, new: new)
    }
    let comment = BlockComment(
      text: "note", isPinned: true, size: WorkspaceSize(width: 100.5, height: 40), position: WorkspacePoint(x: 1, y: 2))
    var shadow = BlockSnapshot.Record(type: "number", id: "s")
    shadow.isShadow = true
    let mutation = MutationState(json: try JSONParser.parse(Array(#"{"itemCount":2}"#.utf8)))
    let cases: [(ChangeEvent, String)] = [
      (
        change(.field(name: "NUM"), .field(.number(1)), .field(.number(.infinity))),
        #""element":"field","name":"NUM","oldValue":1,"newValue":"Infinity""#
      ),
      (
        change(.comment, .comment(nil), .comment(comment)),
        #""element":"comment","oldValue":null,"newValue":"note","mortise":{"new":{"pinned":true,"width":100.5,"#
          + #""height":40,"x":1,"y":2}}"#
      ),
      (
        change(.collapsed, .flag(false), .flag(true)),
        #""element":"collapsed","oldValue":false,"newValue":true"#
      ),
      (change(.inline, .flag(nil), .flag(true)), #""element":"inline","newValue":true"#),
      (
        change(.disabled(reason: "WHY"), .flag(false), .flag(true)),
        #""element":"disabled","oldValue":false,"newValue":true,"disabledReason":"WHY""#
      ),
      (
        change(
          .mutation, .mutation(mutation, shadows: ["ADD1": BlockSnapshot(records: [shadow])]),
          .mutation(nil, shadows: ["ADD0": BlockSnapshot()])),
        #""element":"mutation","oldValue":"{\"itemCount\":2}","newValue":"","mortise":{"old":{"shadows":{"ADD1":"#
          + #"{"type":"number","id":"s"}}},"new":{"shadows":{"ADD0":null}}}"#
      ),
      (
        change(.deletable, .flag(true), .flag(false)),
        #""element":"deletable","oldValue":true,"newValue":false"#
      ),
      (change(.movable, .flag(true), .flag(false)), #""element":"movable","oldValue":true,"newValue":false"#),
      (change(.editable, .flag(true), .flag(false)), #""element":"editable","oldValue":true,"newValue":false"#),
      (change(.data, .text(nil), .text("x")), #""element":"data","oldValue":null,"newValue":"x""#),
      (
        change(.shadow(input: "IN"), .shadow(nil), .shadow(BlockSnapshot(records: [shadow]))),
        #""element":"shadow","name":"IN","oldValue":null,"newValue":{"type":"number","id":"s"}"#
      ),
      (change(.order, .index(0), .index(2)), #""element":"order","oldValue":0,"newValue":2"#),
    ]
    for (event, members) in cases {
      #expect(try roundTrip(event) == #"{"type":"change","group":"g","blockId":"b","# + members + "}")
    }
  }

  @Test func blocksComeBackWithWhatFilesLeftOut() throws {
    var record = BlockSnapshot.Record(type: "number", id: "b")
    record.position = WorkspacePoint(x: 1.5, y: 2)
    record.hasImplicitID = true
    record.hasImplicitPosition = true
    let snapshot = BlockSnapshot(records: [record])
    let text = try roundTrip(CreateEvent(snapshot: snapshot, fileIndex: 4, workspaceID: "w"))
    #expect(text.hasSuffix(#""mortise":{"place":4,"implicit":true,"implicitIDs":[0]}}"#))
    let deletion = try roundTrip(DeleteEvent(snapshot: snapshot, fileIndex: nil, workspaceID: "w"))
    #expect(deletion.contains(#""wasShadow":false,"oldJson":{"type":"number","id":"b","x":1.5,"y":2}"#))
  }

  @Test(arguments: [
    (#"{"group":"g"}"#, "an event has no “type”"),
    (#"{"type":"drag","blockId":"b"}"#, "“isStart” is missing or neither true nor false"),
    (#"{"type":"click","targetType":"moon"}"#, "unknown click target “moon”"),
    (#"{"type":"move"}"#, "“blockId” is missing or not a string"),
    (#"{"type":"move","blockId":"b","newCoordinate":"far"}"#, "“newCoordinate” isn't a position: far"),
    (#"{"type":"move","blockId":"b","newCoordinate":"nan, 1"}"#, "nan is out of range"),
    (#"{"type":"change","blockId":"b","element":"soul"}"#, "unknown element “soul”"),
    (#"{"type":"create","blockId":"b"}"#, "“json” and “xml” are missing"),
    (#"{"type":"viewport_change","viewTop":1}"#, "“viewLeft” is missing or not a number"),
  ])
  func whatIsMissingIsNamed(json: String, reason: String) throws {
    let value = try JSONParser.parse(Array(json.utf8))
    let error = #expect(throws: EventError.self) { try BlocklyEventFactory().event(from: value, workspaceID: "w") }
    #expect(error?.reason == reason)
  }

  @Test func anUnknownTypeIsKeptUntilItIsRegistered() throws {
    final class Wave: UIEvent {}
    let json = try JSONParser.parse(Array(#"{"type":"wave","group":"g","blockId":"b","height":[1,{"m":2}]}"#.utf8))
    let factory = BlocklyEventFactory()
    let unknown = try factory.event(from: json, workspaceID: "w")
    #expect(unknown is UnknownEvent && unknown.groupID == "g" && unknown.blockID == "b")
    #expect(unknown.json(in: Workspace(factory: BlockFactory())).text() == json.text())
    factory.register("wave") { _, id in Wave(type: "wave", workspaceID: id) }
    #expect(try factory.event(from: json, workspaceID: "w") is Wave)
  }
}
