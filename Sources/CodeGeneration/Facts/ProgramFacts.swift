import BlockLibrary
import BlockModel

/// Facts about a program's values and variables that rules can ask for. They are found when they are first needed.
final class ProgramFacts {
  private let workspace: Workspace
  private let language: GeneratorLanguage
  private lazy var kinds = ValueKinds(workspace)
  private lazy var wholeNumbers = WholeNumbers(workspace, language)
  private lazy var settings = VariableSettings(workspace, language)

  init(_ workspace: Workspace, _ language: GeneratorLanguage) {
    (self.workspace, self.language) = (workspace, language)
  }

  /// Returns a fact about a field or an input of a block; nil if there is no fact with the name.
  /// - Parameter name: the name of the field or input, and that of the fact: `VALUE:kind`.
  func fact(_ name: String, of block: Block) -> String? {
    guard let colon = name.lastIndex(of: ":") else { return nil }
    let part = String(name[..<colon])
    let value = block.firstInput(withName: part)?.connectedBlock.flatMap { $0.isEnabled ? $0 : nil }
    let variable = block.firstField(withName: part)?.variable?.name
    switch name[name.index(after: colon)...] {
    case "kind": return (variable.map(kinds.kind(ofVariable:)) ?? value.map(kinds.kind(of:)))?.rawValue ?? "empty"
    case "items": return (value.map(kinds.itemKind(of:)) ?? .unknown).rawValue
    case "type": return value?.type ?? ""
    case "whole": return value.map(wholeNumbers.contains) ?? true ? "yes" : "no"
    case "set": return variable.map(settings.unset.contains) ?? false ? "no" : "yes"
    default: return nil
    }
  }

  /// Whether a variable may be read before it is set.
  func isUnset(_ name: String) -> Bool { settings.unset.contains(name) }

  func kind(ofVariable name: String) -> ValueKind { kinds.kind(ofVariable: name) }

  /// Returns the names of the variables that a function sets and that the rest of the program, or a later call, may
  /// read.
  func sharedVariables(setBy definition: Block) -> Set<String> { settings.sharedVariables(setBy: definition) }
}
