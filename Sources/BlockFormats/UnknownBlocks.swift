import BlockModel

/// Advice about blocks whose types have no definition.
package enum UnknownBlocks {
  /// Returns a message on how to get the definitions of a program's unknown blocks; nil if it has none, or only a few.
  /// - Parameters:
  ///   - format: the format of the program's file.
  ///   - command: the name of the app on the command line.
  package static func advice(
    for workspace: Workspace, in format: any FileFormat, command: String
  ) -> String? {
    let count = workspace.blocks.values.count { $0.isUnknown }
    // A few unknown blocks of a plain program are likely mistakes, not an app's.
    if count == 0 || format.app == nil && 2 * count < workspace.blocks.count { return nil }
    let blocks = count == 1 ? "1 block is unknown" : "\(count) blocks are unknown"
    let target = format.app == nil ? "-o DEFS.json" : "--for \(format.name)"
    return "\(blocks): ‘\(command) blocks --record FOLDER \(target)’ learns them from the app’s own files"
  }
}
