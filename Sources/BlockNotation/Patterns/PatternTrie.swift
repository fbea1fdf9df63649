import BlockModel

/// A type whose wording ends at a node, with the values of its choices.
struct Acceptance {
  var pattern: Int32
  var choices: [(field: String, state: FieldState)]
}

/// A trie of all patterns. It doesn't distinguish kinds of holes: types with the same wording end in the same node.
struct PatternTrie {
  struct Node {
    var edges: [(word: LabelWord, target: Int32)] = []
    /// The node after a hole; -1 for none.
    var hole: Int32 = -1
    var holeKinds: HoleKinds = []
    /// The node after a body; -1 for none.
    var body: Int32 = -1
    /// The types whose wording ends here, the default one first.
    var acceptances: [Int32] = []
    /// The precedence of the operator whose words lead here; 0 for none.
    var operatorPrecedence: Int8 = 0
    /// The precedence of the operator whose last hole ends here; 0 for none.
    var tailPrecedence: Int8 = 0
  }

  private(set) var nodes: [Node] = []
  private(set) var acceptances: [Acceptance] = []
  private var targets: [UInt64: Int32] = [:]

  let values: Int32 = 0
  let statements: Int32 = 1
  let operators: Int32 = 2
  /// The root of statements that begin with a name, after the name.
  let assignments: Int32 = 3

  /// The largest number of combinations of choices in one pattern.
  private static let mostPaths = 4096

  init() { nodes = [Node(), Node(), Node(), Node()] }

  private static func key(_ node: Int32, _ word: LabelWord) -> UInt64 {
    UInt64(UInt32(bitPattern: node)) << 33 | UInt64(UInt32(bitPattern: word.word)) << 1 | (word.isGlued ? 1 : 0)
  }

  /// Returns the node after a word; nil if there is none.
  func target(of node: Int32, _ word: LabelWord) -> Int32? { targets[Self.key(node, word)] }

  // MARK: - Adding

  mutating func step(_ node: Int32, over words: [LabelWord]) -> Int32 {
    var node = node
    for word in words {
      if let target = targets[Self.key(node, word)] {
        node = target
        continue
      }
      link(node, word, to: Int32(nodes.count))
      nodes.append(Node())
      node = Int32(nodes.count - 1)
    }
    return node
  }

  /// Adds an edge for a word.
  mutating func link(_ node: Int32, _ word: LabelWord, to target: Int32) {
    targets[Self.key(node, word)] = target
    nodes[node].edges.append((word, target))
  }

  mutating func stepOverHole(_ node: Int32, _ kinds: HoleKinds, to target: Int32? = nil) -> Int32 {
    nodes[node].holeKinds.formUnion(kinds)
    if nodes[node].hole < 0 { nodes[node].hole = target ?? newNode() }
    return nodes[node].hole
  }

  mutating func stepOverBody(_ node: Int32, to target: Int32? = nil) -> Int32 {
    if nodes[node].body < 0 { nodes[node].body = target ?? newNode() }
    return nodes[node].body
  }

  /// Adds holes with commas between them.
  /// - Returns: the node after each hole.
  mutating func stepOverList(_ node: Int32, _ kinds: HoleKinds) -> Int32 {
    let item = stepOverHole(node, kinds)
    _ = stepOverHole(step(item, over: [LabelWord(word: Mark.comma, isGlued: false)]), kinds, to: item)
    return item
  }

  private mutating func newNode() -> Int32 {
    nodes.append(Node())
    return Int32(nodes.count - 1)
  }

  mutating func accept(_ node: Int32, _ acceptance: Acceptance) {
    acceptances.append(acceptance)
    nodes[node].acceptances.append(Int32(acceptances.count - 1))
  }

  /// Adds a pattern.
  /// - Parameter precedence: a function that returns an operator's precedence by the values of its choices.
  /// - Returns: false if it has too many combinations of choices.
  mutating func add(
    _ pattern: Pattern, number: Int32, precedence: ([(field: String, state: FieldState)]) -> Int8
  ) -> Bool {
    var paths = 1
    for case .choice(_, let options) in pattern.elements {
      paths *= options.count
      if paths > Self.mostPaths { return false }
    }
    var elements = pattern.elements[...]
    var isOperator = false
    var root = pattern.isValue ? values : statements
    if case .hole? = elements.first {
      elements = elements.dropFirst()
      isOperator = pattern.isValue
      root = isOperator ? operators : assignments
    }
    var ends: [(node: Int32, choices: [(field: String, state: FieldState)])] = [(root, [])]
    // Whether the last element is a hole.
    var endsInHole = false
    for element in elements {
      endsInHole = false
      switch element {
      case .words(let words):
        for index in ends.indices {
          ends[index].node = step(ends[index].node, over: words, isOperator ? precedence(ends[index].choices) : 0)
        }
      case .choice(let field, let options):
        ends = ends.flatMap { end in
          options.map { option in
            let choices = end.choices + [(field, option.state)]
            return (step(end.node, over: option.words, isOperator ? precedence(choices) : 0), choices)
          }
        }
      case .hole(let hole):
        for index in ends.indices { ends[index].node = stepOverHole(ends[index].node, hole.kinds) }
        endsInHole = true
      case .body:
        for index in ends.indices { ends[index].node = stepOverBody(ends[index].node) }
      }
    }
    for end in ends {
      if endsInHole, pattern.isValue, nodes[end.node].tailPrecedence == 0 {
        nodes[end.node].tailPrecedence = precedence(end.choices)
      }
      accept(end.node, Acceptance(pattern: number, choices: end.choices))
    }
    return true
  }

  private mutating func step(_ node: Int32, over words: [LabelWord], _ precedence: Int8) -> Int32 {
    var node = node
    for word in words {
      node = step(node, over: [word])
      if nodes[node].operatorPrecedence == 0 { nodes[node].operatorPrecedence = precedence }
    }
    return node
  }

  // MARK: - Completing

  /// Returns the words between a node and the next hole on the shortest path to an end; empty if there are none.
  func words(toEndFrom start: Int32) -> [LabelWord]? {
    var words: [LabelWord] = []
    for step in way(toEndFrom: start)?.steps ?? [] {
      guard let word = step else { break }
      words.append(word)
    }
    return words
  }

  /// Returns the first type whose wording can end after a node; nil if there is none.
  func acceptance(from start: Int32) -> Acceptance? {
    way(toEndFrom: start).flatMap { nodes[$0.end].acceptances.first }.map { acceptances[$0] }
  }

  /// Returns the shortest path from a node to one where a wording ends: words, and nil for holes. Bodies may stay
  /// empty.
  private func way(toEndFrom start: Int32) -> (steps: [LabelWord?], end: Int32)? {
    var queue: [(node: Int32, steps: [LabelWord?])] = [(start, [])]
    var seen: Set<Int32> = [start]
    var index = 0
    while index < queue.count {
      let (current, steps) = queue[index]
      index += 1
      let node = nodes[current]
      if !node.acceptances.isEmpty { return (steps, current) }
      if node.body >= 0, seen.insert(node.body).inserted { queue.append((node.body, steps)) }
      for edge in node.edges where seen.insert(edge.target).inserted {
        queue.append((edge.target, steps + [edge.word]))
      }
      if node.hole >= 0, seen.insert(node.hole).inserted { queue.append((node.hole, steps + [nil])) }
    }
    return nil
  }
}
