import BlockLayout
import BlockModel

extension Intent {
  /// Goes to the next item that was found.
  public static let findNext = Intent.atCursor(CursorIntent("findNext", isJump: true) { $0.follow(forward: true) })
  /// Goes to the previous item that was found.
  public static let findPrevious = Intent.atCursor(
    CursorIntent("findPrevious", isJump: true) { $0.follow(forward: false) })
  /// Looks for the uses of what is at the cursor, and goes to the next one.
  public static let nextUse = Intent.atCursor(CursorIntent("nextUse", isJump: true) { $0.nextUse() })
  public static let endSearch = Intent.atCursor(CursorIntent("endSearch") { $0.endSearch() })
  /// Goes back to the place that the last jump left.
  public static let goBack = Intent.atCursor(CursorIntent("goBack") { $0.go(.back) })
  /// Goes to the place that the last `goBack` left.
  public static let goForward = Intent.atCursor(CursorIntent("goForward") { $0.go(.forward) })
}

/// Searches, and places visited before.
extension IntentResolver {
  func find(_ query: SearchQuery, from item: FocusItem?) -> Resolution {
    guard state.layout != nil else { return .refused(reason: "nothing is shown") }
    return .finding { $0.find(query, from: item, includingIt: true) }
  }

  func follow(forward: Bool) -> Resolution {
    guard let search = state.search else { return .refused(reason: "nothing was searched for; / finds") }
    if search.count == 0 { return .refused(reason: "\(search.title): nothing found") }
    return .finding { $0.goToHit(forward: forward) }
  }

  func nextUse() -> Resolution {
    guard let block = state.cursorBlock, let cursor = state.cursor else {
      return .refused(reason: "there is no block here")
    }
    let fieldName: String? = if case .field(_, let name) = cursor { name } else { nil }
    guard let subject = SearchSubject(at: block, fieldName: fieldName) else {
      return .refused(reason: "there is nothing here that can be used elsewhere")
    }
    return .finding { $0.find(.uses(subject), from: cursor, includingIt: false) }
  }

  func endSearch() -> Resolution {
    guard state.search != nil else { return .refused(reason: "nothing was searched for; / finds") }
    return .finding { workbench in
      workbench.endSearch()
      return .done(statusMessage: "the search is over · \(workbench.state.cursorDescription)")
    }
  }

  // MARK: - Replacing

  func replaceFound(with replacement: String, isEverywhere: Bool) -> Resolution {
    guard let search = state.search, case .text(let text) = search.query, let layout = state.layout else {
      return .refused(reason: "no text was searched for; / finds")
    }
    let items = isEverywhere ? search.items(in: layout) : [state.cursor].compactMap { $0 }.filter(search.contains)
    var changes: [ProgramChange] = []
    var reason: String?
    for item in items {
      do throws(FieldError) {
        changes.append(try replacing(text, with: replacement, at: item))
      } catch {
        reason = reason ?? error.reason
      }
    }
    if changes.isEmpty { return .refused(reason: reason ?? "the cursor is not on something that was found") }
    let left = items.count - changes.count
    let note = left == 0 ? "" : "; \(left) left: \(reason ?? "")"
    let places = changes.count == 1 ? "" : " in \(changes.count) places"
    return .changes(
      Plan(changes, statusMessage: "replaced “\(text)” with “\(replacement)”\(places)\(note)"))
  }

  private func replacing(
    _ text: String, with replacement: String, at item: FocusItem
  ) throws(FieldError) -> ProgramChange {
    guard let block = item.blockID.flatMap({ workspace.blocks[$0] }) else {
      throw FieldError("a comment is edited with Enter")
    }
    let name: String? = if case .field(_, let name) = item { name } else { block.onlyField?.name }
    guard let name, let field = block.firstField(withName: name),
      field.acceptsAnyText || field.shape == .number
    else { throw FieldError("only texts and numbers can be replaced") }
    if !block.isEditable { throw FieldError("this block is locked against editing") }
    let changed = field.text.replacingFound(text, with: replacement)
    if changed == field.text { throw FieldError("only texts and numbers can be replaced") }
    return .setField(FieldLocation(blockID: block.id, name: name), to: try field.state(forInput: changed))
  }

  // MARK: - Places visited before

  func go(_ direction: VisitedPlaces.Direction) -> Resolution {
    guard let order = state.order,
      let target = state.visited.target(direction, from: state.cursor, visibleItem: order.visibleItem)
    else { return .refused(reason: "no place to go \(direction) to") }
    return .finding { workbench in
      workbench.visited.go(direction, passing: target.passed, from: workbench.cursor)
      workbench.cursor = target.item
      return .done(statusMessage: "\(direction) · \(workbench.state.cursorDescription)")
    }
  }
}

extension String {
  /// Replaces a text wherever it occurs, in upper or lower case.
  fileprivate func replacingFound(_ text: String, with replacement: String) -> String {
    let (letters, wanted) = (Array(self), text.map { String($0).lowercased() })
    if wanted.isEmpty { return self }
    let folded = letters.map { String($0).lowercased() }
    var result = ""
    var index = 0
    while index < letters.count {
      if folded[index...].starts(with: wanted) {
        result += replacement
        index += wanted.count
      } else {
        result.append(letters[index])
        index += 1
      }
    }
    return result
  }
}
