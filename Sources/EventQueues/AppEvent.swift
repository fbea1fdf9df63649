/// The events and activities of the editor that others can wait for.
public enum AppEvent: Hashable, Sendable, CaseIterable {
  /// The terminal is set up and can be drawn on.
  case terminalReady
  /// Activity: reading the block definitions and the toolbox.
  case definitionsLoaded
  /// Activity: reading the program's file.
  case fileParsed
  /// Loading the program has finished. If it failed, see the errors of `definitionsLoaded` and `fileParsed`.
  case programLoadFinished
  /// Activity: looking for orphan journals.
  case journalScanned
  /// The search for journals has finished; see the error of `journalScanned`.
  case journalScanFinished
  /// The program was drawn for the first time.
  case firstFrame
  /// The program can be edited. The parent of the events that this depends on.
  case ready
  /// Activity: writing the program to its file.
  case saving
  /// Activity: recording the imminent save in the journal. It completes even if the record can't be written.
  case saveJournalled
  /// Activity: writing changes to the journal.
  case journalling
  /// Activity: writing what was copied, for other running editors.
  case clipboardShared
  /// Activity: reading what another running editor copied.
  case clipboardRead
  /// Activity: reading or writing the user's snippets.
  case snippetsKept
  /// Activity: writing the program's code to a file.
  case codeSaved
  /// Activity: reading a further program.
  case anotherRead
  /// Activity: looking for orphan journals of a further program.
  case furtherJournalsScanned
  /// Activity: listing the programs of a folder.
  case folderListed
  /// Activity: noting which file was opened.
  case recentFileNoted
}

extension AppEvent: CustomStringConvertible {
  /// The name shown on the status line.
  public var description: String {
    switch self {
    case .terminalReady: "the terminal"
    case .definitionsLoaded: "the block definitions"
    case .fileParsed: "the file"
    case .programLoadFinished: "the program"
    case .journalScanned: "the journal"
    case .journalScanFinished: "the journal scan"
    case .firstFrame: "the first frame"
    case .ready: "the editor"
    case .saving: "saving"
    case .saveJournalled: "journalling the save"
    case .journalling: "journalling"
    case .clipboardShared: "sharing the clipboard"
    case .clipboardRead: "reading the clipboard"
    case .snippetsKept: "the snippets"
    case .codeSaved: "saving the code"
    case .anotherRead: "another program"
    case .furtherJournalsScanned: "the journal of another program"
    case .folderListed: "the folder"
    case .recentFileNoted: "the list of recent files"
    }
  }
}
