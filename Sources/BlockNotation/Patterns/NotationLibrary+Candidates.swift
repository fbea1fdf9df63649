import BlockLibrary
import BlockModel

/// The types that a wording can have.
extension NotationLibrary {
  /// Whether a wording that ends in a node can be of a type.
  func accepts(_ node: Int32, _ type: Int32) -> Bool {
    trie.nodes[node].acceptances.contains { patterns[trie.acceptances[Int($0)].pattern].type == type }
  }

  /// Whether a value can be of a type.
  func canBe(_ node: ParsedNode, _ type: Int32) -> Bool {
    switch node.kind {
    case .number, .constant: return numberTypes.contains(type)
    case .text, .string: return textTypes.contains(type)
    case .name: return nameTypes.contains(type)
    case .words: return accepts(node.group, type)
    case .list: return factory.blockBuilders[types[type]]?.mutator is MutatorListCreate
    case .call: return factory.blockBuilders[types[type]]?.mutator is MutatorProcedureCaller
    case .empty, .explicit, .data, .index, .slice, .member, .method, .format, .made: return false
    }
  }

  /// The number of the type that `[…]` makes; -1 for none.
  var listType: Int32 {
    for (number, pattern) in patterns.enumerated() {
      guard case .items = pattern.form, !laterPatterns.contains(Int32(number)) else { continue }
      if factory.blockBuilders[types[pattern.type]]?.mutator is MutatorListCreate { return pattern.type }
    }
    return -1
  }

  /// Returns the type of the variables that a field creates.
  func defaultVariableType(ofField name: String, _ type: Int32) -> String {
    guard type >= 0, let builder = factory.blockBuilders[types[type]] else { return "" }
    for input in builder.inputBuilders {
      for case let field as FieldVariable in input.fields where field.name == name { return field.defaultType }
    }
    return ""
  }
}
