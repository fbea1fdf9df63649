import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Markup

extension Clipboard {
  /// Reads the text of a program or of one block, in one of Blockly's formats.
  /// - Parameter functionCount: how many of the last stacks are definitions that only programs without them need.
  /// - Throws: `MarkupError` when it can't be read.
  init(text: String, factory: BlockFactory, functionCount: Int = 0) throws(MarkupError) {
    var text = text
    if text.hasPrefix("<block") { text = "<xml>\(text)</xml>" }
    self.init(copying: try ProgramReader.read(Array(text.utf8), factory: factory).workspace)
    let count = min(functionCount, stacks.count)
    functions = Array(stacks.suffix(count))
    stacks.removeLast(count)
  }

  /// Reads text in the notation. It may be indented as a whole.
  /// - Throws: `NotationError` with every mistake.
  init(notation text: String, library: NotationLibrary) throws(NotationError) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let isIndent = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let isBlank = { (byte: UInt8) in isIndent(byte) || byte == UInt8(ascii: "\r") }
    let width = lines.lazy.filter { !$0.allSatisfy(isBlank) }.map { $0.prefix(while: isIndent).count }.min() ?? 0
    let outdented = lines.map { $0.dropFirst(min(width, $0.prefix(while: isIndent).count)) }
    do throws(NotationError) {
      let bytes = Array(outdented.joined(separator: [UInt8(ascii: "\n")]))
      self.init(copying: try NotationReader.read(bytes, library: library).workspace)
    } catch {
      var error = error
      for index in error.mistakes.indices { error.mistakes[index].position.column += width }
      throw error
    }
  }

  /// Copies a program that is nobody's.
  private init(copying workspace: Workspace) {
    // The workspace owns the blocks.
    withExtendedLifetime(workspace) {
      stacks = workspace.topBlocks.map { BlockSnapshot(copying: $0, followers: true).withoutVariableIDs }
      comments = workspace.comments.map(\.snapshot)
    }
  }
}

extension BlockSnapshot {
  /// The same blocks with variables that are found by their names and types: another program's ids mean nothing.
  fileprivate var withoutVariableIDs: BlockSnapshot {
    var snapshot = self
    for index in records.indices {
      for (field, record) in records[index].fields.enumerated() {
        guard case .variable(var reference) = record.state, reference.name != nil else { continue }
        reference.id = nil
        snapshot.records[index].fields[field].state = .variable(reference)
      }
      guard ProcedureBlocks.callerType(ofDefinition: records[index].type) != nil else { continue }
      snapshot.records[index].mutation = records[index].mutation?.withoutVariableIDs
      snapshot.records[index].extras?.values.unknownParts?.statedMutation = nil
    }
    return snapshot
  }
}

extension MutationState {
  /// The same inputs of a function without the ids of their variables.
  fileprivate var withoutVariableIDs: MutationState {
    guard let element else { return self }
    // Quotes in values are escaped, so these are the attributes.
    var parts = element.xmlText().split(separator: " varid=\"", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.dropFirst() {
      parts[index] = String(parts[index].drop { $0 != "\"" }.dropFirst())
    }
    guard let xml = try? XMLParser.parse(parts.joined()) else { return self }
    return MutationState(xml: xml)
  }
}
