import BlockModel

/// A program's text for tools that compare lines, such as git: equal programs have equal texts, regardless of their
/// ids, positions, order of stacks and format, and a changed field changes one line. It is meant for people, and can't
/// be read back.
package enum StableText {
  private struct Stack {
    var key: [String]
    var text: String
  }

  /// - Parameter rest: the lines of the file's other contents.
  package static func text(of workspace: Workspace, library: NotationLibrary, rest: [String] = []) -> String {
    var lines = ProgramLines(
      workspace, library: library, usesToolbox: ProgramLines.prefersToolbox(workspace, library: library))
    var stacks: [Stack] = []
    for top in workspace.topBlocks {
      var text = ""
      var head = ""
      for line in lines.lines(ofStack: top) {
        // Limit the indentation, as in other texts in the notation, so that it doesn't grow with the square of the
        // depth.
        text += String(repeating: " ", count: 2 * min(line.level, StatementWriter.mostIndentedLevels))
        text += line.text
        text += "\n"
        if head.isEmpty, line.part == .head { head = line.text }
      }
      stacks.append(Stack(key: [top.type, head, text], text: text))
    }
    stacks.sort { $0.key.lexicographicallyPrecedes($1.key) }
    let comments = workspace.comments.map { lines.lines(of: $0).joined(separator: "\n") + "\n" }.sorted()
    let header = ProgramLines.foreignLines(of: workspace) + lines.variableLines().map { "@variables \($0)" }
    var parts = header.isEmpty ? [] : [header.joined(separator: "\n") + "\n"]
    parts += comments + stacks.map(\.text)
    if !rest.isEmpty { parts.append(rest.joined(separator: "\n") + "\n") }
    return parts.joined(separator: "\n")
  }
}
