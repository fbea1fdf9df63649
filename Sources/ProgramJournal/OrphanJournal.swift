import BlockFormats
import MortiseFiles
import Workbench

/// A journal whose editor is gone. It stays locked until it is kept or discarded, or the last copy of this value is
/// released.
public nonisolated struct OrphanJournal: Sendable {
  let file: JournalFile
  let content: JournalContent
  /// The path given to this editor; nil for an unnamed program.
  public let programPath: String?
  /// Whether the program's file is as the editor left it. If not, another program has changed it.
  public let programIsUnchanged: Bool
  /// The file's state, if the editor was killed after it saved the program and before it recorded the save.
  let completedSaveStamp: FileStamp?

  /// The path of the journal, for messages.
  public var path: String { file.path }
  /// The editor that wrote the journal last.
  public var editor: JournalEditor { content.editor }
  /// The time of the last write, in seconds since 1970.
  public var lastWritten: Int { file.lastWritten }
  /// The number of undo groups between the last save and the end; 0 if no change is unsaved.
  public var unsavedGroupCount: Int {
    completedSaveStamp == nil ? content.unsavedGroupCount : content.unsavedGroupCountIfSaveCompleted
  }
  /// The draft in the dialog that was open at the end; nil if none was open.
  public var draft: DialogDraft? { content.draft }
  /// The number of damaged bytes at the end. An unfinished last line is not damage.
  public var damagedBytes: Int { content.isDamaged ? content.ignored : 0 }
  /// Whether removing it could lose work.
  public var hasUnsavedWork: Bool { unsavedGroupCount > 0 || draft != nil || damagedBytes > 0 }

  init(file: JournalFile, content: JournalContent, programPath: String?, location: FileLocation) {
    self.file = file
    self.content = content
    self.programPath = programPath
    let isAsKnown =
      content.lastStamp.map { (try? $0.isCurrent(at: ProgramPath(location.path).file)) ?? false }
      ?? (location.status == nil)
    completedSaveStamp = isAsKnown ? nil : Self.completedSaveStamp(content, at: location)
    programIsUnchanged = isAsKnown || completedSaveStamp != nil
  }

  private static func completedSaveStamp(_ content: JournalContent, at location: FileLocation) -> FileStamp? {
    guard let hash = content.pendingSaveHash, let file = try? FileReader.read(ProgramPath(location.path).file),
      file.stamp.contentHash == hash
    else { return nil }
    return file.stamp
  }

  /// Releases the journal, so that the next editor that opens the program finds it. This value must not be used
  /// afterwards.
  public func keep() { file.release() }

  /// Copies the whole journal to a file beside it whose name is not a journal's. Continuing a damaged journal cuts off
  /// the damaged end.
  /// - Returns: the path of the copy.
  /// - Throws: `FileError` if it can't be created.
  public func copyAside() throws(FileError) -> String { try file.copyAside() }

  /// Removes the journal.
  public func discard() { file.remove() }
}
