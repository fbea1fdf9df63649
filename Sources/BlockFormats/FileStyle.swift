/// The style of a program's file.
public struct FileStyle: Hashable, Sendable {
  /// The format that writes the file.
  public var format: any FileFormat
  /// The layout of Blockly's XML or JSON; in other formats, the layout of the file that the program comes from.
  public var layout: ProgramStyle
  /// Further properties of the style, which only the format understands; nil for none.
  public var details: (any Hashable & Sendable)?
  /// The program's name in a file that has several; nil for the only one.
  public var programName: String?
  /// The text of Blockly's XML or JSON that the program was read from; nil for a new program.
  package var source: ProgramSource?
  /// The text of a program that is merged into this one, from which new parts are copied; nil for none.
  package var otherText: [UInt8]?

  /// - Parameters:
  ///   - details: further properties, which only `format` understands; nil for none.
  ///   - programName: the program's name in a file that has several.
  public init(
    _ format: any FileFormat, layout: ProgramStyle, details: (any Hashable & Sendable)? = nil,
    programName: String? = nil
  ) {
    self.format = format
    self.layout = layout
    self.details = details
    self.programName = programName
  }

  public static func == (left: FileStyle, right: FileStyle) -> Bool {
    left.format.name == right.format.name && left.layout == right.layout && left.programName == right.programName
      && left.source == right.source
      && left.details.map { AnyHashable($0) } == right.details.map { AnyHashable($0) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(format.name)
    hasher.combine(layout)
  }
}
