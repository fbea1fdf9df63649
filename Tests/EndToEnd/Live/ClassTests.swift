import FileTesting
import Glibc
import LiveSession
import Testing

/// Programs of a class are handed out and collected.
@MainActor @Suite struct ClassTests {
  private let file: NumberProgram
  private var folder: TemporaryFolder { file.folder }

  init() throws { file = try NumberProgram() }

  private func order(_ arguments: String...) throws -> Tool.Outcome { try order(arguments) }

  private func order(_ arguments: [String]) throws -> Tool.Outcome {
    try Tool.run(["class", folder.path] + arguments)
  }

  private func collected() throws -> [String] {
    let outcome = try order("--collect")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let name = try #require(outcome.output.firstRange(of: "collected/")).lowerBound
    return [outcome.output, folder.path + "/" + outcome.output[name...].prefix { !";\n".contains($0) }]
  }

  private func remove(_ names: String...) throws {
    for name in names { #expect(try Tool.run(["-r", folder.file(name)], program: "rm").code == 0) }
  }

  @Test func eachLearnerOfAListGetsACopy() throws {
    let host = try HostProcess([folder.path])
    try Tool.write(" anna\n\nBen/../x  y\n¡!\n", to: folder.file("names"))
    try Tool.write("mine", to: folder.file("n-anna.xml"))
    let outcome = try order("--hand-out", file.path, "--names", folder.file("names"))
    #expect(
      outcome.output
        == "handed n.xml out to Ben/../x y; anna has one already; “¡!” can’t be in the name of a file\n")
    #expect(outcome.code == 0)
    #expect(Tool.read(folder.file("n-Ben-x-y.xml")) == NumberProgram.text(1))
    #expect(Tool.read(folder.file("n-anna.xml")) == "mine")
    let again = try order("--hand-out", file.path, "--names", folder.file("names"))
    #expect(again.code == 1 && again.errors.contains("no learner got n.xml"))
    #expect(try host.stop() == 0)
    try remove("n-anna.xml", "n-Ben-x-y.xml", "names")
    #expect(folder.names == ["n.xml"])
  }

  /// Who is there is told, and only they may edit their copy where others only watch.
  @Test func learnersWhoAreThereAreTold() throws {
    let host = try HostProcess(["--watch", folder.path])
    let token = try #require(host.token)
    let (anna, ben) = (try SessionClient("anna", file.path), try SessionClient("ben", file.path))
    #expect(anna.role == .watcher)
    let other = try TemporaryFolder()
    try Tool.write(NumberProgram.text(5), to: other.file("task.xml"))
    let outcome = try order("--token", token, "--hand-out", other.file("task.xml"))
    #expect(outcome.output == "handed task.xml out to anna, ben\n", "\(outcome.errors)")
    for client in [anna, ben] { try client.receive { !client.handedOut.isEmpty } }
    #expect(anna.handedOut.map(\.program) == ["task-anna.xml"] && ben.handedOut.map(\.program) == ["task-ben.xml"])
    let copy = folder.file("task-anna.xml")
    #expect(try SessionClient("ben", copy, copyToken: ben.handedOut[0].token).role == .watcher)
    let own = try SessionClient("anna 2", copy, copyToken: anna.handedOut[0].token)
    #expect(own.role == .editor)
    own.setNumber("n", to: 6)
    try own.confirm()
    #expect(try host.stop() == 0)
    #expect(Tool.read(copy) == NumberProgram.text(6))
    try remove("task-anna.xml", "task-ben.xml")
  }

  /// A program of the folder is found by its name alone, and what is no file is said to be none.
  @Test func whatIsHandedOutIsLookedForInTheFolder() throws {
    mkfifo(folder.file("pipe.xml"), 0o600)
    mkdir(folder.file("inner.xml"), 0o700)
    let host = try HostProcess([folder.path])
    try Tool.write("ada\n", to: folder.file("names"))
    let names = ["--names", folder.file("names")]
    #expect(try order(["--hand-out", "n.xml"] + names).output == "handed n.xml out to ada\n")
    for (name, reason) in [
      ("pipe.xml", "it is a pipe"), ("inner.xml", "it is a folder"), ("no.xml", "there is no such file"),
    ] {
      let outcome = try order(["--hand-out", name] + names)
      #expect(outcome.code == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
    }
    #expect(try host.stop() == 0)
    try remove("n-ada.xml", "names", "pipe.xml")
    rmdir(folder.file("inner.xml"))
    #expect(folder.names == ["n.xml"])
  }

  /// What is handed out of the folder, and what is collected, is the program as it is now.
  @Test func programsAreTakenFromTheirSessions() throws {
    let host = try HostProcess([folder.path])
    let anna = try SessionClient("anna", file.path)
    anna.setNumber("n", to: 7)
    try anna.confirm()
    #expect(Tool.read(file.path) == NumberProgram.text(1))
    #expect(try order("--hand-out", file.path).code == 0)
    #expect(Tool.read(folder.file("n-anna.xml")) == NumberProgram.text(7))
    symlink(file.path, folder.file("link.xml"))
    let (first, second) = (try collected(), try collected())
    #expect(first[0].hasPrefix("collected 2 programs in collected/20"))
    #expect(first[0].hasSuffix("; not link.xml: not plain files, or not readable\n"))
    #expect(first[1] != second[1])
    for path in [first[1], second[1]] {
      #expect(try Tool.run([path], program: "ls").output == "n-anna.xml\nn.xml\n")
      #expect(Tool.read(path + "/n.xml") == NumberProgram.text(7))
    }
    #expect(try host.stop() == 0)
    try remove("collected", "link.xml", "n-anna.xml")
  }

  /// Somebody has put a link where the folder would be.
  @Test func nothingIsCollectedThroughALink() throws {
    let host = try HostProcess([folder.path])
    let other = try TemporaryFolder()
    symlink(other.path, folder.file("collected"))
    let outcome = try order("--collect")
    #expect(outcome.code == 1 && outcome.errors.contains("a folder of its own"), "\(outcome.errors)")
    #expect(other.names == [])
    #expect(try host.stop() == 0)
    try remove("collected")
  }

  @Test func onlyTheOwnerMay() throws {
    let host = try HostProcess(["--watch", folder.path])
    for arguments in [["--collect"], ["--hand-out", file.path], ["--collect", "--token", "wrong"]] {
      let outcome = try Tool.run(["class", folder.path] + arguments)
      #expect(outcome.code == 1 && outcome.errors.contains("only the owner"), "\(outcome.errors)")
    }
    let anna = try SessionClient("anna", file.path, token: host.token)
    anna.send(.collect)
    try anna.receive { !anna.saved.isEmpty }
    #expect(anna.saved == ["only clients that list a folder’s programs hand out and collect"])
    #expect(try host.stop() == 0)
    #expect(folder.names == ["n.xml"])
  }

  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed"))
  func aLearnersEditorGoesToTheCopy() throws {
    let host = try HostProcess([folder.path])
    let anna = try TmuxSession(["join", file.path, "--name", "anna"])
    let teacher = try TmuxSession(["class", folder.path])
    #expect(try teacher.sees("n.xml"))
    #expect(try teacher.sees("anna"))
    try teacher.press("h")
    #expect(try teacher.sees("give a copy of n.xml each to anna? y: yes"))
    try teacher.press("y")
    #expect(try teacher.sees("handed n.xml out to anna"))
    #expect(try teacher.sees("n-anna.xml"))
    #expect(try anna.sees("you got n-anna.xml: Alt+T, Enter opens it"))
    try anna.press("<A-t>")
    #expect(try anna.sees("open n-anna.xml"))
    try anna.press("<Enter>")
    #expect(try anna.sees("n-anna.xml · shared"))
    try anna.press("<Enter>88<Enter><C-s>")
    #expect(try anna.sees("saved n-anna.xml"))
    #expect(Tool.read(folder.file("n-anna.xml")) == NumberProgram.text(88))
    #expect(Tool.read(file.path) == NumberProgram.text(1))
    #expect(try teacher.pressLast("q") == "ended 0")
    #expect(try anna.pressLast("q") == "ended 0")
    #expect(try host.stop() == 0)
    try remove("n-anna.xml")
  }
}
