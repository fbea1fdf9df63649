import Markup
import MortiseFiles

/// The location of a program: a file, and the program's name if the file has several. Written as `FILE#program=NAME`.
public struct ProgramPath: Hashable, Sendable {
  /// The path of the file.
  public var file: String
  /// The program's name; nil for the only one in the file.
  public var program: String?

  private static let mark = "#program="

  /// - Parameter program: the program's name; nil for the only one in the file.
  public init(file: String, program: String?) { (self.file, self.program) = (file, program) }

  /// Parses a path. If the whole text is the path of an existing file, it names no program.
  public init(_ text: String) {
    // Most paths name no program. They need neither a search nor a file access.
    let marks =
      !text.utf8.contains(UInt8(ascii: "#")) || FileSystem.exists(text)
      ? [] : text.ranges(of: Self.mark).filter { $0.lowerBound > text.startIndex }
    let mark = marks.last { FileSystem.exists(String(text[..<$0.lowerBound])) } ?? marks.first
    guard let mark else {
      self.init(file: text, program: nil)
      return
    }
    let name = PercentCoding.decode(Array(text[mark.upperBound...].utf8))
    self.init(file: String(text[..<mark.lowerBound]), program: String(decoding: name, as: UTF8.self))
  }

  /// The path in the form that `init(_:)` parses, with the name percent-encoded.
  public var text: String {
    guard let program else { return file }
    return file + Self.mark + String(decoding: PercentCoding.encode(Array(program.utf8)), as: UTF8.self)
  }

  /// Whether two paths lead to the same program, even if their file names differ.
  public func isSame(as other: ProgramPath) -> Bool {
    program == other.program && FileSystem.isSameFile(file, other.file)
  }
}
