import BlockLibrary
import BlockModel
import CodeGeneration

/// The values and variables that a program's blocks use and set, by the blocks' numbers: they determine where values
/// can come from and whether blocks run. It describes the program as it was; later edits don't change it.
struct BlockUses: Sendable {
  /// The effect of a block on the origins of values.
  enum Role: Sendable {
    /// Sets its variable to a value.
    case sets
    /// Adds a number or a text to its variable.
    case changes
    /// Counts with its variable.
    case counts
    /// Sets its variable to one item of a list after the other.
    case walks
    case repeats
    /// Repeats while or until a condition holds.
    case loops
    /// An “if”.
    case chooses
    /// Leaves a loop, or continues with its next round.
    case jumps
    case setsItem
    case prints
    case calls
    /// Returns from a function if a condition holds.
    case returns
    /// Defines a function.
    case defines
    /// Reads its variable.
    case reads
    /// Is a value itself.
    case literal
    /// Reads input.
    case asks
    /// Gets an item of a list, removes it, or both.
    case takes
    case random
    /// Has one of two values.
    case picks
    /// Makes a value of others.
    case combines
    /// Makes a list of others.
    case gathers
    /// May do anything.
    case unknown

    var isLoop: Bool { [.counts, .walks, .repeats, .loops].contains(self) }
    var setsVariable: Bool { [.sets, .changes, .counts, .walks].contains(self) }
  }

  /// A block.
  struct Entry: Sendable {
    var role: Role
    /// The number of the block that contains its stack in an input; 0 for none.
    var holder: Int
    /// The name of that input.
    var input: String
    /// The number of the statement above it; 0 for the first one of a stack.
    var previous: Int
    /// The names of its variables.
    var variables: [String]
    /// The content of its fields: the value of a literal, the name of a function, the place of an item.
    var text: String
    /// The choice in its dropdown field.
    var mode: String
    var isEnabled: Bool
    var isValue: Bool
    /// Whether it is an “and” or “or”, whose second value may not be needed.
    var isLogical: Bool
  }

  private let numbers: BlockNumbers
  private var entries: [Entry] = []
  /// The definitions by the names of their functions, in lower case.
  private var definitions: [String: Int] = [:]
  /// The parameters of functions by the numbers of their definitions.
  private(set) var parameters: [Int: [String]] = [:]
  /// The numbers of the statements that set a variable, by its name in lower case, ascending.
  private(set) var setters: [String: [Int]] = [:]
  /// The blocks that may set anything.
  private(set) var unknownBlocks: [Int] = []
  /// The number of the first item of a list.
  let firstIndex: Int

  init(_ workspace: Workspace, numbers: BlockNumbers, isZeroBased: Bool = false) {
    self.numbers = numbers
    firstIndex = isZeroBased ? 0 : 1
    entries.reserveCapacity(numbers.ids.count)
    for (index, id) in numbers.ids.enumerated() {
      guard let block = workspace.blocks[id] else { continue }
      add(block, number: index + 1, in: workspace)
    }
  }

  private mutating func add(_ block: Block, number: Int, in workspace: Workspace) {
    let superior = block.superiorConnection
    let above = superior.map { numbers.number(of: $0.sourceBlock.id) } ?? 0
    let fields = block.inputs.flatMap(\.fields)
    func state(_ name: String) -> String? { fields.first { $0.name == name }?.state?.plainText }
    var entry = Entry(
      role: Self.roles[block.type] ?? .unknown, holder: 0, input: "", previous: 0,
      variables: fields.compactMap { $0.variable?.name }, text: "", mode: "", isEnabled: block.isEnabled,
      isValue: block.outputConnection != nil, isLogical: block.type == "logic_operation")
    if let input = superior?.sourceInput {
      (entry.holder, entry.input) = (above, input.name)
    } else if above > 0 {
      (entry.holder, entry.input, entry.previous) = (entries[above - 1].holder, entries[above - 1].input, above)
    }
    switch entry.role {
    case .literal: entry.text = fields.first { $0.isSaved }?.state?.plainText ?? ""
    case .calls: entry.text = (block.mutator as? MutatorProcedureCaller)?.name ?? ""
    case .takes, .setsItem: (entry.text, entry.mode) = (state("WHERE") ?? "", state("MODE") ?? "")
    case .loops: entry.mode = state("MODE") ?? ""
    case .jumps: entry.mode = state("FLOW") ?? ""
    case .repeats: entry.text = state("TIMES") ?? ""
    case .defines:
      entry.text = ProcedureBlocks.name(definedBy: block) ?? ""
      let mutator = block.mutator as? MutatorProcedureDefinition
      parameters[number] = mutator?.parameters.map(\.name) ?? []
      // The first one of a name counts. (Functions come in the order of the file.)
      if definitions[entry.text.lowercased()] == nil { definitions[entry.text.lowercased()] = number }
    case .unknown: unknownBlocks.append(number)
    default: break
    }
    if entry.role.setsVariable {
      for name in entry.variables { setters[name.lowercased(), default: []].append(number) }
    }
    entries.append(entry)
  }

  subscript(number: Int) -> Entry { entries[number - 1] }

  /// Returns the number of the definition of a function; nil if there is none.
  func definition(of name: String) -> Int? { definitions[name.lowercased()] }

  /// Returns the first block in each filled input of a block, in order, without disabled ones.
  func children(of number: Int) -> [(input: String, number: Int)] {
    var result: [(String, Int)] = []
    var child = number + 1
    while child <= numbers.last(in: number) {
      let entry = self[child]
      if entry.previous == 0, entry.isEnabled { result.append((entry.input, child)) }
      child = numbers.last(in: child) + 1
    }
    return result
  }

  /// Returns the value in an input; nil if there is none.
  func child(of number: Int, _ input: String) -> Int? { children(of: number).first { $0.input == input }?.number }

  /// Returns the blocks of a statement's values that call functions, in the order in which their calls begin. The
  /// arguments of a call come before it.
  func calls(in statement: Int) -> [Int] {
    var result: [Int] = []
    var pending = [(statement, false)]
    while let (number, isDone) = pending.popLast() {
      if isDone {
        result.append(number)
        continue
      }
      if self[number].role == .calls { pending.append((number, true)) }
      for child in children(of: number).reversed() where numbers.statement(of: child.number) == statement {
        pending.append((child.number, false))
      }
    }
    return result
  }

  /// Returns the values of a statement, with those in them.
  func values(in statement: Int) -> [Int] {
    var result: [Int] = []
    var number = statement + 1
    while number <= numbers.last(in: statement) {
      if numbers.statement(of: number) == statement {
        if self[number].isEnabled { result.append(number) }
        number = self[number].isEnabled ? number + 1 : numbers.last(in: number) + 1
      } else {
        number = numbers.last(in: number) + 1
      }
    }
    return result
  }

  /// Returns the callers of a function.
  func callers(of definition: Int) -> [Int] {
    entries.indices.map { $0 + 1 }.filter {
      self[$0].role == .calls && self.definition(of: self[$0].text) == definition
    }
  }

  /// The roles of the stock blocks. Others may do anything.
  private static let roles: [String: Role] = {
    let types: [(Role, String)] = [
      (.sets, "variables_set variables_set_dynamic"), (.changes, "math_change text_append"),
      (.counts, "controls_for"), (.walks, "controls_forEach"), (.repeats, "controls_repeat controls_repeat_ext"),
      (.loops, "controls_whileUntil"), (.chooses, "controls_if controls_ifelse"), (.jumps, "controls_flow_statements"),
      (.setsItem, "lists_setIndex"), (.prints, "text_print"), (.calls, "procedures_callnoreturn procedures_callreturn"),
      (.returns, "procedures_ifreturn"), (.defines, "procedures_defnoreturn procedures_defreturn"),
      (.reads, "variables_get variables_get_dynamic"),
      (
        .literal,
        "math_number math_constant text text_multiline logic_boolean logic_null lists_create_empty colour_picker"
      ),
      (.asks, "text_prompt text_prompt_ext"), (.takes, "lists_getIndex"),
      (.random, "math_random_int math_random_float colour_random"), (.picks, "logic_ternary"),
      (
        .combines,
        """
        logic_compare logic_operation logic_negate math_arithmetic math_single math_trig math_number_property math_round \
        math_on_list math_modulo math_constrain math_atan2 text_join text_length text_isEmpty text_indexOf text_charAt \
        text_getSubstring text_changeCase text_trim text_count text_replace text_reverse lists_length lists_isEmpty \
        lists_indexOf colour_rgb colour_blend
        """
      ),
      (.gathers, "lists_create_with lists_repeat lists_getSublist lists_split lists_sort lists_reverse"),
    ]
    var roles: [String: Role] = [:]
    for (role, names) in types { for name in names.split(separator: " ") { roles[String(name)] = role } }
    return roles
  }()
}
