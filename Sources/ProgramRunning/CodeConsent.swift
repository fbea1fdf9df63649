import BlockLibrary
import BlockModel
import CodeGeneration
import Glibc
import MortiseFiles

/// The user's consent to running Python statements that have no block. It is stored outside of the programs and holds
/// for the exact text of a statement, in whatever program that is; a changed statement needs it again.
package struct CodeConsent: Sendable {
  /// A Python statement in a program.
  package struct Statement: Sendable {
    /// The block of the statement.
    package var blockID: String
    /// The statement.
    package var code: String
  }

  private let files: NamedFiles?
  /// The statements that were allowed through this value, even if that can't be saved.
  private var allowed: Set<String> = []

  /// - Parameter files: the allowed statements; nil if there is no place for them.
  package init(_ files: NamedFiles?) { self.files = files }

  /// Returns the statements in a program that aren't allowed yet, each text once.
  package func unallowedStatements(in workspace: Workspace) -> [Statement] {
    var found: Set<String> = []
    return Self.statements(in: workspace).filter { !allows($0.code) && found.insert($0.code).inserted }
  }

  /// Returns the allowed statements in a program.
  package func allowedCode(in workspace: Workspace) -> Set<String> {
    Set(Self.statements(in: workspace).map(\.code).filter(allows))
  }

  /// Allows statements, for as long as their texts stay as they are.
  /// - Throws: `FileError` if that can't be saved; they are then allowed for now.
  package mutating func allow(_ statements: [Statement]) throws(FileError) {
    allowed.formUnion(statements.map(\.code))
    guard let files else { throw FileError(.save, "the allowed code", code: ENOENT) }
    for statement in statements {
      do throws(FileError) { try files.write(Array(statement.code.utf8), named: Self.name(of: statement.code)) } catch {
        // Another command may allow the same at this moment.
        if !isSaved(statement.code) { throw error }
      }
    }
  }

  private func allows(_ code: String) -> Bool {
    allowed.contains(code) || isSaved(code)
  }

  private func isSaved(_ code: String) -> Bool {
    (try? files?.read(Self.name(of: code))) == Array(code.utf8)
  }

  private static func name(of code: String) -> String { String(FileStamp.hash(Array(code.utf8)), radix: 16) }

  private static func statements(in workspace: Workspace) -> [Statement] {
    workspace.topBlocks.flatMap { top in
      top.descendants().lazy.filter { $0.type == StockBlocks.code }.map { block in
        Statement(blockID: block.id, code: block.firstField(withName: "CODE")?.state?.text ?? "")
      }
    }
  }
}
