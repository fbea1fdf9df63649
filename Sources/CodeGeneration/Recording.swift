import BlockLibrary
import BlockModel

/// The syntax of the hooks of a recorded run.
struct RecordingSyntax {
  /// The names that the hooks use.
  var names: [String] = []
  /// After a statement that sets a variable.
  var write = CodeTemplate()
  /// After a loop with a variable of its own, which ends there; empty if loops have none.
  var unbind = CodeTemplate()
  /// At the start of a function's body.
  var begin = CodeTemplate()
  /// In place of a function's last statement.
  var result = CodeTemplate()
  /// At the end of a function without result.
  var end = CodeTemplate()
  /// After a statement whose effects are unknown.
  var unknown = CodeTemplate()
  /// Around a value whose effects are unknown.
  var unknownValue = CodeTemplate()
  /// Around a value that is just a variable's; empty if it has the same hook as other values.
  var read = CodeTemplate()
}

/// The means by which a program's code reports what happens in it.
struct Recording {
  let syntax: RecordingSyntax
  let slots: RunSlots
  let numbers: BlockNumbers

  /// - Returns: nil if the code isn't recorded.
  init?(_ hooks: RunHooks, in language: GeneratorLanguage) {
    guard let slots = hooks.slots, let syntax = language.run?.recording else { return nil }
    (self.syntax, self.slots, numbers) = (syntax, slots, hooks.numbers)
  }
}

/// The function whose code is generated.
struct RecordedFunction {
  /// Its number; 0 for none.
  var number = 0
  /// The names of its parameters in the program.
  var parameters: [String] = []
}

extension CodeGenerator {
  // MARK: - Functions

  func beginRecording(function block: Block) {
    guard let recording else { return }
    function.number = recording.numbers.number(of: block.id)
    function.parameters = (block.mutator as? MutatorProcedureDefinition)?.parameters.map(\.name) ?? []
  }

  /// Adds the hook at the start of a function's body.
  func recordCall() {
    guard let recording else { return }
    emit(code(of: recording.syntax.begin, function.parameters), depth: 1, isInner: true)
  }

  /// Adds the hook at the end of a function without result.
  func recordEnd() {
    guard let recording else { return }
    emit(code(of: recording.syntax.end, function.parameters), depth: 1, isInner: true)
  }

  private func code(of template: CodeTemplate, _ parameters: [String]) -> Code {
    template.code(["FUNCTION": Code(function.number), "ARGUMENTS": arguments(parameters)])
  }

  /// Returns parameters with a comma before each.
  func arguments(_ parameters: [String]) -> Code { parameters.reduce("") { $0 + ", " + variableName($1) } }

  /// Returns the parameters that a block sees, up to the first one that the variable of a loop hides.
  func visibleParameters(of block: Block) -> [String] {
    guard let recording else { return [] }
    let (slots, number) = (recording.slots, recording.numbers.number(of: block.id))
    let visible = function.parameters.prefix {
      slots.slot(ofVariable: $0, at: number).map(slots.key) == slots.key(of: $0, in: function.number)
    }
    return Array(visible)
  }

  // MARK: - Values

  /// Returns the key of the variable whose name is the whole code of a value; nil for other values.
  func key(ofVariableIn value: CodeValue, _ block: Block, _ variant: CompiledVariant) -> Int? {
    guard recording?.syntax.read.elements.isEmpty == false, variant.isLeaf, !variant.isForeign,
      let variable = block.inputs.lazy.flatMap(\.fields).compactMap(\.variable).first,
      code(of: plain(value.piece)) == code(of: name(of: variable))
    else { return nil }
    return key(of: variable, block)
  }

  // MARK: - Statements

  /// Whether code is recorded and has unknown effects.
  func isEffectUnknown(_ variant: CompiledVariant) -> Bool { recording != nil && variant.isForeign }

  /// Returns the key of the variable in a field; nil for none.
  func key(of access: FieldAccess, _ block: Block) -> Int? {
    access.field(of: block)?.variable.flatMap { key(of: $0, block) }
  }

  /// Returns the key of the slot that a variable refers to in a block; nil if nothing is recorded.
  private func key(of variable: Variable, _ block: Block) -> Int? {
    guard let recording else { return nil }
    let slot = recording.slots.slot(ofVariable: variable.name, at: recording.numbers.number(of: block.id))
    return slot.map(recording.slots.key(ofSlot:))
  }

  /// Adds the hooks at the start of a body: for the value of a loop's variable, and for unknown effects.
  func recordEntry(of block: Block, _ variant: CompiledVariant) {
    guard let recording else { return }
    if variant.isLoop, let access = variant.sets, let variable = access.field(of: block)?.variable {
      let slot = recording.slots.slot(ofLoop: recording.numbers.number(of: block.id), over: variable.name)
      if let slot { emitWrite(of: variable, recording.slots.key(ofSlot: slot), isInner: true) }
    }
    if variant.isForeign {
      let code = code(of: recording.syntax.unknown, visibleParameters(of: block))
      emit(code, depth: depth, isInner: !variant.isFlat)
    }
  }

  /// Adds the hooks after a statement: for the variable that it sets, and for unknown effects.
  func recordEffects(of block: Block, _ variant: CompiledVariant) {
    guard let recording else { return }
    if let access = variant.sets, let variable = access.field(of: block)?.variable, let key = key(of: access, block) {
      let number = recording.numbers.number(of: block.id)
      let own = variant.isLoop ? recording.slots.slot(ofLoop: number, over: variable.name) : nil
      if let own, recording.slots.key(ofSlot: own) != key {
        let own = Code(recording.slots.key(ofSlot: own))
        emit(recording.syntax.unbind.code(["KEY": own]), depth: depth)
      } else {
        emitWrite(of: variable, key)
      }
    }
    if variant.isForeign { emit(code(of: recording.syntax.unknown, visibleParameters(of: block)), depth: depth) }
  }

  private func emitWrite(of variable: Variable, _ key: Int, isInner: Bool = false) {
    guard let recording else { return }
    let code = recording.syntax.write.code(["KEY": Code(key), "VARIABLE": self.code(of: name(of: variable))])
    emit(code, depth: depth, isInner: isInner)
  }
}
