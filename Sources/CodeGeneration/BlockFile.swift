import BlockLibrary
import BlockModel
import Markup

/// A file for a user's own blocks: their definitions, their generators, or both.
public struct BlockFile: Hashable, Sendable {
  /// The content of a file.
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
  /// The kind of the file.
  public var kind: Kind

  /// A file that was read but not parsed; mistakes in it are found with the first program that is generated.
  public init(path: String, bytes: [UInt8], kind: Kind) {
    (self.path, self.bytes, self.kind) = (path, bytes, kind)
  }
}

/// The reason why generators can't be used: the file, the position and the mistake.
public struct GeneratorFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// - Parameter description: one line, with the path and the position.
  public init(description: String) { self.description = description }
}

extension CodeLanguages {
  /// Reads the generators of a language, and those in some files.
  /// - Parameter factory: the factory of the blocks that the generators are for.
  /// - Throws: `GeneratorFileError` for the first mistake, and if there is no such language.
  public func generators(
    of id: String, files: [BlockFile] = [], factory: BlockFactory
  ) throws(GeneratorFileError) -> GeneratorLanguage {
    try generators(of: id, isPlain: false, files: files, factory: factory)
  }

  /// As above.
  /// - Parameter isPlain: whether the code is as one would write it by hand, for a language that has such generators.
  package func generators(
    of id: String, isPlain: Bool, files: [BlockFile], factory: BlockFactory
  ) throws(GeneratorFileError) -> GeneratorLanguage {
    guard let origin = self[id] else { throw GeneratorFileError(description: "there is no code language “\(id)”") }
    let language: GeneratorLanguage
    do throws(MarkupError) { language = try GeneratorLanguage(origin, isPlain: isPlain, factory: factory) } catch {
      throw GeneratorFileError(description: "the generators of \(origin.name): \(error)")
    }
    for file in files {
      do throws(MarkupError) {
        switch file.kind {
        case .generators: try language.load(generators: file.bytes, knowing: self, factory: factory)
        case .definitions: try language.load(generatorsInDefinitions: file.bytes, factory: factory)
        }
      } catch {
        throw GeneratorFileError(description: "\(file.path):\(error)")
      }
    }
    return language
  }
}
