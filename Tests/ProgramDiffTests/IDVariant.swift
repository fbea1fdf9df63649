import BlockFormats
import BlockModel
import SeededTesting

/// How a version of a program states the ids of its blocks.
enum IDVariant: CaseIterable {
  case kept, missing, changed

  /// A program's file with ids of this kind.
  func bytes(of workspace: Workspace, _ format: ProgramFormat) throws -> [UInt8] {
    let bytes = ProgramWriter.write(workspace, style: .pretty(format)).bytes
    if self == .kept { return bytes }
    // A copy: the caller's program keeps its ids.
    let copy = try ProgramReader.read(bytes, factory: workspace.factory, randomness: SeededNumbers(seed: 3)).workspace
    for block in copy.blocks.values { block.hasImplicitID = true }
    let missing = ProgramWriter.write(copy, style: .pretty(format)).bytes
    if self == .missing { return missing }
    let other = try ProgramReader.read(missing, factory: workspace.factory, randomness: SeededNumbers(seed: 4))
      .workspace
    for block in other.blocks.values { block.hasImplicitID = false }
    return ProgramWriter.write(other, style: .pretty(format)).bytes
  }
}
