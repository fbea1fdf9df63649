import MortiseScreen

/// The file `setup` of a case: one setting per line.
public nonisolated struct CaseSetup: Sendable {
  public var size = Size(width: 80, height: 24)
  public var depth = ColorDepth.twoFiftySix
  public var repertoire = Repertoire.unicode
  /// The name of a program in `Tests/Programs`.
  public var program: String?
  /// The files to record and compare.
  public var expectations: Set<String> = ["screen", "saved", "events"]

  /// Whether `screen` and `styles` include the title line, the status line and the hints.
  public var showsWholeScreen = false

  /// Where interpreters of languages are; nil for where the environment says.
  public var searchPath: String?

  /// Whether `events` includes the view's events.
  public var showsViewEvents = false

  public init(_ text: String) throws(CaseError) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let arguments = line.split(separator: " ").map(String.init)
      switch (arguments.first, arguments.dropFirst().first) {
      case (nil, _): break
      case ("view", "events"): showsViewEvents = true
      case ("whole", "screen"): showsWholeScreen = true
      case ("ascii", nil): repertoire = .ascii
      case ("colours", let name?): depth = try Self.depth(name)
      case ("path", let folders?): searchPath = folders
      case ("program", let name?): program = name
      case ("expect", .some): expectations = Set(arguments.dropFirst())
      case ("also", .some): expectations.formUnion(arguments.dropFirst())
      case (let size?, nil): self.size = try Self.size(size)
      default: throw CaseError("setup: “\(line)” is not understood")
      }
    }
  }

  private static func depth(_ name: String) throws(CaseError) -> ColorDepth {
    switch name {
    case "mono": return .monochrome
    case "8": return .eight
    case "16": return .sixteen
    case "256": return .twoFiftySix
    case "true": return .trueColor
    default: throw CaseError("setup: there is no depth of colours “\(name)”")
    }
  }

  private static func size(_ text: String) throws(CaseError) -> Size {
    let numbers = text.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2 else { throw CaseError("setup: “\(text)” is not understood") }
    return Size(width: numbers[0], height: numbers[1])
  }
}
