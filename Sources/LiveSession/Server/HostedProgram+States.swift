import BlockEvents
import MortiseFiles
import Workbench

// The known states of a program's file, for a log on a server.
extension HostedProgram {
  /// Makes a file the program's own, at the beginning.
  /// - Parameters:
  ///   - hash: the hash of the file's program.
  ///   - states: the known states of the file; then the state that it has now.
  /// - Returns: the number of the log's last batch in the file; -1 if the file has to be merged or created.
  /// - Throws: `OpenError` if it may be another program.
  static func take(
    _ file: Document, from path: String, hash: UInt64, for document: inout Document, of host: LiveHost,
    _ numbers: SavedStates.Numbers, _ states: inout SavedStates
  ) throws(OpenError) -> Int {
    // A file that omits ids has another hash each time that it is read.
    let isLast = file.readBytes == nil || hash == host.loggedHash || document.isIn(file)
    let origin =
      isLast ? .log(number: host.number) : states.origin(of: file.readBytes ?? [], hash: hash, in: numbers)
    switch origin {
    case .log(let number):
      document.takeFile(of: file, from: path, stamp: file.stamp, savedBytes: file.readBytes)
      let hash = isLast ? host.loggedHash : numbers.hash(at: number) ?? hash
      states.become(.init(number: number, hash: hash, bytes: file.readBytes), of: host.session)
      // With -1, a new file is written even if the program isn't changed.
      return file.stamp == nil ? -1 : number
    case .others(let base):
      document.takeFile(of: file, from: path, stamp: nil, savedBytes: base?.bytes)
      return -1
    case nil:
      throw OpenError(
        "\(OpenFolder.shown(path)): the session has another program of this name; move the file away, and it is written again"
      )
    }
  }

  /// Takes a file that another host of the log has written since the last save: nothing in it is new.
  /// - Returns: whether it is one.
  func takeFromLog(_ file: Document) -> Bool {
    guard let known = states?.last, let batches = host.log.read(since: known.number) else { return false }
    let hash = ProgramHash(of: file.workspace, eventManager: EventManager()).value
    guard let number = batches.last(where: { $0.hash == hash })?.number else { return false }
    document.didTakeOver(file)
    noteSaved(number: number, hash: hash)
    return true
  }

  /// Notes the number of the log that the file belongs to.
  func noteFile(number: Int, hash: UInt64) {
    states?.become(.init(number: number, hash: hash, bytes: document.savedBytes), of: host.session)
    tellOfStates()
  }

  /// Reports to all members if the known states of the file can't be stored.
  func tellOfStates() {
    if let problem = states?.problem {
      host.saved(message: "the save can’t be recorded: \(problem)", isDone: false)
    }
  }
}

nonisolated extension SaveJob {
  /// Writes the file, as `write()` does, and notes the number of the log that it belongs to.
  func write(number: Int, hash: UInt64, noting states: inout SavedStates?) throws(FileError) -> SavedFile {
    // If this host is killed meanwhile, it needs both states when it is restarted.
    states?.prepare(.init(number: number, hash: hash, bytes: bytes))
    let file = try write()
    states?.become(.init(number: number, hash: hash, bytes: file.bytes))
    return file
  }
}
