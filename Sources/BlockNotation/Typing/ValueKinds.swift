import BlockLibrary
import BlockModel

/// What the variables and functions of a program are, as far as it says: by what is assigned to them, else by how they
/// are used. Never by their names.
public final class ValueKinds {
  private unowned let workspace: Workspace
  private lazy var found = find()

  /// It looks at the program when it is asked for the first time.
  public init(_ workspace: Workspace) { self.workspace = workspace }

  func kind(ofVariable name: String) -> ValueKind { found.variables[name.lowercased()] ?? .unknown }

  func kind(ofFunction name: String) -> ValueKind { found.functions[name] ?? .unknown }

  /// What is known of one variable.
  private struct Evidence {
    var assigned: Set<ValueKind> = []
    var used: Set<ValueKind> = []
    /// The variables that are assigned to it.
    var sources: Set<String> = []

    var kind: ValueKind {
      if assigned.count == 1 { return assigned.first ?? .unknown }
      return assigned.isEmpty && used.count == 1 ? used.first ?? .unknown : .unknown
    }
  }

  /// The largest number of assignments from variable to variable that are followed.
  private static let longestWay = 4

  private func find() -> (variables: [String: ValueKind], functions: [String: ValueKind]) {
    var evidence: [String: Evidence] = [:]
    var functions: [String: ValueKind] = [:]
    for block in workspace.blocks.values {
      if let name = ProcedureBlocks.name(definedBy: block) {
        functions[name] = block.firstInput(withName: "RETURN")?.connectedBlock.map(Self.kind) ?? .unknown
      } else if let call = block.mutator as? MutatorProcedureCaller {
        for (index, parameter) in call.parameters.enumerated() {
          guard let value = block.firstInput(withName: "ARG\(index)")?.connectedBlock else { continue }
          Self.assign(value, to: &evidence[parameter.lowercased(), default: Evidence()])
        }
      } else {
        read(block, &evidence)
      }
    }
    for _ in 0..<Self.longestWay {
      // As they were before this round: the order of variables must not matter.
      let known = evidence.mapValues(\.kind)
      for (name, facts) in evidence {
        for source in facts.sources {
          if let kind = known[source], kind != .unknown { evidence[name]?.assigned.insert(kind) }
        }
      }
    }
    return (evidence.mapValues(\.kind), functions)
  }

  private func read(_ block: Block, _ evidence: inout [String: Evidence]) {
    guard
      let variable = block.inputs.lazy.flatMap(\.fields).compactMap({ ($0 as? FieldVariable)?.variable }).first
    else { return }
    let name = variable.name.lowercased()
    switch block.type {
    case "variables_set", "variables_set_dynamic":
      if let value = block.firstInput(withName: "VALUE")?.connectedBlock {
        Self.assign(value, to: &evidence[name, default: Evidence()])
      }
    case "math_change", "controls_for": evidence[name, default: Evidence()].assigned.insert(.number)
    case "text_append": evidence[name, default: Evidence()].assigned.insert(.text)
    default:
      let kind = ValueKind(checks: block.outputConnection?.target?.typeChecks)
      if kind != .unknown { evidence[name, default: Evidence()].used.insert(kind) }
    }
  }

  private static func assign(_ value: Block, to evidence: inout Evidence) {
    if value.type.hasPrefix("variables_get"), let variable = value.firstField(withName: "VAR")?.variable {
      evidence.sources.insert(variable.name.lowercased())
    } else {
      let kind = kind(of: value)
      if kind != .unknown { evidence.assigned.insert(kind) }
    }
  }

  private static func kind(of value: Block) -> ValueKind { ValueKind(checks: value.outputConnection?.typeChecks) }
}
