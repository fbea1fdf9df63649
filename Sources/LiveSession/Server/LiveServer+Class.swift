import Glibc
import MortiseFiles
import Workbench

// The owner's commands for the class whose folder is served.
extension LiveServer {
  private var classFolder: ClassFolder? { folder.map(ClassFolder.init) }

  /// Handles a message of a client that lists the programs.
  /// - Throws: `MessageError` if clients with the list can't send it.
  func handle(_ message: ClientMessage, fromLister connection: Connection) throws(MessageError) {
    let answer: (message: String, isDone: Bool)
    switch message {
    case .handOut(let handOut):
      do { answer = (try self.handOut(handOut, by: connection), true) } catch { answer = ("\(error)", false) }
    case .links(let renews): return sendLinks(to: connection, renews: renews)
    case .collect:
      do throws(FileError) { answer = (try collect(), true) } catch { answer = ("\(error)", false) }
    default: throw MessageError("a client that lists the programs can only hand out, collect and ask for links")
    }
    connection.client.send(.saved(message: answer.message, isDone: answer.isDone))
  }

  // MARK: - Handing out

  /// Gives each learner a copy of a program.
  /// - Returns: a message with the learners who got one.
  /// - Throws: `OpenError` if no learner did.
  private func handOut(_ handOut: ClientMessage.HandOut, by teacher: Connection) throws(OpenError) -> String {
    let program = handOut.program
    guard let classFolder, Self.isName(program), let format = extensions.formats.format(ofPath: program) else {
      throw OpenError("“\(program)” isn’t the name of a program")
    }
    if let reason = format.readOnlyReason { throw OpenError("“\(program)” can't be handed out: \(reason)") }
    let bytes = if let text = handOut.text { Array(text.utf8) } else { try bytes(of: program) }
    do { _ = try Document(bytes: bytes, path: program, format: format, factory: try makeFactory()) } catch {
      throw OpenError(reading: program, error)
    }
    let learners = handOut.names.isEmpty ? learners(of: teacher) : Set(handOut.names)
    if learners.isEmpty { throw OpenError("no learners are here to get \(program); a list of names is needed") }
    var (given, having, problems): ([String], [String], [String]) = ([], [], [])
    for learner in learners.sorted() {
      guard let copy = ClassFolder.copyName(of: program, for: learner) else {
        problems.append("“\(learner)” can’t be in the name of a file")
        continue
      }
      if classFolder.has(copy) {
        having.append(learner)
        continue
      }
      do throws(FileError) {
        try classFolder.create(bytes, named: copy)
        given.append(learner)
        tell(learner, of: copy)
      } catch {
        problems.append("\(error)")
      }
    }
    let parts = [
      given.isEmpty ? "no learner got \(program)" : "handed \(program) out to \(Self.list(given))",
      having.isEmpty ? nil : "\(Self.list(having)) \(having.count == 1 ? "has" : "have") one already",
      problems.isEmpty ? nil : problems.joined(separator: ", "),
    ]
    let message = parts.compactMap(\.self).joined(separator: "; ")
    if given.isEmpty { throw OpenError(message) }
    return message
  }

  /// Returns the names for a sentence, or only their number if there are many.
  private static func list(_ names: [String]) -> String {
    names.count > 6 ? "\(names.count) learners" : names.joined(separator: ", ")
  }

  /// Returns the program as its session has it, or else its file.
  private func bytes(of program: String) throws(OpenError) -> [UInt8] {
    if let bytes = programs[program]?.bytes { return bytes }
    guard let classFolder else { throw OpenError("no folder is served") }
    do throws(FileError) { return try classFolder.read(program) } catch { throw OpenError("\(error)") }
  }

  /// Returns the names of all clients in a program, except the teacher's.
  private func learners(of teacher: Connection) -> Set<String> {
    Set(connections.compactMap { $0.client.person?.name }).subtracting([teacher.listerName].compactMap(\.self))
  }

  /// Notifies a learner of their copy. Only they get the token that lets them edit it where others only watch.
  private func tell(_ learner: String, of copy: String) {
    let token = secrets.token(ofCopy: copy)
    for connection in connections where connection.client.person?.name == learner {
      connection.client.send(.handedOut(program: copy, token: token))
    }
  }

  // MARK: - Collecting

  /// Copies all programs of the folder in their current states.
  private func collect() throws(FileError) -> String {
    let names = programNames
    guard let classFolder else { throw FileError(.read, options.path, .missingFolder) }
    let (folder, failed) = try classFolder.collect(names, at: time(nil)) { programs[$0]?.bytes }
    let count = names.count - failed.count
    let text = "collected \(count == 1 ? "1 program" : "\(count) programs") in \(folder)"
    return failed.isEmpty ? text : "\(text); not \(Self.list(failed)): not plain files, or not readable"
  }
}
