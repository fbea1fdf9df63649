/// Renames local variables of a program's functions. Variables of blocks are global, so a local one that would
/// change another variable gets a unique name.
struct LocalVariables {
  typealias Statement = TextProgram.Statement
  typealias Function = FunctionOrder.Function

  private(set) var lines: [Statement]
  /// A remark on a difference from the program's language; nil for none.
  private(set) var remark: String?
  /// The numbers of the functions that call themselves while a variable of theirs should stay as it is.
  private(set) var recursive: Set<Int> = []
  private let functions: [Function]
  /// The functions that each function calls, directly or indirectly, by its name.
  private var reached: [String: Set<String>] = [:]

  init(_ lines: [Statement], _ functions: [Function]) {
    self.lines = lines
    self.functions = functions
    for function in functions { reached[function.name] = reach(function.calls) }
    let main = lines.indices.filter { index in !functions.contains { $0.range.contains(index) } }
    let started = reach(Set(main.flatMap { names(at: $0).filter(\.isCalled).map(\.name) }))
    var renamed: [String] = []
    var shared: [String] = []
    for function in functions {
      for name in locals(of: function) {
        let isInMain = started.contains(function.name) && main.contains { has(name, at: $0) }
        let isAround = functions.contains { other in
          other.name != function.name && reached[other.name, default: []].contains(function.name)
            && other.range.contains { has(name, at: $0) }
        }
        if isInMain || isAround {
          var new = "\(name)_\(function.name)"
          while lines.indices.contains(where: { has(new, at: $0) }) { new += "_" }
          for index in function.range {
            let line = self.lines[index]
            self.lines[index] = line.saying(LineReader.renaming(name, to: new, in: line.text))
          }
          renamed.append(new)
        }
        if isKept(name, whileCalling: function) {
          shared.append("“\(name)” of \(function.name)")
          recursive.insert(lines[function.header].number)
        }
      }
    }
    if !shared.isEmpty {
      remark = "variables are global: \(shared.joined(separator: ", ")) changes while the function calls itself"
    } else if !renamed.isEmpty {
      remark = "variables are global, so some were renamed: \(renamed.joined(separator: ", "))"
    }
  }

  private func names(at index: Int) -> [(name: String, isCalled: Bool)] { LineReader.names(in: lines[index].text) }

  private func has(_ name: String, at index: Int) -> Bool { names(at: index).contains { $0.name == name } }

  private func reach(_ calls: Set<String>) -> Set<String> {
    var found = calls.intersection(functions.map(\.name))
    var rest = Array(found)
    while let name = rest.popLast() {
      for next in functions.first(where: { $0.name == name })?.calls ?? [] where found.insert(next).inserted {
        rest.append(next)
      }
    }
    return found
  }

  /// Returns the local variables of a function, in order: in Python those that it sets, in JavaScript those that it
  /// declares.
  private func locals(of function: Function) -> [String] {
    let isPython = lines[function.header].text.hasPrefix("def ")
    var found: [String] = []
    var global: Set<String> = function.inputs
    for index in function.range where index != function.header {
      let text = lines[index].text
      let words = text.split { " ,(;".contains($0) }.map(String.init)
      if ["global", "nonlocal"].contains(words.first) { global.formUnion(words.dropFirst()) }
      let declares = words.prefix(2).contains { ["let", "const", "var"].contains($0) }
      if isPython || declares { found += ProgramMistakes.assigned(in: text).filter { !found.contains($0) } }
    }
    // `_` is no variable.
    return found.filter { !global.contains($0) && $0 != "_" }
  }

  /// Whether a function that calls itself sets a variable before the call and uses it afterwards.
  private func isKept(_ name: String, whileCalling function: Function) -> Bool {
    guard reached[function.name, default: []].contains(function.name) else { return false }
    let body = (function.header + 1)..<function.range.upperBound
    let calls = body.filter { index in
      names(at: index).contains { $0.isCalled && reached[$0.name, default: []].contains(function.name) }
    }
    return calls.contains { call in
      body.contains { index in
        index < call && ProgramMistakes.assigned(in: lines[index].text).contains(name)
          && (lines[index].text.hasPrefix("for") || body.contains { $0 > call && has(name, at: $0) })
      }
    }
  }
}
