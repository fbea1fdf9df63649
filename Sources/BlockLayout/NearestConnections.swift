import BlockModel
import MortiseScreen

/// The connections that a drop on a cell may target: those in the cell's row, the nearest first.
struct NearestConnections {
  private struct Candidate {
    var connection: Connection
    /// The columns between the cell and the connection.
    var distance: Int
    /// The columns that the connection's value occupies. Inside nested values, the innermost one is the target.
    var width: Int
  }

  /// The distance in columns up to which a drop targets a value input.
  private static let reach = 8

  private let point: Point
  private var candidates: [Candidate] = []

  init(to point: Point, in layout: WorkspaceLayout) {
    self.point = point
    guard let stack = layout.stacks(in: Rect(x: point.x, y: point.y, width: 1, height: 1)).first else { return }
    var group = stack
    var origin = stack.origin
    while let (member, firstRow) = group.member(atRow: point.y - origin.y) {
      origin.y += firstRow
      let row = point.y - origin.y
      if row == member.rowCount - 1 { append(member.block.nextConnection, atColumn: origin.x) }
      guard let body = member.bodies.first(where: { row < $0.firstRow + $0.group.rowCount }) else {
        append(member.block.nextConnection, atColumn: origin.x)
        appendValues(of: member, row, at: origin, layout.style)
        return
      }
      let indent = layout.style.statementIndent
      guard row >= body.firstRow, !body.group.isEmpty else {
        // The rows before a body belong to its input.
        append(body.connection, atColumn: origin.x + indent)
        appendValues(of: member, row, at: origin, layout.style)
        return
      }
      origin.y += body.firstRow
      origin.x += indent
      group = body.group
    }
  }

  /// The connections, the nearest first.
  var inOrder: [Connection] {
    candidates.sorted { ($0.distance, $0.width) < ($1.distance, $1.width) }.map(\.connection)
  }

  private mutating func append(_ connection: Connection?, atColumn column: Int) {
    guard let connection else { return }
    candidates.append(Candidate(connection: connection, distance: abs(point.x - column), width: 0))
  }

  /// Appends the value inputs that have a token in a row of a block.
  private mutating func appendValues(of member: DefaultBlockLayout, _ row: Int, at origin: Point, _ style: LayoutStyle)
  {
    var columns: [ObjectIdentifier: (connection: Connection, range: Range<Int>)] = [:]
    func add(_ connection: Connection, _ range: Range<Int>) {
      let id = ObjectIdentifier(connection)
      let known = columns[id]?.range ?? range
      columns[id] = (connection, min(known.lowerBound, range.lowerBound)..<max(known.upperBound, range.upperBound))
    }
    for placed in member.tokens(inRow: row, style: style) {
      let start = origin.x + placed.column
      let range = start..<start + max(1, placed.token.width)
      var block = placed.token.block
      if placed.token.role == .emptyInput, case .emptyInput(_, let name) = placed.token.item,
        let connection = block.firstInput(withName: name)?.connection
      {
        add(connection, range)
      }
      while block !== member.block, let connection = block.outputConnection?.target {
        add(connection, range)
        block = connection.sourceBlock
      }
    }
    for (connection, range) in columns.values {
      let distance = max(range.lowerBound - point.x, point.x - range.upperBound + 1, 0)
      guard distance <= Self.reach else { continue }
      candidates.append(Candidate(connection: connection, distance: distance, width: range.count))
    }
  }
}

extension DefaultBlockLayout {
  /// The tokens in one of the block's own rows.
  fileprivate func tokens(inRow row: Int, style: LayoutStyle) -> [PlacedToken] {
    var first = 0
    var bodies = self.bodies[...]
    for section in sections(style: style) {
      switch section {
      case .line(let tokens, _):
        if first == row { return tokens }
        first += 1
      case .body: first += bodies.popFirst()?.group.rowCount ?? 1
      }
    }
    return []
  }
}

extension WorkspaceLayout {
  /// The connections that a drop on a cell may target: those in its row, the nearest first.
  package func connections(near point: Point) -> [Connection] { NearestConnections(to: point, in: self).inOrder }
}
