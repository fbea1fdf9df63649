import FileTesting
import Glibc
import LiveSession
import Testing

/// A served folder gives nothing away that isn't in it: no link is followed, whoever makes it and whenever.
@MainActor @Suite struct ServedFolderTests {
  private let file: NumberProgram
  private let state: TemporaryFolder
  /// A folder that only the host may read.
  private let secret: NumberProgram
  private var folder: TemporaryFolder { file.folder }

  init() throws { (file, state, secret) = (try NumberProgram(), try TemporaryFolder(), try NumberProgram()) }

  private func serve(_ arguments: String...) throws -> HostProcess {
    try HostProcess(arguments, shell: "export XDG_STATE_HOME='\(state.path)'")
  }

  private func refusal(_ name: String) -> String {
    do { _ = try SessionClient("anna", folder.file(name)) } catch { return "\(error)" }
    return ""
  }

  @Test func linksAreNotPrograms() throws {
    symlink(secret.path, folder.file("link.xml"))
    symlink("n.xml", folder.file("inner.xml"))
    symlink(secret.folder.path, folder.file("folder.xml"))
    mkfifo(folder.file("pipe.xml"), 0o600)
    let host = try serve(folder.path)
    for name in ["link.xml", "inner.xml", "folder.xml", "pipe.xml"] {
      #expect(refusal(name) == "“\(name)” isn’t a file, but a link, a folder or something else")
    }
    #expect(try host.stop() == 0)
    #expect(Tool.read(secret.path) == NumberProgram.text(1))
  }

  /// The program's file is exchanged for a link while it is served.
  @Test func aLinkThatTakesAProgramsPlaceIsNotWritten() throws {
    let host = try serve(folder.path)
    let anna = try SessionClient("anna", file.path)
    anna.setNumber("n", to: 7)
    try anna.confirm()
    unlink(file.path)
    symlink(secret.path, file.path)
    anna.send(.save)
    try anna.receive { !anna.saved.isEmpty }
    #expect(anna.saved[0].contains("it is a link"), "\(anna.saved)")
    #expect(try host.stop() == 1)
    #expect(Tool.read(secret.path) == NumberProgram.text(1) && secret.folder.names == ["n.xml"])
    // What could not be saved is in the journal.
    unlink(file.path)
    try Tool.write(NumberProgram.text(1), to: file.path)
    let next = try serve(folder.path)
    #expect(try SessionClient("ben", file.path).number("n") == "7")
    #expect(try next.stop() == 0)
    #expect(Tool.read(file.path) == NumberProgram.text(7))
  }

  /// The folder is exchanged for another one: the host stays in the one that it has opened.
  @Test func anotherFolderInItsPlaceIsNotUsed() throws {
    let moved = folder.path + "-moved"
    let host = try serve(folder.path)
    let anna = try SessionClient("anna", file.path)
    anna.setNumber("n", to: 7)
    try anna.confirm()
    #expect(rename(folder.path, moved) == 0)
    symlink(secret.folder.path, folder.path)
    anna.send(.save)
    try anna.receive { !anna.saved.isEmpty }
    #expect(anna.saved == ["saved n.xml"])
    #expect(Tool.read(moved + "/n.xml") == NumberProgram.text(7))
    #expect(Tool.read(secret.path) == NumberProgram.text(1) && secret.folder.names == ["n.xml"])
    #expect(try host.stop() == 0)
    unlink(folder.path)
    #expect(rename(moved, folder.path) == 0)
  }

  @Test func strangeNamesAreRefused() throws {
    let host = try serve(folder.path)
    for name in ["n.xml\0", "n.xml\0x", "n\n.xml", "\u{1B}[2J", ".n.xml", "..", "a/../n.xml", ""] {
      var hello = ClientMessage.Hello(author: "anna", name: "anna")
      hello.program = name
      let socket = try SessionAddress(path: file.path).connect()
      socket.send(ClientMessage.hello(hello).line)
      _ = socket.finish(atMost: SessionClient.deadline)
      var answers: [HostMessage] = []
      while answers.isEmpty, socket.wait(atMost: SessionClient.deadline) {
        answers = try socket.read().map { try HostMessage($0) }
      }
      guard case .bye(let reason)? = answers.first else { return #expect(Bool(false), "\(name.debugDescription)") }
      #expect(reason.isFinal && reason.reason.contains("can’t be the name of a program"), "\(reason.reason)")
    }
    #expect(refusal(String(repeating: "x", count: 300) + ".xml").contains("can’t be the name of a program"))
    #expect(try host.stop() == 0)
  }

  /// Two sessions of one file would overwrite each other's changes.
  @Test func twoNamesOfOneFileAreOneSession() throws {
    link(file.path, folder.file("other.xml"))
    let host = try serve(folder.path)
    _ = try SessionClient("anna", file.path)
    #expect(refusal("other.xml") == "“other.xml” is the same file as “n.xml”; join that")
    #expect(try host.stop() == 0)
  }

  /// What is printed works as it is.
  @Test func theCommandsThatArePrintedWork() throws {
    let host = try serve("--watch", folder.path)
    let lines = host.greeting.split(separator: "\r\n").map(String.init)
    let token = try #require(host.token)
    #expect(
      lines == [
        "serving \(folder.path), 1 program; list them with: mortise class \(folder.path) --token \(token)",
        "join with: mortise join \(file.path)",
      ])
    #expect(try Tool.run(["class", folder.path, "--token", token, "--collect"]).code == 0)
    #expect(try SessionClient("anna", file.path).role == .watcher)
    #expect(try host.stop() == 0)
    _ = try Tool.run(["-r", folder.file("collected")], program: "rm")
  }

  /// A client that names no program hears which there are.
  @Test func theProgramsAreNamed() throws {
    let host = try serve(folder.path)
    let socket = try SessionAddress(path: folder.path).connect()
    socket.send(ClientMessage.hello(.init(author: "anna", name: "anna")).line)
    _ = socket.finish(atMost: SessionClient.deadline)
    #expect(socket.wait(atMost: SessionClient.deadline))
    guard case .bye(let reason)? = try socket.read().first.map({ try HostMessage($0) }) else {
      return #expect(Bool(false), "the host says nothing")
    }
    #expect(reason.isFinal && reason.programs == ["n.xml"])
    #expect(try host.stop() == 0)
  }

  /// The owner's token is the same when the host begins again, also after a kill.
  @Test func theTokenOutlivesTheHost() throws {
    let first = try serve("--watch", folder.path)
    let token = try #require(first.token)
    try first.kill()
    let second = try serve("--watch", folder.path)
    #expect(second.token == token)
    #expect(try SessionClient("anna", file.path, token: token).role == .owner)
    #expect(try second.stop() == 0)
    _ = try Tool.run(["-r", state.file("mortise")], program: "rm")
  }

  @Test func theOwnerSendsSomebodyAway() throws {
    let host = try serve(folder.path)
    let (owner, learner) = (try SessionClient("anna", file.path), try SessionClient("ben", file.path))
    owner.send(.sendAway(author: "ben"))
    try owner.receive { !owner.saved.isEmpty }
    // Both have the same account.
    #expect(owner.saved == ["ben is an owner; owners can’t be sent away"])
    #expect(try learner.takeIn())
    #expect(try host.stop() == 0)
  }

  @Test func linksForBrowsersAreMadeAnew() throws {
    let host = try serve(folder.path)
    let owner = try SessionClient("anna", file.path)
    owner.send(.links(renews: false))
    try owner.receive { !owner.saved.isEmpty }
    #expect(owner.saved == ["browsers can’t join: ‘mortise serve’ was started without --web"])
    #expect(try host.stop() == 0)
    let web = try serve(folder.path, "--web", "0")
    let second = try SessionClient("anna", file.path)
    var links: [[String]] = []
    for renews in [false, false, true] {
      second.send(.links(renews: renews))
      try second.receive { second.links.count == links.count + 1 }
      links.append(second.links.last ?? [])
    }
    #expect(links[0] == links[1] && Set(links[0]).isDisjoint(with: links[2]))
    #expect(try web.stop() == 0)
    _ = try Tool.run(["-r", state.file("mortise")], program: "rm")
  }

  /// Only the host has the generators.
  @Test func theHostMakesCode() throws {
    let host = try serve(folder.path)
    let anna = try SessionClient("anna", file.path)
    for language in ["javascript", "python", "cobol"] { anna.send(.generate(language: language)) }
    try anna.receive { anna.generated.count == 3 }
    #expect(anna.generated == ["1;\n", "1\n", "there is no language “cobol”"])
    #expect(try host.stop() == 0)
  }
}
