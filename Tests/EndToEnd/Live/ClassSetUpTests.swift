import FileTesting
import Glibc
import LiveSession
import PtyDriver
import Testing

/// Three kinds of class are set up with the commands of docs/use/live.md, as they stand there.
@MainActor @Suite struct ClassSetUpTests {
  private static let learners = ["ada", "ben", "cem"]
  /// The teacher's folder, with the folder “homework”.
  private let place: TemporaryFolder
  private let state: TemporaryFolder

  init() throws {
    (place, state) = (try TemporaryFolder(), try TemporaryFolder())
    mkdir(place.file("homework"), 0o755)
    for name in Self.learners { try Tool.write(NumberProgram.text(1), to: program(of: name)) }
  }

  private func program(of name: String) -> String { place.file("homework/\(name).xml") }

  private func finish(_ host: HostProcess) throws {
    #expect(try host.stop() == 0)
    _ = try Tool.run(["-rf", place.file("homework"), state.file("mortise")], program: "rm")
  }

  /// The commands of a kind of class, and who gives each.
  private func commands(ofClass heading: String) throws -> [(who: String, command: String)] {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let page = Tool.read(root + "/docs/use/live.md")
    let start = try #require(page.firstRange(of: "**\(heading)")).upperBound
    let lines = page[start...].split(separator: "```\n")[1].split(separator: "\n")
    let commands = lines.map { line in
      let words = line.split(separator: "$ ", maxSplits: 1)
      return (String(words[0]), String(words[1]))
    }
    #expect(commands.filter { $0.0 == "teacher" }.count <= 4 && commands.filter { $0.0 != "teacher" }.count <= 1)
    return commands
  }

  private func words(_ command: String) -> [String] { command.split(separator: " ").dropFirst().map(String.init) }

  /// Starts the host by its command.
  private func serve(_ commands: [(who: String, command: String)]) throws -> HostProcess {
    let command = try #require(commands.first { $0.command.hasPrefix("mortise serve ") }).command
    return try HostProcess(
      Array(words(command).dropFirst()), shell: "cd '\(place.path)'; export XDG_STATE_HOME='\(state.path)'")
  }

  /// Shows the list of the class by its command, in which a word is replaced.
  private func expectList(_ commands: [(who: String, command: String)], _ word: String = "", _ token: String = "")
    throws
  {
    let command = try #require(commands.first { $0.command.hasPrefix("mortise class ") }).command
    let list = try TmuxSession(
      words(command).map { $0 == word ? token : $0 }, shell: "cd '\(place.path)'", stateFolder: state.path)
    #expect(try list.sees("ada.xml  ada"))
    #expect(try list.sees("cem.xml  no one"))
    #expect(try list.pressLast("q") == "ended 0")
  }

  @Test(.enabled(if: TmuxSession.isNeeded && geteuid() == 0 && Tool.has("setpriv"), "only root can act for others"))
  func learnersWithAccountsOfTheirOwn() throws {
    let commands = try commands(ofClass: "Learners with accounts")
    // The group that the test's learners are in.
    let group = getgrnam("games")?.pointee.gr_gid ?? 0
    let own = commands.map { ($0.who, $0.command.replacing("--group class", with: "--group games")) }
    #expect(own.map(\.1) != commands.map(\.command))
    for folder in [place.path, place.file("homework")] {
      chown(folder, 0, group)
      chmod(folder, 0o750)
    }
    // The built program may lie where others can't go.
    #expect(try Tool.run([Tool.binary, state.file("mortise-binary")], program: "cp").code == 0)
    chmod(state.path, 0o755)
    defer { unlink(state.file("mortise-binary")) }
    let host = try serve(own)
    let join = words(try #require(own.last { $0.0 == "ada" }).1)
    let ada = try PtySession(
      program: "/bin/sh",
      arguments: [
        "-c", "cd '\(place.path)'; exec setpriv --reuid 61236 --regid \(group) --clear-groups \"$0\" \"$@\"",
        state.file("mortise-binary"),
      ] + join + ["--name", "ada"])
    _ = try ada.outputUpTo("ada.xml · shared")
    try expectList(own)
    let watcher = try SessionClient("teacher", program(of: "ada"))
    #expect(watcher.people == ["ada"])
    ada.type("q")
    #expect(try ada.end() == 0)
    try finish(host)
  }

  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func learnersWhoShareAnAccount() throws {
    let commands = try commands(ofClass: "Learners who share")
    try Tool.write(Self.learners.map { $0 + "\n" }.joined(), to: place.file("names"))
    let made = try Tool.run(["-c", commands[0].command], program: "/bin/bash", shell: "cd '\(place.path)'")
    #expect(made.code == 0 && made.errors == "" && TemporaryFolder.mode(place.file("tokens")) == 0o600)
    let host = try serve(commands)
    let teacher = try #require(host.token)
    let tokens = Tool.read(place.file("tokens")).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(tokens.map { $0[2] } == ["ada", "ben", "cem"])
    let join = words(try #require(commands.last { $0.who == "ada" }).command)
    let ada = try TmuxSession(
      join.map { $0 == "ADA" ? String(tokens[0][1]) : $0 }, shell: "cd '\(place.path)'", stateFolder: state.path)
    #expect(try ada.sees("ada.xml · shared"))
    try expectList(commands, "TEACHER", teacher)
    // With a token of their own they may edit, without one only watch.
    #expect(try SessionClient("x", program(of: "ben"), token: String(tokens[1][1])).role == .editor)
    #expect(try SessionClient("y", program(of: "ben")).role == .watcher)
    #expect(try SessionClient("z", program(of: "ben"), token: teacher).role == .owner)
    #expect(try ada.pressLast("q") == "ended 0")
    try finish(host)
    for name in ["names", "tokens"] { unlink(place.file(name)) }
  }

  @Test(.enabled(if: WebTests.isPossible && TmuxSession.isNeeded, "there is no node with ws, or no tmux"))
  func learnersWithBrowsers() throws {
    let commands = try commands(ofClass: "Learners with browsers")
    #expect(try Tool.run(words(commands[0].command) + ["--help"]).code == 0)
    let free = commands.map { ($0.who, $0.command.replacing("--web 8080", with: "--web 0")) }
    let host = try serve(free)
    let printed = String(decoding: try host.session.bytesThrough(Array("only to watch: ".utf8)), as: UTF8.self)
    let links = printed.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("http://") }.map(String.init)
    #expect(links.count == 4)
    #expect(try visit(Array(links.prefix(3))) == "ada.xml editor\nben.xml editor\ncem.xml editor\n")
    let client = try SessionClient("ada", program(of: "ada"))
    try expectList(free)
    // A copy is its learner's to edit, also by the link to watch, and nobody else's.
    let order = ["class", place.file("homework"), "--hand-out", "ben.xml"]
    #expect(try Tool.run(order).output == "handed ben.xml out to ada\n")
    try client.receive { !client.handedOut.isEmpty }
    let watching = String(decoding: try host.session.bytesThrough(Array("\n".utf8)), as: UTF8.self)
    let token = watching.split(separator: "#").last.map { $0.filter(\.isHexDigit) } ?? ""
    let base = try #require(links.last?.split(separator: "#").first)
    let copy = client.handedOut[0]
    let visits = [copy.token, "wrong"].map { "\(base)?program=\(copy.program)&copy=\($0)#\(token)" }
    // The copy's token opens the page, too.
    let own = "\(base)?program=\(copy.program)&copy=\(copy.token)#\(copy.token)"
    #expect(
      try visit(visits + [own])
        == "ben-ada.xml editor\nben-ada.xml watcher\nben-ada.xml editor\n")
    try finish(host)
  }

  /// Opens links as a browser does.
  /// - Returns: the program and the role, a line each.
  private func visit(_ links: [String]) throws -> String {
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Web/"
    let outcome = try Tool.run(
      [folder + "visit.js"] + links, program: "node", shell: "export NODE_PATH=\(WebTests.nodeModules)")
    #expect(outcome.errors == "")
    return outcome.output
  }
}
