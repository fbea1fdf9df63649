import Files
import Workbench

/// The journals that are beside a program.
public nonisolated struct JournalScan: Sendable {
  /// Those whose editors are gone.
  public private(set) var left: [OrphanJournal] = []
  /// The editors that have the program open, or may have.
  public private(set) var editors: [JournalEditor] = []
  /// What has the name of a journal and could not be read, a line each. It is left as it is.
  public private(set) var remarks: [String] = []

  /// Looks for the journals of a program; may be called on any thread. Whoever claims a journal of their own first, as
  /// `JournalWriter.flush` does, and then looks, can't overlook another one who does so at the same time.
  /// - Parameters:
  ///   - programPath: the program as the editor was given it; nil for one without a name.
  ///   - own: the path of the journal that this editor has itself.
  public static func look(for programPath: String?, besides own: String? = nil) -> JournalScan {
    look(for: programPath, besides: own, lock: FileLock.take)
  }

  static func look(
    for programPath: String?, besides own: String? = nil, lock: (Int32) -> FileLock.Outcome
  ) -> JournalScan {
    var scan = JournalScan()
    let location: FileLocation
    do throws(FileError) { location = try JournalFile.location(of: programPath) } catch {
      scan.remarks.append("\(error)")
      return scan
    }
    for slot in 1...JournalFile.slotCount {
      let path = JournalFile.path(beside: location, slot: slot)
      if path == own { continue }
      switch JournalFile.look(path, lock: lock) {
      case .nothing: break
      case .foreign(let reason):
        scan.remarks.append("\(path) is left as it is: \(reason); if nobody needs it, remove it")
      case .inUse(let content):
        if content.fileName == location.name { scan.editors.append(content.editor) }
      case .left(let file, let content):
        guard content.fileName == location.name else { continue }
        scan.left.append(
          OrphanJournal(file: file, content: content, programPath: programPath, location: location))
      }
    }
    return scan
  }
}
