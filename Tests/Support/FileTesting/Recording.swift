import Glibc

/// Whether tests write anew what they compare with.
public enum Recording {
  /// Whether the environment asks for it.
  public static let isWanted = isWanted(getenv("RECORD").map { String(cString: $0) })

  /// - Parameter value: the environment variable RECORD; nil if it isn't set.
  public static func isWanted(_ value: String?) -> Bool { value == "1" }
}
