/// What happens in the editor that others wait for.
public enum AppEvent: Hashable, Sendable, CaseIterable {
  /// The terminal is set up and can be drawn on.
  case terminalReady
  /// An activity: the block definitions and the toolbox are read.
  case definitionsLoaded
  /// An activity: the file is read.
  case fileParsed
  /// It is known whether there is a program, or why there is none: the errors of the two above tell.
  case programLoadFinished
  /// An activity: journals that were left behind are looked for.
  case journalScanned
  /// It is known whether there are journals, or why not.
  case journalScanFinished
  /// The program was drawn.
  case firstFrame
  /// The program can be edited: the parent of those that have to be there for that.
  case ready
  /// An activity: the program is written to its file.
  case saving
  /// An activity: the journal notes what sets out for the file. It completes whether or not that could be written.
  case saveJournaled
  /// An activity: what was done is written to the journal.
  case journalling
}

extension AppEvent: CustomStringConvertible {
  /// What it is called on the status line.
  public var description: String {
    switch self {
    case .terminalReady: "the terminal"
    case .definitionsLoaded: "the block definitions"
    case .fileParsed: "the file"
    case .programLoadFinished: "the program"
    case .journalScanned: "the journal"
    case .journalScanFinished: "what the journal says"
    case .firstFrame: "the first frame"
    case .ready: "the editor"
    case .saving: "saving"
    case .saveJournaled: "noting what is saved"
    case .journalling: "journalling"
    }
  }
}
