import BlockLibrary
import BlockModel
import Markup

/// The slots in which a program's variables are kept while it runs. A slot belongs to the program or to each call of a
/// function. A parameter has a different slot from the program's variable of the same name, and so has a loop's own
/// variable.
public struct RunSlots: Sendable {
  /// A place for the values of a variable.
  public struct Slot: Hashable, Sendable {
    /// The number of the function that it belongs to; 0 for none.
    public var function: Int
    /// The name in the program.
    public var variable: String
    /// Whether it is a parameter, or a loop's own variable.
    public var isLocal: Bool
  }

  /// The slots, those of the program first.
  public private(set) var slots: [Slot] = []
  /// Whether the language's programs declare all variables at their start, with no value.
  public let areDeclared: Bool
  private let hasLoopVariables: Bool
  /// The key of the first slot. Lower keys are blocks' numbers.
  private let firstKey: Int
  // Case has no effect on the names of variables, so they are in lower case here.
  private var globals: [String: Int] = [:]
  private var parameters: [Int: [String: Int]] = [:]
  private var loopVariables: [Int: [String: Int]] = [:]
  /// The blocks in loops over a variable of their own: ranges in ascending order that don't overlap.
  private var bodies: [String: [ClosedRange<Int>]] = [:]
  /// The numbers of the top blocks in ascending order.
  private var tops: [(number: Int, isFunction: Bool)] = []

  /// - Parameter numbers: those of the program's blocks.
  public init(_ workspace: Workspace, numbers: BlockNumbers, in language: GeneratorLanguage) {
    firstKey = numbers.ids.count + 1
    areDeclared = language.variables != nil
    hasLoopVariables = language.hasLoopVariables
    let blocks = numbers.ids.compactMap { workspace.blocks[$0] }
    for block in blocks {
      for field in block.inputs.lazy.flatMap(\.fields) { if let variable = field.variable { addGlobal(variable.name) } }
      if let definition = block.mutator as? MutatorProcedureDefinition {
        for parameter in definition.parameters { addGlobal(parameter.name) }
      }
    }
    for (index, block) in blocks.enumerated() {
      let rule = language.rules[block.type]
      if block.parent == nil {
        let isFunction = rule?.strategy == .function
        tops.append((index + 1, isFunction))
        if isFunction, let definition = block.mutator as? MutatorProcedureDefinition {
          for parameter in definition.parameters { addLocal(parameter.name, of: index + 1, to: \.parameters) }
        }
      }
      if hasLoopVariables, let rule, rule.isLoop, let field = rule.sets {
        addLoop(block, over: block.firstField(withName: field)?.variable, numbers)
      }
    }
  }

  private mutating func addGlobal(_ name: String) {
    if globals[name.lowercased()] != nil { return }
    globals[name.lowercased()] = slots.count
    slots.append(Slot(function: 0, variable: name, isLocal: false))
  }

  private mutating func addLocal(
    _ name: String, of function: Int, to locals: WritableKeyPath<RunSlots, [Int: [String: Int]]>
  ) {
    if self[keyPath: locals][function]?[name.lowercased()] != nil { return }
    self[keyPath: locals][function, default: [:]][name.lowercased()] = slots.count
    slots.append(Slot(function: function, variable: name, isLocal: true))
  }

  private mutating func addLoop(_ loop: Block, over variable: Variable?, _ numbers: BlockNumbers) {
    guard let variable else { return }
    addLocal(variable.name, of: function(around: numbers.number(of: loop.id)), to: \.loopVariables)
    for input in loop.inputs where input.kind == .statement {
      guard let first = input.connectedBlock else { continue }
      var last = first
      while let next = last.nextBlock { last = next }
      let body = numbers.number(of: first.id)...numbers.last(in: numbers.number(of: last.id))
      let key = variable.name.lowercased()
      // A loop in a loop over the same variable adds nothing.
      if let known = bodies[key]?.last, body.lowerBound <= known.upperBound { continue }
      bodies[key, default: []].append(body)
    }
  }

  /// Returns the key of a slot, by its index.
  public func key(ofSlot index: Int) -> Int { firstKey + index }

  /// Returns the index of the slot with a key; nil if it is a block's number, or unknown.
  public func slot(ofKey key: Int) -> Int? { slots.indices.contains(key - firstKey) ? key - firstKey : nil }

  /// Returns the key of a function's parameter; nil if it has none of that name.
  /// - Parameter function: its number.
  public func key(of variable: String, in function: Int) -> Int? {
    parameters[function]?[variable.lowercased()].map(key)
  }

  /// Returns the key of the variable that a function's loops over a name have; nil if they have none of their own. It
  /// hides a parameter of that name while it has a value.
  /// - Parameter function: its number; 0 outside of all functions.
  package func key(ofLoopsOver variable: String, in function: Int) -> Int? {
    loopVariables[function]?[variable.lowercased()].map(key)
  }

  /// Returns the key of a variable of the program; nil if there is none of that name.
  public func key(ofGlobal variable: String) -> Int? { globals[variable.lowercased()].map(key) }

  /// Returns the index of the slot that a variable refers to in a block; nil if the program has no such variable.
  /// - Parameters:
  ///   - name: the name in the program.
  ///   - number: the block's number.
  public func slot(ofVariable name: String, at number: Int) -> Int? {
    let key = name.lowercased()
    let function = function(around: number)
    if isInLoop(over: key, number), let slot = loopVariables[function]?[key] { return slot }
    return parameters[function]?[key] ?? globals[key]
  }

  /// Returns the index of the slot of a loop's variable within the loop.
  func slot(ofLoop number: Int, over name: String) -> Int? {
    hasLoopVariables
      ? loopVariables[function(around: number)]?[name.lowercased()] : slot(ofVariable: name, at: number)
  }

  private func isInLoop(over key: String, _ number: Int) -> Bool {
    guard let bodies = bodies[key] else { return false }
    let index = bodies.sortedIndex { $0.upperBound >= number }
    return bodies.indices.contains(index) && bodies[index].contains(number)
  }

  private func function(around number: Int) -> Int {
    let index = tops.sortedIndex { $0.number > number } - 1
    return tops.indices.contains(index) && tops[index].isFunction ? tops[index].number : 0
  }
}
