import BlockLayout
import BlockModel

extension Intent {
  /// Searches the program, and goes to the first item at or after another one.
  public static func find(_ query: SearchQuery, from item: FocusItem?) -> Intent {
    Intent("find") { $0.find(query, from: item) }
  }
  /// Replaces the text that was searched for in texts and numbers: at the cursor, or everywhere.
  public static func replaceFound(with text: String, isEverywhere: Bool) -> Intent {
    Intent("replaceFound", repetition: .impossible(reason: "the last change can't be repeated")) {
      $0.replaceFound(with: text, isEverywhere: isEverywhere)
    }
  }
  /// Goes to the next item that was found.
  public static let findNext = Intent("findNext", isJump: true) { $0.follow(forward: true) }
  /// Goes to the previous item that was found.
  public static let findPrevious = Intent("findPrevious", isJump: true) { $0.follow(forward: false) }
  /// Looks for the uses of what is at the cursor, and goes to the next one.
  public static let nextUse = Intent("nextUse", isJump: true) { $0.nextUse() }
  /// Removes the marks of the items found; refused if there are none.
  public static let endSearch = Intent("endSearch") { $0.endSearch() }
  /// Goes back to where the last jump began.
  public static let goBack = Intent("goBack") { $0.go(.back) }
  /// Goes to where the last `goBack` began.
  public static let goForward = Intent("goForward") { $0.go(.forward) }
}

/// Searches, and items visited before.
extension IntentResolver {
  func find(_ query: SearchQuery, from item: FocusItem?) -> Resolution {
    guard state.layout != nil else { return .refused(reason: "nothing is shown") }
    return .search(SearchStep(query: query, start: item, includesStart: true))
  }

  func follow(forward: Bool) -> Resolution {
    guard let search = state.search else { return .refused(reason: "nothing was searched for; / finds") }
    if search.count == 0 { return .refused(reason: "\(search.title): nothing found") }
    return .search(SearchStep(query: search.query, start: state.cursor, forward: forward))
  }

  func nextUse() -> Resolution {
    guard let block = state.cursorBlock, let cursor = state.cursor else {
      return .refused(reason: "there is no block here")
    }
    let fieldName: String? = if case .field(_, let name) = cursor { name } else { nil }
    guard let subject = SearchSubject(at: block, fieldName: fieldName) else {
      return .refused(reason: "there is nothing here that can be used elsewhere")
    }
    return .search(SearchStep(query: .uses(subject), start: cursor))
  }

  func endSearch() -> Resolution {
    guard state.search != nil else { return .refused(reason: "nothing was searched for; / finds") }
    return .endSearch
  }

  // MARK: - Replacing

  func replaceFound(with replacement: String, isEverywhere: Bool) -> Resolution {
    guard let search = state.search, case .text(let text) = search.query, let layout = state.layout else {
      return .refused(reason: "nothing was searched for yet; / finds")
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
    let count = changes.count == 1 ? "" : " in \(changes.count) places"
    return .changes(
      Plan(changes, statusMessage: "replaced “\(quoted: text)” with “\(quoted: replacement)”\(count)\(note)"))
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

  // MARK: - Items visited before

  func go(_ direction: VisitedItems.Direction) -> Resolution {
    guard let order = state.order,
      let target = state.visited.target(direction, from: state.cursor, visibleItem: order.visibleItem)
    else { return .refused(reason: "no place to go \(direction) to") }
    return .visit(direction, target.item, passed: target.passed)
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
