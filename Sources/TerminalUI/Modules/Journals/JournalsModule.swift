import AppModules
import BlockModel
import ProgramJournal
import Workbench

/// What the questions about journals tell of themselves.
nonisolated enum JournalsEvent: EditorEvent {
  case status(String)
  /// The unsaved work of an earlier session is to be opened.
  case recovered(path: String)
  /// It stays for later.
  case kept(path: String)
  case discarded(path: String)

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct JournalsContext: EditorContext {
  let editor: EditorServices
  /// What was found beside the program.
  let scan: JournalScan
  /// Those of the editor.
  let extensions: ProgramExtensions
  /// Opens the program that a journal has brought back, and says what is amiss with it.
  let open: (Document, OrphanJournal) -> String?
}

/// The questions about what other editors have left or have open, one after the other.
final class JournalsModule: EditorModule<JournalsContext, JournalsEvent>, Module {
  func unmanagedRootViewController() -> any ViewController {
    let question = othersQuestion() ?? workQuestion(about: left[...])
    return question ?? BackgroundWork {}
  }

  /// Those with unsaved work, the newest first.
  private var left: [OrphanJournal] {
    context.scan.left.filter(\.isWanted).sorted { $0.lastWritten > $1.lastWritten }
  }

  // MARK: - Other editors

  private func othersQuestion() -> ListPopup? {
    // All programs without a name share a place for their journals.
    guard workbench.document.path != nil, let other = context.scan.editors.first else { return nil }
    let more = context.scan.editors.count > 1 ? " and \(context.scan.editors.count - 1) more" : ""
    let goOn = { [self] in askNext() }
    return .question(
      "Another editor has this file open: process \(other.process) on \(other.host)\(more)",
      [
        Answer("edit it here too", keys: "ey", act: goOn),
        Answer("leave", keys: "ln") { [self] in editor.stop() },
      ], cancel: goOn)
  }

  private func askNext() {
    if let question = workQuestion(about: left[...]) { push(question) }
  }

  // MARK: - Unsaved work

  private func workQuestion(about journals: ArraySlice<OrphanJournal>) -> ListPopup? {
    guard let journal = journals.first else { return nil }
    let keep = { [self] in
      journal.keep()
      emit(.kept(path: journal.path))
      showStatus("it stays in \(journal.path)")
      if let next = workQuestion(about: journals.dropFirst()) { push(next) }
    }
    let bringBack = Answer("open the unsaved work", keys: "oy") { [self] in open(journal, before: journals.dropFirst())
    }
    let answers = [
      Answer("keep it for later", keys: "k", act: keep),
      Answer("throw it away", keys: "t") { [self] in
        journal.discard()
        emit(.discarded(path: journal.path))
        showStatus("thrown away")
        if let next = workQuestion(about: journals.dropFirst()) { push(next) }
      },
    ]
    return .question(
      "Unsaved work of \(LocalTime.words(journal.lastWritten)) was found\(words(about: journal))",
      (journal.unsavedSteps > 0 ? [bringBack] : []) + answers, cancel: keep)
  }

  private func words(about journal: OrphanJournal) -> String {
    if journal.unsavedSteps == 0 { return ", and can't be read" }
    let steps = journal.unsavedSteps == 1 ? "1 step" : "\(journal.unsavedSteps) steps"
    return ": \(steps)" + (journal.damagedBytes > 0 ? ", then damaged" : "")
      + (journal.programIsUnchanged ? "" : "; file changed since")
  }

  /// - Parameter others: those that were not asked about yet. There is one program, so they stay for later.
  private func open(_ journal: OrphanJournal, before others: ArraySlice<OrphanJournal>) {
    do {
      let document = try JournalRecovery.document(
        of: journal, factory: workbench.workspace.factory, extensions: context.extensions)
      let unknown = document.recoveredHistory?.unknownEventTypes ?? []
      let copy = journal.damagedBytes > 0 ? try journal.copyAside() : nil
      for other in others { other.keep() }
      let problem = context.open(document, journal)
      emit(.recovered(path: journal.path))
      let found =
        copy.map { "the unsaved work up to the damage; all is in \($0.split(separator: "/").last ?? "")" }
        ?? "this is the unsaved work; save to keep it"
      var words = [problem, found].compactMap(\.self)
      if !unknown.isEmpty {
        words.append("events of unknown types changed nothing: \(unknown.joined(separator: ", "))")
      }
      if !others.isEmpty { words.append("\(others.count) more \(others.count == 1 ? "stays" : "stay") for later") }
      showStatus(words.joined(separator: " · "))
    } catch {
      journal.keep()
      if let next = workQuestion(about: others) { push(next) }
      push(
        TextViewer(
          title: "Not opened",
          lines: [
            "\(error)", "", "It stays in \(journal.path), and you are asked again the next time.",
            "The program is open as its file has it.",
          ]))
    }
  }
}
