/// What a text contains beyond the program itself.
public struct NotationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The ids of blocks, variables and comments.
  public static let ids = NotationOptions(rawValue: 1)
  /// The positions of stacks and comments, and the layout of the file that the program was read from.
  public static let places = NotationOptions(rawValue: 2)
}
