import BlockModel

nonisolated extension BlockLabel {
  /// An input as a part of its block: `do 2 of if`, `from of count with i`, or just the block when the label adds
  /// nothing.
  /// - Parameter describe: describes the block.
  package static func part(_ input: Input, of describe: (Block) -> String = { name(of: $0) }) -> String {
    let block = input.sourceBlock
    if let side = sideName(input) { return side }
    let name = Self.name(of: block)
    var label = Self.name(of: input)
    let sameLabel = block.inputs.filter { $0.kind == input.kind && Self.name(of: $0) == label }
    // The first input's label begins with the block's name.
    if label.hasPrefix(name + " ") { label = String(label.dropFirst(name.count + 1)) }
    if label.isEmpty {
      let values = block.inputs.filter { $0.kind == input.kind }
      guard values.count > 1, let index = values.firstIndex(where: { $0 === input }) else { return describe(block) }
      return "input \(index + 1) of \(describe(block))"
    }
    if label == name { return describe(block) }
    let number = sameLabel.count > 1 ? sameLabel.firstIndex { $0 === input }.map { " \($0 + 1)" } ?? "" : ""
    return "\(label)\(number) of \(describe(block))"
  }

  /// A block's name and the words before an input: `for each item c in list …`.
  package static func hole(of input: Input) -> String {
    let name = name(of: input.sourceBlock)
    let label = self.name(of: input)
    if label.isEmpty { return name + " …" }
    return (label.hasPrefix(name) ? label : "\(name) \(label)") + " …"
  }

  /// An input beside an operator, such as `left side of =`; nil for any other input.
  private static func sideName(_ input: Input) -> String? {
    let block = input.sourceBlock
    let values = block.inputs.filter { $0.kind == .value }
    guard values.count == 2, block.outputConnection != nil, name(of: values[0]).isEmpty,
      case let sign = name(of: values[1]), !sign.isEmpty, block.inputs.first === values[0]
    else { return nil }
    return "\(input === values[0] ? "left" : "right") side of \(sign)"
  }
}
