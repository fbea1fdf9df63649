import BlockModel

/// Finds texts where a number is needed: JavaScript converts them, Python fails.
package struct TextAsNumberRule: AdviceRule {
  package let id = "text-as-number"
  package let level = AdviceLevel.warning
  package let types: Set<String>? = [
    "math_arithmetic", "math_single", "math_modulo", "math_round", "math_number_property", "logic_compare",
    "math_change",
  ]
  package init() {}

  /// The blocks that return a text. Not those of which only the text of a number is likely.
  private static let texts: Set<String> = [
    "text", "text_multiline", "text_join", "text_changeCase", "text_trim", "text_getSubstring", "text_charAt",
    "text_replace", "text_reverse",
  ]

  package func findings(at block: Block, in program: AdvisedProgram) -> [AdviceFinding] {
    guard program.isStock(block) else { return [] }
    return numbers(in: block).compactMap { value in
      if isPrompt(value) { return finding(value, asking: value) }
      return Self.texts.contains(value.type) ? finding(value, asking: nil) : nil
    }
  }

  /// The variables that hold texts only.
  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    program.index.uses.flatMap { uses -> [AdviceFinding] in
      // Most variables have a setting that isn't a text.
      guard !uses.sets.isEmpty, uses.sets.values.allSatisfy({ text(setBy: $0.block) != nil }) else { return [] }
      let prompt = uses.sets.count == 1 ? uses.sets.values.first.flatMap { text(setBy: $0.block) } : nil
      return uses.reads.values.compactMap { record in
        let reading = record.block
        guard record.kind.isVariable, let parent = reading.parent,
          program.isStock(parent), types?.contains(parent.type) == true,
          numbers(in: parent).contains(where: { $0 === reading })
        else { return nil }
        return finding(reading, asking: prompt.flatMap { isPrompt($0) ? $0 : nil })
      }
    }
  }

  private func finding(_ value: Block, asking prompt: Block?) -> AdviceFinding {
    AdviceFinding(
      self, at: value.id, prompt == nil ? "" : "prompt", [.line(blockID: value.id)],
      repair: prompt.map { .setField(blockID: $0.id, fieldName: "TYPE", value: "NUMBER") })
  }

  /// Returns the text that a statement sets a variable to; nil if it sets another value.
  private func text(setBy setting: Block) -> Block? {
    guard setting.isSetting, let value = setting.value("VALUE") else { return nil }
    return isPrompt(value) || Self.texts.contains(value.type) ? value : nil
  }

  private func isPrompt(_ value: Block) -> Bool {
    ["text_prompt", "text_prompt_ext"].contains(value.type) && value.option("TYPE") == "TEXT"
  }

  /// Returns the values of a block that are used as numbers.
  private func numbers(in block: Block) -> [Block] {
    guard block.type == "logic_compare" else { return block.values }
    // Whether two values are equal can be asked of all kinds; only an order needs numbers on both sides.
    guard let first = block.value("A"), let second = block.value("B") else { return [] }
    return (isNumber(second) ? [first] : []) + (isNumber(first) ? [second] : [])
  }

  private func isNumber(_ value: Block) -> Bool {
    value.literalNumber != nil || value.outputConnection?.typeChecks == ["Number"]
  }
}
