import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel
import Markup
import Terminal
import TerminalUI
import Workbench

/// The mutator: how many notes a block plays, what that means for its inputs, and how files say it.
nonisolated final class MutatorNotes: Mutator {
  unowned var block: Block?
  var count = 1

  func mutateBlock() {
    let inputs = (1...count).map { number in
      let input = InputBuilder(type: .value, name: "NOTE\(number)")
      input.connectionTypeChecks = ["Number"]
      return input
    }
    block?.arrangeInputs(inputs) { $0.name.hasPrefix("NOTE") }
  }

  func toXMLElement() -> XMLElement { .building("mutation") { $0.attribute("notes", String(count)) } }

  func update(fromXML xml: XMLElement) {
    count = min(max(xml[attribute: "notes"].flatMap { Int($0) } ?? 1, 1), 100)
  }

  func copyMutator() -> any Mutator {
    let copy = MutatorNotes()
    copy.count = count
    return copy
  }
}

/// Its layout: the wanted number, which a mutation gives to the mutator.
final class NotesLayout: MutatorLayout {
  private let notes: MutatorNotes
  var wanted = 1

  init(_ notes: MutatorNotes, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    self.notes = notes
    super.init(notes, of: block, coordinator: coordinator)
  }

  override func read() { wanted = notes.count }

  override func updateMutator() -> Bool {
    guard wanted != notes.count else { return false }
    notes.count = wanted
    return true
  }
}

/// Its dialog: one row, whose number the arrows change.
final class NotesView: MutatorView {
  private let session: MutationSession
  private let layout: NotesLayout

  init(session: MutationSession, layout: NotesLayout) {
    self.session = session
    self.layout = layout
  }

  let title = "notes to play"

  var rows: [MutatorRow] {
    [MutatorRow(label: "notes", text: "\(layout.wanted)", statusText: "\(layout.wanted) notes")]
  }

  var commands: [MutatorCommand] {
    [
      MutatorCommand("fewer", keys: ["<Left>"], help: "one note fewer", hint: "fewer") {
        [unowned self] row throws(FieldError) in try change(by: -1, row)
      },
      MutatorCommand("more", keys: ["<Right>"], help: "one note more", hint: "more") {
        [unowned self] row throws(FieldError) in try change(by: 1, row)
      },
    ]
  }

  private func change(by count: Int, _ row: Int) throws(FieldError) -> MutatorAnswer {
    let wanted = layout.wanted + count
    guard (1...100).contains(wanted) else { throw FieldError("1 to 100 notes can be played") }
    try session.change { () throws(FieldError) in layout.wanted = wanted }
    return .shown(row: row)
  }
}

/// The block, and an editor that knows all of it.
enum OwnBlocks {
  static let definition = """
    [{"type": "play_notes", "message0": "play", "colour": 20, "mutator": "notes",
      "previousStatement": null, "nextStatement": null}]
    """

  static func editor(for path: String, on device: any TerminalDevice) throws -> Editor {
    let factory = try StockBlocks.factory()
    factory.mutators["notes"] = MutatorNotes()
    try factory.load(json: Array(definition.utf8), messages: StockBlocks.messages)

    let layouts = LayoutFactory.stock()
    layouts.register(MutatorNotes.self, NotesLayout.init)
    var options = Editor.Options()
    options.extensions.layoutFactory = layouts
    options.mutatorViews.register(MutatorNotes.self) { session in
      (session.layout as? NotesLayout).map { NotesView(session: session, layout: $0) }
    }

    let startUp = StartUp(document: try Document.open(path, factory: factory), toolbox: Toolbox(categories: []))
    try startUp.begin()
    return Editor(startUp, device: device, options: options)
  }
}
