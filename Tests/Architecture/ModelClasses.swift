/// The classes of the model, and their properties that can be set from outside.
struct ModelClasses {
  private(set) var names: Set<String> = []
  private(set) var properties: Set<String> = []
  /// Structs whose properties a class forwards as its own.
  private var forwarded: Set<String> = []

  init(in files: [SourceFile]) {
    let files = files.filter { file in Layers.modelFolders.contains { file.path.hasPrefix($0) } }
    for file in files {
      for line in file.code {
        if line.mentions("class ") || line.mentions("AnyObject"),
          let match = line.firstMatch(of: /^(?:@?\w+ )*class (\w+)|^(?:@?\w+ )*protocol (\w+): AnyObject/),
          let name = match.output.1 ?? match.output.2
        {
          names.insert(String(name))
        }
        if line.mentions("subscript"),
          let match = line.firstMatch(of: /subscript.*\bdynamicMember.*\bWritableKeyPath<(\w+),/)
        {
          forwarded.insert(String(match.output.1))
        }
      }
    }
    for file in files { addProperties(in: file.code) }
  }

  private mutating func addProperties(in code: [String]) {
    let type = /^(?:@?\w+ )*(class|struct|enum|protocol|extension) (\w+)/
    let property = /^  (public |open )?(?:(?:weak|unowned|final) )?var (\w+)/
    var (isIncluded, isProtocol) = (false, false)
    for (index, line) in code.enumerated() {
      if let match = line.firstMatch(of: type) {
        let name = String(match.output.2)
        isProtocol = match.output.1 == "protocol"
        isIncluded = names.contains(name) || forwarded.contains(name)
      }
      // Lines with more indentation belong to nested declarations.
      guard isIncluded, let match = line.firstMatch(of: property),
        isProtocol || match.output.1 != nil, canBeSet(code[index...])
      else { continue }
      properties.insert(String(match.output.2))
    }
  }

  /// - Parameter code: the lines, starting with the property's.
  private func canBeSet(_ code: ArraySlice<String>) -> Bool {
    guard let line = code.first, line.contains("{") else { return true }
    let setter = /\b(?:set|didSet|willSet)\b/
    if line.contains("}") { return line.contains(setter) }
    return code.dropFirst().prefix { !$0.hasPrefix("  }") }.contains { $0.contains(setter) }
  }
}
