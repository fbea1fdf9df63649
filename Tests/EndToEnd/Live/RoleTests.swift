import FileTesting
import Glibc
import LiveSession
import Testing

/// Roles that last, and tokens that tell apart who shares an account.
@MainActor @Suite struct RoleTests {
  private let file: NumberProgram
  private let state: TemporaryFolder
  private var path: String { file.path }

  init() throws { (file, state) = (try NumberProgram(), try TemporaryFolder()) }

  private func serve(_ arguments: [String]) throws -> HostProcess {
    try HostProcess(arguments, shell: "export XDG_STATE_HOME='\(state.path)'")
  }

  private func refusal(_ body: () throws -> SessionClient) -> String? {
    do { _ = try body() } catch { return "\(error)" }
    return nil
  }

  @Test func whatOwnersGiveOutlivesTheHost() throws {
    let first = try serve(["--watch", path])
    let owner = try SessionClient("anna", path, token: first.token)
    let learner = try SessionClient("ben", path, secret: "ben's secret")
    #expect(learner.role == .watcher)
    owner.send(.role(author: "ben", .editor))
    try learner.receive { learner.role == .editor }
    try first.kill()
    for isKilled in [true, false] {
      let next = try serve(["--watch", file.folder.path + "/./n.xml"])
      try learner.connectAgain()
      #expect(learner.role == .editor)
      // Others can't be this author, and get nothing.
      #expect(refusal { try SessionClient("ben", path, secret: "guessed") } == "this author has another secret")
      #expect(try SessionClient("cem", path).role == .watcher)
      if isKilled { try next.kill() } else { #expect(try next.stop() == 0) }
    }
    let roles = state.file("mortise/roles")
    let names = try Tool.run([roles], program: "ls").output.split(separator: "\n")
    #expect(names.count == 1 && TemporaryFolder.mode("\(roles)/\(names.first ?? "")") == 0o600)
    // Another program of the user's knows nothing of it.
    let other = try NumberProgram()
    let host = try serve(["--watch", other.path])
    #expect(try SessionClient("ben", other.path, secret: "ben's secret").role == .watcher)
    #expect(try host.stop() == 0)
    _ = try Tool.run(["-r", state.file("mortise")], program: "rm")
  }

  @Test func anOwnerLocksForAll() throws {
    let first = try serve(["--watch", path])
    let owner = try SessionClient("anna", path, token: first.token)
    let learners = try ["ben", "cem"].map { try SessionClient($0, path, secret: $0 + "'s secret") }
    // Who only wants to watch isn't meant.
    let guest = try SessionClient("guest", path, watches: true)
    owner.send(.role(author: "", .editor))
    for learner in learners { try learner.receive { learner.role == .editor } }
    let late = try SessionClient("dora", path)
    #expect(late.role == .editor && guest.role == .watcher)
    // Only owners may.
    learners[0].send(.role(author: "", .watcher))
    learners[0].setNumber("n", to: 2)
    try learners[0].confirm()
    #expect(learners[0].laidAside.isEmpty)
    try first.kill()
    let second = try serve(["--watch", path])
    for learner in learners { try learner.connectAgain() }
    let later = try SessionClient("eve", path)
    #expect(later.role == .editor)
    let next = try SessionClient("ms miller", path, token: second.token)
    next.send(.role(author: "", .watcher))
    for learner in learners + [later] { try learner.receive { learner.role == .watcher } }
    #expect(try SessionClient("fay", path).role == .watcher)
    next.send(.role(author: "ben", .editor))
    try learners[0].receive { learners[0].role == .editor }
    next.setNumber("n", to: 3)
    try next.confirm()
    try learners[1].receive { learners[1].number("n") == "3" }
    #expect(next.role == .owner && learners[1].role == .watcher && guest.role == .watcher)
    #expect(try second.stop() == 0)
  }

  private func tokens(_ text: String, mode: mode_t = 0o600) throws -> String {
    let tokens = file.folder.file("tokens")
    try Tool.write(text, to: tokens)
    chmod(tokens, mode)
    return tokens
  }

  private let teacher = "teacher-0123456789"
  private let ada = "ada-0123456789abcdef"
  private let bob = "bob-0123456789abcdef"

  @Test func tokensTellApartWhoSharesAnAccount() throws {
    let tokens = try tokens("# a class\nowner \(teacher) Ms Miller\n\neditor \(ada)   Ada\nwatcher \(bob) Bob\r\n")
    let host = try serve(["--tokens", tokens, path])
    #expect(!host.greeting.contains("--token"))
    let owner = try SessionClient("x", path, token: teacher)
    let editor = try SessionClient("y", path, token: ada)
    let watcher = try SessionClient("z", path, token: bob)
    #expect([owner, editor, watcher].map(\.role) == [.owner, .editor, .watcher])
    // The names are those of the tokens, and nobody else's.
    try owner.receive { owner.people.isSuperset(of: ["Ada", "Bob"]) }
    let stranger = try SessionClient("Ada", path)
    #expect(stranger.role == .watcher && stranger.people.contains("Ms Miller"))
    try owner.receive { owner.people.contains("Ada (without a token)") }
    for wrong in ["", "x", String(ada.dropLast()), ada + "0", ada.uppercased()] {
      #expect(
        refusal { try SessionClient("w", path, token: wrong) } == "the token is unknown; ask the host’s user")
    }
    stranger.setNumber("n", to: 5)
    try stranger.receive { !stranger.laidAside.isEmpty }
    // Only to watch is possible with a token, too.
    #expect(try SessionClient("v", path, watches: true, token: teacher).role == .watcher)
    // What the owner gives belongs to the person, wherever they come from next.
    owner.send(.role(author: "z", .editor))
    try watcher.receive { watcher.role == .editor }
    #expect(try host.stop() == 0)
    let second = try serve(["--tokens", tokens, path])
    #expect(try SessionClient("another editor", path, token: bob).role == .editor)
    #expect(try second.stop() == 0)
    #expect(Tool.read(path) == NumberProgram.text(1))
  }

  @Test func tokensThatAreNotSafeAreRefused() throws {
    func problem(_ text: String, mode: mode_t = 0o600) throws -> String {
      let outcome = try Tool.run(
        ["15", Tool.binary, "serve", "--tokens", try tokens(text, mode: mode), path], program: "timeout")
      #expect(outcome.code == 1 && outcome.output == "")
      return outcome.errors.replacing(file.folder.path + "/", with: "")
    }
    let line = "editor \(ada) Ada\n"
    #expect(try problem(line, mode: 0o640) == "mortise: tokens: others can read these tokens; ‘chmod 600’ it\n")
    #expect(try problem("editor short Ada") == "mortise: tokens:1: a token needs at least 16 characters\n")
    #expect(
      try problem(line + "boss \(bob) B")
        == "mortise: tokens:2: a line is ‘owner’, ‘editor’ or ‘watcher’, a token and a name\n")
    #expect(try problem(line + "owner \(ada) Eve") == "mortise: tokens:2: the token is on another line, too\n")
    #expect(try problem(line + "owner \(bob) Ada") == "mortise: tokens:2: the name is on another line, too\n")
    #expect(try problem("# nobody\n") == "mortise: tokens: there is no token in it\n")
    let outcome = try Tool.run(
      ["15", Tool.binary, "serve", "--tokens", file.folder.file("no"), path], program: "timeout")
    #expect(outcome.code == 1 && outcome.errors.contains("no"))
  }
}

/// Editors say their token, too.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct TokenJourneyTests {
  @Test func anEditorShowsItsToken() throws {
    let file = try NumberProgram()
    let tokens = file.folder.file("tokens")
    try Tool.write("editor ada-0123456789abcdef Ada\n", to: tokens)
    chmod(tokens, 0o600)
    let host = try HostProcess(["--tokens", tokens, file.path])
    let editors = [
      try TmuxSession([file.path], shell: "export MORTISE_TOKEN=ada-0123456789abcdef"),
      try TmuxSession(["join", file.path, "--name", "Eve"]),
    ]
    #expect(try editors[1].sees("watching, with Ada"))
    try editors[0].press("<Enter>41<Enter>")
    #expect(try editors[1].sees("41"))
    let outcome = try Tool.run(["join", file.path, "--token", "wrong"])
    #expect(outcome.code == 1 && outcome.errors.contains("the token is unknown"))
    for editor in editors { #expect(try editor.pressLast("q") == "ended 0") }
    #expect(try host.stop() == 0)
    unlink(tokens)
  }
}
