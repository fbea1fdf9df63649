import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation

/// A stack that the user saved by name, as text in the notation, with the functions that it calls.
public nonisolated struct Snippet: Hashable, Sendable {
  /// The name that the user typed; unique among the snippets.
  public var name: String
  /// The stack and the functions in the notation, in UTF-8.
  public var text: [UInt8]

  /// A snippet whose text need not be valid; mistakes are reported when it is used.
  public init(name: String, text: [UInt8]) {
    self.name = name
    self.text = text
  }
}

extension Clipboard {
  /// - Throws: `NotationError` with every mistake.
  init(_ snippet: Snippet, library: NotationLibrary) throws(NotationError) {
    try self.init(notation: String(decoding: snippet.text, as: UTF8.self), library: library)
    let isFunction = { (stack: BlockSnapshot) in
      stack.records.first.map { ProcedureBlocks.callerType(ofDefinition: $0.type) != nil } ?? false
    }
    // A snippet may be a function itself.
    guard let first = stacks.first, !isFunction(first) else { return }
    functions = stacks.filter(isFunction)
    stacks.removeAll(where: isFunction)
  }
}

extension Intent {
  /// Inserts a snippet where it fits, as a paste does.
  public static func insert(_ snippet: Snippet) -> Intent {
    Intent("insertSnippet") { $0.insert(snippet) }
  }
}

extension IntentResolver {
  fileprivate func insert(_ snippet: Snippet) -> Resolution {
    do throws(NotationError) {
      let clipboard = try Clipboard(snippet, library: state.notation)
      guard !clipboard.stacks.isEmpty else { return .refused(reason: "the snippet “\(snippet.name)” is empty") }
      return bringing(functionsOf: clipboard, paste(clipboard, isLoose: true))
    } catch {
      return .refused(reason: "the snippet “\(snippet.name)” can't be read: \(error.summary)")
    }
  }
}

extension WorkbenchController {
  /// The selected blocks, or else the block at the cursor and those below it, as the text of a snippet.
  /// - Throws: `FieldError` if that is not one stack.
  public func snippetText() throws(FieldError) -> [UInt8] {
    let copied: Clipboard
    switch resolve(selectedIDs.isEmpty ? .copyStack : .copy, state) {
    case .copy(var clipboard, _):
      clipboard.addFunctions(of: workspace)
      copied = clipboard
    case .refused(let reason): throw FieldError(reason)
    default: throw FieldError("there is nothing here to save")
    }
    guard copied.stacks.count == 1, copied.comments.isEmpty else {
      throw FieldError("only one stack can be a snippet")
    }
    return NotationWriter.write(
      Self.program(of: copied, with: copied.functions, factory: workspace.factory), library: notation)
  }
}
