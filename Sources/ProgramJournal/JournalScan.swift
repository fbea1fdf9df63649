import MortiseFiles
import Workbench

/// The journals found beside a program.
public nonisolated struct JournalScan: Sendable {
  /// The journals whose editors are gone.
  public private(set) var orphans: [OrphanJournal] = []
  /// The editors that have, or may have, the program open.
  public private(set) var activeEditors: [JournalEditor] = []
  /// One line for each unreadable file with the name of a journal. These files are left alone.
  public private(set) var remarks: [String] = []

  /// Removes the temporary files that killed editors of a program left, and lists its journals. May be called on any
  /// thread. An editor that first creates its own journal (`JournalWriter.flush`) and then looks can't miss another one
  /// that does so at the same time.
  /// - Parameters:
  ///   - programPath: the path given to the editor; nil for an unnamed program.
  ///   - own: the path of this editor's own journal, which is skipped.
  public static func look(for programPath: String?, besides own: String? = nil) -> JournalScan {
    look(for: programPath, besides: own, lock: FileLock.acquire)
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
    TemporaryFile.removeAbandoned(beside: location)
    for path in JournalFile.paths(beside: location) where path != own {
      switch JournalFile.look(path, lock: lock) {
      case .nothing: break
      case .unreadable(let reason):
        scan.remarks.append("\(path) was skipped: \(reason); remove it if you don't need it")
      case .inUse(let content):
        if content.fileName == location.name { scan.activeEditors.append(content.editor) }
      case .orphaned(let file, let content):
        guard content.fileName == location.name else { continue }
        scan.orphans.append(
          OrphanJournal(file: file, content: content, programPath: programPath, location: location))
      }
    }
    return scan
  }
}
