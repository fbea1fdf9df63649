import FileTesting
import Glibc
import LiveSession
import PtyDriver
import Testing

/// `mortise serve`: who may join, what is refused, and what is in the file.
@MainActor @Suite struct ServeTests {
  private let file: NumberProgram
  private var folder: TemporaryFolder { file.folder }
  private var path: String { file.path }
  private var socket: String { folder.file(".n.xml.mortise-live") }

  init() throws { file = try NumberProgram() }

  /// A `mortise serve` that is refused. One that isn't is ended, so that the test doesn't wait.
  private func serve(_ arguments: [String]) throws -> Tool.Outcome {
    try Tool.run(["15", Tool.binary, "serve"] + arguments, program: "timeout")
  }

  private func expectOneLine(_ outcome: Tool.Outcome, _ text: String) {
    #expect(outcome.code == 1 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("mortise: ") && outcome.errors.filter(\.isNewline).count == 1)
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
  }

  /// What is printed can be pasted into a shell.
  @Test func thePathToJoinIsOneWord() throws {
    let spaced = folder.file("anna's n.xml")
    try Tool.write(NumberProgram.text(1), to: spaced)
    let host = try HostProcess([spaced])
    #expect(host.greeting.contains("mortise join '\(spaced.replacing("'", with: #"'\''"#))'"))
    #expect(try host.stop() == 0)
  }

  @Test func aHostThatIsStoppedSaves() throws {
    let host = try HostProcess([path])
    #expect(host.greeting.contains("mortise join \(path)"))
    #expect(TemporaryFolder.mode(socket) == 0o600)
    let client = try SessionClient("anna", path)
    #expect(client.role == .owner)
    client.setNumber("n", to: 7)
    try client.confirm()
    #expect(Tool.read(path) == NumberProgram.text(1))
    #expect(try host.stop() == 0)
    try client.receive { client.goodbye != nil }
    #expect(client.goodbye == "the host has ended")
    #expect(Tool.read(path) == NumberProgram.text(7))
    #expect(folder.names == ["n.xml"])
  }

  @Test func nothingIsWrittenIfNothingChanged() throws {
    let host = try HostProcess([path])
    let before = TemporaryFolder.status(path)
    _ = try SessionClient("anna", path)
    #expect(try host.stop() == 0)
    let after = TemporaryFolder.status(path)
    #expect(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
    #expect(folder.names == ["n.xml"])
  }

  @Test func everybodySeesWhatIsSaved() throws {
    let host = try HostProcess([path])
    let clients = [try SessionClient("anna", path), try SessionClient("ben", path)]
    clients[1].setNumber("n", to: 9)
    clients[1].send(.save)
    for client in clients { try client.receive { !client.saved.isEmpty } }
    #expect(clients.map(\.saved) == [["saved n.xml"], ["saved n.xml"]])
    #expect(Tool.read(path) == NumberProgram.text(9))
    clients[0].send(.save)
    try clients[0].receive { clients[0].saved.count == 2 }
    #expect(clients[0].saved[1] == "n.xml is saved")
    #expect(try host.stop() == 0)
  }

  /// The signal comes while the file is being written.
  @Test func aHostThatIsStoppedWhileItSavesHasSaved() throws {
    for number in 2...6 {
      let host = try HostProcess([path])
      let client = try SessionClient("anna", path)
      for index in 0..<200 { client.insertNumber("\(number) \(index)") }
      client.setNumber("n", to: number)
      try client.confirm()
      client.send(.save)
      client.setNumber("n", to: number * 10)
      try client.confirm()
      #expect(try host.stop() == 0)
      #expect(Tool.read(path).contains("<field name=\"NUM\">\(number * 10)</field>"))
      #expect(folder.names == ["n.xml"])
    }
  }

  /// The journal grows beyond the size at which it is shortened after a save.
  @Test func aLongSessionGoesOnAfterAKill() throws {
    let first = try HostProcess([path])
    let (anna, ben) = (try SessionClient("anna", path), try SessionClient("ben", path))
    for round in 1...3 {
      for index in 0..<150 { anna.insertNumber("\(round) \(index)") }
      anna.send(.save)
      try anna.receive { anna.saved.count == round }
    }
    anna.setNumber("n", to: 9)
    try anna.confirm()
    try first.kill()
    let second = try HostProcess([path])
    #expect(try anna.connectAgain() && ben.connectAgain())
    try ben.receive { ben.live.number == anna.live.number }
    ben.setNumber("3 9", to: 5)
    try ben.receive { ben.live.number == anna.live.number + 1 }
    try anna.receive { anna.live.number == ben.live.number }
    #expect(anna.live.program.hash == ben.live.program.hash && anna.differences.isEmpty && ben.differences.isEmpty)
    #expect(try second.stop() == 0)
    #expect(Tool.read(path).split(separator: "<block").count == 452)
    #expect(folder.names == ["n.xml"])
  }

  /// The disk takes no more than a few changes.
  @Test func aJournalThatCantBeWrittenIsReported() throws {
    let host = try HostProcess([path], shell: "trap '' XFSZ; ulimit -f 4")
    let client = try SessionClient("anna", path)
    for number in 2...40 {
      client.setNumber("n", to: number)
      try client.confirm()
    }
    try client.receive { !client.saved.isEmpty }
    #expect(client.saved.count == 1 && client.saved[0].contains("unsaved work is not protected"), "\(client.saved)")
    #expect(try host.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(40))
  }

  /// There are more connections than the system allows; those that are there go on.
  @Test func tooManyConnectionsWait() throws {
    let host = try HostProcess([path], shell: "ulimit -n 24")
    let client = try SessionClient("anna", path)
    var others = try (0..<40).map { _ in try SessionAddress(path: path).connect() }
    client.setNumber("n", to: 2)
    try client.confirm()
    others.removeAll()
    client.setNumber("n", to: 3)
    try client.confirm()
    #expect(try SessionClient("ben", path).number("n") == "3")
    #expect(try host.stop() == 0)
  }

  /// A low limit of open files is raised as far as the system allows.
  @Test func manyMayJoin() throws {
    let host = try HostProcess([path], shell: "ulimit -S -n 24")
    let others = try (0..<60).map { _ in try SessionAddress(path: path).connect() }
    #expect(try SessionClient("ben", path).number("n") == "1")
    #expect(try host.stop() == 0)
    withExtendedLifetime(others) {}
  }

  // MARK: - What is refused

  @Test func aFileIsServedOnce() throws {
    let host = try HostProcess([path])
    expectOneLine(try serve([path]), "served already; join it")
    #expect(try host.stop() == 0)
  }

  @Test func aFileThatIsOpenInAnEditorIsNotServed() throws {
    let editor = try EditorProcess([path])
    expectOneLine(try serve([path]), "open in an editor")
    #expect(!folder.names.contains(".n.xml.mortise-live"))
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
  }

  @Test func unsavedWorkIsNotPassedOver() throws {
    let editor = try EditorProcess([path])
    try editor.type(["\r", "7", "\r"])
    try editor.kill()
    expectOneLine(try serve([path]), "an editor left unsaved work")
    #expect(folder.names == [".n.xml.mortise-journal", "n.xml"])
  }

  @Test func whatIsNoProgramIsNotServed() throws {
    try Tool.write("<xml><block", to: path)
    expectOneLine(try serve([path]), "n.xml:")
    #expect(folder.names == ["n.xml"])
  }

  @Test func aSocketThatAKilledHostLeftIsReplaced() throws {
    try HostProcess([path]).kill()
    #expect(folder.names.contains(".n.xml.mortise-live"))
    expectOneLine(try Tool.run(["join", path]), "no host serves this program")
    let host = try HostProcess([path])
    _ = try SessionClient("anna", path)
    #expect(try host.stop() == 0)
    #expect(folder.names == ["n.xml"])
  }

  @Test func whatIsNoSocketStays() throws {
    try Tool.write("mine", to: socket)
    expectOneLine(try serve([path]), "this is not a socket; move it away")
    #expect(Tool.read(socket) == "mine")
  }

  @Test func hostsThatLookLikeOptionsAreRefused() throws {
    let outcome = try Tool.run(["join", "--", "-oProxyCommand=touch \(folder.file("made")):/x"])
    #expect(outcome.code == 1)
    #expect(folder.names == ["n.xml"])
    let client = { try SessionAddress("-oProxyCommand=true:/x").join(.init(author: "a", name: "a")) }
    #expect(throws: SocketError.self) { _ = try client() }
  }

  // MARK: - Who may

  @Test func theSocketIsOpenToAGroupOrToAllOnRequest() throws {
    let group = getegid()
    let entry = try #require(getgrgid(group))
    let grouped = try HostProcess(["--group", String(cString: entry.pointee.gr_name), path])
    #expect(TemporaryFolder.mode(socket) == 0o660 && TemporaryFolder.status(socket).st_gid == group)
    #expect(try grouped.stop() == 0)
    let all = try HostProcess(["--all", path])
    #expect(TemporaryFolder.mode(socket) == 0o666)
    #expect(try all.stop() == 0)
    let unknown = try serve(["--group", "no such group", path])
    #expect(unknown.code == 2 && unknown.errors.contains("there is no group “no such group”"))
    #expect(try serve(["--group", String(cString: entry.pointee.gr_name), "--all", path]).code == 2)
  }

  @Test func onlyTheTokenMakesAnOwnerWhereLearnersWatch() throws {
    let host = try HostProcess(["--watch", path])
    let token = try #require(host.token)
    func role(_ token: String?) throws -> Role {
      var hello = ClientMessage.Hello(author: "a \(token ?? "")", name: "a")
      hello.token = token
      return try SessionAddress(path: path).join(hello).state.role
    }
    #expect(try role(token) == .owner)
    for wrong in [nil, "", String(token.dropLast()), token + "x", token.uppercased() + "x"] {
      #expect(try role(wrong) == .watcher)
    }
    let learner = try SessionClient("learner", path)
    learner.setNumber("n", to: 5)
    try learner.receive { !learner.laidAside.isEmpty }
    #expect(learner.laidAside.map(\.reason) == ["you may only watch this program"])
    #expect(try host.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(1))
  }

  /// Somebody who wants to may only watch, also where they could edit.
  @Test func thereIsAlwaysAWayInThatOnlyWatches() throws {
    let host = try HostProcess([path])
    let client = try SessionClient("anna", path, watches: true)
    #expect(client.role == .watcher)
    client.setNumber("n", to: 5)
    try client.receive { !client.laidAside.isEmpty }
    #expect(client.number("n") == "1")
    #expect(try host.stop() == 0)
  }

  /// Only root can make another user's socket.
  @Test(.enabled(if: getuid() == 0 && Tool.has("setpriv") && Tool.has("python3"), "it takes root to be two users"))
  func aSocketThatSomebodyElsePlantedIsNotUsed() throws {
    chmod(folder.path, 0o777)
    let script = """
      import os, socket, sys
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); os.chmod(sys.argv[1], 0o666); s.listen()
      print("listening", flush=True)
      while True:
          try: s.accept()[0].sendall(b'{"type":"bye","reason":"planted"}\\n')
          except OSError: pass
      """
    let planter = try PtySession(
      program: "/usr/bin/env",
      arguments: ["setpriv", "--reuid", "65534", "--clear-groups", "python3", "-c", script, socket])
    _ = try planter.bytesThrough(Array("listening".utf8))
    let client = { try SessionAddress(path: path).join(.init(author: "a", name: "a")) }
    let error = #expect(throws: SocketError.self) { _ = try client() }
    #expect(error?.description.contains("another user owns the socket") == true)
    expectOneLine(try serve([path]), "another user owns the socket")
    // The program can still be edited alone.
    let editor = try EditorProcess([path])
    try editor.type(["\r", "7", "\r", "\u{13}"])
    editor.session.type("q")
    #expect(try editor.session.end() == 0)
    #expect(Tool.read(path) == NumberProgram.text(7))
    planter.signal(SIGKILL)
    _ = try planter.end()
  }

  // MARK: - Unusual places

  @Test func aVeryLongPathIsServed() throws {
    var long = folder.path
    for _ in 0..<3 {
      long += "/" + String(repeating: "d", count: 99)
      mkdir(long, 0o700)
    }
    let path = long + "/n.xml"
    try Tool.write(NumberProgram.text(1), to: path)
    let host = try HostProcess([path])
    let client = try SessionClient("anna", path)
    client.setNumber("n", to: 3)
    try client.confirm()
    #expect(try host.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(3))
    unlink(path)
    while long != folder.path {
      rmdir(long)
      long = String(long[..<(long.lastIndex(of: "/") ?? long.startIndex)])
    }
  }

  @Test func aReadOnlyFolderIsReported() throws {
    let inner = folder.file("inner")
    mkdir(inner, 0o700)
    let path = inner + "/n.xml"
    try Tool.write(NumberProgram.text(1), to: path)
    chmod(folder.path, 0o755)
    chmod(inner, 0o555)
    let isRoot = getuid() == 0
    let words = ["15", "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", Tool.binary]
    // Root may write everywhere.
    if isRoot, try Tool.run(words + ["--version"], program: "timeout").code != 0 { return }
    let outcome =
      isRoot ? try Tool.run(words + ["serve", path], program: "timeout") : try serve([path])
    expectOneLine(outcome, "can’t create the socket: Permission denied")
    chmod(inner, 0o755)
    #expect(Tool.read(path) == NumberProgram.text(1))
    unlink(path)
    rmdir(inner)
  }

  @Test func aNewProgramIsServedAndSaved() throws {
    let path = folder.file("new.json")
    let host = try HostProcess([path])
    let client = try SessionClient("anna", path)
    client.insertNumber("first")
    try client.confirm()
    #expect(try host.stop() == 0)
    #expect(Tool.read(path).contains(#""first""#))
    unlink(path)
  }

  @Test func theProgramsOfAFolderAreServed() throws {
    try Tool.write(NumberProgram.text(2), to: folder.file("m.xml"))
    let host = try HostProcess([folder.path])
    let clients = [try SessionClient("anna", path), try SessionClient("ben", folder.file("m.xml"))]
    for client in clients { client.setNumber("n", to: 8) }
    for client in clients { try client.confirm() }
    func refusal(_ name: String) -> String? {
      do { _ = try SessionAddress(path: folder.file(name)).join(.init(author: "c", name: "c")) } catch {
        return "\(error)"
      }
      return nil
    }
    #expect(refusal("no.xml") == "the folder has no program “no.xml”")
    #expect(refusal(".n.xml.mortise-journal") == "“.n.xml.mortise-journal” can’t be the name of a program")
    #expect(try host.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(8) && Tool.read(folder.file("m.xml")) == NumberProgram.text(8))
  }
}
