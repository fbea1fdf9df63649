/// The options of `mortise convert` besides the format.
public struct ConversionOptions: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Everything on one line.
  public static let compact = ConversionOptions(rawValue: 1)
  /// Indented.
  public static let pretty = ConversionOptions(rawValue: 2)
  /// With the ids of blocks, variables and comments.
  public static let ids = ConversionOptions(rawValue: 4)
  /// With the positions of stacks and comments, and the layout of the file that the program comes from.
  public static let places = ConversionOptions(rawValue: 8)
}
