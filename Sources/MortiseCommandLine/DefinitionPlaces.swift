import BlockFormats
import BlockModel
import Glibc
import MortiseFiles

/// Where definitions of a program's blocks are found without `--blocks`.
enum DefinitionPlaces {
  /// The user's definitions by the names of containers; nil if there is no place for them.
  static var containerFiles: NamedFiles? {
    UserFolders.configuration.flatMap { NamedFiles(in: $0 + "/blocks", suffix: ".json") }
  }

  /// Whether a text can be the name of a container: a plain word.
  static func isContainerName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 40
      && name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: "-") }
  }
}
