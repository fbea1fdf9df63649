import BlockFormats
import BlockLibrary
import BlockModel
import CodeGeneration
import LiveSession
import MortiseFiles
import Synchronization
import TerminalUI
import Workbench

/// The files of definitions of blocks, generators, a toolbox and messages, and the app's own blocks. They are read on
/// a background thread.
nonisolated struct DefinitionFiles: Sendable {
  let own: AppBlocks
  let formats: FileFormats
  var blocks: [String] = []
  var generators: [String] = []
  /// Whether the generators of the blocks' files are left out: they are untrusted code.
  var leavesOutGenerators = false
  /// The toolbox file; nil for the app's toolbox.
  var toolbox: String?
  /// A language's code, or a file of messages; nil for English.
  var language: String?
  /// The language that the user has chosen in the editor; nil for none.
  let chosenLanguage = ChosenLanguage()

  /// The sessions of the open programs that are shared.
  let sessions = JoinedSessions()
  /// The user that joins them.
  var user = SessionUser()
  /// The store of changes that no host has received; nil for none.
  var unsentFiles: NamedFiles?
  /// A session on another machine, joined before the editor took over the terminal: `ssh` may have asked for a
  /// password.
  var remoteSession: JoinedSession?
  /// Whether the programs must be opened in a session: they are served by others.
  var mustJoin = false

  /// The places where definitions are found automatically; nil for none.
  var locations: DefinitionLocations?
  /// The program whose location is used in a command with several.
  var program: String?

  init(own: AppBlocks, formats: FileFormats) { (self.own, self.formats) = (own, formats) }

  /// The files named on the command line.
  @MainActor init(of arguments: Arguments) {
    self.init(own: MortiseApp.current.blocks, formats: MortiseApp.current.formats)
    blocks = arguments.values(CommonOptions.blocks.key)
    generators = arguments.values("--generators")
    language = arguments.value(CommonOptions.language.key)
    locations = .current
    // The text after the # names a block, or a program in the file.
    let paths = arguments.operands.lazy.flatMap { [ProgramPath($0).file, String($0.prefix { $0 != "#" })] }
    program = paths.first(where: FileSystem.exists)
  }

  private func messages() throws(OpenError) -> MessageTable {
    try ProgramFile.messages(in: chosenLanguage.code ?? language)
  }

  /// Switches to another language.
  /// - Returns: the toolbox in that language.
  /// - Throws: `OpenError` if it can't be read.
  func useLanguage(_ language: String) throws(OpenError) -> Toolbox {
    let toolbox = try ProgramFile.toolbox(toolbox, messages: ProgramFile.messages(in: language), own: own)
    chosenLanguage.choose(language)
    return toolbox
  }

  /// Creates a factory with all blocks.
  /// - Throws: `OpenError` for the first file that can't be read.
  func factory() throws(OpenError) -> BlockFactory { try factory(for: program) }

  /// Creates a factory with all blocks, which finds the definitions for a program.
  /// - Parameter program: the program's path; nil for the current folder.
  /// - Throws: `OpenError` for the first file that can't be read.
  func factory(for program: String?) throws(OpenError) -> BlockFactory {
    let messages = try messages()
    let factory = try ProgramFile.factory(blocks: blocks, messages: messages, own: own)
    let translation = factory.translation
    let finds = { (factory: BlockFactory) in
      factory.addsMore = { $0.addFound(foundFiles(for: program, in: $0.formatName), messages: $0.messages) }
      // A toolbox of the user's is complete.
      if toolbox == nil { factory.offersMore = { !foundFiles(for: program, in: $0).isEmpty } }
    }
    finds(factory)
    factory.translation = { language in
      let other = translation(language)
      if let other { finds(other) }
      return other
    }
    return factory
  }

  /// The definition files found for a program.
  /// - Parameter format: the name of its format; nil to look into the file if it matters.
  func foundFiles(for program: String?, in format: String? = nil) -> [String] {
    guard let locations else { return [] }
    // A program without a name, or from standard input, is treated as if it were in the current folder.
    let path = program.map { ProgramPath($0).file } ?? FileSystem.absolute("-")
    return locations.files(for: path) {
      if let format { return format }
      let bytes = (try? FileReader.read(path).bytes) ?? []
      return formats.format(of: bytes, path: path, factory: BlockFactory())?.name
    }
  }

  /// Reads the generator files: those named explicitly, and those near the program that the user has allowed.
  /// - Throws: `FileError` for the first file that can't be read.
  func generatorFiles() throws(FileError) -> [BlockFile] {
    try generatorFiles(nearby: nearbyGenerators(of: program))
  }

  private func generatorFiles(nearby: [BlockFile]) throws(FileError) -> [BlockFile] {
    own.files + nearby.filter { locations?.isTrusted($0) ?? false }
      + (try GeneratorFiles.files(blocks: leavesOutGenerators ? [] : blocks, generators: generators))
  }

  /// The files with generators near a program.
  func nearbyGenerators(of program: String?) -> [BlockFile] {
    locations?.generatorFiles(near: program.map { ProgramPath($0).file } ?? FileSystem.absolute("-")) ?? []
  }

  /// - Throws: `OpenError` or `FileError` for the first file that can't be read.
  private func read(for program: String?) throws -> Opening.Definitions {
    let messages = try messages()
    let nearby = nearbyGenerators(of: program)
    var definitions = Opening.Definitions(
      factory: try factory(for: program), toolbox: try ProgramFile.toolbox(toolbox, messages: messages, own: own),
      generators: try generatorFiles(nearby: nearby))
    let offered = nearby.filter { !definitions.generators.contains($0) }
    if !offered.isEmpty {
      definitions.offered = OfferedGenerators(files: offered) {
        do throws(FileError) {
          for file in offered { try locations?.trust(file) }
          return nil
        } catch {
          return "\(error)"
        }
      }
    }
    return definitions
  }

  /// - Parameter path: nil for a new program.
  private func document(at path: String?, _ definitions: Opening.Definitions) throws(OpenError) -> Document {
    guard let path else { return Document(factory: definitions.factory) }
    let address = mustJoin ? SessionAddress(path) : SessionAddress(path: path)
    if mustJoin || address.isServed {
      do throws(SocketError) { return try join(address, definitions) } catch {
        if mustJoin { throw OpenError("\(error)") }
        // The socket is left over from a killed host.
      }
    }
    return try Document.open(path, opensFirst: true, factory: definitions.factory, formats: formats)
  }

  private func join(
    _ address: SessionAddress, _ definitions: Opening.Definitions
  ) throws(SocketError) -> Document {
    if let joined = remoteSession, joined.reconnect == address { return try document(of: joined, definitions) }
    return try document(of: try connect(to: address), definitions)
  }

  /// Joins a session, with the changes that an earlier editor could not send.
  /// - Parameter asks: whether `ssh` may ask for passwords on the terminal.
  /// - Throws: `SocketError` if it can't be joined.
  func connect(to address: SessionAddress, asks: Bool = false) throws(SocketError) -> JoinedSession {
    let unsent = unsentFiles.flatMap { UnsentChanges.take(for: address, from: $0) }
    var hello = user.hello
    hello.secret = SessionUser.newID()
    if let unsent { (hello.author, hello.secret) = (unsent.author, unsent.secret) }
    hello.copyToken = sessions.copyToken(for: address)
    var joined = try address.join(hello, asks: asks)
    joined.unsent = unsent
    return joined
  }

  private func document(
    of joined: JoinedSession, _ definitions: Opening.Definitions
  ) throws(SocketError) -> Document {
    guard let snapshot = joined.snapshot else { throw SocketError("the host sends no program") }
    do throws(OpenError) {
      var joined = joined
      snapshot.definitions.add(to: definitions.factory)
      let comparison = snapshot.definitions.compare(with: definitions.factory)
      if !comparison.isSame { snapshot.definitions.add(to: definitions.factory, replacingOwn: true) }
      joined.definitions = comparison
      let document = try snapshot.document(factory: definitions.factory)
      sessions.put(joined, for: document)
      return document
    } catch {
      throw SocketError("\(error)")
    }
  }

  /// Reads a further program.
  /// - Throws: `OpenError` or `FileError` for the first file that can't be read.
  func readProgram(_ path: String?) throws -> (Opening.Definitions, Document) {
    let definitions = try read(for: path)
    return (definitions, try document(at: path, definitions))
  }

  /// Describes what to open: the first program, and those after it.
  func opening(_ programs: [(path: String, link: String?)]) -> Opening {
    let first = programs.first
    var opening = Opening(
      path: first?.path, link: first?.link, definitions: { try read(for: first?.path) },
      program: { definitions in try document(at: first?.path, definitions) })
    opening.further = programs.dropFirst().map { path, link in
      Opening.FurtherProgram(path: path, link: link) { definitions in
        var definitions = definitions
        // Programs of one folder share their definitions.
        if foundFiles(for: path) != foundFiles(for: first?.path) { definitions.factory = try factory(for: path) }
        return try document(at: path, definitions)
      }
    }
    return opening
  }
}

/// A language that is chosen while definitions are read on other threads.
nonisolated final class ChosenLanguage: Sendable {
  private let value = Mutex<String?>(nil)

  /// The language's code; nil for none.
  var code: String? { value.withLock { $0 } }

  func choose(_ code: String) { value.withLock { $0 = code } }
}
