import AppModules
import BlockModel
import MortiseFiles
import ProgramJournal
import Workbench

/// The events of the questions about journals.
nonisolated enum JournalsEvent: RoutingEvent {
  case status(String)
  /// The unsaved work of an earlier session was opened.
  case recovered(path: String)
  /// The dialog of a draft from an earlier session must be reopened.
  case open(Route)
  /// The journal was kept for later.
  case kept(path: String)
  case discarded(path: String)
  /// The user quits the editor.
  case leaving
}

struct JournalsPurpose {
  /// The journals found beside the program.
  let scan: JournalScan
  /// Opens the program recovered from a journal. Returns a message if the deep link can't be followed in it; nil
  /// otherwise.
  let open: (Document, OrphanJournal) -> String?
}

/// The questions about other editors that have the program open, and about the unsaved work of earlier sessions, one
/// at a time.
final class JournalsModule: EditorModule<JournalsPurpose, JournalsEvent>, Module, PageRepresenting {
  let pageName = "Unsaved work"
  let pageType = "questions"

  func unmanagedRootViewController() -> (any ViewController)? {
    othersQuestion() ?? workQuestion(about: orphans[...])
  }

  /// The orphan journals with unsaved work, newest first.
  private var orphans: [OrphanJournal] {
    context.purpose.scan.orphans.filter(\.hasUnsavedWork).sorted { $0.lastWritten > $1.lastWritten }
  }

  // MARK: - Other editors

  private func othersQuestion() -> ListPopup? {
    // All unnamed programs share a location for their journals, so another editor there has a different program open.
    guard workbench.document.path != nil, let other = context.purpose.scan.activeEditors.first else { return nil }
    let more =
      context.purpose.scan.activeEditors.count > 1 ? " and \(context.purpose.scan.activeEditors.count - 1) more" : ""
    let goOn = { [self] in askNext() }
    return .question(
      "Another editor has this file open: process \(other.process) on \(other.host)\(more)",
      [
        Answer("edit it here too", keys: "ey", act: goOn),
        Answer("leave", keys: "ln") { [self] in emit(.leaving) },
      ],
      cancel: { [self] in
        showStatus("open here, too: the second to save is asked first")
        askNext()
      })
  }

  private func askNext() {
    if let question = workQuestion(about: orphans[...]) { push(question) }
  }

  // MARK: - Unsaved work

  private func workQuestion(about journals: ArraySlice<OrphanJournal>) -> ListPopup? {
    guard let journal = journals.first else { return nil }
    let keep = { [self] in
      journal.keep()
      emit(.kept(path: journal.path))
      showStatus("kept in \(journal.path)")
      if let next = workQuestion(about: journals.dropFirst()) { push(next) }
    }
    let recover = Answer("open the unsaved work", keys: "oy") { [self] in open(journal, before: journals.dropFirst())
    }
    let answers = [
      Answer("keep it for later", keys: "k", act: keep),
      Answer("delete it", keys: "d") { [self] in
        journal.discard()
        emit(.discarded(path: journal.path))
        showStatus("deleted")
        if let next = workQuestion(about: journals.dropFirst()) { push(next) }
      },
    ]
    let time = LocalTime(journal.lastWritten).map { "\($0.date) \($0.hour):\($0.minute)" } ?? "an earlier time"
    return .question(
      "Unsaved work from \(time)\(summary(about: journal))",
      (isReadable(journal) ? [recover] : []) + answers, cancel: keep)
  }

  /// Whether a journal contains anything to open.
  private func isReadable(_ journal: OrphanJournal) -> Bool { journal.unsavedGroupCount > 0 || journal.draft != nil }

  private func summary(about journal: OrphanJournal) -> String {
    if !isReadable(journal) { return " can't be read" }
    let count = journal.unsavedGroupCount
    let steps = count == 0 ? nil : count == 1 ? "1 step" : "\(count) steps"
    let draft = journal.draft.map { $0.text == nil ? "an open dialog" : "text being typed" }
    return ": \([steps, draft].compactMap(\.self).joined(separator: " and "))"
      + (journal.damagedBytes > 0 ? ", then damaged" : "")
      + (journal.programIsUnchanged ? "" : "; file changed since")
  }

  /// Opens the unsaved work of a journal.
  /// - Parameter others: the journals not asked about yet. Only one program can be open, so they are kept for later.
  private func open(_ journal: OrphanJournal, before others: ArraySlice<OrphanJournal>) {
    do {
      let document = try JournalRecovery.document(
        of: journal, factory: workbench.workspace.factory, extensions: scene.options.extensions)
      let unknown = document.recoveredHistory?.unknownEventTypes ?? []
      let copy = journal.damagedBytes > 0 ? try journal.copyAside() : nil
      for other in others { other.keep() }
      let problem = context.purpose.open(document, journal)
      emit(.recovered(path: journal.path))
      if let draft = journal.draft { reopenDialog(of: draft) }
      let found =
        copy.map { "unsaved work up to the damage; all of it is in \($0.split(separator: "/").last ?? "")" }
        ?? journal.draft.map { draft in
          let dialog = draft.text == nil ? "its open dialog" : "the text you were typing"
          return "this is the unsaved work with \(dialog); apply it, and save"
        } ?? "this is the unsaved work; save to keep it"
      var messages = [problem, found].compactMap(\.self)
      if !unknown.isEmpty {
        messages.append("events of unknown types changed nothing: \(unknown.joined(separator: ", "))")
      }
      if !others.isEmpty { messages.append("\(others.count) more kept for later") }
      messages.append(workbench.state.description())
      showStatus(messages.joined(separator: " · "))
    } catch {
      journal.keep()
      if let next = workQuestion(about: others) { push(next) }
      push(
        TextViewer(
          title: "Not opened",
          lines: [
            "\(error)", "", "It is kept in \(journal.path); you will be asked again next time.",
            "The program was opened from its file instead.",
          ]))
    }
  }

  /// Reopens the dialog of a draft, with the cursor on the item that it belongs to.
  private func reopenDialog(of draft: DialogDraft) {
    switch draft.dialog {
    case .newComment: break
    case .comment(let id): workbench.perform(.focus(.comment(id: id)))
    case .blockComment(let id), .data(let id): workbench.perform(.goTo(blockID: id, fieldName: nil))
    case .field(let id, let name): workbench.perform(.goTo(blockID: id, fieldName: name))
    case .mutator(let id):
      workbench.perform(.goTo(blockID: id, fieldName: nil))
      if let session = try? workbench.beginMutation() { emit(.open(.mutator(session, draft))) }
      return
    case .line(let target, let editedID):
      switch target {
      case .free: break
      case .above(let id): workbench.perform(.goTo(blockID: id, fieldName: nil))
      case .connection(let connection):
        workbench.perform(.goTo(blockID: editedID ?? connection.blockID, fieldName: nil))
      }
      guard let line = workbench.reopenLine(at: target, editing: editedID, text: draft.text ?? "") else {
        return showStatus("“\(draft.text ?? "")” was being typed, but its place no longer exists")
      }
      return emit(.open(.line(line)))
    }
    if let route = Route(to: draft) { emit(.open(route)) }
  }
}
