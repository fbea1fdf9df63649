import Files
import Workbench

/// A journal whose editor is gone. Nobody else finds it until it is kept, or no copy of this value lives any more.
public nonisolated struct OrphanJournal: Sendable {
  let file: JournalFile
  let content: JournalContent
  /// The program as the user names it now; nil for one without a name.
  public let programPath: String?
  /// Whether the program's file is still as the editor left it. If not, another program wrote it.
  public let programIsUnchanged: Bool
  /// The file's state, when the editor was killed after it had saved, and before it could say so.
  let arrivedStamp: FileStamp?

  public var path: String { file.path }
  /// Who wrote it last.
  public var editor: JournalEditor { content.editor }
  /// When it was written last, in seconds since 1970.
  public var lastWritten: Int { file.lastWritten }
  /// How many steps there are between what was saved last and the end. For 0 there is nothing that could be lost.
  public var unsavedSteps: Int { arrivedStamp == nil ? content.unsavedSteps : content.unsavedStepsIfArrived }
  /// How many bytes at the end can't be read, as they are damaged. A last line that was not finished counts as not there.
  public var damagedBytes: Int { content.isDamaged ? content.ignored : 0 }
  /// Whether there is anything that could be lost with it.
  public var isWanted: Bool { unsavedSteps > 0 || damagedBytes > 0 }

  init(file: JournalFile, content: JournalContent, programPath: String?, location: FileLocation) {
    self.file = file
    self.content = content
    self.programPath = programPath
    let isAsKnown =
      content.lastStamp.map { (try? $0.isCurrent(at: location.path)) ?? false } ?? (location.status == nil)
    arrivedStamp = isAsKnown ? nil : Self.arrivedStamp(content, at: location)
    programIsUnchanged = isAsKnown || arrivedStamp != nil
  }

  private static func arrivedStamp(_ content: JournalContent, at location: FileLocation) -> FileStamp? {
    guard let hash = content.departedHash, let file = try? FileReader.read(location.path),
      file.stamp.contentHash == hash
    else { return nil }
    return file.stamp
  }

  /// Lets go of the journal, so that the next opening finds it. It can't be used here any more.
  public func keep() { file.release() }

  /// Copies all of it to a file beside it, which no editor takes for a journal: whoever goes on with a damaged one cuts off
  /// what can't be read.
  /// - Returns: where the copy is.
  /// - Throws: `FileError` when it can't be made.
  public func copyAside() throws(FileError) -> String { try file.copyAside() }

  /// Throws the journal away.
  public func discard() { file.remove() }
}
