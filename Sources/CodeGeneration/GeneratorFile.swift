import BlockLibrary
import BlockModel
import Markup

/// A file with generators of own blocks.
public struct GeneratorFile: Hashable, Sendable {
  /// Which of a file's members are generators.
  public enum Kind: Hashable, Sendable {
    /// Generators alone.
    case generators
    /// Definitions of blocks, which may have generators.
    case definitions
  }

  /// The path as the user gave it, for messages.
  public var path: String
  /// The content, which is parsed only when its language is needed.
  public var bytes: [UInt8]
  /// What the file is.
  public var kind: Kind

  /// A file that was read but not parsed; mistakes in it are found with the first program that is generated.
  public init(path: String, bytes: [UInt8], kind: Kind) {
    (self.path, self.bytes, self.kind) = (path, bytes, kind)
  }
}

/// Why generators can't be used: the file, the position and the mistake.
public struct GeneratorFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// - Parameter description: one line, with the path and the position.
  public init(description: String) { self.description = description }
}

extension GeneratorLanguage {
  /// Reads a language with the generators of the stock blocks and those in some files.
  /// - Parameter factory: knows the blocks that the generators are for.
  /// - Throws: `GeneratorFileError` for the first mistake, and for an unknown language.
  public static func named(
    _ id: String, files: [GeneratorFile], factory: BlockFactory
  ) throws(GeneratorFileError) -> GeneratorLanguage {
    guard let language = try? named(id) else {
      throw GeneratorFileError(description: "can't load the generators of \(id)")
    }
    for file in files {
      do throws(MarkupError) {
        switch file.kind {
        case .generators: try language.load(generators: file.bytes, factory: factory)
        case .definitions: try language.load(generatorsInDefinitions: file.bytes, factory: factory)
        }
      } catch {
        throw GeneratorFileError(description: "\(file.path):\(error)")
      }
    }
    return language
  }
}
