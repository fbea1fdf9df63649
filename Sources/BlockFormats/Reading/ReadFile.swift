import BlockModel

/// A program that was read in any format, with its file's style and the findings.
public struct ReadFile {
  /// The program, complete but not shown yet.
  public var workspace: Workspace
  /// The file's style, so that saving changes only what the user changed.
  public var style: FileStyle
  /// The messages for the user about the file; empty for most files.
  public var findings: [ProgramFinding]

  /// - Parameter findings: the messages for the user about the file.
  public init(workspace: Workspace, style: FileStyle, findings: [ProgramFinding] = []) {
    self.workspace = workspace
    self.style = style
    self.findings = findings
  }
}
