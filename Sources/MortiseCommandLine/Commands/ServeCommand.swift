import BlockLibrary
import Glibc
import LiveRedis
import LiveSession
import MortiseFiles
import Workbench

/// `mortise serve FILE|FOLDER`: lets several people edit a program at once.
enum ServeCommand: Subcommand {
  static let name = "serve"
  static let summary = "let several people edit a program, or those of a folder, at once"
  static let syntax = ArgumentSyntax(
    usage:
      "FILE|FOLDER [--watch] [--tokens FILE] [--group NAME | --all] [--web PORT [--blockly FOLDER] [--web-name NAME]]",
    options: [
      Option("--watch", help: "those who join may only watch, until the owner gives them the pen"),
      Option(
        "--tokens", value: "FILE",
        help: "only those with a token of this file may edit; a line is a role, a token and a name"),
      Option("--group", value: "NAME", help: "let this group's users join"),
      Option("--all", help: "let all users of this machine join"),
      Option("--while-used", help: "end when the last one has left"),
      Option("--redis", value: "URL", help: "keep the log in Redis, for hosts on several machines: redis://HOST:PORT"),
      Option("--redis-password", value: "FILE", help: "the file with Redis's password"),
      Option("--web", value: "PORT", help: "let browsers of this machine join, by a link that is printed"),
      Option(
        "--blockly", value: "FOLDER",
        help: "the page uses the Blockly in this folder, not that of ‘fetch-blockly’"),
      Option("--web-name", value: "NAME", help: "the name under which a proxy shows the page"),
    ],
    operandName: "FILE", operandCount: 1...1,
    details: """
      The program is served until a signal such as Ctrl+C ends the command; it is saved on Ctrl+S in an editor, half a
      minute after a change, and at the end. ‘mortise join FILE’ and ‘mortise FILE’ join it. Without --group or --all,
      only you can, also through ssh. With --watch, a token makes its holder the owner.
      Where several people share an account, --tokens tells them apart: each line of its file is ‘owner’, ‘editor’ or
      ‘watcher’, a token of at least 16 characters, and a name.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let path = arguments.operands[0]
    var options = LiveServer.Options(path: path)
    options.version = MortiseApp.mortiseVersion
    if let group = arguments.value("--group") {
      guard let entry = getgrnam(group) else { throw UsageError("there is no group “\(group)”") }
      (options.group, options.mode) = (entry.pointee.gr_gid, 0o660)
    }
    if arguments.has("--all") {
      if options.group != nil { throw UsageError("--group and --all can't be combined") }
      options.mode = 0o666
    }
    options.endsWhenUnused = arguments.has("--while-used")
    if arguments.has("--watch") {
      options.watches = true
      options.ownerToken = SessionUser.newID()
    }
    options.web = try web(arguments)
    (options.roles, options.states, options.rescued) = (UserState.roles, UserState.states, UserState.rescued)
    options.codeCommands = AppCode.commands
    let files = DefinitionFiles(of: arguments)
    do {
      options.tokens = try arguments.value("--tokens").map { try PersonalTokens(file: $0) }
      if let url = arguments.value("--redis") {
        let address = try RedisAddress(url)
        let password = try arguments.value("--redis-password").map { try RedisPassword(file: $0) }
        options.makeLog = { name, start in RedisLog(address, password: password, name: name, start: start) }
      }
      let server = try LiveServer(options, extensions: MortiseApp.current.extensions()) { () throws(OpenError) in
        try files.factory()
      }
      let token = options.ownerToken.map { " --token '\($0)'" } ?? ""
      Console.show("serving \(path); join with: \(MortiseApp.current.name) join \(Self.word(path))\(token)\n")
      if let links = server.webLinks {
        Console.show("in a browser: \(links.editing)\n  only to watch: \(links.watching)\n")
      }
      let problems = server.run()
      for problem in problems { Console.printError("\(problem); \(server.whereabouts(of: problem))") }
      return problems.isEmpty ? .success : .problems
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }

  /// A path as a shell's word, in quotes only if it needs them.
  private static func word(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:@%=".contains($0) }
    return isPlain ? path : SSHConnection.quoted(path)
  }

  private static func web(_ arguments: Arguments) throws(UsageError) -> LiveServer.WebOptions? {
    guard let text = arguments.value("--web") else {
      for option in ["--blockly", "--web-name"] where arguments.value(option) != nil {
        throw UsageError("\(option) needs --web")
      }
      return nil
    }
    guard let port = UInt16(text) else { throw UsageError("“\(text)” is not a port: a number up to 65535") }
    var options = LiveServer.WebOptions(port: port)
    let fetched = UserFolders.blockly.flatMap { BlocklyFetch.isComplete($0) ? $0 : nil }
    (options.folder, options.name) = (arguments.value("--blockly") ?? fetched, arguments.value("--web-name"))
    return options
  }
}
