import Markup

/// Applies an edit of a program to the text of its file, so that the text differs only where the program does.
///
/// Three texts are compared: the file's own, what Mortise writes for the program in it, and what it writes for the
/// edited program. Parts that the latter two share are taken from the file; new parts are taken from the last one.
package struct XMLSourcePatch {
  private let source: XMLSource
  private let before: XMLSource
  private let after: XMLSource
  private var pairs: SourcePairs
  /// Hashes of the elements of `before` and `after`, without the white space between elements.
  private let hashesBefore: [Int]
  private let hashesAfter: [Int]
  /// Hashes of the content of these elements.
  private let innerBefore: [Int]
  private let innerAfter: [Int]
  /// The indentation of a level; nil for none.
  private let indent: [UInt8]?
  private let heads: XMLHeadPatch
  /// A patch with the same edited program and another text, from which the new parts that it has are copied; empty for
  /// none.
  private var donors: [XMLSourcePatch] = []

  /// Returns the text of the file after the edit.
  /// - Parameters:
  ///   - source: the file.
  ///   - before: the program in it, as `ProgramWriter` writes it.
  ///   - after: the edited program, as `ProgramWriter` writes it.
  ///   - isOlder: whether new parts are written as Blockly up to version 10 does.
  ///   - donor: another text, from which the new parts that it has are copied.
  /// - Returns: nil if the texts can't be compared.
  package static func text(
    of source: [UInt8], before: [UInt8], after: [UInt8], isOlder: Bool, indent: String? = nil,
    donor: SourceDonor? = nil
  ) -> [UInt8]? {
    let indent = indent.map { Array($0.utf8) }
    var patch = XMLSourcePatch(source, before, after, isOlder: isOlder, indent: indent)
    if let donor,
      let other = XMLSourcePatch(donor.source, donor.before, after, isOlder: isOlder, indent: indent)
    {
      patch?.donors = [other]
    }
    return patch?.written()
  }

  private init?(_ source: [UInt8], _ before: [UInt8], _ after: [UInt8], isOlder: Bool, indent: [UInt8]?) {
    guard let source = XMLSource(source), let before = XMLSource(before), let after = XMLSource(after) else {
      return nil
    }
    (self.source, self.before, self.after, self.indent) = (source, before, after, indent)
    heads = XMLHeadPatch(source: source, before: before, after: after, isOlder: isOlder)
    pairs = SourcePairs(source: source.nodes.count, before: before.nodes.count, after: after.nodes.count)
    (hashesBefore, innerBefore) = Self.hashes(of: before)
    (hashesAfter, innerAfter) = Self.hashes(of: after)
    pairWithSource()
    pairWithBefore()
  }

  // MARK: - Pairing

  /// The identity of an element among its siblings: its name, the name of its field or input, and its number among
  /// siblings with the same names.
  private struct Key: Hashable {
    var name: [UInt8]
    var label: [UInt8]
    var ordinal = 0
  }

  private static let title = Array("title".utf8)
  private static let field = Array("field".utf8)

  /// - Parameter byType: whether blocks without ids are counted by type, as blocks of other types may be added or
  ///   removed.
  private static func keys(
    of text: XMLSource, in parent: Int, byType: Bool = false
  ) -> [(child: Int, key: Key)] {
    var counts: [Key: Int] = [:]
    return text.nodes.children(of: parent).filter { text.nodes[$0].kind == .element }.map { child in
      var name = Array(text.name(of: child))
      if name == title { name = field }
      let label =
        byType && isBlock(child, text)
        ? text.value("id", of: child) ?? text.value("type", of: child) ?? []
        : text.value("name", of: child) ?? idOfStack(in: child, text)
      var key = Key(name: name, label: Array(label))
      key.ordinal = counts[key, default: 0]
      counts[Key(name: key.name, label: key.label), default: 0] += 1
      return (child, key)
    }
  }

  /// Returns the id of the block in an element that Open Roberta puts around each stack; empty for others.
  private static func idOfStack(in index: Int, _ text: XMLSource) -> ArraySlice<UInt8> {
    guard text.name(of: index).elementsEqual("instance".utf8),
      let block = text.nodes.children(of: index).first(where: { text.nodes[$0].kind == .element })
    else { return [] }
    return text.value("id", of: block) ?? []
  }

  private mutating func pairWithSource() {
    var pending = [(own: 0, other: 0)]
    while let (own, other) = pending.popLast() {
      pairs.pair(source: own, before: other)
      let keys = Dictionary(uniqueKeysWithValues: Self.keys(of: source, in: own).map { ($0.key, $0.child) })
      for (child, key) in Self.keys(of: before, in: other) {
        if let match = keys[key] { pending.append((match, child)) }
      }
    }
  }

  private mutating func pairWithBefore() {
    var blocks: [Int: [Int]] = [:]
    for index in before.nodes.indices.reversed() where before.nodes[index].kind == .element {
      if Self.isBlock(index, before) { blocks[identity(of: index, before, innerBefore), default: []].append(index) }
    }
    pairs.pair(before: 0, after: 0)
    for parent in after.nodes.indices where after.nodes[parent].kind == .element {
      let old = pairs.toBefore[parent]
      let keys =
        old < 0
        ? [:]
        : Dictionary(uniqueKeysWithValues: Self.keys(of: before, in: old, byType: true).map { ($0.key, $0.child) })
      for (child, key) in Self.keys(of: after, in: parent, byType: true) {
        if let match = keys[key], pairs.fromBefore[match] < 0, isAlike(child, match) {
          pairs.pair(before: match, after: child)
        } else if Self.isBlock(child, after),
          // It may have moved.
          let match = pairs.lastWithoutAfter(in: &blocks[identity(of: child, after, innerAfter), default: []]),
          isAlike(child, match)
        {
          pairs.pair(before: match, after: child)
        }
      }
    }
  }

  /// Returns a hash of a block's type and id, or of its type and content if it has no id.
  private func identity(of index: Int, _ text: XMLSource, _ inner: [Int]) -> Int {
    var hasher = Hasher()
    hasher.combine(text: text.value("type", of: index) ?? [])
    if let id = text.value("id", of: index) { hasher.combine(text: id) } else { hasher.combine(inner[index]) }
    return hasher.finalize()
  }

  /// Whether two elements have the same name and, for blocks, the same type and id.
  private func isAlike(_ own: Int, _ other: Int) -> Bool {
    guard after.name(of: own) == before.name(of: other) else { return false }
    return !Self.isBlock(own, after)
      || (after.value("type", of: own) == before.value("type", of: other)
        && (after.value("id", of: own) == before.value("id", of: other)))
  }

  private static func isBlock(_ index: Int, _ text: XMLSource) -> Bool {
    let name = text.name(of: index)
    return name.elementsEqual("block".utf8) || name.elementsEqual("shadow".utf8)
  }

  private static func hashes(of text: XMLSource) -> (whole: [Int], inner: [Int]) {
    var hashers = Array(repeating: Hasher(), count: text.nodes.count)
    var hashes = Array(repeating: 0, count: text.nodes.count)
    var inner = hashes
    // In reverse order, children are finished before their parent.
    for index in text.nodes.indices.reversed() {
      let node = text.nodes[index]
      inner[index] = hashers[index].finalize()
      hashers[index].combine(text: text.bytes[node.kind == .element ? node.head : node.range])
      hashes[index] = hashers[index].finalize()
      if node.parent >= 0, !text.isBlank(index) || isLeaf(node.parent, text) {
        hashers[node.parent].combine(hashes[index])
      }
    }
    return (hashes, inner)
  }

  /// Whether an element contains no elements.
  private static func isLeaf(_ index: Int, _ text: XMLSource) -> Bool {
    !text.nodes[(index + 1)..<text.nodes[index].end].contains { $0.kind == .element }
  }

  // MARK: - Writing

  private enum Task {
    /// An element of `after`, and the white space before it.
    case element(Int, separator: ArraySlice<UInt8>)
    case bytes(ArraySlice<UInt8>)
  }

  private func written() -> [UInt8] {
    var bytes = Array(source.bytes[..<source.nodes[0].range.lowerBound])
    var tasks: [Task] = [.element(0, separator: [])]
    while let task = tasks.popLast() {
      switch task {
      case .bytes(let text): bytes += text
      case .element(let index, let separator): tasks += parts(of: index, separator).reversed()
      }
    }
    return bytes + source.bytes[source.nodes[0].range.upperBound...]
  }

  /// Returns the white space before a node, with the line break; empty if there is none.
  private static func separator(before index: Int, _ text: XMLSource) -> ArraySlice<UInt8> {
    // White space has no descendants, so its sibling is the next node.
    guard index > 0, text.nodes[index - 1].parent == text.nodes[index].parent, text.isBlank(index - 1) else {
      return []
    }
    return text.bytes[text.nodes[index - 1].range]
  }

  /// Returns white space with its indentation shifted.
  private func blank(_ text: ArraySlice<UInt8>, _ shift: IndentShift?) -> ArraySlice<UInt8> {
    shift?.applied(to: text) ?? text
  }

  /// Returns the tasks that write an element of `after`.
  private func parts(of index: Int, _ separator: ArraySlice<UInt8>) -> [Task] {
    let (old, own) = (pairs.toBefore[index], pairs.source(ofAfter: index))
    if own < 0 { return donated(index, separator).map { [.bytes($0)] } ?? newParts(of: index, separator) }
    let shift = IndentShift(from: Self.separator(before: own, source), to: separator)
    if hashesAfter[index] == hashesBefore[old] { return [.bytes(copy(own, shift))] }
    var head = heads.head(of: index, old, own)
    let hasElements = !Self.isLeaf(index, after) || !Self.isLeaf(old, before)
    if !hasElements {
      let isSame = after.bytes[after.inner(of: index)] == before.bytes[before.inner(of: old)]
      let inner =
        isSame ? source.bytes[source.inner(of: own)] : donatedInner(index) ?? after.bytes[after.inner(of: index)]
      if inner.isEmpty, !source.hasTail(own) { return [.bytes(head)] }
      open(&head, own)
      return [.bytes(head), .bytes(inner), .bytes(tail(of: own))]
    }
    let content = content(of: index, own, separator, shift)
    if content.isEmpty, !source.hasTail(own) { return [.bytes(head)] }
    open(&head, own)
    return [.bytes(head)] + content + [.bytes(tail(of: own))]
  }

  /// Returns a new element as the donor has it; nil if the donor lacks it.
  private func donated(_ index: Int, _ separator: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let donor = donors.first, let own = donor.same(index) else { return nil }
    return donor.copy(own, IndentShift(from: Self.separator(before: own, donor.source), to: separator))
  }

  /// Returns the text in a changed element as the donor has it; nil if the donor lacks it.
  private func donatedInner(_ index: Int) -> ArraySlice<UInt8>? {
    guard let donor = donors.first, let own = donor.same(index) else { return nil }
    return donor.source.bytes[donor.source.inner(of: own)]
  }

  /// Returns the element of the source for an element of `after`; nil if there is none, or the edit changed it.
  private func same(_ index: Int) -> Int? {
    let own = pairs.source(ofAfter: index)
    return own >= 0 && hashesAfter[index] == hashesBefore[pairs.toBefore[index]] ? own : nil
  }

  /// Turns a start tag that closes its element into one that doesn't.
  private func open(_ head: inout ArraySlice<UInt8>, _ own: Int) {
    if source.hasTail(own) || head.dropLast().last != UInt8(ascii: "/") { return }
    var text = head.dropLast(2)
    while text.last == 0x20 { text.removeLast() }
    head = text + [UInt8(ascii: ">")]
  }

  private func tail(of own: Int) -> ArraySlice<UInt8> {
    source.hasTail(own)
      ? source.bytes[source.nodes[own].tail] : Array("</".utf8) + source.name(of: own) + [UInt8(ascii: ">")]
  }

  /// Returns the tasks that write the content of an element: parts of the file that the edit kept, and new parts.
  private func content(
    of index: Int, _ own: Int, _ separator: ArraySlice<UInt8>, _ shift: IndentShift?
  ) -> [Task] {
    var parts: [Task] = []
    let children = after.nodes.children(of: index).filter { after.nodes[$0].kind == .element }
    var staying = staying(children, in: own)
    addReplaced(by: children, of: index, in: own, to: &staying)
    let stays = Set(staying.values)
    let inner = innerSeparator(of: own, separator, shift)
    func addNew(from position: Int) {
      var next = position
      while next < children.count, !stays.contains(next) {
        if !isNeedless(children[next], of: index) {
          parts += [.bytes(inner), .element(children[next], separator: inner)]
        }
        next += 1
      }
    }
    var pending: ArraySlice<UInt8> = []
    var hasBegun = staying.isEmpty
    for node in source.nodes.children(of: own) {
      if source.isBlank(node) {
        pending = blank(source.bytes[source.nodes[node].range], shift)
      } else if let position = staying[node] {
        if !hasBegun { addNew(from: 0) }
        hasBegun = true
        parts += [.bytes(pending), .element(children[position], separator: pending)]
        pending = []
        addNew(from: position + 1)
      } else if pairs.fromSource[node] >= 0 {
        // The white space before a deleted node is deleted, too.
        pending = []
      } else {
        parts += [.bytes(pending), .bytes(copy(node, shift))]
        pending = []
      }
    }
    if staying.isEmpty { addNew(from: 0) }
    if parts.isEmpty { return [] }
    let end = pending.isEmpty && !inner.isEmpty && !endsWithoutBlanks(own) ? separator : pending
    return parts + [.bytes(end)]
  }

  /// Adds the elements of a block that only the file has, such as a mutation of the default shape, and that new
  /// children replace.
  private func addReplaced(by children: [Int], of index: Int, in own: Int, to staying: inout [Int: Int]) {
    guard Self.isBlock(own, source), staying.count < children.count else { return }
    let stays = Set(staying.values)
    let positions = children.indices.filter { !stays.contains($0) && !isNeedless(children[$0], of: index) }
    let keys = Dictionary(uniqueKeysWithValues: Self.keys(of: after, in: index).map { ($0.child, $0.key) })
    let others = Dictionary(
      uniqueKeysWithValues: Self.keys(of: source, in: own).filter { pairs.fromSource[$0.child] < 0 }
        .map { ($0.key, $0.child) })
    for position in positions {
      if let node = keys[children[position]].flatMap({ others[$0] }) { staying[node] = position }
    }
  }

  /// Whether an element of the file has children, and its end tag directly follows the last one.
  private func endsWithoutBlanks(_ own: Int) -> Bool {
    guard let last = source.nodes.children(of: own).last else { return false }
    return !source.isBlank(last)
  }

  /// Returns the index of each child that stays in its place in the file, by its node in the file. Children that change
  /// places with others have moved.
  private func staying(_ children: [Int], in own: Int) -> [Int: Int] {
    var positions: [Int: Int] = [:]
    for (position, child) in children.enumerated() where isStaying(child, in: own) {
      positions[pairs.source(ofAfter: child)] = position
    }
    // In a block, the file's own order of fields, inputs and comment is as good as any.
    return Self.isBlock(own, source) ? positions : SourcePairs.inOrder(positions)
  }

  /// Whether a child of an element is where it was in the file.
  private func isStaying(_ child: Int, in own: Int) -> Bool {
    let node = pairs.source(ofAfter: child)
    return node >= 0 && source.nodes[node].parent == own
  }

  /// Whether the file expresses a child in another way, and the edit didn't change it.
  private func isNeedless(_ child: Int, of index: Int) -> Bool {
    let former = pairs.toBefore[child]
    return former >= 0 && before.nodes[former].parent == pairs.toBefore[index] && pairs.toSource[former] < 0
      && hashesBefore[former] == hashesAfter[child]
  }

  /// Returns the white space before a new child of an element of the file.
  private func innerSeparator(
    of own: Int, _ separator: ArraySlice<UInt8>, _ shift: IndentShift?
  ) -> ArraySlice<UInt8> {
    if let first = source.nodes.children(of: own).first(where: { source.nodes[$0].kind == .element }) {
      return blank(Self.separator(before: first, source), shift)
    }
    guard let indent, separator.contains(0x0A) || own == 0 else { return [] }
    return separator + indent
  }

  /// Returns the tasks that write a new element, which may contain elements of the file.
  private func newParts(of index: Int, _ separator: ArraySlice<UInt8>) -> [Task] {
    let shift = IndentShift(from: Self.separator(before: index, after), to: separator)
    var parts: [Task] = [.bytes(heads.dialect(after.bytes[after.nodes[index].head]))]
    var pending: ArraySlice<UInt8> = []
    for child in after.nodes.children(of: index) {
      if after.isBlank(child), !Self.isLeaf(index, after) {
        pending = blank(after.bytes[after.nodes[child].range], shift)
        continue
      }
      parts.append(.bytes(pending))
      parts.append(
        after.nodes[child].kind == .element
          ? .element(child, separator: pending) : .bytes(after.bytes[after.nodes[child].range]))
      pending = []
    }
    return parts + [.bytes(pending), .bytes(after.bytes[after.nodes[index].tail])]
  }

  /// Returns the text of a node of the file with its indentation shifted.
  private func copy(_ own: Int, _ shift: IndentShift?) -> ArraySlice<UInt8> {
    guard let shift else { return source.bytes[source.nodes[own].range] }
    var bytes: [UInt8] = []
    var position = source.nodes[own].range.lowerBound
    for node in (own + 1)..<max(own + 1, source.nodes[own].end) where source.isBlank(node) {
      if Self.isLeaf(source.nodes[node].parent, source) { continue }
      let range = source.nodes[node].range
      bytes += source.bytes[position..<range.lowerBound]
      bytes += shift.applied(to: source.bytes[range])
      position = range.upperBound
    }
    return bytes + source.bytes[position..<source.nodes[own].range.upperBound]
  }
}
