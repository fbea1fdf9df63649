import Markup

/// A program in a file of Open Roberta's. It is rewritten stack by stack: unchanged stacks keep their bytes.
struct OpenRobertaProgram {
  /// A stack, or a comment of the workspace.
  private struct Item {
    /// Its range in the file.
    var range: Range<Int>
    /// The item in Blockly's XML.
    var element: XMLElement
    /// The stack's attribute `intask`, which says whether it runs.
    var task: String?
  }

  private let file: [UInt8]
  private let set: XMLElement
  private var style = XMLStyle.compact
  /// The depth of the stacks in the file.
  private var depth = 1
  private let dialect: OpenRobertaDialect
  private let content: XMLContent
  private var items: [Item] = []

  /// - Returns: nil if the program can't be found in the file.
  init?(_ set: XMLElement, in file: [UInt8], isConfiguration: Bool) {
    (self.file, self.set) = (file, set)
    dialect = OpenRobertaDialect(of: set, isConfiguration: isConfiguration)
    guard let content = XMLContent(ofElementAt: set.offset, in: file) else { return nil }
    self.content = content
    var nodes = set.nodes
    for range in content.nodes {
      // Skip white space, as the parser drops it.
      var node = nodes.next()
      while case .text? = node { node = nodes.next() }
      switch node {
      case .element(let instance):
        guard instance.name == "instance", let head = OpenRobertaDialect.blocks(in: instance).first else { continue }
        items.append(Item(range: range, element: instance, task: head[attribute: OpenRobertaDialect.inTask]))
      case .comment(let text):
        guard let comment = OpenRobertaDialect.comment(in: text) else { continue }
        items.append(Item(range: range, element: comment))
      default: continue
      }
    }
    var reader = OpenRobertaReader()
    guard let program = try? XMLParser.parse(reader.program(set)) else { return nil }
    let elements = Array(program.elements)
    guard elements.count == items.count else { return nil }
    for (index, element) in elements.enumerated() { items[index].element = element }
    findStyle()
  }

  /// Takes the layout from the first stack.
  private mutating func findStyle() {
    style.closesEmptyElements = isMoreFrequent("/>", than: "></")
    guard let index = items.firstIndex(where: { $0.element.name != "comment" }) else { return }
    let stack = file[items[index].range]
    guard let around = Self.indentation(gap(index)[...]),
      let start = XMLContent(ofElementAt: stack.startIndex, in: file)?.range.lowerBound,
      let inside = Self.indentation(stack[start...].prefix(while: Self.isSpace)), inside.starts(with: around)
    else { return }
    // Some files don't indent the content of a stack.
    let unit = inside.count > around.count ? inside.dropFirst(around.count) : around
    if unit.isEmpty { return }
    style.indent = String(decoding: unit, as: UTF8.self)
    style.lineBreak = file[...].contains(text: "\r\n") ? "\r\n" : "\n"
    depth = around.count / unit.count
  }

  private func isMoreFrequent(_ text: String, than other: String) -> Bool {
    func count(_ text: String) -> Int {
      var (count, rest) = (0, file[...])
      while let range = rest.firstRange(ofText: text) { (count, rest) = (count + 1, rest[range.upperBound...]) }
      return count
    }
    return count(text) > count(other)
  }

  /// The white space after the last line break; nil without one.
  private static func indentation(_ space: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    space.lastIndex(of: 0x0A).map { space[($0 + 1)...] }
  }

  /// Returns the file with another program in place of this one; nil if that can't be parsed.
  func file(with program: [UInt8]) -> [UInt8]? {
    guard let root = try? XMLParser.parse(program) else { return nil }
    let elements = root.elements.filter { ["block", "shadow", "comment"].contains($0.name) }
    let oldIndices = oldIndices(of: elements)
    let separator = separator
    var text: [UInt8] = []
    for (element, oldIndex) in zip(elements, oldIndices) {
      text += oldIndex.map(gap) ?? separator
      text += unchanged(element, oldIndex) ?? written(element, oldIndex, style)
    }
    // Keep the comments and other nodes before deleted stacks.
    for index in items.indices where !oldIndices.contains(index) && !gap(index).allSatisfy(Self.isSpace) {
      text += gap(index)
    }
    let end = items.last?.range.upperBound ?? content.range.lowerBound
    let rest = Array(file[end..<content.range.upperBound])
    text += rest
    return content.replaced(by: text, in: file, name: set.qualifiedName)
  }

  /// Each stack's index in the file; nil for new ones. Stacks are found by their first block's id, their text or, if
  /// equally many remain, their order.
  private func oldIndices(of elements: [XMLElement]) -> [Int?] {
    func key(_ element: XMLElement) -> String { element[attribute: "id"] ?? element.xmlText() }
    var free: [String: [Int]] = [:]
    for (index, item) in items.enumerated().reversed() { free[key(item.element), default: []].append(index) }
    var oldIndices = elements.map { free[key($0)]?.popLast() }
    let rest = elements.indices.filter { oldIndices[$0] == nil }
    let left = free.values.joined().sorted()
    if rest.count == left.count { for (index, oldIndex) in zip(rest, left) { oldIndices[index] = oldIndex } }
    return oldIndices
  }

  /// The original bytes of an unchanged stack; nil if it has changed.
  private func unchanged(_ element: XMLElement, _ oldIndex: Int?) -> [UInt8]? {
    guard let oldIndex, written(items[oldIndex].element, oldIndex, .compact) == written(element, oldIndex, .compact)
    else {
      return nil
    }
    return Array(file[items[oldIndex].range])
  }

  private func written(_ element: XMLElement, _ oldIndex: Int?, _ style: XMLStyle) -> [UInt8] {
    if element.name == "comment" { return Array(OpenRobertaDialect.text(of: element).utf8) }
    let task = oldIndex.flatMap { items[$0].task } ?? dialect.task(ofStack: element)
    var writer = OpenRobertaWriter(dialect, task: task, style: style, depth: depth)
    return writer.stack(element)
  }

  // MARK: - Around the stacks

  /// The bytes between a stack and the one before it.
  private func gap(_ index: Int) -> [UInt8] {
    let start = index == 0 ? content.range.lowerBound : items[index - 1].range.upperBound
    return Array(file[start..<items[index].range.lowerBound])
  }

  private var separator: [UInt8] {
    items.indices.reversed().map(gap).first { $0.allSatisfy(Self.isSpace) } ?? []
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
