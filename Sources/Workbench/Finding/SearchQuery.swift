import BlockLayout
import BlockLibrary
import BlockModel

/// What a search looks for.
public enum SearchQuery: Equatable {
  /// Words of blocks, values of fields, names of variables, comments, and the types and ids of blocks. With ` inside `,
  /// only in blocks that begin with what follows it: `print inside repeat`.
  case text(String)
  /// The uses of what is at the cursor.
  case uses(SearchSubject)
}

/// What a program can use in several places.
public enum SearchSubject: Equatable {
  case variable(id: String)
  /// A function: its definition and its calls.
  case function(name: String)
  /// A type of block, and its words.
  case blockType(String, words: String)
}

extension SearchSubject {
  /// What a block, or one of its fields, uses.
  @MainActor init?(at block: Block, fieldName: String?) {
    let field = fieldName.flatMap { block.firstField(withName: $0) } ?? block.onlyField
    if let variable = field?.variable {
      self = .variable(id: variable.id)
    } else if let name = Self.function(of: block) {
      self = .function(name: name)
    } else if !block.isUnknown, fieldName == nil, let variable = Self.onlyVariable(of: block) {
      // “set x to …” is about x.
      self = .variable(id: variable.id)
    } else {
      self = .blockType(block.type, words: BlockLabel.words(of: block))
    }
  }

  private static func onlyVariable(of block: Block) -> Variable? {
    guard block.type.hasPrefix("variables_") || block.type == "math_change" else { return nil }
    return block.inputs.lazy.flatMap(\.fields).compactMap(\.variable).first { _ in true }
  }

  /// The name of the function that a block defines or calls, in lower case: Blockly's names ignore case.
  static func function(of block: Block) -> String? {
    let name = ProcedureBlocks.name(definedBy: block) ?? (block.mutator as? MutatorProcedureCaller)?.name
    return name?.lowercased()
  }
}
