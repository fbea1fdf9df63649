import Glibc
import MortiseFiles
import Workbench

// The programs of a served folder.
extension LiveServer {
  /// The maximum number of programs that are open at once.
  private static let programLimit = 500
  /// The time that a program without clients stays open, and the maximum number of such programs.
  private static let (idleTime, idleLimit) = (Duration.seconds(300), 50)
  /// The maximum length of a program's name in bytes, as in the system.
  private static let longestName = 255

  /// Whether a text can be the name of a program in the folder.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("/") && !text.hasPrefix(".") && text.pathBytes.count <= longestName
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Returns the program that a client names, and opens it first if necessary.
  /// - Parameter isOwnAccount: whether the client may read all that the host may read.
  /// - Throws: `MessageError` if it can't be opened.
  func program(named name: String?, isOwnAccount: Bool) throws(MessageError) -> HostedProgram {
    guard let folder else { return programs[""]! }
    guard let name else {
      var reason = HostMessage.CloseReason("choose one of the folder’s programs", isFinal: true)
      reason.programs = programNames
      throw MessageError(reason)
    }
    func refusal(_ text: String) -> MessageError { MessageError(HostMessage.CloseReason(text, isFinal: true)) }
    guard Self.isName(name) else { throw refusal("“\(name.bounded)” can’t be the name of a program") }
    if let program = programs[name] { return program }
    let path = folder.path(of: name)
    let status: stat
    do throws(SystemError) { status = try FileSystem.status(of: path) } catch {
      throw refusal("the folder has no program “\(name)”")
    }
    guard status.isRegular else { throw refusal("“\(name)” isn’t a file, but a link, a folder or something else") }
    // Two sessions of one file would overwrite each other's changes.
    if let other = programs.first(where: { $0.value.isFile(status) })?.key {
      throw refusal("“\(name)” is the same file as “\(other)”; join that")
    }
    if programs.count >= Self.programLimit { throw refusal("too many programs are open; try again later") }
    do throws(OpenError) {
      let program = try open(path)
      programs[name] = program
      return program
    } catch {
      // The reason may quote the file.
      throw refusal(isOwnAccount ? "\(error)" : "“\(name)” can’t be opened; the host’s user can find out why")
    }
  }

  /// Whether a folder is served.
  package var isFolder: Bool { folder != nil }

  /// The names of the programs in the folder.
  package var programNames: [String] {
    guard let folder else { return [] }
    return (try? ProgramFolder(at: folder.path, recentFiles: nil, formats: extensions.formats))?.programs ?? []
  }

  /// The programs of the folder, and those that are open in it.
  var summaries: [ProgramSummary] {
    Set(programNames).union(programs.keys).sorted().map { name in
      ProgramSummary(name: name, people: programs[name]?.host.people ?? [], changed: programs[name]?.changed)
    }
  }

  /// Closes programs without clients, once they are saved.
  func closeIdlePrograms(at now: ContinuousClock.Instant) {
    guard folder != nil else { return }
    for program in programs.values {
      program.idleSince = program.host.clientCount > 0 ? nil : program.idleSince ?? now
    }
    var idle = programs.filter { $0.value.idleSince != nil && $0.value.canClose }.sorted {
      $0.value.idleSince ?? now < $1.value.idleSince ?? now
    }[...]
    while let (name, program) = idle.first,
      idle.count > Self.idleLimit || program.idleSince.map({ now >= $0 + Self.idleTime }) ?? false
    {
      forget(program, named: name)
      idle.removeFirst()
    }
  }

  /// Closes a program, and forgets it. If it can't be saved, warns the host's user, and says where its changes are.
  func forget(_ program: HostedProgram, named name: String) {
    if let problem = program.close() { options.warn("\(problem); \(location(of: program))") }
    programs[name] = nil
  }

  /// The time at which the next program can be closed; nil if none can.
  var nextIdleEnd: ContinuousClock.Instant? {
    programs.values.filter(\.canClose).compactMap(\.idleSince).min().map { $0 + Self.idleTime }
  }
}
