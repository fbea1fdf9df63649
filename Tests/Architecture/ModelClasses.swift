/// The classes of the model, and which of their properties others can set.
struct ModelClasses {
  private(set) var names: Set<String> = []
  private(set) var properties: Set<String> = []
  /// Structs whose properties a class passes on as its own.
  private var passedOn: Set<String> = []

  init(in files: [SourceFile]) {
    let files = files.filter { file in House.modelFolders.contains { file.path.hasPrefix($0) } }
    for file in files {
      for line in file.code {
        if let match = line.firstMatch(of: /^(?:@?\w+ )*class (\w+)|^(?:@?\w+ )*protocol (\w+): AnyObject/),
          let name = match.output.1 ?? match.output.2
        {
          names.insert(String(name))
        }
        if let match = line.firstMatch(of: /subscript.*\bdynamicMember.*\bWritableKeyPath<(\w+),/) {
          passedOn.insert(String(match.output.1))
        }
      }
    }
    for file in files { addProperties(in: file.code) }
  }

  private mutating func addProperties(in code: [String]) {
    var (isWanted, isProtocol) = (false, false)
    for (index, line) in code.enumerated() {
      if let match = line.firstMatch(of: /^(?:@?\w+ )*(class|struct|enum|protocol|extension) (\w+)/) {
        let name = String(match.output.2)
        isProtocol = match.output.1 == "protocol"
        isWanted = names.contains(name) || passedOn.contains(name)
      }
      // What is indented further belongs to something inside.
      guard isWanted,
        let match = line.firstMatch(of: /^  (public |open )?(?:(?:weak|unowned|final) )?var (\w+)/),
        isProtocol || match.output.1 != nil, canBeSet(code[index...])
      else { continue }
      properties.insert(String(match.output.2))
    }
  }

  /// - Parameter code: the lines from the property's on.
  private func canBeSet(_ code: ArraySlice<String>) -> Bool {
    guard let line = code.first, line.contains("{") else { return true }
    let setter = /\b(?:set|didSet|willSet)\b/
    if line.contains("}") { return line.contains(setter) }
    return code.dropFirst().prefix { !$0.hasPrefix("  }") }.contains { $0.contains(setter) }
  }
}
