import BlockFormats
import BlockModel
import EventQueues
import Markup

/// Writes programs as text. See docs/use/notation.md.
public enum NotationWriter {
  /// Writes a program. The same program always gives the same text.
  /// - Parameters:
  ///   - library: the wordings of the program's factory.
  ///   - style: the layout of the file that the program was read from, for `NotationOptions.places`; nil for none.
  public static func write(
    _ workspace: Workspace, library: NotationLibrary, options: NotationOptions = [], style: ProgramStyle? = nil
  ) -> [UInt8] {
    var writer = ProgramTextWriter(workspace, library: library, options: options)
    return writer.write(style: options.contains(.places) ? style : nil)
  }

  /// Writes a program in the style of its text.
  /// - Parameter layout: the layout of the file that the program comes from, which the text may state.
  public static func write(
    _ workspace: Workspace, library: NotationLibrary, style: NotationStyle, layout: ProgramStyle
  ) -> [UInt8] {
    style.dressed(
      write(workspace, library: library, options: style.options, style: style.statesLayout ? layout : nil))
  }
}

/// Writes the parts of a program: its header, and its stacks and comments, with blank lines between them.
private struct ProgramTextWriter {
  private let workspace: Workspace
  private let options: NotationOptions
  private var planner: RecordPlanner
  private let language: String
  private let usesToolbox: Bool
  private var output: [UInt8] = []
  /// The variables in the order in which the text uses them.
  private var used: [String] = []
  private var usedIDs: Set<String> = []
  private var mentionsIDs = false

  init(_ workspace: Workspace, library: NotationLibrary, options: NotationOptions) {
    self.workspace = workspace
    self.options = options
    language = library.language
    planner = RecordPlanner(library: library, options: options, variables: workspace.variables)
    usesToolbox = ToolboxUse.prevails(in: workspace, library: library)
  }

  mutating func write(style: ProgramStyle?) -> [UInt8] {
    var comments = workspace.comments[...]
    var foreign = workspace.foreignNodes[...]
    var isFirst = true
    var loop = Progress.Loop(of: workspace.blocks.count)
    func separate(_ output: inout [UInt8]) {
      if !isFirst { output.append(contentsOf: "\n".utf8) }
      isFirst = false
    }
    for block in workspace.topBlocks.map(Optional.some) + [nil] {
      let order = block?.topOrder ?? .max
      while min(comments.first?.order ?? .max, foreign.first?.order ?? .max) < order {
        separate(&output)
        if (comments.first?.order ?? .max) < (foreign.first?.order ?? .max) {
          write(comments.removeFirst())
        } else {
          write(foreign.removeFirst())
        }
      }
      guard let block else { break }
      separate(&output)
      let records = BlockSnapshot(of: block, forFile: true).records
      // The result of a stopped job is not used.
      if loop.mustStop { break }
      Progress.within(loop.share(of: records.count)) { write(records) }
      loop.step(by: records.count)
    }
    var text = HeaderWriter(workspace, names: planner.names, options: options, mentionsIDs: mentionsIDs)
      .lines(language: language, style: style, usesToolbox: usesToolbox, used: used)
    if !text.isEmpty, !output.isEmpty { text.append(UInt8(ascii: "\n")) }
    return text + output
  }

  private mutating func write(_ records: [BlockSnapshot.Record]) {
    planner.plan(records)
    for (index, record) in records.enumerated() {
      if case .definition(_, let parameters, _) = planner.plans[index].kind, !planner.plans[index].needsMutation {
        for name in parameters { use(workspace.variables.variable(named: name)?.id) }
      }
      for field in record.fields { if case .variable(let reference) = field.state { use(reference.id) } }
    }
    var buffer: [UInt8] = []
    swap(&buffer, &output)
    var writer = StatementWriter(
      records, planner: planner, usesToolbox: usesToolbox, workspace: workspace, output: buffer)
    buffer = []
    writer.write()
    if writer.mentionsIDs { mentionsIDs = true }
    output = writer.output
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func use(_ id: String?) {
    if let id, usedIDs.insert(id).inserted { used.append(id) }
  }

  private mutating func write(_ comment: WorkspaceComment) {
    let lines = WorkspaceCommentLines.lines(of: comment.snapshot, options: options, in: workspace)
    output.append(contentsOf: (lines.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func write(_ node: ForeignNode) {
    output.append(contentsOf: (WorkspaceCommentLines.line(of: node) + "\n").utf8)
  }
}

/// Decides whether a program's values have shadows, as those from the toolbox do.
enum ToolboxUse {
  /// The maximum number of blocks that are examined.
  private static let mostBlocks = 20_000

  /// Whether fewer marks are needed if plain values mean those of the toolbox.
  static func prevails(in workspace: Workspace, library: NotationLibrary) -> Bool {
    var balance = 0
    var count = 0
    for top in workspace.topBlocks {
      for block in top.descendants() {
        guard let type = library.knownNumber(ofType: block.type), !block.isUnknown else { continue }
        for (input, standard) in library.shadows(ofType: type) {
          guard let connection = block.firstInput(withName: input)?.connection, let value = connection.targetBlock
          else { continue }
          let hasShadow = value.isShadow ? value.type == standard.type : connection.coveredShadow != nil
          balance += hasShadow ? 1 : -1
        }
        count += 1
        if count > mostBlocks { return balance >= 0 }
      }
    }
    return balance >= 0
  }
}
