import Glibc
import MortiseTerminal
import TerminalTesting
import Testing

@testable import LiveSession
@testable import TerminalUI

/// The list of a class.
@Suite struct ClassScreenTests {
  private let (own, other): (LineSocket, LineSocket)

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    (own, other) = (LineSocket(ends[0]), LineSocket(ends[1]))
  }

  private func person(_ name: String, run: String? = nil, hasHandUp: Bool = false) -> Person {
    var person = Person(author: name, name: name, role: .editor)
    (person.presence.run, person.presence.hasHandUp) = (run, hasHandUp)
    return person
  }

  private func send(_ message: HostMessage) {
    other.send(message.line)
    other.write()
  }

  private func run(_ keys: String, on terminal: TestTerminal, selecting name: String? = nil) throws
    -> ClassScreen.Choice
  {
    try terminal.feed(keys)
    terminal.deliversSingly = true
    let screen = ClassScreen(own, folder: "hw", name: "ada", depth: .monochrome, colors: .dark, isPlain: false) {
      10_000
    }
    return screen.run(on: terminal, selecting: name)
  }

  @Test func itSaysWhoWorksOnWhat() throws {
    send(
      .programs([
        ProgramSummary(name: "ada.xml", people: [person("ada", run: "failed")], changed: 9_990),
        ProgramSummary(name: "ben.xml", people: [person("ben", hasHandUp: true), person("cleo")], changed: 6_000),
        ProgramSummary(name: "dora.xml", people: [], changed: nil),
      ]))
    let terminal = TestTerminal(width: 80, height: 10, colorDepth: .monochrome)
    #expect(try run("<Down>e", on: terminal) == .edit("ben.xml"))
    let rows = terminal.screenRows()
    #expect(rows[0] == " mortise   class hw")
    #expect(rows[1] == "  ada.xml   ada failed · changed just now")
    #expect(rows[2] == "! ben.xml   ben hand up, cleo · changed 1 h ago")
    #expect(rows[3] == "  dora.xml  no one")
    // All keys can be seen.
    #expect(rows[9].hasPrefix(" ben.xml, 2 of 3, ben h"), "\(rows[9])")
    #expect(rows[9].hasSuffix("… · Enter watch  e edit  h hand out  c collect  q leave"), "\(rows[9])")
    #expect(terminal.cursor?.y == 2)
  }

  @Test func theSelectedProgramStaysSelected() throws {
    let programs = ["a.xml", "b.xml", "c.xml"].map { ProgramSummary(name: $0, people: [], changed: nil) }
    send(.programs(programs))
    let terminal = TestTerminal(width: 80, height: 10)
    #expect(try run("<Enter>", on: terminal, selecting: "c.xml") == .watch("c.xml"))
    // One comes before it.
    send(.programs(programs))
    terminal.whenPresented = { [self] in
      terminal.whenPresented = {}
      send(.programs([ProgramSummary(name: "0.xml", people: [], changed: nil)] + programs))
      terminal.feed([.readable(descriptor: own.descriptor)])
    }
    #expect(try run("<Down>", on: terminal, then: "<Enter>") == .watch("b.xml"))
  }

  /// - Parameter later: keys for when everything else was handled.
  private func run(_ keys: String, on terminal: TestTerminal, then later: String, selecting name: String? = nil) throws
    -> ClassScreen.Choice
  {
    terminal.whenEmpty = { try? terminal.feed(later) }
    return try run(keys, on: terminal, selecting: name)
  }

  @Test func everyRowDoesSomething() throws {
    for table in [ClassScreen.listCommands, ClassScreen.questionCommands] {
      #expect(table.invalidKeys == [])
      for command in table.commands {
        for key in command.keys {
          send(.programs((1...30).map { ProgramSummary(name: "p\($0).xml", people: [person("ben")], changed: nil) }))
          let terminal = TestTerminal(width: 100, height: 10, colorDepth: .monochrome)
          var screens: [[String]] = []
          terminal.whenPresented = { screens.append(terminal.screenRows() + ["\(terminal.cursor?.y ?? -1)"]) }
          let before = table.name == "class" ? "" : "h"
          let choice = try run(before + key, on: terminal, then: "<Esc><Esc>", selecting: "p20.xml")
          let isDone = ["watch", "edit", "leave"].contains(command.name)
          #expect(isDone ? choice != .leave || command.name == "leave" : screens.count > before.count + 1)
          let index = before.count
          #expect(isDone || screens[index] != screens[index + 1], "\(key) for \(command.name) does nothing")
          _ = other.read()
        }
      }
    }
  }

  @Test func theUsersKeysAreUsed() throws {
    KeyBindings.current = KeyBindings(keys: [
      "class": ["edit": ["g e"], "leave": ["x"]], "class-question": ["yes": ["Y"]],
    ])
    defer { KeyBindings.current = KeyBindings() }
    send(.programs([ProgramSummary(name: "a.xml", people: [], changed: nil)]))
    let terminal = TestTerminal(width: 80, height: 10, colorDepth: .monochrome)
    #expect(try run("qege", on: terminal) == .edit("a.xml"))
    #expect(terminal.screenRows()[9].contains("Enter watch  g e edit  h hand out  c collect  x leave"))
    send(.programs([ProgramSummary(name: "a.xml", people: [], changed: nil)]))
    #expect(try run("cYx", on: terminal) == .leave)
    #expect(said == [#"{"type":"collect"}"#])
    #expect(try run("gz", on: terminal, then: "x") == .leave)
    #expect(terminal.screenRows()[9] == " z does nothing here")
  }

  @Test func anEndedHostIsSaid() throws {
    other.close()
    let terminal = TestTerminal(width: 80, height: 10)
    #expect(try run("j<Up>q", on: terminal) == .leave)
    #expect(terminal.screenRows()[9] == " the host has ended; q leaves")
  }

  private var said: [String] { other.read().map { String(decoding: $0, as: UTF8.self) } }

  @Test func whatIsDoneForAllIsAskedFirst() throws {
    send(
      .programs([
        ProgramSummary(name: "ada.xml", people: [person("ada"), person("ben")], changed: nil),
        ProgramSummary(name: "b.xml", people: [person("cleo")], changed: nil),
      ]))
    let terminal = TestTerminal(width: 80, height: 10, colorDepth: .monochrome)
    var statuses: [String] = []
    terminal.whenPresented = { statuses.append(terminal.screenRows()[9]) }
    #expect(try run("hqcqq", on: terminal) == .leave)
    #expect(statuses.contains(" give a copy of ada.xml each to ben, cleo? y: yes"))
    #expect(statuses.contains(" copy all 2 programs into a new folder in hw/collected? y: yes"))
    #expect(statuses.last == " nothing was done")
    #expect(said == [])
  }

  @Test func whatWasAgreedToIsAskedOfTheHost() throws {
    send(.programs([ProgramSummary(name: "ada.xml", people: [person("ben")], changed: nil)]))
    let terminal = TestTerminal(width: 80, height: 10, colorDepth: .monochrome)
    #expect(try run("hyhncy", on: terminal, then: "q") == .leave)
    #expect(said == [#"{"type":"hand-out","program":"ada.xml"}"#, #"{"type":"collect"}"#])
    #expect(terminal.screenRows()[9] == " …")
    send(.saved(message: "collected 1 program in collected/x", isDone: true))
    #expect(try run("", on: terminal, then: "q") == .leave)
    #expect(terminal.screenRows()[9] == " collected 1 program in collected/x")
  }
}
