/// The references between named pieces of code.
struct ReferenceGraph {
  /// The kind of the pieces, for messages, such as “the part”.
  let what: String
  private var references: [String: [String]] = [:]

  /// The maximum number of pieces in a chain of references.
  private static let longestPath = 50
  /// The maximum number of references to follow when a piece is assembled.
  private static let largestSize = 10_000

  init(what: String) { self.what = what }

  mutating func add(_ name: String, referringTo others: [String]) { references[name, default: []] += others }

  /// The reason why a piece can't be assembled, because it refers to itself or to too many others, with the pieces that
  /// lead to it; nil if all pieces can be assembled.
  var problem: (path: [String], cause: String)? {
    /// The length of the longest path from a piece, and the number of references to follow.
    var done: [String: (length: Int, size: Int)] = [:]
    for start in references.keys.sorted() where done[start] == nil {
      var path = [(name: start, next: 0, length: 1, size: 1)]
      while let top = path.last {
        let others = references[top.name] ?? []
        guard top.next < others.count else {
          path.removeLast()
          done[top.name] = (top.length, top.size)
          add(top.length, top.size, to: &path)
          continue
        }
        path[path.count - 1].next += 1
        let other = others[top.next]
        let names = path.map(\.name)
        if let index = names.firstIndex(of: other) {
          let way = names.count > index + 1 ? " through “\(names[index + 1])”" : ""
          return (Array(names[index...]), "\(what) “\(other)” refers to itself\(way)")
        }
        if let known = done[other] {
          add(known.length, known.size, to: &path)
        } else if references[other] != nil {
          path.append((other, 0, 1, 1))
        }
        guard let last = path.last else { break }
        if path.count > Self.longestPath || last.length > Self.longestPath || last.size > Self.largestSize {
          return (names, "\(what) “\(last.name)” refers to too many others")
        }
      }
    }
    return nil
  }

  private func add(_ length: Int, _ size: Int, to path: inout [(name: String, next: Int, length: Int, size: Int)]) {
    guard let last = path.indices.last else { return }
    path[last].length = max(path[last].length, length + 1)
    path[last].size = min(path[last].size + size, Self.largestSize + 1)
  }
}
