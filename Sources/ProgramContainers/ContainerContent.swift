/// The programs found in an app's file.
public struct ContainerContent: Sendable {
  /// The programs, in the order of the file; at least one.
  public private(set) var programs: [EmbeddedProgram]
  /// The programs' indices by their names.
  private let indices: [String: Int]
  private let replacing: @Sendable (_ index: Int, _ program: [UInt8], _ code: [UInt8]?) -> [UInt8]

  /// - Parameters:
  ///   - programs: at least one. Several need distinct names; a single one's name is dropped.
  ///   - replacing: returns the file with another text of a program and, unless it is nil, other code beside it.
  public init(
    _ programs: [EmbeddedProgram],
    replacing: @escaping @Sendable (_ index: Int, _ program: [UInt8], _ code: [UInt8]?) -> [UInt8]
  ) {
    self.programs = programs
    if programs.count == 1 { self.programs[0].name = "" }
    indices = Dictionary(self.programs.enumerated().map { ($1.name, $0) }) { first, _ in first }
    self.replacing = replacing
  }

  /// Returns the index of the program with a name, which is empty for the only one; nil if there is none.
  func index(of name: String) -> Int? { indices[name] }

  /// Returns the file with another text of a program.
  /// - Parameters:
  ///   - index: the index of the program.
  ///   - code: the code beside it; nil to keep the old code.
  public func file(replacing index: Int, with program: [UInt8], code: [UInt8]? = nil) -> [UInt8] {
    replacing(index, program, code)
  }
}

/// A program in an app's file.
public struct EmbeddedProgram: Hashable, Sendable {
  /// The name, unique in the file. Empty for the only program.
  public var name: String
  /// Blockly's XML or JSON, in UTF-8.
  public var text: [UInt8]
  /// The code beside it; nil if there is none.
  public var code: [UInt8]?
  /// The offset at which it begins in the file, in bytes; 0 if it is packed.
  public var start: Int
  /// Whether the file has the text unencoded, from `start` on.
  public var isVerbatim: Bool

  /// - Parameters:
  ///   - name: may be empty if there is only one.
  ///   - start: the offset at which it begins in the file, in bytes.
  ///   - isVerbatim: whether the file has the text unencoded.
  public init(name: String = "", text: [UInt8], code: [UInt8]? = nil, start: Int = 0, isVerbatim: Bool = false) {
    self.name = name
    self.text = text
    self.code = code
    self.start = start
    self.isVerbatim = isVerbatim
  }
}

/// A part of a file to be replaced.
struct Replacement {
  var range: Range<Int>
  var bytes: [UInt8]
}

extension [UInt8] {
  /// A copy with parts replaced; they may not overlap.
  func replacing(_ parts: [Replacement]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for part in parts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += self[end..<part.range.lowerBound]
      result += part.bytes
      end = part.range.upperBound
    }
    return result + self[end...]
  }
}
