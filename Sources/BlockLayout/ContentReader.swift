import BlockModel
import Screen

/// Turns a statement block, or a loose value, into tokens: its own fields and, in one flow, the values plugged in.
package struct ContentReader {
  private let style: LayoutStyle
  private var tokens: [Part] = []
  private var shownBlocks: Set<ObjectIdentifier> = []
  /// The block item of a value that begins with words, for the first of them.
  private var waitingHandle: FocusItem?

  enum Part {
    case token(ContentToken)
    case lineBreak
    case body(Connection, label: ContentToken?)
  }

  /// What remains to be read of a block.
  private struct Visit {
    var block: Block
    var inputIndex: Int
    var depth: Int
    /// The input that the dialog's sign stands at: before a statement input, behind the words of another one.
    var signIndex: Int?
  }

  static func parts(of block: Block, style: LayoutStyle) -> [Part] {
    var reader = ContentReader(style: style)
    reader.read(block)
    return reader.tokens
  }

  private init(style: LayoutStyle) { self.style = style }

  private mutating func read(_ first: Block) {
    var visits = [visit(first, depth: 0)]
    if begin(first, depth: 0) { return }
    while var visit = visits.popLast() {
      guard visit.inputIndex < visit.block.inputs.count else {
        end(visit.block, depth: visit.depth)
        continue
      }
      let input = visit.block.inputs[visit.inputIndex]
      visit.inputIndex += 1
      visits.append(visit)
      let holdsSign = visit.signIndex == visit.inputIndex - 1
      if holdsSign, input.kind == .statement { sign(of: visit.block, depth: visit.depth) }
      read(fieldsOf: input, of: visit.block, depth: visit.depth)
      if holdsSign, input.kind != .statement { sign(of: visit.block, depth: visit.depth) }
      switch input.kind {
      case .dummy: break
      case .endRow: tokens.append(.lineBreak)
      case .statement: readBody(input, of: visit.block, depth: visit.depth)
      case .value:
        if let child = input.connectedBlock {
          if !begin(child, depth: visit.depth + 1) {
            visits.append(self.visit(child, depth: visit.depth + 1))
          }
        } else {
          hole(input, of: visit.block, depth: visit.depth)
        }
      }
    }
  }

  private func visit(_ block: Block, depth: Int) -> Visit {
    var visit = Visit(block: block, inputIndex: 0, depth: depth)
    if let mutator = block.mutator, style.size(of: mutator) != nil {
      visit.signIndex = block.inputs.firstIndex { $0.kind == .statement } ?? 0
    }
    return visit
  }

  /// A row is no place for more.
  private static let widestSign = 40

  /// What opens the dialog of a block's mutator, with blanks where its layout wants more room.
  private mutating func sign(of block: Block, depth: Int) {
    let width = block.mutator.flatMap(style.size)?.width ?? 0
    let blanks = String(repeating: " ", count: min(max(0, width - style.mutatorSignSize.width), Self.widestSign))
    append("⚙" + blanks, .sign, block, depth, item: .mutator(blockID: block.id))
  }

  // MARK: - Beginnings and ends

  /// Begins a block.
  /// - Returns: true when that was all: a capsule, or a collapsed block.
  private mutating func begin(_ block: Block, depth: Int) -> Bool {
    if depth == 0, block.bookmark != nil { note("⚑", block, depth) }
    if block.isCollapsed {
      let words = "▸ " + BlockLabel.summary(of: block, limit: 48)
      append(words, .summary, block, depth, item: .block(id: block.id))
      return true
    }
    if let field = block.onlyField {
      append(capsule(field, of: block, depth: depth))
      if depth > 0, block.bookmark != nil { note("⚑", block, depth) }
      if let comment = block.comment { note("✎ " + firstLine(comment.text), block, depth) }
      return true
    }
    if block.isUnknown {
      if depth > 0 { edge(of: block, depth: depth, isOpening: true) }
      append("┄ \(block.type.isEmpty ? "?" : block.type) ┄", .label, block, depth, item: .block(id: block.id))
      if depth == 0, block.inputs.contains(where: { !$0.fields.isEmpty }) { tokens.append(.lineBreak) }
    } else if depth > 0 || block.startsWithBox {
      edge(of: block, depth: depth, isOpening: true)
    }
    return false
  }

  private mutating func end(_ block: Block, depth: Int) {
    // Behind a statement input there is nothing to close.
    if case .body = tokens.last, !style.usesBrackets { return }
    if depth > 0 || !style.usesBrackets { edge(of: block, depth: depth, isOpening: false) }
    if depth > 0, block.bookmark != nil { note("⚑", block, depth) }
    if let comment = block.comment, depth > 0 { note("✎ " + firstLine(comment.text), block, depth) }
  }

  /// The bracket around a value, or the blank column of surface between it and its neighbour.
  private mutating func edge(of block: Block, depth: Int, isOpening: Bool) {
    let item = isOpening ? FocusItem.block(id: block.id) : nil
    if style.usesBrackets {
      guard depth > 0 || block.outputConnection != nil else {
        return
      }
      let (opening, closing) = BlockLabel.brackets(of: block.outputConnection)
      append(isOpening ? opening : closing, .edge, block, depth, item: item, sticks: !isOpening)
      return
    }
    // Words bring their own blank columns along.
    if isOpening, block.startsWithLabel {
      if depth > 0 { waitingHandle = item }
      return
    }
    if !isOpening, case .token(let last) = tokens.last, last.role.isWords, last.block === block { return }
    append(" ", .edge, block, depth, item: item, sticks: !isOpening)
  }

  // MARK: - Pieces

  private mutating func read(fieldsOf input: Input, of block: Block, depth: Int) {
    // The label of a statement input stands with its blocks.
    if input.kind == .statement, quietLabel(of: input) != nil { return }
    var fields = input.fields[...]
    while let field = fields.popFirst() {
      // A text between its two quotation marks is one thing.
      if let image = field as? FieldImage, image.alternativeText == "“", let text = fields.first as? TextualField,
        let closing = fields.dropFirst().first as? FieldImage, closing.alternativeText == "”"
      {
        append(
          box("“\(firstLine(text.text))”"), .field, block, depth, item: fieldItem(text, of: block), sticks: false)
        fields = fields.dropFirst(2)
      } else {
        read(field, of: block, depth: depth)
      }
    }
  }

  private mutating func read(_ field: Field, of block: Block, depth: Int) {
    if field.isEditable, field.name != nil {
      append(box(boxed(field)), .field, block, depth, item: fieldItem(field, of: block))
    } else if field is FieldLabelSerializable || field is FieldUnknown || field is FieldVariable {
      append(box(firstLine(field.text)), .fixedField, block, depth)
    } else if !field.text.isEmpty {
      append(firstLine(field.text), .label, block, depth)
    }
  }

  private func fieldItem(_ field: Field, of block: Block) -> FocusItem? {
    field.name.map { FocusItem.field(blockID: block.id, name: $0) }
  }

  private func boxed(_ field: Field) -> String {
    let text = firstLine(field.text)
    switch field {
    case is FieldDropdown, is FieldVariable: return style.usesBrackets ? "⟨\(text) ▾⟩" : "\(text) ▾"
    case is FieldNumber: return style.usesBrackets ? "( \(text) )" : text
    case is FieldCheckbox: return "[\(text)]"
    default: return style.usesBrackets ? "[ \(text) ]" : text
    }
  }

  private func capsule(_ field: Field, of block: Block, depth: Int) -> ContentToken {
    let text = firstLine(field.text)
    let words: String
    switch field {
    case is FieldVariable: words = style.usesBrackets ? "⟨\(text)⟩" : "\(text) ▾"
    case is TextualField where block.isQuoted: words = "“\(text)”"
    default: words = boxed(field)
    }
    var token = ContentToken(
      text: box(words), width: 0, role: .capsule, block: block, depth: depth, item: .block(id: block.id))
    token.gap = style.usesBrackets ? 1 : 0
    token.width = TextWidth.columns(of: token.text, repertoire: style.repertoire)
    return token
  }

  private mutating func hole(_ input: Input, of block: Block, depth: Int) {
    let item = FocusItem.emptyInput(blockID: block.id, name: input.name)
    if style.usesBrackets {
      let (opening, closing) = BlockLabel.brackets(of: input.connection)
      append("\(opening)   \(closing)", .hole, block, depth, item: item)
    } else {
      append("   ", .hole, block, depth, item: item)
    }
  }

  private mutating func readBody(_ input: Input, of block: Block, depth: Int) {
    guard let connection = input.connection else { return }
    guard let label = quietLabel(of: input) else {
      tokens.append(.body(connection, label: nil))
      return
    }
    guard style.usesBrackets else {
      tokens.append(.body(connection, label: nil))
      return
    }
    let token = ContentToken(
      text: label, width: TextWidth.columns(of: label, repertoire: style.repertoire), role: .label, block: block,
      depth: depth)
    tokens.append(.body(connection, label: token))
  }

  /// The label of a statement input when it is the one that says no more than the indentation.
  private func quietLabel(of input: Input) -> String? {
    guard input.fields.allSatisfy({ $0 is FieldLabel }) else { return nil }
    let words = input.fields.map(\.text).filter { !$0.isEmpty }
    return words == [style.quietLabel] ? style.quietLabel : nil
  }

  private mutating func note(_ text: String, _ block: Block, _ depth: Int) {
    append(text, .note, block, depth, item: nil)
  }

  /// A value with the blank columns of its box.
  private func box(_ text: String) -> String { style.usesBrackets ? text : " \(text) " }

  private mutating func append(
    _ text: String, _ role: ContentToken.Role, _ block: Block, _ depth: Int, item: FocusItem? = nil,
    sticks: Bool = false
  ) {
    var words = text
    if !style.usesBrackets, role.isWords || role == .summary || role == .note {
      // Words have a blank column on both sides; between words one is enough.
      var followsDescription = false
      if case .token(let last) = tokens.last, last.role.isWords || last.role == .note {
        followsDescription = last.block === block
      }
      words = (followsDescription ? "" : " ") + text + " "
    }
    var token = ContentToken(text: words, width: 0, role: role, block: block, depth: depth, item: item ?? waitingHandle)
    waitingHandle = nil
    token.width = TextWidth.columns(of: words, repertoire: style.repertoire)
    token.gap = style.usesBrackets ? 1 : 0
    token.sticksToPrevious = sticks
    append(token)
  }

  private mutating func append(_ token: ContentToken) {
    var token = token
    if !style.usesBrackets, token.role.isBox, case .token(let last) = tokens.last, last.role.isBox { token.gap = 1 }
    token.isFirstOfBlock = !shownBlocks.contains(ObjectIdentifier(token.block))
    if token.isFirstOfBlock, token.role != .edge { shownBlocks.insert(ObjectIdentifier(token.block)) }
    tokens.append(.token(token))
  }

  /// The first line of a text, cut to what a row can take.
  private func firstLine(_ text: String) -> String {
    guard text.utf8.count > 60 || text.contains(where: \.isNewline) else { return text }
    let line = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    let isWhole = line.utf8.count == text.utf8.count
    let cut = TextWidth.truncated(line, to: 60, repertoire: style.repertoire)
    return isWhole || cut.hasSuffix("…") ? cut : cut + " ↵"
  }
}

extension Block {
  /// The one field of a value block that shows nothing else.
  public var onlyField: Field? {
    guard outputConnection != nil, inputs.count == 1, !isUnknown, let input = inputs.first, input.connection == nil
    else { return nil }
    var found: Field?
    for field in input.fields where !(field is FieldImage) {
      guard found == nil, field.isEditable, field.name != nil else { return nil }
      found = field
    }
    return found
  }

  /// Whether the one field stands between quotation marks.
  var isQuoted: Bool { inputs.first?.fields.contains { ($0 as? FieldImage)?.alternativeText == "“" } ?? false }

  /// Whether the first thing shown is words.
  var startsWithLabel: Bool {
    for input in inputs {
      if let field = input.fields.first(where: { !$0.text.isEmpty }) {
        return !field.isEditable && !(field is FieldImage)
      }
      if input.connection != nil { return false }
    }
    return false
  }

  var startsWithBox: Bool { !startsWithLabel }
}
