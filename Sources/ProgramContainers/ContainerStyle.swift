import BlockFormats

/// What a program in an app's file keeps of the file.
public struct ContainerStyle: Hashable, Sendable {
  /// The whole file, as it was read or written last.
  public var file: [UInt8]
  /// The program's name in it; empty if it is the only one and has none.
  public var program: String

  /// - Parameter program: the program's name in the file.
  init(file: [UInt8], program: String) {
    self.file = file
    self.program = program
  }
}

extension FileStyle {
  /// The app's file that the program is in; nil if the file is the program.
  public var container: ContainerFormat? { format as? ContainerFormat }

  /// What the program keeps of the app's file; nil if the file is the program.
  public var containerStyle: ContainerStyle? { details as? ContainerStyle }

  /// The program as it is in the app's file; nil if the file is the program.
  public var embedded: EmbeddedProgram? {
    guard let container, let details = containerStyle, let content = try? container.container.content(of: details.file)
    else { return nil }
    return content.programs.first { $0.name == details.program }
  }
}
