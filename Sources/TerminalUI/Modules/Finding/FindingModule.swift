import AppModules
import BlockLayout
import BlockModel
import Workbench

/// The events of the windows for finding.
nonisolated enum FindingEvent: EditorEvent {
  case status(String)
  /// The cursor was moved to a result.
  case found(elementID: String)
  /// The found text was replaced, in one place or everywhere.
  case replaced
}

/// The windows for finding: the text fields, the lists of uses and problems, and the outline.
final class FindingModule: EditorModule<Route.Finding, FindingEvent>, Module, PageRepresenting {
  let pageName = "Find"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .text: textLine
    case .replacement: replacementLine
    case .uses: uses
    case .outline: outline
    case .problems: problems
    case .row: rowLine
    }
  }

  private func go(to item: FocusItem) {
    let start = workbench.cursor
    let intent: Intent =
      switch item {
      case .block(let id): .goTo(blockID: id, fieldName: nil)
      case .field(let id, let name): .goTo(blockID: id, fieldName: name)
      default: .focus(item)
      }
    if perform(intent).refusal != nil { return }
    workbench.remember(start)
    emit(.found(elementID: item.elementID))
  }

  // MARK: - Texts

  private var anchor: ListPopup.Anchor { .corner(clearOf: { [viewport = context.viewport] in viewport.cursorRect }) }

  private var searchedText: String? {
    if case .text(let text)? = workbench.search?.query { text } else { nil }
  }

  /// The text field for finding. The program shows the matches while the user types.
  private var textLine: TextPopup {
    let start = workbench.cursor
    let before = workbench.search?.query
    // Why the typed text can't be found; nil if it can, or if there is none.
    var refusal: String?
    let look = { [self] (text: String) in
      refusal = nil
      if text.isEmpty {
        workbench.perform(.endSearch)
      } else {
        refusal = workbench.perform(.find(.text(text), from: start)).refusal
        if refusal == nil { return }
      }
      if let start { workbench.perform(.focus(start)) }
    }
    let cancel = { [self] in
      workbench.perform(.endSearch)
      if let before { workbench.perform(.find(before, from: start)) }
      if let start { workbench.perform(.focus(start)) }
    }
    return TextPopup(
      title: pageName, text: searchedText ?? "", hint: self.workbench.searchSummary ?? refusal ?? "", anchor: anchor,
      willShowText: look, cancel: cancel
    ) { [self] text in
      if text.isEmpty { return "type what to find" }
      let outcome = workbench.perform(.find(.text(text), from: start))
      if let reason = outcome.refusal { return reason }
      workbench.remember(start)
      showStatus(outcome.sentence)
      if let cursor = workbench.cursor { emit(.found(elementID: cursor.elementID)) }
      return nil
    }
  }

  private var replacementLine: TextPopup {
    let text = searchedText ?? ""
    return TextPopup(
      title: "Replace “\(BlockLabel.line(text, limit: 24))” with", text: "",
      hint: self.workbench.searchSummary ?? "", anchor: anchor
    ) { [self] replacement in
      let count = workbench.search?.count ?? 0
      if count <= 1 { return replace(with: replacement, isEverywhere: true) }
      push(
        ListPopup.question(
          "Replace “\(quoted: text)” with “\(quoted: replacement)”?",
          [
            Answer("here, and go to the next one", keys: "h") { [self] in
              if replace(with: replacement, isEverywhere: false) == nil { perform(.findNext) }
            },
            Answer("in all \(count) places", keys: "a") { [self] in _ = replace(with: replacement, isEverywhere: true)
            },
          ]))
      return nil
    }
  }

  /// - Returns: why nothing was replaced; nil if something was.
  private func replace(with text: String, isEverywhere: Bool) -> String? {
    perform(.replaceFound(with: text, isEverywhere: isEverywhere), emitting: .replaced).refusal
  }

  /// The text field for the number of a row.
  private var rowLine: TextPopup {
    let count = workbench.cursorRow?.count ?? 0
    return TextPopup(title: "Go to row", text: "", hint: "1 to \(count)", anchor: anchor) { [self] text in
      guard let row = Int(text), (1...max(1, count)).contains(row) else { return "type a number from 1 to \(count)" }
      perform(.moveCursor(.row(row)))
      return nil
    }
  }

  // MARK: - Lists

  private func picker(
    _ title: String, _ entries: [ListPopup.Row], selected: Int = 0, items: [FocusItem]
  ) -> Picker {
    Picker(title: title, entries: entries, selected: selected, verb: "go to") { [self] index in go(to: items[index]) }
  }

  private var uses: (any ViewController)? {
    let start = workbench.cursor
    if let reason = workbench.perform(.nextUse).refusal {
      showStatus(reason)
      return nil
    }
    if let start { workbench.perform(.focus(start)) }
    let found = workbench.foundItems()
    let title = workbench.search.map { "\($0.count) \($0.title)" } ?? ""
    return picker(
      title,
      found.map { item in
        ListPopup.Row(
          item.block.map { workbench.state.lineDescription(of: $0, limit: BlockLabel.wholeLimit) } ?? "comment",
          colour: item.block?.definition.colour, note: item.block.flatMap { workbench.state.surroundings(of: $0) } ?? ""
        )
      }, selected: found.firstIndex { $0.item == start } ?? 0, items: found.map(\.item))
  }

  private var outline: Picker {
    let entries = workbench.outline
    return picker(
      "Outline",
      entries.map { ListPopup.Row($0.text, colour: $0.colour, keywords: [$0.name], note: $0.kind.description) },
      selected: workbench.index(ofCursorIn: entries) ?? 0, items: entries.map(\.item))
  }

  private var problems: (any ViewController)? {
    let (problems, remarks) = (workbench.problems, workbench.remarks)
    if problems.isEmpty, remarks.isEmpty {
      showStatus("no problems in this program")
      return nil
    }
    let all = problems + remarks
    let counts = ["problem", "warning", "hint", "note"].compactMap { kind in
      let number = all.count { $0.kind == kind }
      return number == 0 ? nil : number == 1 ? "1 \(kind)" : "\(number) \(kind)s"
    }
    return picker(
      counts.joined(separator: ", "),
      all.map { problem in
        ListPopup.Row(
          problem.message + (problem.repair.map { " · repair: \($0)" } ?? ""),
          colour: problem.colour, note: problem.location,
          refusal: problem.item == nil ? "this has no place in the program" : nil)
      }, items: all.map { $0.item ?? .block(id: "") })
  }
}
