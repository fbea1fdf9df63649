import MortiseTerminal
import SeededTesting
import Testing
import Workbench

@testable import TerminalUI

/// Every row of every table does something, and says why where it can't.
@Suite struct CommandRowTests {
  /// A mode: the keys that lead to it, and those for commands that need something else.
  nonisolated struct Place: Sendable, CustomStringConvertible {
    var title: String
    /// The heading in the help that this place covers, where that is another one.
    var section: String?
    var keys: String
    var xml = CommandScene.program
    var others: [String: String] = [:]
    /// The commands that cases show.
    var elsewhere: Set<String> = []

    var description: String { section ?? title }
  }

  private nonisolated static let longText = String(repeating: "long", count: 30)

  /// A program that prints long lines, and stops in a function that asks.
  private nonisolated static let printing = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <variables>
        <variable>a</variable>
        <variable>x</variable>
      </variables>
      <block type="controls_repeat_ext">
        <value name="TIMES">
          <shadow type="math_number">
            <field name="NUM">40</field>
          </shadow>
        </value>
        <statement name="DO">
          <block type="text_print">
            <value name="TEXT">
              <shadow type="text">
                <field name="TEXT">A line that is so long that it goes on beyond the right edge of the output, even where it has all of a screen.</field>
              </shadow>
            </value>
          </block>
        </statement>
        <next>
          <block type="text_print">
            <value name="TEXT">
              <shadow type="text">
                <field name="TEXT">abc</field>
              </shadow>
              <block type="procedures_callreturn">
                <mutation name="work">
                  <arg name="a"></arg>
                </mutation>
                <value name="ARG0">
                  <block type="math_number">
                    <field name="NUM">1</field>
                  </block>
                </value>
              </block>
            </value>
          </block>
        </next>
      </block>
      <block type="procedures_defreturn" x="10" y="170">
        <mutation>
          <arg name="a"></arg>
        </mutation>
        <field name="NAME">work</field>
        <statement name="STACK">
          <block type="variables_set">
            <field name="VAR">x</field>
            <value name="VALUE">
              <block type="text_prompt_ext">
                <mutation type="TEXT"></mutation>
                <field name="TYPE">TEXT</field>
                <value name="TEXT">
                  <shadow type="text">
                    <field name="TEXT">name</field>
                  </shadow>
                </value>
              </block>
            </value>
          </block>
        </statement>
        <value name="RETURN">
          <block type="variables_get">
            <field name="VAR">a</field>
          </block>
        </value>
      </block>
    </xml>
    """
  /// A program with two variables, and the list of them.
  private nonisolated static let setting = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <variables><variable>x</variable><variable>y</variable></variables>
      <block type="variables_set">
        <field name="VAR">x</field>
        <value name="VALUE"><block type="math_number"><field name="NUM">1</field></block></value>
        <next>
          <block type="variables_set">
            <field name="VAR">y</field>
            <value name="VALUE"><block type="math_number"><field name="NUM">2</field></block></value>
            <next><block type="text_print"></block></next>
          </block>
        </next>
      </block>
    </xml>
    """
  private nonisolated static let variables = "<Down><Down><F9><F5>\n<A-w>"
  /// A task that is longer than what the code and the log leave.
  private nonisolated static let longTask = "<A-.><Enter>\n$L<Tab><A-j><A-.>"
  private nonisolated static let doubling = """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="variables_set">
        <field name="VAR">x</field>
        <value name="VALUE"><block type="math_number"><field name="NUM">1</field></block></value>
        <next>
          <block type="math_change">
            <field name="VAR">x</field>
            <value name="DELTA"><block type="variables_get"><field name="VAR">x</field></block></value>
            <next>
              <block type="math_change">
                <field name="VAR">x</field>
                <value name="DELTA"><block type="variables_get"><field name="VAR">x</field></block></value>
              </block>
            </next>
          </block>
        </next>
      </block>
    </xml>
    """
  private nonisolated static let origin = "<F5>\n<Down><Down><A-?>"
  private nonisolated static let watches = "<A-W><Enter>x<Enter>"
  private nonisolated static let stoppedInFunction = "]Fb<F9><F5>"
  private nonisolated static let stopped = "<Tab><F9><F5>\nj"

  nonisolated static let places = [
    Place(
      title: "On the canvas", keys: "",
      others: [
        "up": "<End>", "left": "<End>", "page-up": "<End>", "first": "<End>", "previous-stack": "n",
        "outward": "<Down>", "escape": "s", "select-up": "<Down><Down>", "select-outward": "<Down>", "edit": "<End>",
        "detach": "<Down>", "bookmarks": "k<Enter>", "undo": "D", "redo": "Du",
        "save": "D", "delete": "<Down>", "paste": "y", "paste-above": "y", "swap-up": "<Down>yP",
        "swap-down": "<Down>yP<A-Up>", "edit-text": "<Down>",
        "select-inward": "", "repeat": "<Down>y<Down>P", "deleted-blocks": "<Down><Delete>", "snippets": "Tone<Enter>",
        "next": "/print<Enter>", "previous": "/print<Enter>", "replace": "/one<Enter>", "back": "G", "forward": "G{",
        "fix": "]", "fix-all": "aset unused to 5<Enter><Esc>", "programs": "<C-n>", "next-program": "<C-n>",
        "previous-program": "<C-n>", "close": "<C-n>",
        "stop": "<F11>", "pause": "aprint prompt for text with message \"?\"<Enter><Esc><F5>\n<Esc>",
        "step-out": stoppedInFunction, "breakpoints": "<F9>",
        "previous-block": "<End>", "previous-sibling": "<Down><Down>", "next-sibling": "<Down>", "paste-beside": "y",
        "nest": "<Down>aif<Enter><Esc><C-Down>", "unnest": "<Down>", "detach-stack": "<Down>",
        "step-back": stoppedInFunction, "step-back-over": stoppedInFunction, "step-back-out": stoppedInFunction,
        "first-step": stoppedInFunction, "last-step": stoppedInFunction + "\n<A-Home>",
        "go-to-step": stoppedInFunction, "origin": stoppedInFunction, "coverage": stoppedInFunction,
        "previous-visit": stoppedInFunction + "\n<Home>",
        "run-variables": "<F11>", "calls": "<F11>", "output": "<F11>", "hint": "<A-.><Enter>",
        "next-change": "D_m", "previous-change": "D_m", "tell-change": "D_m", "take-back": "D_m",
      ],
      elsewhere: [
        "next-conflict", "previous-conflict", "take-ours", "take-theirs", "keep-both", "read-value", "connect",
        // Without keys: see RefactoringTests.
        "simplify-condition", "merge-ifs", "sequence-to-loop", "move-into-function", "inline-variable",
        "inline-function", "extract-variable", "extract-value-function", "invert", "split-if", "convert-to-repeat",
        "convert-to-count", "convert-to-while", "loop-to-sequence", "extract-function", "make-parameter",
      ]),
    Place(
      title: "While a block is moved", keys: "<Down>m",
      others: ["previous-target": "<Down>m<Down>", "left": "<Down>mll"]),
    Place(title: "While a workspace comment is moved", keys: "<End>m"),
    Place(title: "While the mouse drags something", keys: "<Mouse-press 16,2><Mouse-drag 40,9>"),
    Place(
      title: "While a line is typed", keys: "<Down>are",
      others: [
        "up": "<Down>are<Down>", "page-up": "<Down>are<Down>", "right": "<Down>are<Left>",
        "line-end": "<Down>are<Home>", "delete-forward": "<Down>are<Home>", "delete-to-end": "<Down>are<Home>",
        "tutor": "<A-.><Enter>\nare", "hint": "<A-.><Enter>\nare",
      ]),
    Place(
      title: "In a list", keys: ",",
      others: ["up": ",<End>", "page-up": ",<End>", "first": ",<End>", "delete-letter": ",q"]),
    Place(
      title: "In a list", section: "In the list of variables, also", keys: "v",
      others: ["up": "v<End>", "page-up": "v<End>", "first": "v<End>", "delete-letter": "vy"]),
    Place(
      title: "In a list", section: "In the list of a run’s variables, also", keys: variables, xml: setting,
      others: [
        "up": variables + "<End>", "page-up": variables + "<End>", "first": variables + "<End>",
        "delete-letter": variables + "q",
      ]),
    Place(
      title: "In a list", section: "In the list of where a value comes from, also", keys: origin, xml: doubling,
      others: [
        "up": origin + "<End>", "page-up": origin + "<End>", "first": origin + "<End>", "delete-letter": origin + "q",
        "origin-back": origin + "<End><Enter>",
      ]),
    Place(
      title: "In a table", keys: watches,
      others: [
        "up": watches + "<Down>", "page-up": watches + "<Down>", "first": watches + "<Down>",
        "delete-digit": watches + "12",
      ], elsewhere: ["previous-column", "next-column", "read"]),
    Place(
      title: "In a table", section: "In the list of watches, also", keys: watches,
      others: [
        "up": watches + "<Down>", "page-up": watches + "<Down>", "first": watches + "<Down>",
        "delete-digit": watches + "12",
      ], elsewhere: ["previous-column", "next-column", "read"]),
    Place(
      title: "While a watch is typed", keys: "<A-W><Enter>x",
      others: [
        "right": "<A-W><Enter>x<Left>", "line-end": "<A-W><Enter>x<Home>", "delete-forward": "<A-W><Enter>x<Home>",
        "delete-to-end": "<A-W><Enter>x<Home>", "complete": "<A-W><Enter>len",
      ]),
    Place(
      title: "In a list", section: "In the list of bookmarks, also", keys: "k<Enter>nk<Enter>'",
      others: Dictionary(
        uniqueKeysWithValues: ["up", "page-up", "first"].map { ($0, "k<Enter>nk<Enter>'<End>") }
          + [("delete-letter", "k<Enter>nk<Enter>'nu")])),
    Place(
      title: "In a list", section: "In the list of snippets, also", keys: "Tone<Enter>Ttwo<Enter>l",
      others: Dictionary(
        uniqueKeysWithValues: ["up", "page-up", "first"].map { ($0, "Tone<Enter>Ttwo<Enter>l<End>") }
          + [("delete-letter", "Tone<Enter>Ttwo<Enter>lt")])),
    Place(
      title: "In a list", section: "In the toolbox, also", keys: "t",
      others: [
        "up": "t<End>", "page-up": "t<End>", "first": "t<End>", "delete-letter": "tloo", "categories": "t<Enter>",
        "new-stack": "t<Enter>",
      ], elsewhere: ["next-heading", "previous-heading"]),
    Place(
      title: "In a list with a line to type on", keys: ":re",
      others: [
        "up": ":<Down>", "page-up": ":<Down><Down>", "right": ":re<Left>", "line-end": ":re<Home>",
        "delete-forward": ":re<Home>", "delete-to-end": ":re<Home>",
      ]),
    Place(
      title: "In a question", keys: "Dq", others: ["up": "Dq<End>", "page-up": "Dq<End>", "first": "Dq<End>"]),
    Place(
      title: "In a text field", keys: "<Down><Right><Enter>",
      others: [
        "right": "<Down><Right><Enter><Left>", "line-end": "<Down><Right><Enter><Home>",
        "delete-forward": "<Down><Right><Enter><Home>", "delete-to-end": "<Down><Right><Enter><Home>",
        "down": "<Down><Right><Enter><Up>", "page-down": "<Down><Right><Enter><Up>",
      ]),
    Place(
      title: "In a multi-line text", keys: "\"one<Enter>two",
      others: [
        "right": "\"one<Left>", "line-end": "\"one<Home>", "delete-forward": "\"one<Home>",
        "delete-to-end": "\"one<Home>", "down": "\"one<Enter>two<Up>", "page-down": "\"one<Enter>two<Up>",
      ]),
    Place(
      title: "In a text window", keys: "?",
      others: [
        "up": "?<End>", "page-up": "?<End>", "first": "?<End>", "next": "?/undo<Enter>", "previous": "?/undo<Enter>",
      ]),
    Place(
      title: "In a version of the program", keys: "_h<Enter>",
      others: [
        "up": "_h<Enter><End>", "page-up": "_h<Enter><End>", "first": "_h<Enter><End>", "newer": "_h<Enter><Left>",
      ]),
    Place(
      title: "In the dialog of a block’s ⚙", section: "In the dialog of a block’s ⚙, also", keys: "nne",
      others: [
        "up": "nne<End>", "page-up": "nne<End>", "first": "nne<End>", "remove": "nne<Down>",
        "move-up": "nne<Down><Down>",
        "move-down": "nne<Down>", "toggle": "nne<End><Up>",
      ]),
    Place(
      title: "In the dialog of a block’s ⚙", keys: "e",
      others: [
        "up": "e<End>", "page-up": "e<End>", "first": "e<End>", "remove": "e<Down>", "move-up": "e<Down><Down>",
        "move-down": "e<Down>",
        "rename": "nne", "use-variable": "nne", "toggle": "nne<End><Up>",
      ]),
    Place(
      title: "While a name is typed in the dialog", keys: "nner",
      others: [
        "right": "nner<Left>", "line-end": "nner<Home>", "delete-forward": "nner<Home>",
        "delete-to-end": "nner<Home>",
      ]),
    Place(
      title: "In the event log", keys: "DDDL",
      others: ["down": "DDDL<Up>", "page-down": "DDDL<Home>", "last": "DDDL<Home>"]),
    Place(
      title: "In the code", keys: "H\n<Home>",
      others: [
        "up": "H\n<End>", "page-up": "H\n<End>", "first": "H\n<End>", "edit-line": "H\n<End>",
        "left": "<Down><Right><Enter>\(longText)<Enter>H\n<Right>",
        "right": "<Down><Right><Enter>\(longText)<Enter>H\n",
      ]),
    Place(
      title: "In a line of the code", keys: "H\n<End><Enter>",
      others: [
        "right": "H\n<End><Enter><Left>", "line-end": "H\n<End><Enter><Home>",
        "delete-forward": "H\n<End><Enter><Home>",
        "delete-to-end": "H\n<End><Enter><Home>",
      ]),
    Place(
      title: "In the output", keys: stopped + "ab", xml: printing,
      others: [
        "down": stopped + "<Up><Up>", "page-down": stopped + "<Up><Up>", "scroll-left": stopped + "<S-Right>",
        "right": stopped + "ab<Home>", "line-end": stopped + "ab<Home>", "delete-forward": stopped + "ab<Home>",
        "delete-to-end": stopped + "ab<Home>", "pause": "<F5>\n", "end-input": "<F5>\n",
        "line-step": stopped + "<Up>", "origin": stopped + "<Up>", "last-step": stopped + "<A-Home>",
        "previous-visit": stopped + "<Esc><Home>j",
        "find-previous": stopped + "<C-f>e<Enter>", "find-next": stopped + "<C-f>e<Enter>",
      ], elsewhere: ["read-value"]),
    Place(
      title: "In the task of a lesson", keys: "<A-.><Enter>\n<A-.>",
      others: [
        "up": longTask, "page-up": longTask, "down": longTask + "\n<PageUp>", "page-down": longTask + "\n<PageUp>",
      ]),
  ]

  @Test(arguments: places) func everyRowDoesSomething(place: Place) throws {
    let scene = CommandScene(xml: place.xml)
    let table = try scene.table(after: place.keys)
    let (title, rows) = (table.title, table.rows)
    #expect(title == place.title)
    #expect(table.invalidKeys == [])
    #expect(Set(rows.map(\.name)).count == rows.count, "two commands have one name")
    for row in rows where !place.elsewhere.contains(row.name) {
      let keys = place.others[row.name] ?? place.keys
      let there = try scene.table(after: keys)
      #expect(there.title == title, "\(row.name): \(keys)")
      #expect(
        there.rows.contains { $0.name == row.name && $0.reason == nil }, "\(row.name) is unavailable: \(there.rows)")
      for key in Seeds.some(of: row.keys) {
        let impressions = try scene.play([keys, key])
        #expect(impressions.count == 2 && impressions.first != impressions.last, "\(key) for \(row.name) does nothing")
        let status = impressions.last?.statusLine ?? ""
        #expect(!status.contains("does nothing here"), "\(row.name): \(status)")
      }
    }
  }

  /// The tables that are tested elsewhere: one row each, or those of start-up.
  private static let others = [
    "Everywhere", "While a block is dragged from the toolbox", "While a program is opened",
    "When a program can’t be opened", "While another program or a folder is read, or a program starts",
    "During a long task", "In the list of a class", "In a question about a class",
  ]

  @Test func everyTableIsCovered() {
    let covered = Self.others + Self.places.map { $0.section ?? $0.title }
    for section in CommandReference().sections {
      // A long table has a section for each group.
      let table = section.title.split(separator: ":").first.map(String.init) ?? ""
      #expect(covered.contains(table), "\(section.title)")
    }
  }

  /// A screen that is too small shows no windows, but they are open, and clicks go on.
  @Test(arguments: places) func clicksInATinyScreenAreSurvived(place: Place) throws {
    let click = "<Mouse-press 68,5><Mouse-release 68,5>"
    let lines = [
      place.keys, "<Resize 1x60>", click, "<Resize 60x1>", click, "<Resize 5x5><Mouse-press 2,2>", "<Resize 80x24>",
    ]
    let impressions = try CommandScene(xml: place.xml).play(lines)
    #expect(impressions.count == lines.count && impressions.last?.isRunning == true, "\(place)")
  }

  @Test func redrawingIsPossibleEverywhere() throws {
    #expect(
      EditorScreen.globalCommands.commands.map(\.name) == [
        "redraw", "messages", "hints", "pane-larger", "pane-smaller",
      ])
    for place in Self.places {
      let impressions = try CommandScene(xml: place.xml).play([place.keys, "<C-l>"])
      #expect(impressions.last?.device[1] == (impressions.first?.device[1] ?? 0) + 1, "\(place)")
    }
  }

  @Test func everyRowOfAFailedStartDoesSomething() throws {
    #expect(LoadingView.openingCommands.commands.map(\.name) == ["quit", "give-up"])
    for command in FailureView.failureCommands.commands {
      for key in command.keys {
        let message = (1...40).map { "word\($0)" }.joined(separator: " ")
        let scene = try StartScene(size: (30, 8), file: Gate(failure: OpenError(message)))
        var before = ""
        var after = ""
        let look: StartScene.Act = { after = $0.screen }
        try scene.play(
          [
            { scene in if ["up", "page-up"].contains(command.name) { try scene.feed("<Down><Down>") } },
            { scene in
              before = scene.screen
              try scene.feed(key)
            },
          ] + (command.name == "quit" ? [] : [look]))
        // The scene fails where an editor ends too early, and where it goes on with nothing left to do.
        #expect(before != after, "\(key) for \(command.name) does nothing")
      }
    }
  }

  @Test func reasonsAreSentences() throws {
    var reasons: Set<String> = []
    for xml in [CommandScene.program, "<xml></xml>"] {
      for place in Self.places where xml == CommandScene.program || place.keys.isEmpty {
        let scene = CommandScene(xml: xml == CommandScene.program ? place.xml : xml)
        for keys in [place.keys] + place.others.values {
          reasons.formUnion(try scene.table(after: keys).rows.compactMap(\.reason))
        }
      }
    }
    #expect(reasons.count >= 15)
    for reason in reasons {
      #expect(reason.split(separator: " ").count >= 3 && !reason.hasSuffix(".") && reason.first?.isWhitespace == false)
    }
  }

  @Test(arguments: ["<xml></xml>", CommandScene.program]) func anUnavailableCommandSaysWhy(xml: String) throws {
    let scene = CommandScene(xml: xml)
    var count = 0
    for row in try scene.table(after: "").rows {
      guard let reason = row.reason, let key = row.keys.first else { continue }
      count += 1
      let status = try scene.play(["", key]).last?.statusLine ?? ""
      #expect(status.contains(reason), "\(row.name): \(status)")
    }
    #expect(count > 0)
  }
}
