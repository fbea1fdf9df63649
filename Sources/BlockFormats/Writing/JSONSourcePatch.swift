import Markup

/// Applies an edit of a program to the JSON text of its file, as `XMLSourcePatch` does for XML.
struct JSONSourcePatch {
  private let source: JSONSource
  private let before: JSONSource
  private let after: JSONSource
  private var pairs: SourcePairs
  /// Hashes of the values of `before` and `after`, without white space and their own keys.
  private let hashesBefore: [Int]
  private let hashesAfter: [Int]
  /// The same hashes without the positions of blocks.
  private let innerBefore: [Int]
  private let innerAfter: [Int]
  /// For each value of `before`, whether the file lacks a part of it.
  private var lacks: [Bool]
  /// The indentation of a level; nil for none.
  private let indent: [UInt8]?
  /// Whether new parts are written as Blockly up to version 10 does.
  private let isOlder: Bool
  /// A patch with the same edited program and another text, from which the new parts that it has are copied; empty for
  /// none.
  private var donors: [JSONSourcePatch] = []

  /// Returns the text of the file after the edit.
  /// - Parameters:
  ///   - source: the file.
  ///   - before: the program in it, as `ProgramWriter` writes it.
  ///   - after: the edited program, as `ProgramWriter` writes it.
  ///   - isOlder: whether new parts are written as Blockly up to version 10 does.
  ///   - donor: another text, from which the new parts that it has are copied.
  /// - Returns: nil if the texts can't be compared.
  static func text(
    of source: [UInt8], before: [UInt8], after: [UInt8], isOlder: Bool, indent: String?, donor: SourceDonor?
  ) -> [UInt8]? {
    let indent = indent.map { Array($0.utf8) }
    var patch = JSONSourcePatch(source, before, after, isOlder: isOlder, indent: indent)
    if let donor,
      let other = JSONSourcePatch(donor.source, donor.before, after, isOlder: isOlder, indent: indent)
    {
      patch?.donors = [other]
    }
    return patch?.written()
  }

  /// Whether a stack of a file has all parts that Blockly writes for it, such as fields with their default values.
  static func isComplete(_ source: [UInt8], as before: [UInt8]) -> Bool {
    JSONSourcePatch(source, before, before, isOlder: false, indent: nil)?.lacks[0] == false
  }

  private init?(_ source: [UInt8], _ before: [UInt8], _ after: [UInt8], isOlder: Bool, indent: [UInt8]?) {
    guard let source = JSONSource(source), let before = JSONSource(before), let after = JSONSource(after) else {
      return nil
    }
    (self.source, self.before, self.after) = (source, before, after)
    (self.isOlder, self.indent) = (isOlder, indent)
    lacks = Array(repeating: false, count: before.nodes.count)
    pairs = SourcePairs(source: source.nodes.count, before: before.nodes.count, after: after.nodes.count)
    (hashesBefore, innerBefore) = Self.hashes(of: before)
    (hashesAfter, innerAfter) = Self.hashes(of: after)
    pairWithSource()
    findLacking()
    pairWithBefore()
  }

  // MARK: - Pairing

  /// Returns the corresponding children of two values: members with the same key, or elements with the same index.
  private static func pairs(
    _ one: JSONSource, _ own: Int, _ other: JSONSource, _ index: Int
  ) -> [(own: Int, other: Int)] {
    guard one.nodes[own].kind == other.nodes[index].kind, one.nodes[own].kind != .scalar else { return [] }
    if one.nodes[own].kind == .array { return Array(zip(one.nodes.children(of: own), other.nodes.children(of: index))) }
    let keys = Dictionary(
      one.nodes.children(of: own).map { (Array(one.key(of: $0)), $0) }, uniquingKeysWith: { _, last in last })
    return other.nodes.children(of: index).compactMap { child in
      keys[Array(other.key(of: child))].map { ($0, child) }
    }
  }

  /// Returns the corresponding elements of two arrays before and after an edit. Blocks without ids are counted by type,
  /// as blocks of other types may be added or removed.
  private static func pairsByType(
    _ one: JSONSource, _ own: Int, _ other: JSONSource, _ index: Int
  ) -> [(own: Int, other: Int)] {
    func keys(_ text: JSONSource, _ index: Int) -> [(key: [UInt8], child: Int)] {
      var counts: [[UInt8]: Int] = [:]
      return text.nodes.children(of: index).map { child in
        let type = blockID(of: child, text) ?? text.member("type", of: child).map { text.text(of: $0) } ?? []
        counts[Array(type), default: 0] += 1
        return (type + Array(" \(counts[Array(type), default: 0])".utf8), child)
      }
    }
    let known = Dictionary(uniqueKeysWithValues: keys(one, own).map { ($0.key, $0.child) })
    return keys(other, index).compactMap { key, child in known[key].map { ($0, child) } }
  }

  private mutating func pairWithSource() {
    var pending = [(own: 0, other: 0)]
    while let (own, other) = pending.popLast() {
      pairs.pair(source: own, before: other)
      pending += Self.pairs(source, own, before, other)
    }
  }

  /// Finds the values of which the file lacks parts, except parts that older versions of Blockly express in another
  /// way. These parts are added to the file, as when Blockly saves it.
  private mutating func findLacking() {
    for index in before.nodes.indices.reversed() {
      let parent = before.nodes[index].parent
      guard parent >= 0, case let own = pairs.toSource[parent], own >= 0 else { continue }
      let isMissing =
        pairs.toSource[index] < 0
        && (!before.key(of: index).elementsEqual(Self.reasons.utf8) || source.member("enabled", of: own) == nil)
      if isMissing || lacks[index] { lacks[parent] = true }
    }
  }

  private mutating func pairWithBefore() {
    var blocks: [Int: [Int]] = [:]
    for index in before.nodes.indices.reversed() {
      if let identity = Self.identity(of: index, before, innerBefore) { blocks[identity, default: []].append(index) }
    }
    pairs.pair(before: 0, after: 0)
    for parent in after.nodes.indices where after.nodes[parent].kind != .scalar {
      let old = pairs.toBefore[parent]
      let known =
        old < 0
        ? []
        : after.nodes[parent].kind == .array
          ? Self.pairsByType(before, old, after, parent) : Self.pairs(before, old, after, parent)
      let places = Dictionary(known.map { ($0.other, $0.own) }, uniquingKeysWith: { first, _ in first })
      for child in after.nodes.children(of: parent) {
        if let match = places[child], pairs.fromBefore[match] < 0, isAlike(child, match) {
          pairs.pair(before: match, after: child)
        } else if let identity = Self.identity(of: child, after, innerAfter),
          // It may have moved.
          let match = pairs.lastWithoutAfter(in: &blocks[identity, default: []]), isAlike(child, match)
        {
          pairs.pair(before: match, after: child)
        }
      }
    }
  }

  /// Returns a hash of a block's or comment's id, or of the content of a block without one; nil for anything else.
  private static func identity(of index: Int, _ text: JSONSource, _ inner: [Int]) -> Int? {
    var hasher = Hasher()
    if let id = blockID(of: index, text) {
      hasher.combine(text: id)
    } else if text.member("type", of: index) != nil {
      hasher.combine(inner[index])
    } else {
      return nil
    }
    return hasher.finalize()
  }

  /// Whether two values are of the same kind, and not blocks with different types or ids.
  private func isAlike(_ own: Int, _ other: Int) -> Bool {
    guard after.nodes[own].kind == before.nodes[other].kind,
      Self.blockID(of: own, after) == Self.blockID(of: other, before)
    else { return false }
    let (type, former) = (after.member("type", of: own), before.member("type", of: other))
    guard let type, let former else { return (type == nil) == (former == nil) }
    return after.text(of: type) == before.text(of: former)
  }

  /// Returns the id of a block or comment, with its quotes; nil for anything else.
  private static func blockID(of index: Int, _ text: JSONSource) -> ArraySlice<UInt8>? {
    guard text.nodes[index].kind == .object, text.nodes[index].parent >= 0,
      let id = text.member("id", of: index),
      text.member("type", of: index) != nil || text.member("text", of: index) != nil,
      text.member("name", of: index) == nil
    else { return nil }
    return text.text(of: id)
  }

  private static func hashes(of text: JSONSource) -> (whole: [Int], inner: [Int]) {
    var hashers = text.nodes.map { node in
      var hasher = Hasher()
      hasher.combine(node.kind)
      if node.kind == .scalar {
        hasher.combine(text: text.bytes[node.range])
      }
      return hasher
    }
    var hashes = Array(repeating: 0, count: text.nodes.count)
    var (innerHashers, inner) = (hashers, hashes)
    // In reverse order, each value is finished before its parent.
    for index in text.nodes.indices.reversed() {
      hashes[index] = hashers[index].finalize()
      inner[index] = innerHashers[index].finalize()
      let parent = text.nodes[index].parent
      if parent < 0 { continue }
      hashers[parent].combine(text: text.key(of: index))
      hashers[parent].combine(hashes[index])
      if ["\"x\"", "\"y\""].contains(where: { text.key(of: index).elementsEqual($0.utf8) }) { continue }
      innerHashers[parent].combine(text: text.key(of: index))
      innerHashers[parent].combine(hashes[index])
    }
    return (hashes, inner)
  }

  // MARK: - Writing

  private enum Task {
    /// A value of `after`, and the white space before it.
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

  /// Returns white space with its indentation shifted.
  private func blank(_ text: ArraySlice<UInt8>, _ shift: IndentShift?) -> ArraySlice<UInt8> {
    shift?.applied(to: text) ?? text
  }

  /// Returns the tasks that write a value of `after`.
  private func parts(of index: Int, _ lead: ArraySlice<UInt8>) -> [Task] {
    let (old, own) = (pairs.toBefore[index], pairs.source(ofAfter: index))
    if own < 0 { return donated(index, lead).map { [.bytes($0)] } ?? newParts(of: index, lead) }
    let shift = IndentShift(from: source.bytes[source.nodes[own].lead], to: lead)
    if hashesAfter[index] == hashesBefore[old], !lacks[old] { return [.bytes(copy(own, shift))] }
    guard after.nodes[index].kind != .scalar, source.nodes[own].kind == after.nodes[index].kind, !isField(index) else {
      return donated(index, lead).map { [.bytes($0)] } ?? newParts(of: index, lead)
    }
    return content(of: index, old, own, lead, shift)
  }

  /// Returns a new value as the donor has it; nil if the donor lacks it.
  private func donated(_ index: Int, _ lead: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let donor = donors.first, case let own = donor.pairs.source(ofAfter: index), own >= 0,
      case let old = donor.pairs.toBefore[index], hashesAfter[index] == donor.hashesBefore[old], !donor.lacks[old]
    else { return nil }
    return donor.copy(own, IndentShift(from: donor.source.bytes[donor.source.nodes[own].lead], to: lead))
  }

  /// Whether a value is a field's, whose parts belong together: a variable has an id and a name.
  private func isField(_ index: Int) -> Bool {
    let parent = after.nodes[index].parent
    return parent >= 0 && after.key(of: parent).elementsEqual("\"fields\"".utf8)
  }

  /// Returns the tasks that write an object or array of the file with the edit's changes.
  private func content(
    of index: Int, _ old: Int, _ own: Int, _ lead: ArraySlice<UInt8>, _ shift: IndentShift?
  ) -> [Task] {
    let children = after.nodes.children(of: index)
    var staying = staying(children, in: own)
    addReplaced(by: children, in: own, of: old, to: &staying)
    let stays = Set(staying.values)
    let sources = source.nodes.children(of: own)
    let inner =
      sources.first.map { blank(source.bytes[source.nodes[$0].lead], shift) }
      ?? (indent.map { lead.contains(0x0A) || own == 0 ? lead + $0 : [] } ?? [])
    /// The children with the text before them, and the white space before the comma after each.
    var items: [(tasks: [Task], trail: ArraySlice<UInt8>)] = []
    func addNew(from position: Int) {
      var next = position
      while next < children.count, !stays.contains(next) {
        if !isNeedless(children[next], of: old) { items.append((added(children[next], inner), [])) }
        next += 1
      }
    }
    var hasBegun = staying.isEmpty
    for node in sources {
      let lead = blank(source.bytes[source.nodes[node].lead], shift)
      let label = source.bytes[source.nodes[node].start..<source.nodes[node].range.lowerBound]
      let trail = source.bytes[source.nodes[node].trail]
      if let position = staying[node] {
        if !hasBegun { addNew(from: 0) }
        hasBegun = true
        items.append(([.bytes(lead), .bytes(label), .value(children[position], lead: lead)], trail))
        addNew(from: position + 1)
      } else if pairs.fromSource[node] < 0, !isOutdated(node, old, index) {
        items.append(([.bytes(lead), .bytes(label), .bytes(copy(node, shift))], trail))
      }
    }
    if staying.isEmpty { addNew(from: 0) }
    let isObject = after.nodes[index].kind == .object
    var tasks: [Task] = [.bytes(isObject ? Self.openBrace : Self.openBracket)]
    for (position, item) in items.enumerated() {
      tasks += item.tasks
      if position < items.count - 1 { tasks += [.bytes(item.trail), .bytes(Self.comma)] }
    }
    let close = sources.isEmpty ? (inner.isEmpty ? [] : lead) : blank(source.bytes[source.nodes[own].close], shift)
    if !items.isEmpty { tasks.append(.bytes(close)) }
    return tasks + [.bytes(isObject ? Self.closeBrace : Self.closeBracket)]
  }

  private static let (openBrace, closeBrace, openBracket, closeBracket, comma) = (
    Array("{".utf8)[...], Array("}".utf8)[...], Array("[".utf8)[...], Array("]".utf8)[...], Array(",".utf8)[...]
  )
  private static let (enabled, reasons) = ("\"enabled\"", "\"disabledReasons\"")

  /// Returns the tasks that write a child that the file doesn't have in this place, with its key.
  private func added(_ child: Int, _ lead: ArraySlice<UInt8>) -> [Task] {
    let node = after.nodes[child]
    if isOlder, after.key(of: child).elementsEqual(Self.reasons.utf8), after.nodes.children(of: child).count == 1,
      after.text(of: child + 1).elementsEqual("\"MANUALLY_DISABLED\"".utf8)
    {
      let gap = after.bytes[node.key.upperBound..<node.range.lowerBound]
      return [.bytes(lead), .bytes(Self.enabled.utf8 + gap + "false".utf8)]
    }
    return [.bytes(lead), .bytes(after.bytes[node.start..<node.range.lowerBound]), .value(child, lead: lead)]
  }

  /// Whether the file expresses a child in another way, and the edit didn't change it.
  private func isNeedless(_ child: Int, of old: Int) -> Bool {
    guard case let former = pairs.toBefore[child], former >= 0, before.nodes[former].parent == old else { return false }
    let own = pairs.toSource[old]
    return before.key(of: former).elementsEqual(Self.reasons.utf8) && source.member("enabled", of: own) != nil
      && hashesBefore[former] == hashesAfter[child]
  }

  /// Adds the members that only the file has, such as the state of the default shape, and that new members replace.
  private func addReplaced(by children: [Int], in own: Int, of old: Int, to staying: inout [Int: Int]) {
    guard source.nodes[own].kind == .object, staying.count < children.count else { return }
    let stays = Set(staying.values)
    for position in children.indices where !stays.contains(position) && !isNeedless(children[position], of: old) {
      let key = String(decoding: after.key(of: children[position]).dropFirst().dropLast(), as: UTF8.self)
      if let node = source.member(key, of: own), pairs.fromSource[node] < 0 { staying[node] = position }
    }
  }

  /// Whether a member that only the file has expresses a property that the edit changed.
  private func isOutdated(_ node: Int, _ old: Int, _ index: Int) -> Bool {
    guard source.key(of: node).elementsEqual(Self.enabled.utf8) else { return false }
    let reasons = [before.member("disabledReasons", of: old), after.member("disabledReasons", of: index)]
    return reasons[0].map { hashesBefore[$0] } != reasons[1].map { hashesAfter[$0] }
  }

  /// Returns the index of each child that stays in its place in the file, by its value in the file. In arrays, children
  /// that change places with others have moved.
  private func staying(_ children: [Int], in own: Int) -> [Int: Int] {
    var positions: [Int: Int] = [:]
    for (position, child) in children.enumerated() where isStaying(child, in: own) {
      positions[pairs.source(ofAfter: child)] = position
    }
    return source.nodes[own].kind == .object ? positions : SourcePairs.inOrder(positions)
  }

  /// Whether a child of an object or array is where it was in the file.
  private func isStaying(_ child: Int, in own: Int) -> Bool {
    let node = pairs.source(ofAfter: child)
    return node >= 0 && source.nodes[node].parent == own && source.key(of: node) == after.key(of: child)
  }

  /// Returns the tasks that write a new value, which may contain values of the file.
  private func newParts(of index: Int, _ lead: ArraySlice<UInt8>) -> [Task] {
    let node = after.nodes[index]
    if node.kind == .scalar { return [.bytes(after.text(of: index))] }
    let shift = IndentShift(from: after.bytes[node.lead], to: lead)
    var tasks: [Task] = [.bytes(node.kind == .object ? Self.openBrace : Self.openBracket)]
    for (position, child) in after.nodes.children(of: index).enumerated() {
      if position > 0 { tasks.append(.bytes(Self.comma)) }
      tasks += added(child, blank(after.bytes[after.nodes[child].lead], shift))
    }
    tasks.append(.bytes(blank(after.bytes[node.close], shift)))
    return tasks + [.bytes(node.kind == .object ? Self.closeBrace : Self.closeBracket)]
  }

  /// Returns the text of a value of the file with its indentation shifted.
  private func copy(_ own: Int, _ shift: IndentShift?) -> ArraySlice<UInt8> {
    guard let shift else { return source.text(of: own) }
    var blanks: [Range<Int>] = []
    for node in own..<source.nodes[own].end {
      if node > own { blanks.append(source.nodes[node].lead) }
      if source.nodes[node].kind != .scalar { blanks.append(source.nodes[node].close) }
    }
    var bytes: [UInt8] = []
    var position = source.nodes[own].range.lowerBound
    for range in blanks.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= position {
      bytes += source.bytes[position..<range.lowerBound]
      bytes += shift.applied(to: source.bytes[range])
      position = range.upperBound
    }
    return bytes + source.bytes[position..<source.nodes[own].range.upperBound]
  }
}
