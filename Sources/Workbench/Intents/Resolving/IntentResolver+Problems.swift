import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel

extension Intent {
  /// Goes to the next problem.
  public static let nextProblem = Intent.atCursor(
    CursorIntent("nextProblem", isJump: true) { $0.problem(forward: true) })
  /// Goes to the previous problem.
  public static let previousProblem = Intent.atCursor(
    CursorIntent("previousProblem", isJump: true) { $0.problem(forward: false) })
}

/// The problems that `mortise check` reports.
extension IntentResolver {
  func problem(forward: Bool) -> Resolution {
    guard let layout = state.layout, let order = state.order else { return .refused(reason: "nothing is shown") }
    let problems = state.problemFinder.currentProblems()
    var seen: Set<FocusItem> = []
    let shown = problems.compactMap(item).compactMap(order.visibleItem).filter { seen.insert($0).inserted }
    let items = state.places.sorted(shown, in: layout)
    guard let step = state.places.step(from: state.cursor, forward: forward, among: items, in: layout) else {
      return .refused(reason: problems.first.map(state.problemFinder.words) ?? noProblems)
    }
    let messages = problems.filter { item($0).flatMap(order.visibleItem) == step.item }.map(
      state.problemFinder.words)
    let place = "problem \(step.index + 1) of \(items.count)\(step.isWrapped ? ", from the other end" : "")"
    return .cursor(step.item, statusMessage: "\(messages.joined(separator: "; ")) · \(place)")
  }

  private var noProblems: String {
    let count = state.remarkCount()
    return count == 0 ? "no problems in this program" : "no problems, but \(Self.counted(count, "remark")) on the file"
  }

  private func item(_ problem: BlockRemark) -> FocusItem? {
    problem.blockID.map { id in problem.fieldName.map { .field(blockID: id, name: $0) } ?? .block(id: id) }
  }
}
