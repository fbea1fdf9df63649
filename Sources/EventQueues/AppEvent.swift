/// What happens in the editor that others wait for.
public enum AppEvent: Hashable, Sendable, CaseIterable {
  /// The terminal is set up and can be drawn on.
  case terminalReady
  /// The block definitions and the toolbox have been read.
  case definitionsLoaded
  /// The file has been read, or it is known why not.
  case fileParsed
  /// It is known whether a journal was left behind, and what is in it.
  case journalLookedAt
  /// Something was drawn.
  case firstFrame
  /// The editor takes keys: the parent of those above.
  case ready
  /// An activity: the program is written to its file.
  case saving
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
    case .journalLookedAt: "the journal"
    case .firstFrame: "the first frame"
    case .ready: "the editor"
    case .saving: "saving"
    case .journalling: "journalling"
    }
  }
}
