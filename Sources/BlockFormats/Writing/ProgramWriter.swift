import BlockModel
import Markup

/// Writes programs in either of Blockly's formats.
public enum ProgramWriter {
  /// Indentation grows with the square of the depth; deeper programs than this are written on one line. Blockly itself
  /// gives up at a fifth of it.
  static let deepestIndentation = 10_000

  /// What a program was written as.
  public struct Result {
    public var bytes: [UInt8]
    /// What could not be written as asked, in words for the user.
    public var remarks: [String]
  }

  /// Writes a program in the style of a file.
  public static func write(_ workspace: Workspace, style: ProgramStyle) -> Result {
    if style.isPretty {
      // Both formats nest at least twice for each block.
      let depth = deepestBlock(in: workspace)
      if depth > deepestIndentation / 2 {
        let remark = "\(depth) blocks are nested in each other, so the file is written on one line"
        return Result(bytes: writeOnce(workspace, style: style.onOneLine), remarks: [remark])
      }
    }
    return Result(bytes: writeOnce(workspace, style: style), remarks: [])
  }

  /// How many blocks hang on each other at most, those below counted like those inside, as files nest them.
  private static func deepestBlock(in workspace: Workspace) -> Int {
    var deepest = 0
    var waiting = workspace.topBlocks.map { (block: $0, depth: 1) }
    while let (block, depth) = waiting.popLast() {
      deepest = max(deepest, depth)
      for input in block.inputs {
        if let child = input.connectedBlock { waiting.append((child, depth + 1)) }
      }
      if let next = block.nextBlock { waiting.append((next, depth + 1)) }
    }
    return deepest
  }

  /// Makes the program ready to be written in the other format: places that a file leaves out mean another place there.
  public static func prepareForOtherFormat(_ workspace: Workspace) {
    for block in workspace.topBlocks { block.hasImplicitPosition = false }
  }

  private static func writeOnce(_ workspace: Workspace, style: ProgramStyle) -> [UInt8] {
    var bytes: [UInt8]
    switch style.format {
    case .xml:
      var writer = XMLWriter(style: style.xml)
      writeXML(workspace, namespace: style.namespace, to: &writer)
      bytes = writer.bytes
    case .json:
      var writer = JSONWriter(style: style.json)
      writeJSON(workspace, to: &writer)
      bytes = writer.bytes
    }
    if !style.prologue.isEmpty { bytes.insert(contentsOf: style.prologue.utf8, at: 0) }
    if style.endsInLineBreak {
      bytes.append(contentsOf: (style.format == .xml ? style.xml.lineBreak : style.json.lineBreak).utf8)
    }
    return bytes
  }

  private static func writeXML(_ workspace: Workspace, namespace: String?, to sink: inout XMLWriter) {
    let parts = workspace.unknownParts
    sink.begin("xml")
    if let namespace { sink.attribute("xmlns", namespace) }
    for attribute in parts?.attributes ?? [] { sink.attribute(attribute.name, attribute.value) }
    for node in workspace.foreignNodes where node.precedesVariables { sink.node(node.node) }
    writeXMLVariables(workspace.variables, to: &sink)
    var others = OthersInRoot(workspace)
    for block in workspace.topBlocks {
      others.write(before: block.topOrder, to: &sink)
      let snapshot = BlockSnapshot(of: block, forFile: true)
      XMLBlockWriter(snapshot: snapshot, factory: workspace.factory, variables: workspace.variables).write(to: &sink)
    }
    others.write(before: .max, to: &sink)
    if let members = parts?.members, !members.isEmpty {
      sink.element(OwnParts.elementName, text: JSONValue.object(of: members).text())
    }
    sink.end()
  }

  private static func writeXMLVariables(_ variables: VariableMap, to sink: inout XMLWriter) {
    let declared = variables.all.filter(\.isDeclared)
    guard variables.isDeclared || !declared.isEmpty else { return }
    sink.begin("variables")
    for variable in declared {
      sink.begin("variable")
      if !variable.type.isEmpty || variable.statesEmptyType { sink.attribute("type", variable.type) }
      if !variable.hasImplicitID { sink.attribute("id", variable.id) }
      sink.text(variable.name)
      sink.end()
    }
    sink.end()
  }

  private static func writeJSON(_ workspace: Workspace, to sink: inout JSONWriter) {
    let parts = workspace.unknownParts
    sink.beginObject()
    if !workspace.comments.isEmpty {
      sink.key("workspaceComments")
      sink.beginArray()
      for comment in workspace.comments {
        let blocksBefore = workspace.blockCount(before: comment)
        CommentWriter(comment: comment.snapshot).write(blocksBefore: blocksBefore, to: &sink)
      }
      sink.endArray()
    }
    let variablesAreListed = workspace.variables.isDeclared || !workspace.variables.all.isEmpty
    // Without any of the three members that Blockly knows, only an empty object is a program.
    let needsBlocks =
      (parts != nil || !workspace.foreignNodes.isEmpty) && workspace.comments.isEmpty && !variablesAreListed
    if !workspace.topBlocks.isEmpty || workspace.listsBlocks || needsBlocks {
      sink.key("blocks")
      sink.beginObject()
      sink.key("languageVersion")
      sink.integer(0)
      sink.key("blocks")
      sink.beginArray()
      for block in workspace.topBlocks {
        let snapshot = BlockSnapshot(of: block, forFile: true)
        JSONBlockWriter(snapshot: snapshot, factory: workspace.factory).write(to: &sink)
      }
      sink.endArray()
      sink.endObject()
    }
    if variablesAreListed { writeJSONVariables(workspace.variables, to: &sink) }
    for member in parts?.members ?? [] { sink.member(member.key, member.value) }
    let foreignNodes = workspace.foreignNodes.map { ($0, behind: workspace.count(before: $0)) }
    if let own = OwnParts.member(for: parts, foreignNodes: foreignNodes) { sink.member(OwnParts.memberName, own) }
    sink.endObject()
  }

  private static func writeJSONVariables(_ variables: VariableMap, to sink: inout JSONWriter) {
    sink.key("variables")
    sink.beginArray()
    for variable in variables.all {
      sink.beginObject()
      sink.member("name", variable.name)
      sink.member("id", variable.id)
      if !variable.type.isEmpty || variable.statesEmptyType { sink.member("type", variable.type) }
      sink.endObject()
    }
    sink.endArray()
  }
}

/// What stands between the blocks in the root of XML and is still to be written.
private struct OthersInRoot {
  private var comments: ArraySlice<WorkspaceComment>
  private var foreignNodes: ArraySlice<ForeignNode>

  init(_ workspace: Workspace) {
    comments = workspace.comments[...]
    foreignNodes = workspace.foreignNodes.filter { !$0.precedesVariables }[...]
  }

  mutating func write(before order: Int64, to sink: inout XMLWriter) {
    while true {
      let (comment, node) = (comments.first?.order ?? .max, foreignNodes.first?.order ?? .max)
      guard min(comment, node) < order else { return }
      if comment < node {
        CommentWriter(comment: comments.removeFirst().snapshot).write(to: &sink)
      } else {
        sink.node(foreignNodes.removeFirst().node)
      }
    }
  }
}

extension ProgramStyle {
  fileprivate var onOneLine: ProgramStyle {
    var style = self
    style.xml.indent = nil
    style.json.indent = nil
    return style
  }
}
