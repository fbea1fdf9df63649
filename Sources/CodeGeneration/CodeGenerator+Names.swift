import BlockModel

// The names and definitions of the generated code.
extension CodeGenerator {
  /// The names of the generated program's variables, by their names in the code.
  public var variables: [String: String] {
    Dictionary(usedVariables.map { ($0.generated.text, $0.name) }) { first, _ in first }
  }

  func name(of variable: Variable) -> CodePiece {
    if let known = variableNames[ObjectIdentifier(variable)] { return known }
    let piece = freshPiece(names.variable(variable.name))
    variableNames[ObjectIdentifier(variable)] = piece
    return piece
  }

  /// Returns the name of a variable that is known by its name only.
  func variableName(_ name: String) -> Code { names.variable(name) }

  func procedureName(_ name: String) -> Code { names.procedure(name) }

  func distinctName(_ base: String) -> Code {
    let result = results.popFirst() ?? names.distinctVariable(base)
    newNames.append(result)
    return result
  }

  /// The name of the definition that declares variables.
  static let declaration = "variables"

  /// - Returns: whether there is something to declare.
  @discardableResult
  func declareVariables() -> Bool {
    guard let syntax = language.variables, syntax.isAlwaysThere || !usedVariables.isEmpty || !ownVariables.isEmpty
    else { return false }
    let own = ownVariables.values.sorted()
    let used = usedVariables.filter { !syntax.isForUnset || facts.isUnset($0.name) }
    let list = (own.map { $0 + syntax.each } + used.map { $0.generated + declaration(of: $0.name, syntax) })
      .joined(separator: syntax.separator)
    define(Self.declaration, .text(syntax.before + list + syntax.after))
    return true
  }

  private func declaration(of name: String, _ syntax: VariableSyntax) -> Code {
    syntax.number.flatMap { facts.kind(ofVariable: name) == .number ? $0 : nil } ?? syntax.each
  }

  // MARK: - Definitions

  /// Code before the program: imports, helper functions, and the program's functions.
  enum Definition {
    case text(Code)
    case helper(Code)
    case imported(Code)
    case function(CodeSection)
  }

  /// Adds a definition. One with a known name replaces the earlier one in its place.
  func define(_ name: String, _ definition: Definition) {
    if let index = definitionIndices[name] {
      definitions[index] = definition
    } else {
      definitionIndices[name] = definitions.count
      definitions.append(definition)
    }
  }

  func imports(_ lines: [String]) {
    for line in lines where !line.isEmpty && definitionIndices["import " + line] == nil {
      define("import " + line, .imported(Code(generator: line)))
    }
  }

  /// Returns the name of a helper function, which is defined when it is first used.
  // Helpers call few others.
  func helper(_ name: String) -> CodePiece {
    if let known = helperNames[name] { return known }
    let function = language.helpers[name] ?? HelperFunction()
    imports(function.imports)
    let own = names.distinct(name)
    var code: Code = ""
    for element in (recording == nil ? function.code : function.recorded ?? function.code).elements {
      switch element {
      case .text(let text): code += text
      case .named("first", _): code += options.isZeroBased ? "0" : "1"
      case .named("none", _): code += options.isZeroBased ? "-1" : "0"
      case .named(let variable, _): code += ownVariables[variable] ?? Code(generator: variable)
      case .function(let other):
        let piece = other == name ? nil : helper(other)
        code += piece.map(self.code(of:)) ?? own
      default: break
      }
    }
    define("helper " + name, .helper(code))
    let piece = freshPiece(own)
    helperNames[name] = piece
    return piece
  }

  /// Defines the function whose code has just been built.
  func defineFunction(_ name: String, _ block: Block) {
    let fragment = builders.removeLast().fragment
    let section = writer.section(fragment, of: block, self, squeezes: language.putsImportsFirst)
    define("%" + name, .function(section))
  }

  /// Returns the definitions, with the line breaks that Blockly puts between them.
  func definitionParts() -> [GeneratedCode.Part] {
    let squeezes = language.putsImportsFirst
    var sections: [CodeSection] = []
    var imports: [Code] = []
    for definition in definitions {
      switch definition {
      case .helper where options.omitsHelpers: continue
      case .imported(let line) where squeezes: imports.append(line)
      case .text(let code), .helper(let code), .imported(let code):
        sections.append(writer.section(code, squeezes: squeezes))
      case .function(let section): sections.append(section)
      }
    }
    if !imports.isEmpty { sections.insert(writer.section(imports.joined(separator: "\n"), squeezes: true), at: 0) }
    return sections.enumerated().map { index, section in
      let isFunction = section.top != nil || index + 1 < sections.count && sections[index + 1].top != nil
      let breaks = index == sections.count - 1 ? 3 : isFunction ? max(2, language.blankLines + 1) : 2
      return GeneratedCode.Part(section: section, breaks: squeezes ? max(0, breaks - section.breaks) : breaks)
    }
  }
}
