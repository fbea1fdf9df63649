import BlockEvents
import BlockFormats
import CasePlaying
import CodeGeneration
import FileTesting
import Glibc
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import ProgramRunning
import TerminalTesting
import Testing
import Workbench

@testable import TerminalUI

/// The editor after some keys, to look at the commands of the mode on top and to use them.
struct CommandScene {
  /// A row of the table of the mode on top.
  struct Row {
    var name: String
    var keys: [String]
    var reason: String?
  }

  /// The table of the mode on top.
  struct Table {
    var title = ""
    var rows: [Row] = []
    var invalidKeys: [String] = []
  }

  /// What a user can notice.
  struct Impression: Equatable {
    var screen: [String]
    var cursor: Point?
    var program: [UInt8]
    var device: [Int]
    var isRunning: Bool

    var statusLine: String { screen.last ?? "" }
  }

  nonisolated static let program = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <variables><variable id="x">x</variable><variable id="y">y</variable></variables>
      <block type="controls_if" id="if" x="16" y="32">
        <mutation elseif="2" else="1"></mutation>
        <statement name="DO0">
          <block type="text_print" id="print">
            <value name="TEXT"><block type="text" id="text"><field name="TEXT">one&#10;two</field></block></value>
            <next><block type="text_print" id="last"></block></next>
          </block>
        </statement>
      </block>
      <block type="math_number" id="loose" x="16" y="400"><field name="NUM">1</field></block>
      <block type="procedures_defreturn" id="function" x="16" y="500">
        <mutation><arg name="a" varid="a"></arg><arg name="b" varid="b"></arg></mutation>
        <field name="NAME">work</field>
      </block>
      <block type="procedures_callreturn" id="misfit" x="16" y="700"><mutation name="work"></mutation></block>
      <comment id="note" x="16" y="900" w="300" h="150">note</comment>
    </xml>
    """

  var xml = CommandScene.program
  var size = Size(width: 80, height: 24)

  /// The tables that were looked at, by the program and the keys.
  private static var tables: [[String]: Table] = [:]

  /// Plays keys, and looks at the mode on top.
  func table(after keys: String) throws -> Table {
    if let known = Self.tables[[xml, keys]] { return known }
    var found = Table()
    _ = try play([keys]) { editor in
      guard let mode = editor.screen.modes.top as? any CommandMode else { return }
      found = Self.table(of: mode)
    }
    Self.tables[[xml, keys]] = found
    return found
  }

  private static func table<M: CommandMode>(of mode: M) -> Table {
    let rows = mode.commands.commands.map { command in
      Row(
        // Of two keys, each is typed by itself.
        name: command.name, keys: command.keys.map { $0.replacing(" ", with: "") },
        reason: command.reasonUnavailable(in: mode))
    }
    return Table(title: mode.commands.title, rows: rows, invalidKeys: mode.commands.invalidKeys)
  }

  /// Plays lines of keys, which may have several parts.
  /// - Parameter look: is called when the first line was played.
  /// - Returns: the impression after each line; fewer when the editor has ended.
  func play(_ lines: [String], look: @escaping (Editor) -> Void = { _ in }) throws -> [Impression] {
    let terminal = TestTerminal(width: size.width, height: size.height)
    let folder = try TemporaryFolder()
    try FileSaver.save(Array(xml.utf8), to: folder.file("program.xml"))
    var testCase = try CaseEditor(xml: xml, keys: "")
    // Programs run in Lua, whose interpreter starts at once.
    let languages = CodeLanguages.standard.all.filter { $0.id == "lua" }
    let lua = try #require(Interpreter.find(for: languages, searchPath: Interpreter.searchPath))
    try #require(symlink(lua.path, folder.file("lua5.4")) == 0)
    testCase.setup.searchPath = folder.path
    testCase.commits = [Array("<xml></xml>".utf8), Array(xml.utf8)]
    let editor = try testCase.open(folder.file("program.xml"), on: terminal, events: EventManager())
    func impression() -> Impression {
      Impression(
        screen: terminal.screenRows(), cursor: terminal.cursor, program: editor.workbench.bytes().bytes,
        device: [terminal.suspendCount, terminal.redrawCount, terminal.isMouseEnabled ? 1 : 0],
        isRunning: editor.isRunning)
    }
    var impressions: [Impression] = []
    // What a program does is waited for between the parts of a line.
    var waiting = try lines.flatMap { line in
      let parts = line.split(separator: "\n", omittingEmptySubsequences: false)
      return try parts.indices.map {
        (events: try InputEvent.events(inLine: String(parts[$0])), isEnd: $0 == parts.count - 1)
      }
    }[...]
    var isAtEnd = false
    func note() {
      impressions.append(impression())
      if impressions.count == 1 { look(editor) }
    }
    terminal.isBusy = { editor.isBusy || editor.runner.isRunningFreely }
    terminal.whenEmpty = {
      if isAtEnd { note() }
      while let next = waiting.popFirst() {
        isAtEnd = next.isEnd
        if !next.events.isEmpty { return terminal.feed(next.events) }
        if isAtEnd { note() }
      }
      editor.stop()
    }
    editor.run()
    if impressions.count < lines.count { impressions.append(impression()) }
    return impressions
  }
}
