import BlockLibrary
import BlockModel
import CodeGeneration
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
      Option("--watch", help: "people who join may only watch, until the owner lets them edit"),
      Option(
        "--tokens", value: "FILE",
        help: "only people with a token in this file may edit; a line is a role, a token and a name"),
      Option("--group", value: "NAME", help: "let this group's users join"),
      Option("--all", help: "let all users of this machine join"),
      Option("--while-used", help: "end when the last person has left"),
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
      If several people share an account, --tokens distinguishes them: each line of its file is ‘owner’, ‘editor’ or
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
    (options.watches, options.needsOwnerToken) = (arguments.has("--watch"), arguments.has("--watch"))
    options.web = try web(arguments)
    (options.roles, options.states, options.rescued) = (UserState.roles, UserState.states, UserState.rescued)
    options.secrets = HostSecrets(of: path, in: UserState.hostSecrets)
    options.codeCommands = AppCode.commands
    let files = DefinitionFiles(of: arguments)
    options.warn = { Console.printError($0) }
    options.generate = { generate($0, $1, files) }
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
      Console.show(greeting(of: server, path, needsToken: options.needsOwnerToken))
      let problems = server.run()
      for problem in problems { Console.printError("\(problem); \(server.whereabouts(of: problem))") }
      return problems.isEmpty && !server.hasFailed ? .success : .problems
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }

  /// The ways to join, as complete commands.
  private static func greeting(of server: LiveServer, _ path: String, needsToken: Bool) -> String {
    let (app, word) = (MortiseApp.current.name, word(path))
    let token = needsToken ? " --token \(server.secrets.ownerToken)" : ""
    var text = "serving \(path); join with: \(app) join \(word)\(token)\n"
    if server.isFolder {
      let names = server.programNames
      let program = Self.word(path + (path.hasSuffix("/") ? "" : "/") + (names.first ?? "NAME"))
      let count = names.count == 1 ? "1 program" : "\(names.count) programs"
      text = "serving \(path), \(count); list them with: \(app) class \(word)\(token)\n"
      text += "join with: \(app) join \(program)\n"
    }
    guard let links = server.webLinks else { return text }
    for (name, link) in server.webLinksOfPrograms { text += "\(name) in a browser: \(link)\n" }
    return text + "in a browser: \(links.editing)\n  only to watch: \(links.watching)\n"
  }

  /// The code of a program in a language.
  private static func generate(
    _ program: Workspace, _ language: String, _ files: DefinitionFiles
  ) -> Result<String, OpenError> {
    guard MortiseApp.current.languages[language] != nil else {
      return .failure(OpenError("there is no language “\(language)”"))
    }
    do {
      let generators = try MortiseApp.current.languages.generators(
        of: language, files: files.generatorFiles(), factory: program.factory)
      let code = try CodeGenerator(program, in: generators, options: GenerationOptions()).generate()
      return .success(String(decoding: code.bytes, as: UTF8.self))
    } catch let problem as GenerationProblem {
      return .failure(OpenError(problem.message))
    } catch {
      return .failure(OpenError("\(error)"))
    }
  }

  /// A path as a word for the shell, quoted only if necessary.
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
