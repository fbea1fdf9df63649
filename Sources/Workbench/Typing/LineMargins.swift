import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation

/// The indentations of typed lines, the outermost first. They determine the body that the next line belongs to, as in
/// Python. Lines without indentation go where the editor opens them.
struct LineMargins {
  private struct Margin {
    var columns: Int
    /// The place of the next line with this indentation; nil if nothing can follow there, as after `break`.
    var target: LineTarget?
    /// The body that the latest line opened, until something is typed into it.
    var body: LineTarget?
  }

  private var margins: [Margin] = []

  /// Returns the place of a line with an indentation.
  /// - Parameter home: the place where the editor opened the line.
  /// - Throws: `FieldError` if no line can have this indentation here.
  func target(ofLineWith columns: Int, home: LineTarget) throws(FieldError) -> LineTarget {
    guard let last = margins.last else { return home }
    if columns > last.columns {
      if let body = last.body { return body }
      throw refusal("the statement above has no body")
    }
    if columns == last.columns {
      if columns == 0 { return home }
      guard last.body == nil else {
        throw FieldError("type more than \(Self.spaces(columns)) before it, in the body above")
      }
    }
    let margin = margins.last { $0.columns <= columns } ?? margins[0]
    guard margin.columns >= columns else { throw refusal("no line above is indented like this") }
    guard let target = margin.target else { throw refusal("nothing can follow in that body") }
    return target
  }

  /// Returns why an indentation is wrong, and which ones fit.
  private func refusal(_ reason: String) -> FieldError {
    let fitting = margins.filter { $0.target != nil }.map { Self.spaces($0.columns) }
    return FieldError(fitting.isEmpty ? reason : "type \(fitting.suffix(3).alternatives) before it: \(reason)")
  }

  private static func spaces(_ count: Int) -> String {
    count == 0 ? "no space" : count == 1 ? "1 space" : "\(count) spaces"
  }

  /// Adds an accepted line.
  /// - Parameters:
  ///   - target: the place of the line.
  ///   - following: the place of the next line with this indentation.
  ///   - body: the body that the line opened; nil for none.
  mutating func add(
    lineWith columns: Int, at target: LineTarget, following: LineTarget?, body: LineTarget?, in workspace: Workspace
  ) {
    if margins.isEmpty { addMargins(around: target, outside: columns, in: workspace) }
    while let last = margins.last, last.columns >= columns { margins.removeLast() }
    margins.append(Margin(columns: columns, target: following, body: body))
  }

  /// Adds a line that becomes no block, such as `pass`, which may be the only line of a body.
  mutating func add(remarkWith columns: Int, at target: LineTarget) {
    guard let last = margins.last, columns > last.columns, last.body != nil else { return }
    margins.append(Margin(columns: columns, target: target))
  }

  /// Sets the body of the latest line, once its inputs are typed.
  mutating func setBody(_ body: LineTarget) {
    if let last = margins.indices.last { margins[last].body = body }
  }

  /// Assumes that the statements around the first line are indented evenly; if that is impossible, that the nearest
  /// isn't indented.
  private mutating func addMargins(around target: LineTarget, outside columns: Int, in workspace: Workspace) {
    let around = Array(target.statementsAround(in: workspace).reversed())
    let step = around.isEmpty ? 0 : columns / around.count
    for (index, block) in around.enumerated() where step > 0 {
      let isEven = step * around.count == columns
      guard isEven || index == around.count - 1 else { continue }
      margins.append(
        Margin(columns: isEven ? index * step : 0, target: block.nextConnection == nil ? nil : .below(block.id)))
    }
  }
}

/// Placing lines by their indentation.
extension WorkbenchController {
  /// Changes the text of a line, and moves it to the body that its indentation means.
  /// - Returns: the line, or another one in its place.
  package func type(_ text: String, on session: LineSession) -> LineSession {
    session.type(text)
    guard session.continues, session.kind == .statement, session.editedID == nil else { return session }
    let home = session.home ?? session
    let columns = LineReader.indentation(of: text)
    var target = home.target
    var refusal: String?
    // The indentation of comments means nothing, and a brace ends one body after the other.
    if !text.isEmpty, !session.endsBody, !session.isComment {
      do throws(FieldError) {
        target = try home.margins.target(ofLineWith: columns, home: target)
      } catch {
        if session.remark == nil, !session.isBlank { refusal = error.reason }
      }
    }
    if target != .free, target.connection(in: workspace) == nil, !target.isAbove { target = home.target }
    var line = session
    if target != session.target {
      previews.end(session)
      line = home
      if target != home.target {
        line = LineSession(self, at: target, continues: true)
        (line.home, line.margins, line.comment) = (home, home.margins, home.comment)
        line.openedText = home.openedText
      }
      previews.begin(line)
      line.type(text)
    }
    line.columns = columns
    if let refusal { line.refuse(refusal) }
    return line
  }

  /// Moves a line out of its branch.
  /// - Returns: nil if no statement is around it.
  package func outdent(_ session: LineSession) -> LineSession? {
    guard session.canLeaveBranch, !session.target.statementsAround(in: workspace).isEmpty else { return nil }
    let text = session.text
    guard let next = leave(session) else { return nil }
    next.openedText = session.openedText
    // This place was chosen without spaces.
    next.margins = LineMargins()
    return type(text, on: next)
  }

  /// Adds an accepted line to the indentations of the next one.
  /// - Parameter statement: the statement that the line became or continued; nil for the return value of a function.
  func addMargin(of session: LineSession, became statement: Block?, to next: LineSession?) {
    var margins = session.margins
    let body = next.flatMap { $0.kind == .statement && $0.isInBody ? $0.target : nil }
    if session.kind == .value {
      if let body { margins.setBody(body) }
    } else {
      var following: LineTarget?
      if let statement, statement.nextConnection != nil {
        following = .below(statement.id)
      } else if let statement, statement.previousConnection == nil {
        // A function is a stack of its own.
        following = session.target
      }
      margins.add(
        lineWith: session.columns, at: session.target, following: following, body: body, in: workspace)
    }
    next?.margins = margins
  }
}
