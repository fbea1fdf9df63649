import FileTesting
import Glibc
import LiveSession
import Testing

/// People with other accounts of the machine, whom `--all` lets in. They speak through `mortise join --pipe`, as ssh does.
@MainActor @Suite(.enabled(if: geteuid() == 0 && Tool.has("setpriv"), "only root can act for others"))
struct StrangerTests {
  private static let (host, stranger) = ("61234", "61235")
  private let file: NumberProgram
  private let state: TemporaryFolder
  private var folder: TemporaryFolder { file.folder }

  init() throws {
    (file, state) = (try NumberProgram(), try TemporaryFolder())
    // The built program may lie where others can't go.
    #expect(try Tool.run([Tool.binary, state.file("mortise")], program: "cp").code == 0)
    for path in [state.path, folder.path, file.path] { chown(path, 61234, 61234) }
    chmod(state.path, 0o755)
    chmod(folder.path, 0o777)
  }

  private func serve(_ arguments: String...) throws -> HostProcess {
    try HostProcess(
      arguments,
      program: ["setpriv", "--reuid", Self.host, "--regid", Self.host, "--clear-groups", state.file("mortise")],
      shell: "export XDG_STATE_HOME='\(state.path)' HOME='\(state.path)'")
  }

  /// Says lines as a stranger; returns the answers to the last one.
  private func say(
    _ messages: [ClientMessage], to name: String, as user: String = stranger
  ) throws -> [HostMessage] {
    let input = state.file("input")
    try Tool.write(messages.map { String(decoding: $0.line, as: UTF8.self) }.joined(), to: input)
    defer { unlink(input) }
    let outcome = try Tool.run(
      [
        "--reuid", user, "--regid", user, "--clear-groups", state.file("mortise"), "join", "--pipe",
        folder.file(name),
      ],
      program: "setpriv", input: input)
    return try outcome.output.split(separator: "\n").map { try HostMessage(Array($0.utf8)) }
  }

  private func hello(_ author: String, _ program: String? = nil) -> ClientMessage {
    var hello = ClientMessage.Hello(author: author, name: author)
    hello.program = program
    return .hello(hello)
  }

  private func isRefused(_ answers: [HostMessage], _ text: String = "") -> Bool {
    guard case .bye(let reason)? = answers.first else { return false }
    return reason.reason.contains(text)
  }

  @Test func linksOfStrangersLeadNowhere() throws {
    let secret = state.file("secret.xml")
    try Tool.write(NumberProgram.text(4711), to: secret)
    try Tool.write("Zwiebelkuchen more words\n", to: state.file("words"))
    for name in ["secret.xml", "words"] {
      chown(state.file(name), 61234, 61234)
      chmod(state.file(name), 0o600)
    }
    let host = try serve(folder.path, "--all")
    for (name, target) in [("link.xml", secret), ("words.blocktext", state.file("words"))] {
      symlink(target, folder.file(name))
      lchown(folder.file(name), 61235, 61235)
      let answers = try say([hello("me", name)], to: name)
      #expect(isRefused(answers, "no file"), "\(answers)")
    }
    // A text in the folder that only the host may read is not quoted.
    try Tool.write("Zwiebelkuchen more words\n", to: folder.file("own.blocktext"))
    chown(folder.file("own.blocktext"), 61234, 61234)
    chmod(folder.file("own.blocktext"), 0o600)
    let answers = try say([hello("me", "own.blocktext")], to: "own.blocktext")
    #expect(isRefused(answers, "can’t be opened") && !"\(answers)".contains("Zwiebel"), "\(answers)")
    #expect(try host.stop() == 0)
  }

  @Test func aBrowsersAuthorIsNotForTheSocket() throws {
    let host = try serve(file.path, "--all", "--web", "0")
    #expect(isRefused(try say([hello("web-anna")], to: "n.xml"), "authors of browsers"))
    guard case .state(let state, _)? = try say([hello("me")], to: "n.xml").first else {
      return #expect(Bool(false), "a stranger may join")
    }
    #expect(state.role == .editor)
    #expect(try host.stop() == 0)
  }

  /// Who is sent away stays out with every name.
  @Test func whoIsSentAwayStaysOut() throws {
    let host = try serve(file.path, "--all", "--watch")
    // Root has another account than the host.
    let ben = try SessionClient("ben", file.path)
    var teacher = ClientMessage.Hello(author: "teacher", name: "teacher")
    teacher.token = host.token
    _ = try say([.hello(teacher), .sendAway(author: "ben")], to: "n.xml", as: Self.host)
    try ben.receive { ben.goodbye != nil }
    #expect(ben.goodbye == "you were sent away from n.xml")
    #expect(throws: SocketError("you were sent away")) { try SessionClient("somebody else", file.path) }
    // Others are let in.
    guard case .state? = try say([hello("me")], to: "n.xml").first else {
      return #expect(Bool(false), "another account may join")
    }
    #expect(try host.stop() == 0)
  }

  /// The socket has its mode and group from the beginning.
  @Test func theSocketIsForTheGroup() throws {
    let host = try serve(file.path, "--all")
    #expect(TemporaryFolder.mode(folder.file(".n.xml.mortise-live")) == 0o666)
    #expect(try host.stop() == 0)
    let group = try HostProcess([file.path, "--group", "daemon"], shell: "export XDG_STATE_HOME='\(state.path)'")
    let status = TemporaryFolder.status(folder.file(".n.xml.mortise-live"))
    #expect(status.st_mode & 0o7777 == 0o660 && status.st_gid == getgrnam("daemon")?.pointee.gr_gid)
    #expect(try group.stop() == 0)
  }
}
