import FileTesting
import Glibc
import LiveSession
import Testing

/// Other accounts of the machine, which `--all` lets in.
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

  /// Says what it reads, and prints what the host answers to the first line.
  private static let client = """
    import socket, sys
    host = socket.socket(socket.AF_UNIX)
    host.settimeout(20)
    host.connect(sys.argv[1])
    host.sendall(sys.stdin.buffer.read())
    answer = b""
    while b"\\n" not in answer and (part := host.recv(1 << 16)):
        answer += part
    sys.stdout.buffer.write(answer.partition(b"\\n")[0])
    """

  /// Says lines as a stranger.
  /// - Returns: the answer to the first one.
  private func say(_ messages: [ClientMessage], to socket: String, as user: String = stranger) throws -> HostMessage {
    let input = state.file("input")
    try Tool.write(messages.map { String(decoding: $0.line, as: UTF8.self) }.joined(), to: input)
    defer { unlink(input) }
    let outcome = try Tool.run(
      ["--reuid", user, "--regid", user, "--clear-groups", "/usr/bin/python3", "-c", Self.client, socket],
      program: "setpriv", input: input)
    #expect(outcome.errors == "")
    return try HostMessage(Array(outcome.output.utf8))
  }

  private var socket: String { folder.file(".n.xml.mortise-live") }

  private func hello(_ author: String, _ program: String? = nil) -> ClientMessage {
    var hello = ClientMessage.Hello(author: author, name: author)
    hello.program = program
    return .hello(hello)
  }

  private func refusal(_ answer: HostMessage) -> String {
    if case .bye(let reason) = answer { reason.reason } else { "\(answer)" }
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
    let folderSocket = try UnixSocket.path(beside: folder.path)
    for (name, target) in [("link.xml", secret), ("words.blocktext", state.file("words"))] {
      symlink(target, folder.file(name))
      lchown(folder.file(name), 61235, 61235)
      #expect(refusal(try say([hello("me", name)], to: folderSocket)).contains("isn’t a file"))
    }
    // A text in the folder that only the host may read is not quoted.
    try Tool.write("Zwiebelkuchen more words\n", to: folder.file("own.blocktext"))
    chown(folder.file("own.blocktext"), 61234, 61234)
    chmod(folder.file("own.blocktext"), 0o600)
    let answer = refusal(try say([hello("me", "own.blocktext")], to: folderSocket))
    #expect(answer == "“own.blocktext” can’t be opened; the host’s user can find out why")
    #expect(try host.stop() == 0)
  }

  @Test func aBrowsersAuthorIsNotForTheSocket() throws {
    let host = try serve(file.path, "--all", "--web", "0")
    #expect(refusal(try say([hello("web-anna")], to: socket)).contains("authors of browsers"))
    guard case .state(let state, _) = try say([hello("me")], to: socket) else {
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
    _ = try say([.hello(teacher), .sendAway(author: "ben")], to: socket, as: Self.host)
    try ben.receive { ben.goodbye != nil }
    #expect(ben.goodbye == "you were sent away from n.xml")
    #expect(throws: SocketError.self) { try SessionClient("somebody else", file.path) }
    // Others are let in.
    guard case .state = try say([hello("me")], to: socket) else {
      return #expect(Bool(false), "another account may join")
    }
    #expect(try host.stop() == 0)
  }

  /// Begins many lines, and ends none; prints how many connections were refused.
  private static let flood = """
    import socket, sys
    refused, hosts = 0, []
    for index in range(250):
        host = socket.socket(socket.AF_UNIX)
        host.settimeout(20)
        host.connect(sys.argv[1])
        try:
            host.sendall(b'{"type":"hello","version":1,"author":"a%d","name":"a"}\\n' % index)
            refused += b'"bye"' in host.recv(20)
        except ConnectionError:
            refused += 1
        hosts.append(host)
    # Only now, as connections that send much may be closed, which makes room for others.
    for host in hosts:
        host.setblocking(False)
        try: host.send(b'{"type":"chat","text":"' + b"x" * (2 << 20))
        except OSError: pass
    for turn in range(20):
        for host in hosts:
            try: host.send(b"x" * (1 << 20))
            except OSError: pass
    print(refused)
    """

  @Test func aFloodOfAnAccountHarmsNobody() throws {
    let host = try serve(file.path, "--all")
    let good = try SessionClient("good", file.path)
    let outcome = try Tool.run(
      [
        "--reuid", Self.stranger, "--regid", Self.stranger, "--clear-groups", "/usr/bin/python3", "-c", Self.flood,
        socket,
      ],
      program: "setpriv")
    #expect(outcome.output == "50\n", "\(outcome.errors)")
    good.setNumber("n", to: 7)
    try good.confirm()
    #expect(host.session.memory < 256 << 20, "\(host.session.memory >> 20) MB")
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
