import BlockLayout
import BlockModel
import ProgramDiff

extension Intent {
  /// Goes to the next change since the earlier version.
  package static let nextChange = Intent("nextChange", isJump: true) { $0.change(forward: true) }
  /// Goes to the previous change since the earlier version.
  package static let previousChange = Intent("previousChange", isJump: true) { $0.change(forward: false) }
  /// Reports the line at the cursor as it was in the earlier version.
  package static let tellChange = Intent("tellChange") { $0.tellChange() }
  /// Restores the line at the cursor from the earlier version.
  package static let takeBackChange = Intent("takeBackChange") { $0.takeBackChange() }
}

/// The changes since an earlier version of the program.
extension IntentResolver {
  private func changes(_ resolution: (LineChanges, _ words: String) -> Resolution) -> Resolution {
    guard let comparison = state.comparison else {
      return .refused(reason: "changes aren't marked now; mark those since the last save first")
    }
    do throws(FieldError) {
      let changes = try comparison.update()
      if changes.all.isEmpty { return .refused(reason: "there are no changes \(comparison.words)") }
      return resolution(changes, comparison.words)
    } catch { return .refused(reason: error.reason) }
  }

  func change(forward: Bool) -> Resolution {
    changes { changes, _ in
      guard let layout = state.layout, let order = state.order else { return .refused(reason: "nothing is shown") }
      var words: [FocusItem: [String]] = [:]
      var items: [FocusItem] = []
      for change in changes.all {
        guard let id = change.block?.id, let item = order.visibleItem(for: .block(id: id)) else { continue }
        if words[item] == nil { items.append(item) }
        words[item, default: []].append(change.words)
      }
      let sorted = state.readingIndices.sorted(items, in: layout)
      guard let step = state.readingIndices.step(from: state.cursor, forward: forward, among: sorted, in: layout) else {
        return .refused(reason: changes.all.map(\.words).joined(separator: "; "))
      }
      let message = "change \(step.index + 1) of \(sorted.count): \((words[step.item] ?? []).joined(separator: "; "))"
      let isWrapped = step.isWrapped && sorted.count > 1
      return .cursor(step.item, statusMessage: message + (isWrapped ? " · from the other end" : ""))
    }
  }

  /// The changes of the line at the cursor.
  private func changesAtCursor(_ resolution: ([LineChanges.Change], LineChanges) -> Resolution) -> Resolution {
    changes { changes, words in
      let head = state.cursorBlock?.lineHead
      let own = changes.all.filter { $0.block != nil && ($0.block === head || $0.block === state.cursorBlock) }
      return own.isEmpty
        ? .refused(reason: "this line has no changes \(words)") : resolution(own, changes)
    }
  }

  func tellChange() -> Resolution {
    changesAtCursor { own, _ in .alreadyDone(statusMessage: own.map(\.words).joined(separator: "; ")) }
  }

  func takeBackChange() -> Resolution {
    changesAtCursor { own, changes in
      let change = own[0]
      if let reason = changes.refusal(toTakeBack: change) { return .refused(reason: reason) }
      let focus: FocusAfter =
        change.sign == "+" ? .item(change.block.flatMap { state.focusAfterDeleting($0, heal: true) }) : .unchanged
      return .changes(
        Plan([.takeBack(change, changes)], focus: focus) { state, _ in
          // The description of the line already shows the restored text.
          let words = change.words.hasPrefix(LineChanges.before) ? " the change" : ": \(change.words)"
          return "reverted\(words) · \(state.description())"
        })
    }
  }
}
