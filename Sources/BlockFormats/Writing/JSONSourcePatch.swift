import Markup

/// Puts an edit of a program into the JSON text of its file, as `XMLSourcePatch` does for XML.
struct JSONSourcePatch {
  private let source: JSONSource
  private let before: JSONSource
  private let after: JSONSource
  /// For each value of `before`, that of `source`, and the other way round; -1 for none.
  private var toSource: [Int]
  private var fromSource: [Int]
  /// For each value of `after`, that of `before`, and the other way round; -1 for a new one.
  private var toBefore: [Int]
  private var fromBefore: [Int]
  /// What values say, without white space and their own keys.
  private var hashesBefore: [Int] = []
  private var hashesAfter: [Int] = []
  /// What a level is indented by; nil for none.
  private let indent: [UInt8]?
  /// Whether the file says of disabled blocks what older versions of Blockly do.
  private let isOlder: Bool

  private struct Shift {
    var old: ArraySlice<UInt8>
    var new: ArraySlice<UInt8>
  }

  /// Returns the text of the file after the edit.
  /// - Parameters:
  ///   - source: the file.
  ///   - before: the program in it, as `ProgramWriter` writes it.
  ///   - after: the edited program, as `ProgramWriter` writes it.
  /// - Returns: nil if the texts can't be compared.
  static func text(of source: [UInt8], before: [UInt8], after: [UInt8], indent: String?) -> [UInt8]? {
    guard let source = JSONSource(source), let before = JSONSource(before), let after = JSONSource(after) else {
      return nil
    }
    var patch = JSONSourcePatch(source, before, after, indent: indent.map { Array($0.utf8) })
    patch.pairWithSource()
    // What lacks a part that Blockly writes, such as a field with its default, gets it, as when Blockly saves it.
    if patch.lacksParts { return nil }
    patch.pairWithBefore()
    patch.hashesBefore = Self.hashes(of: before)
    patch.hashesAfter = Self.hashes(of: after)
    return patch.written()
  }

  private init(_ source: JSONSource, _ before: JSONSource, _ after: JSONSource, indent: [UInt8]?) {
    (self.source, self.before, self.after, self.indent) = (source, before, after, indent)
    toSource = Array(repeating: -1, count: before.nodes.count)
    fromSource = Array(repeating: -1, count: source.nodes.count)
    toBefore = Array(repeating: -1, count: after.nodes.count)
    fromBefore = Array(repeating: -1, count: before.nodes.count)
    isOlder =
      source.bytes.firstRange(of: Self.enabled) != nil && source.bytes.firstRange(of: Self.reasons) == nil
  }

  // MARK: - Pairing

  /// The children of two values that are in each other's place: members with one key, or elements with one index.
  private static func pairs(
    _ one: JSONSource, _ own: Int, _ other: JSONSource, _ index: Int
  ) -> [(own: Int, other: Int)] {
    guard one.nodes[own].kind == other.nodes[index].kind, one.nodes[own].kind != .scalar else { return [] }
    if one.nodes[own].kind == .array { return Array(zip(one.children(of: own), other.children(of: index))) }
    let keys = Dictionary(
      one.children(of: own).map { (Array(one.key(of: $0)), $0) }, uniquingKeysWith: { _, last in last })
    return other.children(of: index).compactMap { child in
      keys[Array(other.key(of: child))].map { ($0, child) }
    }
  }

  private mutating func pairWithSource() {
    var pending = [(own: 0, other: 0)]
    while let (own, other) = pending.popLast() {
      (toSource[other], fromSource[own]) = (own, other)
      pending += Self.pairs(source, own, before, other)
    }
  }

  /// Whether the program has a part that the file doesn't, but for what older versions of Blockly say in another way.
  private var lacksParts: Bool {
    before.nodes.indices.contains { index in
      let parent = before.nodes[index].parent
      guard toSource[index] < 0, parent >= 0, case let own = toSource[parent], own >= 0 else { return false }
      return !before.key(of: index).elementsEqual(Self.reasons) || source.member("enabled", of: own) == nil
    }
  }

  private mutating func pairWithBefore() {
    var blocks: [ArraySlice<UInt8>: Int] = [:]
    for index in before.nodes.indices { if let id = Self.blockID(of: index, before) { blocks[id] = index } }
    (toBefore[0], fromBefore[0]) = (0, 0)
    for parent in after.nodes.indices where after.nodes[parent].kind != .scalar {
      let places =
        toBefore[parent] < 0
        ? [:]
        : Dictionary(
          Self.pairs(before, toBefore[parent], after, parent).map { ($0.other, $0.own) },
          uniquingKeysWith: { first, _ in first })
      for child in after.children(of: parent) {
        let id = Self.blockID(of: child, after)
        let match: Int? =
          if let id { blocks[id] } else {
            places[child].flatMap { Self.blockID(of: $0, before) == nil ? $0 : nil }
          }
        guard let match, fromBefore[match] < 0, after.nodes[child].kind == before.nodes[match].kind,
          isAlike(child, match)
        else { continue }
        (toBefore[child], fromBefore[match]) = (match, child)
      }
    }
  }

  /// Whether two values aren't blocks of different types.
  private func isAlike(_ own: Int, _ other: Int) -> Bool {
    let (type, former) = (after.member("type", of: own), before.member("type", of: other))
    guard let type, let former else { return (type == nil) == (former == nil) }
    return after.text(of: type) == before.text(of: former)
  }

  /// The id of a block or comment, with its quotes; nil for anything else.
  private static func blockID(of index: Int, _ text: JSONSource) -> ArraySlice<UInt8>? {
    guard text.nodes[index].kind == .object, text.nodes[index].parent >= 0,
      let id = text.member("id", of: index),
      text.member("type", of: index) != nil || text.member("text", of: index) != nil,
      text.member("name", of: index) == nil
    else { return nil }
    return text.text(of: id)
  }

  private static func hashes(of text: JSONSource) -> [Int] {
    var hashers = text.nodes.map { node in
      var hasher = Hasher()
      hasher.combine(node.kind)
      if node.kind == .scalar {
        text.bytes[node.range].withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      }
      return hasher
    }
    var hashes = Array(repeating: 0, count: text.nodes.count)
    // From the last to the first, values are finished before what they are in.
    for index in text.nodes.indices.reversed() {
      hashes[index] = hashers[index].finalize()
      let parent = text.nodes[index].parent
      if parent < 0 { continue }
      text.key(of: index).withUnsafeBytes { hashers[parent].combine(bytes: UnsafeRawBufferPointer($0)) }
      hashers[parent].combine(hashes[index])
    }
    return hashes
  }

  // MARK: - Writing

  private enum Task {
    /// A value of `after`, behind white space.
    case value(Int, lead: ArraySlice<UInt8>)
    case bytes(ArraySlice<UInt8>)
  }

  private func written() -> [UInt8] {
    var bytes = Array(source.bytes[..<source.nodes[0].range.lowerBound])
    var tasks: [Task] = [.value(0, lead: [])]
    while let task = tasks.popLast() {
      switch task {
      case .bytes(let text): bytes += text
      case .value(let index, let lead): tasks += parts(of: index, lead).reversed()
      }
    }
    return bytes + source.bytes[source.nodes[0].range.upperBound...]
  }

  private func shifted(_ blank: ArraySlice<UInt8>, _ shift: Shift?) -> ArraySlice<UInt8> {
    guard let shift, blank.starts(with: shift.old) else { return blank }
    return shift.new + blank.dropFirst(shift.old.count)
  }

  private static func shift(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) -> Shift? {
    old == new || !old.contains(0x0A) ? nil : Shift(old: old, new: new)
  }

  /// What a value of `after` consists of.
  private func parts(of index: Int, _ lead: ArraySlice<UInt8>) -> [Task] {
    let old = toBefore[index]
    let own = old < 0 ? -1 : toSource[old]
    if own < 0 { return newParts(of: index, lead) }
    let shift = Self.shift(from: source.bytes[source.nodes[own].lead], to: lead)
    if hashesAfter[index] == hashesBefore[old] { return [.bytes(copy(own, shift))] }
    guard after.nodes[index].kind != .scalar, source.nodes[own].kind == after.nodes[index].kind, !isField(index) else {
      return newParts(of: index, lead)
    }
    return content(of: index, old, own, lead, shift)
  }

  /// Whether a value is that of a field, whose parts belong together: a variable has an id and a name.
  private func isField(_ index: Int) -> Bool {
    let parent = after.nodes[index].parent
    return parent >= 0 && after.key(of: parent).elementsEqual("\"fields\"".utf8)
  }

  /// An object or array of the file with what the edit changed in it.
  private func content(
    of index: Int, _ old: Int, _ own: Int, _ lead: ArraySlice<UInt8>, _ shift: Shift?
  ) -> [Task] {
    let children = after.children(of: index)
    let staying = staying(children, in: own)
    let stays = Set(staying.values)
    let sources = source.children(of: own)
    let inner =
      sources.first.map { shifted(source.bytes[source.nodes[$0].lead], shift) }
      ?? (indent.map { lead.contains(0x0A) || own == 0 ? lead + $0 : [] } ?? [])
    var items: [[Task]] = []
    func addNew(from position: Int) {
      var next = position
      while next < children.count, !stays.contains(next) {
        if !isNeedless(children[next], of: old) { items.append(added(children[next], inner)) }
        next += 1
      }
    }
    var hasBegun = staying.isEmpty
    for node in sources {
      let blank = shifted(source.bytes[source.nodes[node].lead], shift)
      if fromSource[node] >= 0 {
        guard let position = staying[node] else { continue }
        if !hasBegun { addNew(from: 0) }
        hasBegun = true
        let label = source.bytes[source.nodes[node].start..<source.nodes[node].range.lowerBound]
        items.append([.bytes(blank), .bytes(label), .value(children[position], lead: blank)])
        addNew(from: position + 1)
      } else if !isOutdated(node, old, index) {
        let label = source.bytes[source.nodes[node].start..<source.nodes[node].range.lowerBound]
        items.append([.bytes(blank), .bytes(label), .bytes(copy(node, shift))])
      }
    }
    if staying.isEmpty { addNew(from: 0) }
    let isObject = after.nodes[index].kind == .object
    var tasks: [Task] = [.bytes(isObject ? Self.openBrace : Self.openBracket)]
    for (position, item) in items.enumerated() {
      if position > 0 { tasks.append(.bytes(Self.comma)) }
      tasks += item
    }
    let close = sources.isEmpty ? (inner.isEmpty ? [] : lead) : shifted(source.bytes[source.nodes[own].close], shift)
    if !items.isEmpty { tasks.append(.bytes(close)) }
    return tasks + [.bytes(isObject ? Self.closeBrace : Self.closeBracket)]
  }

  private static let (openBrace, closeBrace, openBracket, closeBracket, comma) = (
    Array("{".utf8)[...], Array("}".utf8)[...], Array("[".utf8)[...], Array("]".utf8)[...], Array(",".utf8)[...]
  )
  private static let enabled = Array("\"enabled\"".utf8)
  private static let reasons = Array("\"disabledReasons\"".utf8)

  /// A child that the file doesn't have there, with its key.
  private func added(_ child: Int, _ lead: ArraySlice<UInt8>) -> [Task] {
    let node = after.nodes[child]
    if isOlder, after.key(of: child).elementsEqual(Self.reasons), after.children(of: child).count == 1,
      after.text(of: child + 1).elementsEqual("\"MANUALLY_DISABLED\"".utf8)
    {
      let gap = after.bytes[node.key.upperBound..<node.range.lowerBound]
      return [.bytes(lead), .bytes(Self.enabled + gap + Array("false".utf8))]
    }
    return [.bytes(lead), .bytes(after.bytes[node.start..<node.range.lowerBound]), .value(child, lead: lead)]
  }

  /// Whether the file says what a child says in another way, and the edit left that.
  private func isNeedless(_ child: Int, of old: Int) -> Bool {
    let former = toBefore[child]
    return former >= 0 && before.nodes[former].parent == old && toSource[former] < 0
      && hashesBefore[former] == hashesAfter[child]
  }

  /// Whether a member that only the file has says what the edit changed.
  private func isOutdated(_ node: Int, _ old: Int, _ index: Int) -> Bool {
    guard source.key(of: node).elementsEqual(Self.enabled) else { return false }
    let reasons = [before.member("disabledReasons", of: old), after.member("disabledReasons", of: index)]
    return reasons[0].map { hashesBefore[$0] } != reasons[1].map { hashesAfter[$0] }
  }

  /// The index among the children of each that stays where the file has it, by its value of the file. In arrays, what
  /// changes places with others has moved.
  private func staying(_ children: [Int], in own: Int) -> [Int: Int] {
    var positions: [Int: Int] = [:]
    for (position, child) in children.enumerated() where isStaying(child, in: own) {
      positions[toSource[toBefore[child]]] = position
    }
    if source.nodes[own].kind == .object { return positions }
    let nodes = positions.keys.sorted()
    let run = IncreasingRun.indices(of: nodes.map { positions[$0] ?? 0 }).map { nodes[$0] }
    return Dictionary(uniqueKeysWithValues: run.map { ($0, positions[$0] ?? 0) })
  }

  /// Whether a child of an object or array is where it was in the file.
  private func isStaying(_ child: Int, in own: Int) -> Bool {
    guard toBefore[child] >= 0, case let node = toSource[toBefore[child]], node >= 0 else { return false }
    return source.nodes[node].parent == own && source.key(of: node) == after.key(of: child)
  }

  /// What a new value consists of; what it holds may be in the file.
  private func newParts(of index: Int, _ lead: ArraySlice<UInt8>) -> [Task] {
    let node = after.nodes[index]
    if node.kind == .scalar { return [.bytes(after.text(of: index))] }
    let shift = Self.shift(from: after.bytes[node.lead], to: lead)
    var tasks: [Task] = [.bytes(node.kind == .object ? Self.openBrace : Self.openBracket)]
    for (position, child) in after.children(of: index).enumerated() {
      if position > 0 { tasks.append(.bytes(Self.comma)) }
      tasks += added(child, shifted(after.bytes[after.nodes[child].lead], shift))
    }
    tasks.append(.bytes(shifted(after.bytes[node.close], shift)))
    return tasks + [.bytes(node.kind == .object ? Self.closeBrace : Self.closeBracket)]
  }

  /// The text of a value of the file, at its depth.
  private func copy(_ own: Int, _ shift: Shift?) -> ArraySlice<UInt8> {
    guard let shift else { return source.text(of: own) }
    var blanks: [Range<Int>] = []
    for node in own..<source.nodes[own].end {
      if node > own { blanks.append(source.nodes[node].lead) }
      if source.nodes[node].kind != .scalar { blanks.append(source.nodes[node].close) }
    }
    var bytes: [UInt8] = []
    var position = source.nodes[own].range.lowerBound
    for blank in blanks.sorted(by: { $0.lowerBound < $1.lowerBound }) where blank.lowerBound >= position {
      bytes += source.bytes[position..<blank.lowerBound]
      bytes += shifted(source.bytes[blank], shift)
      position = blank.upperBound
    }
    return bytes + source.bytes[position..<source.nodes[own].range.upperBound]
  }
}
