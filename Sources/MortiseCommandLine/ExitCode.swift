/// The exit status of the process: one of these, or that of the program it ran.
public struct ExitCode: Hashable, CaseIterable {
  /// The number that the shell sees, from 0 to 255.
  public var rawValue: Int32

  /// - Parameter rawValue: from 0 to 255. The status of a program that was run need not be one of these.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The command succeeded.
  public static let success = ExitCode(rawValue: 0)
  /// A program has problems, or a file could not be read or written.
  public static let problems = ExitCode(rawValue: 1)
  /// The command line is invalid.
  public static let usage = ExitCode(rawValue: 2)

  public static let allCases = [success, problems, usage]

  /// The description of the status in the help.
  var meaning: String {
    switch self {
    case .success: "success"
    case .problems: "problems"
    default: "invalid command line"
    }
  }
}
