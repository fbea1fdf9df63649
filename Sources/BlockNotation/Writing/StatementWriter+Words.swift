import BlockModel

/// The words of blocks that can't be parsed from words, for lines that are only shown to users.
extension StatementWriter {
  /// Adds the labels, fields and inputs that a block shows. Returns false if it doesn't show all that it has, as
  /// unknown blocks do.
  func wordPieces(of index: Int, _ slots: ChildSlots, isStatement: Bool, into next: inout [Task]) -> Bool {
    guard let block = blocks?[index], !block.isUnknown,
      slots.inputs.allSatisfy({ block.firstInput(withName: $0.name) != nil }),
      records[index].fields.allSatisfy({ block.firstField(withName: $0.name) != nil })
    else { return false }
    let start = next.count
    func separate(_ task: Task) {
      if next.count > start {
        let isBehindBody = if case .body? = next.last { isStatement && !isBracedBelow } else { false }
        next.append(isBehindBody ? .newline(index) : .space)
      }
      next.append(task)
    }
    for input in block.inputs {
      for field in input.fields where !field.isQuotationMark {
        let words = words(of: field, index)
        if !words.isEmpty { separate(.bytes(words)) }
      }
      switch input.kind {
      case .value: separate(value(input.name, of: index, slots))
      case .statement: next.append(.body(slots[input.name], isInline: !isStatement))
      default: break
      }
    }
    return next.count > start
  }

  private func words(of field: Field, _ index: Int) -> [UInt8] {
    let record = records[index].fields.first { $0.name == field.name }
    if field.isEditable, case .text = field.shape, let record { return self.field(record) }
    return Array(field.text.split(whereSeparator: \.isNewline).joined(separator: " ").utf8)
  }
}
