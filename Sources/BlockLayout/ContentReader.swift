import BlockModel
import MortiseScreen

/// Turns a statement block or a top-level value block into tokens: its own fields and, with inline inputs, the
/// connected values.
package struct ContentReader {
  private let style: LayoutStyle
  private var tokens: [Part] = []
  private var shownBlocks: Set<ObjectIdentifier> = []

  enum Part {
    case token(ContentToken)
    case lineBreak
    case body(Connection, label: ContentToken?)
  }

  /// The unread part of a block.
  private struct Visit {
    var block: Block
    var inputIndex: Int
    var depth: Int
    /// The input with the mutator icon. The icon precedes a statement input and follows the label of any other input.
    var iconInputIndex: Int?
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
      let hasIcon = visit.iconInputIndex == visit.inputIndex - 1
      if hasIcon, input.kind == .statement { appendIcon(of: visit.block, depth: visit.depth) }
      read(fieldsOf: input, of: visit.block, depth: visit.depth)
      if hasIcon, input.kind != .statement { appendIcon(of: visit.block, depth: visit.depth) }
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
          appendEmptyInput(input, of: visit.block, depth: visit.depth)
        }
      }
    }
  }

  private func visit(_ block: Block, depth: Int) -> Visit {
    var visit = Visit(block: block, inputIndex: 0, depth: depth)
    if let mutator = block.mutator, style.size(of: mutator) != nil {
      visit.iconInputIndex = block.inputs.firstIndex { $0.kind == .statement } ?? 0
    }
    return visit
  }

  /// The maximum width of an icon in columns.
  private static let maxIconWidth = 40

  /// Appends the icon that opens the dialog of a block's mutator, padded to the width that the mutator's layout
  /// requests.
  private mutating func appendIcon(of block: Block, depth: Int) {
    let width = block.mutator.flatMap(style.size)?.width ?? 0
    let blanks = String(repeating: " ", count: min(max(0, width - style.mutatorSignSize.width), Self.maxIconWidth))
    // The icon stays in the row of the preceding token.
    let endsRow = if case .lineBreak = tokens.last { true } else { false }
    if endsRow { tokens.removeLast() }
    append("⚙" + blanks, .mutatorIcon, block, depth, item: .mutator(blockID: block.id), sticks: true)
    if endsRow { tokens.append(.lineBreak) }
  }

  // MARK: - Start and end of a block

  /// Starts a block.
  /// - Returns: true when the block is complete: a capsule, or a collapsed block.
  private mutating func begin(_ block: Block, depth: Int) -> Bool {
    if depth == 0, block.bookmark != nil { note("⚑", block, depth) }
    if block.isCollapsed {
      markState(of: block, depth: depth)
      let text = "▸ " + BlockLabel.summary(of: block, limit: 48)
      append(text, .summary, block, depth, item: .block(id: block.id))
      return true
    }
    if let field = block.onlyField {
      markState(of: block, depth: depth)
      append(capsule(field, of: block, depth: depth))
      if depth > 0, block.bookmark != nil { note("⚑", block, depth) }
      if let comment = block.comment { note("✎ " + firstLine(comment.text), block, depth) }
      return true
    }
    if depth > 0 { bracket(of: block, depth: depth, isOpening: true) }
    markState(of: block, depth: depth)
    if block.isUnknown {
      append("┄ \(block.type.isEmpty ? "?" : block.type) ┄", .label, block, depth, item: .block(id: block.id))
      if depth == 0, block.inputs.contains(where: { !$0.fields.isEmpty }) { tokens.append(.lineBreak) }
    }
    return false
  }

  private mutating func markState(of block: Block, depth: Int) {
    if !block.isEnabled { append("⊘", .stateMark, block, depth) }
  }

  private mutating func end(_ block: Block, depth: Int) {
    // There is nothing to close after a statement input.
    if case .body = tokens.last, !style.usesBrackets { return }
    guard depth > 0 else { return }
    bracket(of: block, depth: depth, isOpening: false)
    if block.bookmark != nil { note("⚑", block, depth) }
    if let comment = block.comment { note("✎ " + firstLine(comment.text), block, depth) }
  }

  /// Appends the bracket at the start or end of a value.
  private mutating func bracket(of block: Block, depth: Int, isOpening: Bool) {
    let (opening, closing) = brackets(of: block.outputConnection)
    append(
      isOpening ? opening : closing, .bracket, block, depth, item: isOpening ? .block(id: block.id) : nil,
      sticks: !isOpening)
  }

  /// The brackets of a connection. Where variables have no brackets, Booleans have simple ones.
  private func brackets(of connection: Connection?) -> (String, String) {
    let brackets = BlockLabel.brackets(of: connection)
    return !style.usesBrackets && brackets == ("⟪", "⟫") ? ("⟨", "⟩") : brackets
  }

  // MARK: - Parts

  private mutating func read(fieldsOf input: Input, of block: Block, depth: Int) {
    // The label of a statement input is placed with the input's blocks.
    if input.kind == .statement, quietLabel(of: input) != nil { return }
    var fields = input.fields[...]
    while let field = fields.popFirst() {
      // A text and its quotation marks are one token.
      if field.isQuotationMark, field.text == "“", let text = fields.first, text.isSaved, text.shape == .text,
        let closing = fields.dropFirst().first, closing.isQuotationMark, closing.text == "”"
      {
        append(
          padded(quoted(text.text)), .field, block, depth, item: fieldItem(text, of: block), fill: .literal)
        fields = fields.dropFirst(2)
      } else {
        read(field, of: block, depth: depth)
      }
    }
  }

  private mutating func read(_ field: Field, of block: Block, depth: Int) {
    if field.isEditable, field.name != nil {
      let fill = fill(of: field)
      let text = fieldText(field, of: block)
      append(
        fill == .literal ? padded(text) : text, .field, block, depth, item: fieldItem(field, of: block), fill: fill,
        swatch: swatch(of: field))
    } else if field.name != nil, field.isSaved {
      append(firstLine(field.text), .readOnlyField, block, depth)
    } else if !field.text.isEmpty {
      append(firstLine(field.text), .label, block, depth)
    }
  }

  private func fieldItem(_ field: Field, of block: Block) -> FocusItem? {
    field.name.map { FocusItem.field(blockID: block.id, name: $0) }
  }

  private func fill(of field: Field) -> ContentToken.Fill {
    switch field.shape {
    case .variable: .variable
    case .choice, .toggle: .choice
    case .number, .text: .literal
    }
  }

  private func fieldText(_ field: Field, of block: Block) -> String {
    let text = firstLine(field.text)
    switch field.shape {
    case .choice where !style.usesBrackets && block.showsAsSign(field): return text
    case .choice, .variable: return style.usesBrackets ? "⟨\(text) ▾⟩" : "\(text) ▾"
    case .number: return style.usesBrackets ? "( \(text) )" : text
    case .toggle: return "[\(text)]"
    case .text where field.colour != nil && !style.usesBrackets: return "   \(text)"
    case .text: return style.usesBrackets ? "[ \(text) ]" : text
    }
  }

  private func swatch(of field: Field) -> RGB? {
    style.usesBrackets ? nil : field.colour.flatMap { RGB($0) }
  }

  private func capsule(_ field: Field, of block: Block, depth: Int) -> ContentToken {
    let text = firstLine(field.text)
    let label: String
    switch field.shape {
    case .variable: label = style.usesBrackets ? "⟨\(text)⟩" : text
    case .text where block.isQuoted: label = quoted(field.text)
    default: label = fieldText(field, of: block)
    }
    let fill = fill(of: field)
    var token = ContentToken(
      text: fill == .literal ? padded(label) : label, width: 0, role: .capsule, block: block, depth: depth,
      item: .block(id: block.id))
    token.width = style.repertoire.columns(of: token.text)
    token.fill = fill
    token.swatch = swatch(of: field)
    return token
  }

  /// A text with its quotation marks. Where an inset shows that it is a text, only blank texts and texts that look like
  /// numbers get them.
  private func quoted(_ text: String) -> String {
    let line = firstLine(text)
    let isPlain = !style.usesBrackets && line.contains { $0 != " " } && Double(line) == nil
    return isPlain ? line : "“\(line)”"
  }

  private mutating func appendEmptyInput(_ input: Input, of block: Block, depth: Int) {
    let item = FocusItem.emptyInput(blockID: block.id, name: input.name)
    let (opening, closing) = brackets(of: input.connection)
    let blanks = style.usesBrackets ? "   " : " "
    append(opening + blanks + closing, .emptyInput, block, depth, item: item, fill: .literal)
  }

  private mutating func readBody(_ input: Input, of block: Block, depth: Int) {
    guard let connection = input.connection else { return }
    guard let label = quietLabel(of: input), style.usesBrackets else {
      tokens.append(.body(connection, label: nil))
      return
    }
    let token = ContentToken(
      text: label, width: style.repertoire.columns(of: label), role: .label, block: block,
      depth: depth)
    tokens.append(.body(connection, label: token))
  }

  /// The label of a statement input if it is the default one, which the indentation already implies.
  private func quietLabel(of input: Input) -> String? {
    guard input.fields.allSatisfy({ $0 is FieldLabel }) else { return nil }
    let texts = input.fields.map(\.text).filter { !$0.isEmpty }
    return texts == [style.quietLabel] ? style.quietLabel : nil
  }

  private mutating func note(_ text: String, _ block: Block, _ depth: Int) {
    append(text, .note, block, depth, item: nil)
  }

  /// A text or number, with a blank column on each side in its inset.
  private func padded(_ text: String) -> String { style.usesBrackets ? text : " \(text) " }

  private mutating func append(
    _ text: String, _ role: ContentToken.Role, _ block: Block, _ depth: Int, item: FocusItem? = nil,
    sticks: Bool = false, fill: ContentToken.Fill? = nil, swatch: RGB? = nil
  ) {
    var token = ContentToken(text: text, width: 0, role: role, block: block, depth: depth, item: item)
    token.width = style.repertoire.columns(of: text)
    token.sticksToPrevious = sticks
    token.fill = fill
    token.swatch = swatch
    append(token)
  }

  private mutating func append(_ token: ContentToken) {
    var token = token
    if case .token(let last) = tokens.last {
      let hugs = !style.usesBrackets && (last.isOpening || token.isClosing)
      // The icon takes the place of the blank after a label, where it is only seen while the cursor is there.
      if hugs || last.role == .mutatorIcon || token.role == .mutatorIcon { token.gap = 0 }
      if last.isOpening { token.sticksToPrevious = true }
    }
    token.isFirstOfBlock = !shownBlocks.contains(ObjectIdentifier(token.block))
    if token.isFirstOfBlock, ![.bracket, .note, .stateMark].contains(token.role) {
      shownBlocks.insert(ObjectIdentifier(token.block))
    }
    tokens.append(.token(token))
  }

  /// The number of scalars that are read of a text: more than a line shows.
  private static let longestLine = 1000

  /// The first line of a text, truncated to 60 columns.
  private func firstLine(_ text: String) -> String {
    guard text.utf8.count > 60 || !TextWidth.isPlain(text) && text.contains(where: \.isNewline) else { return text }
    // A text may have megabytes.
    let start = String(text.unicodeScalars.prefix(Self.longestLine))
    let line =
      start.split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline).first.map(String.init)
      ?? ""
    let isWhole = line.utf8.count == text.utf8.count
    let cut = TextWidth.truncated(line, to: 60, repertoire: style.repertoire)
    return isWhole || cut.hasSuffix("…") ? cut : cut + " ↵"
  }
}

nonisolated extension Block {
  /// The only field of a value block that shows nothing else.
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

  /// Whether the only field is between quotation marks.
  var isQuoted: Bool { inputs.first?.fields.contains { $0.isQuotationMark && $0.text == "“" } ?? false }

  /// Whether a dropdown's text is a sign rather than a word: it is between two values, or has no letters.
  func showsAsSign(_ field: Field) -> Bool {
    let isBetween =
      outputConnection != nil && inputs.count == 2 && inputs.allSatisfy { $0.kind == .value }
      && inputs[0].fields.isEmpty && inputs[1].fields.first === field
    return isBetween || !field.text.contains(where: \.isLetter)
  }
}
