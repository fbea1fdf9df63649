import Testing
import Workbench

@testable import TerminalUI

/// The modules emit an event when something is changed, and not otherwise.
@MainActor @Suite struct ModuleEventTests {
  private let scene: ModuleScene
  private let inTheWay = "something is being moved; drop it first"
  private let number = FieldLocation(blockID: "n", name: "NUM")
  private let operation = FieldLocation(blockID: "a", name: "OP")
  private let variable = FieldLocation(blockID: "v", name: "VAR")

  init() throws {
    scene = try ModuleScene(
      """
      <variables><variable id="x">x</variable><variable id="y">y</variable></variables>
      <block type="math_number" id="n"><field name="NUM">1</field><comment>why</comment><data>some</data></block>
      <block type="math_arithmetic" id="a"><field name="OP">ADD</field></block>
      <block type="variables_get" id="v"><field name="VAR" id="x">x</field></block>
      <block type="controls_if" id="i"></block>
      <comment id="c" x="100" y="100" w="100" h="100">note</comment>
      """)
  }

  private func hold(_ id: String) {
    #expect(scene.workbench.perform(.focus(.block(id: id))).refusal == nil)
    #expect(scene.workbench.perform(.beginDrag(takesStack: false, by: .mouse)).refusal == nil)
    #expect(scene.workbench.perform(.updateDrag(.nudge(columns: 2, rows: 2), by: .mouse)).refusal == nil)
  }

  // MARK: - All events

  @Test func messagesAndRoutesAreRecognised() {
    #expect(CanvasEvent.status("hello").statusMessage == "hello")
    #expect(CanvasEvent.open(.help).statusMessage == nil)
    #expect(CanvasEvent.open(.field(number)).route == .field(number))
    #expect(CanvasEvent.open(.help).route == .help)
    #expect(CanvasEvent.status("hello").route == nil)
    // Another case with a string.
    #expect(FilesEvent.notSaved(reason: "why").statusMessage == nil)
  }

  // MARK: - Fields

  @Test func aTypedField() throws {
    scene.open(.field(number))
    try scene.type("1<Enter>")
    #expect(scene.emitted(FieldsEvent.self) == [])
    #expect(scene.said.last?.hasPrefix("nothing changed: ") == true)
    scene.open(.field(number))
    try scene.type("2<Enter>")
    #expect(scene.emitted(FieldsEvent.self) == [.changed(number)])
  }

  @Test func aChosenOption() throws {
    scene.open(.field(operation))
    try scene.type("<Enter>")
    #expect(scene.emitted(FieldsEvent.self) == [])
    scene.open(.field(operation))
    try scene.type("<Down><Enter>")
    #expect(scene.emitted(FieldsEvent.self) == [.changed(operation)])
  }

  // MARK: - Properties

  @Test func aProperty() throws {
    scene.open(.properties(blockID: "n"))
    hold("a")
    try scene.type("<Enter>")
    #expect(scene.emitted(PropertiesEvent.self) == [])
    #expect(scene.said == [inTheWay])
    #expect(scene.workbench.perform(.cancelDrag(by: .mouse)).refusal == nil)
    try scene.type("<Enter>")
    #expect(scene.emitted(PropertiesEvent.self) == [.changed(.deletable, blockID: "n")])
    // The window shows itself what it is now.
    #expect(scene.said.count == 1)
    #expect(scene.windowDescription.hasPrefix("deleting: locked"))
  }

  @Test func data() throws {
    scene.open(.properties(blockID: "n"))
    try scene.type("<Down><Down><Down><Enter><C-s>")
    #expect(scene.emitted(PropertiesEvent.self) == [])
    hold("a")
    try scene.type("<Enter>more<C-s>")
    #expect(scene.emitted(PropertiesEvent.self) == [])
    #expect(scene.windowDescription == "not accepted: \(inTheWay)")
    #expect(scene.workbench.perform(.cancelDrag(by: .mouse)).refusal == nil)
    try scene.type("<C-s>")
    #expect(scene.emitted(PropertiesEvent.self) == [.changed(.data, blockID: "n")])
    #expect(scene.windowDescription.hasPrefix("data: “somemore”"))
  }

  // MARK: - Comments

  @Test func aComment() throws {
    for target in [Route.Comment.block(id: "n"), .comment(id: "c")] {
      scene.open(.comment(target))
      try scene.type("<C-s>")
    }
    scene.open(.comment(.new))
    try scene.type("<C-s>")
    #expect(scene.emitted(CommentsEvent.self) == [])
    #expect(scene.said.count == 3)
    for target in [Route.Comment.block(id: "n"), .comment(id: "c"), .new] {
      scene.open(.comment(target))
      try scene.type("more<C-s>")
    }
    #expect(scene.emitted(CommentsEvent.self) == [.written, .written, .written])
  }

  // MARK: - Variables

  @Test func aChosenVariable() throws {
    scene.open(.variables(.choose(variable)))
    try scene.type("<Enter>")
    #expect(scene.emitted(VariablesEvent.self) == [])
    scene.open(.variables(.choose(variable)))
    try scene.type("<Down><Enter>")
    #expect(scene.emitted(VariablesEvent.self) == [.chosen(variable)])
  }

  @Test func aRenamedVariable() throws {
    for name in ["x", "z"] {
      scene.open(.variables(.manage))
      try scene.type("<Enter>\(name)<Enter>")
    }
    #expect(scene.emitted(VariablesEvent.self) == [.renamed(id: "x")])
  }

  // MARK: - Bookmarks

  @Test func aBookmark() throws {
    for name in ["here", "here", "there"] {
      scene.open(.bookmark(blockID: "n"))
      try scene.type("<C-u>\(name)<Enter>")
    }
    #expect(scene.emitted(BookmarksEvent.self) == [.named(blockID: "n"), .named(blockID: "n")])
    scene.open(.bookmarks)
    try scene.type("<Enter>")
    #expect(scene.emitted(BookmarksEvent.self).last == .jumped(blockID: "n"))
  }

  // MARK: - Dialogs

  @Test func aDialog() throws {
    for keys in ["<C-s>", "e<C-s>", "e<Esc>"] {
      #expect(scene.workbench.perform(.focus(.block(id: "i"))).refusal == nil)
      scene.open(.mutator(try scene.workbench.beginMutation()))
      try scene.type(keys)
    }
    let (opened, kept, left) = (
      MutatorsEvent.opened(blockID: "i"), MutatorsEvent.applied(blockID: "i"), MutatorsEvent.cancelled(blockID: "i")
    )
    #expect(scene.emitted(MutatorsEvent.self) == [opened, left, opened, kept, opened, left])
  }
}
