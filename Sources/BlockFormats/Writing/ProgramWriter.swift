import BlockModel
import EventQueues
import Markup

/// Writes programs in either of Blockly's formats.
public enum ProgramWriter {
  /// The nesting up to which every level is indented, unless the style sets a limit. The total indentation grows with
  /// the square of the depth, so deeper programs get the limit of `ProgramStyle.limitIndentation`.
  static let deepestNesting = 1000

  /// The approximate size of a block in JSON on one line, to reserve memory.
  private static let bytesPerBlock = 112

  /// A written program.
  public struct Result {
    /// The content of the file.
    public var bytes: [UInt8]
    /// Messages for the user about parts that could not be written as requested.
    public var remarks: [String]
    /// Whether the code beside the program was generated again.
    package var hasNewCode = false
    /// The ranges of the stacks in Blockly's XML or JSON; empty for other formats.
    var stacks: [Range<Int>] = []

    /// - Parameter remarks: messages for the user about the file; empty for most files.
    public init(bytes: [UInt8], remarks: [String] = []) {
      self.bytes = bytes
      self.remarks = remarks
    }
  }

  /// Writes a program in a given style.
  public static func write(_ workspace: Workspace, style: ProgramStyle) -> Result {
    var style = style
    var written: Written
    if style.isPretty, style.deepestIndentation == nil {
      let full = style
      style.limitIndentation()
      written = writeOnce(workspace, style: style)
      if let limit = style.deepestIndentation, limit < written.depth, written.depth <= deepestNesting {
        style = full
        written = writeOnce(workspace, style: style)
      }
    } else {
      written = writeOnce(workspace, style: style)
    }
    var remarks: [String] = []
    if style.isPretty, let limit = style.deepestIndentation, written.depth > limit {
      remarks.append("the file is \(written.depth) levels deep; lines beyond level \(limit) are not indented")
    }
    var result = Result(bytes: written.bytes, remarks: remarks)
    result.stacks = written.stacks
    return result
  }

  private struct Written {
    var bytes: [UInt8] = []
    var depth = 0
    var stacks: [Range<Int>] = []
  }

  /// Prepares the program for the other format. The default position differs there, so every position is written.
  public static func prepareForOtherFormat(_ workspace: Workspace) {
    for block in workspace.topBlocks { block.hasImplicitPosition = false }
  }

  private static func writeOnce(_ workspace: Workspace, style: ProgramStyle) -> Written {
    var written = Written()
    switch style.format {
    case .xml:
      var writer = XMLWriter(style: style.xml)
      written.stacks = writeXML(workspace, namespace: style.namespace, to: &writer)
      written.bytes = writer.bytes
      written.depth = writer.deepest
    case .json:
      var writer = JSONWriter(style: style.json)
      writer.expect(workspace.blocks.count * bytesPerBlock)
      written.stacks = writeJSON(workspace, epilogue: style.epilogue, to: &writer)
      written.bytes = writer.takeBytes()
      written.depth = writer.deepest
    }
    // The ranges begin with the text between the stacks, so skip it.
    let first = style.format == .xml ? UInt8(ascii: "<") : UInt8(ascii: "{")
    let offset = style.prologue.utf8.count
    written.stacks = written.stacks.map { range in
      let start = written.bytes[range].firstIndex(of: first) ?? range.lowerBound
      return start + offset..<range.upperBound + offset
    }
    if !style.prologue.isEmpty { written.bytes.insert(contentsOf: style.prologue.utf8, at: 0) }
    if style.format == .xml { written.bytes += ByteText.bytes(of: style.epilogue) }
    written.bytes += style.ending.utf8
    return written
  }

  private static func writeXML(
    _ workspace: Workspace, namespace: String?, to sink: inout XMLWriter
  ) -> [Range<Int>] {
    let parts = workspace.unknownParts
    sink.begin("xml")
    if let namespace { sink.attribute("xmlns", namespace) }
    for attribute in parts?.attributes ?? [] { sink.attribute(attribute.name, attribute.value) }
    for node in workspace.foreignNodes where node.precedesVariables { sink.node(node.node) }
    writeXMLVariables(workspace.variables, to: &sink)
    var pendingNodes = PendingRootNodes(workspace)
    var stacks: [Range<Int>] = []
    var loop = Progress.Loop(of: workspace.blocks.count)
    for block in workspace.topBlocks {
      pendingNodes.write(before: block.topOrder, to: &sink)
      let snapshot = BlockSnapshot(of: block, forFile: true)
      let start = sink.bytes.count
      reporting(snapshot, in: &loop) {
        XMLBlockWriter(snapshot: snapshot, factory: workspace.factory, variables: workspace.variables).write(to: &sink)
      }
      stacks.append(start..<sink.bytes.count)
    }
    pendingNodes.write(before: .max, to: &sink)
    if let members = parts?.members, !members.isEmpty {
      sink.element(MortiseExtras.elementName, text: JSONValue.object(of: members).text())
    }
    sink.end()
    return stacks
  }

  /// Writes a stack and reports its share of the progress.
  private static func reporting(_ snapshot: BlockSnapshot, in loop: inout Progress.Loop, _ write: () -> Void) {
    let count = snapshot.records.count
    if !loop.mustStop { Progress.within(loop.share(of: count), nil, write) }
    loop.step(by: count)
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

  private static func writeJSON(
    _ workspace: Workspace, epilogue: String, to sink: inout JSONWriter
  ) -> [Range<Int>] {
    let parts = workspace.unknownParts
    var stacks: [Range<Int>] = []
    sink.beginObject()
    if !workspace.comments.isEmpty {
      sink.array("workspaceComments") { sink in
        for comment in workspace.comments {
          let blocksBefore = workspace.blockCount(before: comment)
          CommentWriter(comment: comment.snapshot).write(blocksBefore: blocksBefore, to: &sink)
        }
      }
    }
    let variablesAreListed = workspace.variables.isDeclared || !workspace.variables.all.isEmpty
    // An object with none of Blockly's three members is a program only if it is empty.
    let needsBlocks =
      (parts != nil || !workspace.foreignNodes.isEmpty || !epilogue.isEmpty) && workspace.comments.isEmpty
      && !variablesAreListed
    if !workspace.topBlocks.isEmpty || workspace.listsBlocks || needsBlocks {
      sink.object("blocks") { sink in
        sink.member("languageVersion", 0)
        sink.array("blocks") { sink in
          var loop = Progress.Loop(of: workspace.blocks.count)
          for block in workspace.topBlocks {
            let snapshot = BlockSnapshot(of: block, forFile: true)
            let start = sink.count
            reporting(snapshot, in: &loop) {
              JSONBlockWriter(snapshot: snapshot, factory: workspace.factory, variables: workspace.variables)
                .write(to: &sink)
            }
            stacks.append(start..<sink.count)
          }
        }
      }
    }
    if variablesAreListed { writeJSONVariables(workspace.variables, to: &sink) }
    for member in parts?.members ?? [] { sink.member(member.key, member.value) }
    let foreignNodes = workspace.foreignNodes.map { ($0, behind: workspace.count(before: $0)) }
    if let member = MortiseExtras.member(for: parts, foreignNodes: foreignNodes, epilogue: epilogue) {
      sink.member(MortiseExtras.memberName, member)
    }
    sink.endObject()
    return stacks
  }

  private static func writeJSONVariables(_ variables: VariableMap, to sink: inout JSONWriter) {
    sink.array("variables") { sink in
      for variable in variables.all {
        sink.object { sink in
          sink.member("name", variable.name)
          sink.member("id", variable.id)
          if !variable.type.isEmpty || variable.statesEmptyType { sink.member("type", variable.type) }
        }
      }
    }
  }
}

/// The comments and foreign nodes to be written among the top-level blocks of XML.
private struct PendingRootNodes {
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
