/// The events and activities of the editor that others can wait for. An app adds its own as static members:
/// `static let notesRead = AppEvent("the notes")`.
public struct AppEvent: Hashable, Sendable, CustomStringConvertible {
  /// The name shown on the status line; no two events have the same.
  public let description: String

  /// - Parameter description: the name, as in “waiting for …”.
  public init(_ description: String) { self.description = description }
}

extension AppEvent {
  /// The terminal is set up and can be drawn on.
  public static let terminalReady = AppEvent("the terminal")
  /// Activity: reading the block definitions and the toolbox.
  public static let definitionsLoaded = AppEvent("the block definitions")
  /// Activity: reading the program's file.
  public static let fileParsed = AppEvent("the file")
  /// Loading the program has finished. If it failed, see the errors of `definitionsLoaded` and `fileParsed`.
  public static let programLoadFinished = AppEvent("the program")
  /// Activity: looking for orphan journals.
  public static let journalScanned = AppEvent("the journal")
  /// The search for journals has finished; see the error of `journalScanned`.
  public static let journalScanFinished = AppEvent("the journal scan")
  /// The program was drawn for the first time.
  public static let firstFrame = AppEvent("the first frame")
  /// The program can be edited. The parent of the events that this depends on.
  public static let ready = AppEvent("the editor")
  /// Activity: writing the program to its file.
  public static let saving = AppEvent("saving")
  /// Activity: recording the imminent save in the journal. It completes even if the record can't be written.
  public static let saveJournalled = AppEvent("journalling the save")
  /// Activity: writing changes to the journal.
  public static let journalling = AppEvent("journalling")
  /// Activity: writing the copied blocks, for other running editors.
  public static let clipboardShared = AppEvent("sharing the clipboard")
  /// Activity: reading what another running editor copied.
  public static let clipboardRead = AppEvent("reading the clipboard")
  /// Activity: reading or writing the user's snippets.
  public static let snippetsKept = AppEvent("the snippets")
  /// Activity: writing the program's code to a file.
  public static let codeSaved = AppEvent("saving the code")
  /// Activity: writing a setting to the user's file.
  public static let settingsSaved = AppEvent("saving the settings")
  /// Activity: reading a further program.
  public static let anotherRead = AppEvent("another program")
  /// Activity: reading an earlier version of the program, or another file, to compare with.
  package static let versionRead = AppEvent("what to compare with")
  /// Activity: reading the commits that changed the program, or a version of it.
  package static let historyRead = AppEvent("the history")
  /// Activity: looking for orphan journals of a further program.
  public static let furtherJournalsScanned = AppEvent("the journal of another program")
  /// Activity: listing the programs of a folder.
  public static let folderListed = AppEvent("the folder")
  /// Activity: running a program unseen, to check what it prints.
  package static let outputChecked = AppEvent("checking the output")
  /// Activity: noting that a lesson is done.
  package static let lessonNoted = AppEvent("noting the lesson")
  /// Activity: noting which file was opened.
  public static let recentFileNoted = AppEvent("the list of recent files")
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The queue that the whole editor shares. It can be used from any thread.
///
/// A global constant named like a type, so that calls read `AppEventQueue.signal(event: .ready)`.
public let AppEventQueue = EventQueue<AppEvent>()
