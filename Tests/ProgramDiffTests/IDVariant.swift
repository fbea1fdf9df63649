import BlockFormats
import BlockModel
import SeededTesting

/// How a version of a program states the ids of its blocks.
enum IDVariant: CaseIterable {
  case kept, missing, changed
}

/// A program's files with ids of each kind.
final class IDVariants {
  private let workspace: Workspace
  private let format: ProgramFormat
  private var files: [IDVariant: [UInt8]] = [:]

  init(of workspace: Workspace, _ format: ProgramFormat) {
    self.workspace = workspace
    self.format = format
  }

  func file(_ variant: IDVariant) throws -> [UInt8] {
    if let file = files[variant] { return file }
    let file =
      switch variant {
      case .kept: ProgramWriter.write(workspace, style: .pretty(format)).bytes
      case .missing: try copy(of: .kept, seed: 3, hasImplicitIDs: true)
      case .changed: try copy(of: .missing, seed: 4, hasImplicitIDs: false)
      }
    files[variant] = file
    return file
  }

  /// Writes a copy: the caller's program keeps its ids.
  private func copy(of variant: IDVariant, seed: UInt64, hasImplicitIDs: Bool) throws -> [UInt8] {
    let copy = try ProgramReader.read(
      file(variant), factory: workspace.factory, randomness: SeededNumbers(seed: seed)
    ).workspace
    for block in copy.blocks.values { block.hasImplicitID = hasImplicitIDs }
    return ProgramWriter.write(copy, style: .pretty(format)).bytes
  }
}
